/**
 * What makes exports give way to other work: database connections of their own, few at a time, some for each person,
 * and a limited room for the files that are being sent. Counted in this process, whose connections and disk they are.
 */
import { fail } from '#shared/errors.ts';
import { exportErrors } from '#shared/exports.ts';
import { type AtMost, atMost } from '../at-most.ts';
import { type Database, openDatabase } from '../database/db.ts';
import { EXPORT_LIMITS, EXPORT_WAIT_MS } from '../time-limits.ts';
import { type Room, type Spooled, spool } from './spool.ts';

/** From the call to the last byte sent; fewer than connections, so that one person never has all of them. */
export const EXPORTS_PER_PERSON = 3;
const MEGABYTE = 1024 ** 2;
/** Calls that wait for a connection; many more would wait longer than anybody does. */
const WAITING = 50;
const ASK_AGAIN_SECONDS = 10;

export type Exports = {
  database: Database;
  /** Takes one of the person's places, or refuses; gives the way to leave it, which may be used twice. */
  enter(person: string): () => void;
  /** Makes a file when it is its turn. */
  make(content: () => AsyncIterable<string | Uint8Array>, signal: AbortSignal): Promise<Spooled>;
  /** Of the files that are being made or sent. */
  usedBytes(): number;
  /** Ends those that are being made or wait: the database does not answer. */
  cut(): void;
  close(): Promise<void>;
};

export type ExportSettings = {
  /** The program's own role. */
  url: string;
  /** Of the temporary files. */
  folder: string;
  connections: number;
  /** The utility's. */
  timeZone?: string;
  fileMb: number;
  allMb: number;
};

export function openExports(settings: ExportSettings): Exports {
  const { url, folder, connections, timeZone, fileMb, allMb } = settings;
  const database = openDatabase(url, {
    ...{ max: connections, name: 'jolkol-exports' },
    ...(timeZone ? { timeZone } : {}),
    ...EXPORT_LIMITS,
  });
  const turns: AtMost = atMost({ running: connections, waiting: WAITING, wait_ms: EXPORT_WAIT_MS });
  const room: Room = { usedBytes: 0, fileBytes: fileMb * MEGABYTE, allBytes: allMb * MEGABYTE };
  const people = new Map<string, number>();
  return {
    database,
    enter: (person) => {
      const now = people.get(person) ?? 0;
      if (now >= EXPORTS_PER_PERSON) {
        throw fail(exportErrors.too_many_at_once, { limit: EXPORTS_PER_PERSON, seconds: ASK_AGAIN_SECONDS });
      }
      people.set(person, now + 1);
      let left = false;
      return () => {
        if (left) return;
        left = true;
        const others = (people.get(person) ?? 1) - 1;
        if (others > 0) people.set(person, others);
        else people.delete(person);
      };
    },
    make: (content, signal) => turns.run(() => spool(content(), folder, room), signal),
    usedBytes: () => room.usedBytes,
    cut: () => {
      turns.refuseWaiting();
      database.cut();
    },
    close: () => database.close(),
  };
}
