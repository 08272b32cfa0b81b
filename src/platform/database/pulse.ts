/**
 * Whether the database answers, asked on a connection of its own: at once for /health/ready, and every half second
 * while calls are under way. A server that says nothing for four seconds (stopped, frozen, behind a dead network)
 * would keep every call waiting: then what waits is broken off, and new calls are refused until it answers again.
 */
import pg from 'pg';
import { commonErrors, fail } from '#shared/errors.ts';
import { COUNT_FAILED_JOBS } from '../job-alarms.ts';
import { breakOff, type Database } from './db.ts';

const TICK_MS = 500;
/** Each is a turn of the event loop of its own, so that a program that was busy itself does not blame the database. */
const TICKS_UNTIL_STILL = 7;
/** The browser gives /health/ready four seconds. */
const READY_MS = 2_000;

export type Pulse = {
  /** Runs a call while the database is watched; refuses it at once if the database does not answer. */
  during<T>(call: () => Promise<T>): Promise<T>;
  /** Asks it now. */
  answers(): Promise<boolean>;
  /** How many jobs failed, as of its last answer. */
  failedJobs(): number;
  stop(): Promise<void>;
};

/** @param onStill breaks off what waits for the database */
export function startPulse(database: Database, onStill: () => void): Pulse {
  const { connectionString } = database.pool.options;
  let client: pg.Client | undefined;
  let asked: Promise<boolean> | undefined;
  let missedTicks = 0;
  let underWay = 0;
  let isStill = false;
  let failedJobs = 0;
  let timer: NodeJS.Timeout | undefined;

  const question = async (): Promise<boolean> => {
    let mine = client;
    try {
      if (!mine) {
        mine = new pg.Client({ connectionString, application_name: 'jolkol-pulse' });
        mine.on('error', () => undefined);
        client = mine;
        await mine.connect();
      }
      const { rows } = await mine.query<{ failed: number }>(COUNT_FAILED_JOBS);
      failedJobs = rows[0]?.failed ?? 0;
      isStill = false;
      return true;
    } catch {
      // Unless we gave it up ourselves, it answered: if only by refusing. Calls find that out by themselves.
      if (mine === client) {
        client = undefined;
        isStill = false;
      }
      return false;
    }
  };
  const ask = (): Promise<boolean> => {
    asked ??= question().finally(() => {
      asked = undefined;
      missedTicks = 0;
    });
    return asked;
  };
  const giveUp = () => {
    isStill = true;
    missedTicks = 0;
    const mine = client;
    client = undefined;
    if (mine) breakOff(mine);
    onStill();
  };
  const tick = () => {
    if (asked) {
      missedTicks += 1;
      if (missedTicks >= TICKS_UNTIL_STILL) giveUp();
    } else if (underWay > 0 || isStill) {
      void ask();
    } else {
      clearInterval(timer);
      timer = undefined;
    }
  };
  const watch = () => {
    timer ??= setInterval(tick, TICK_MS).unref();
  };

  return {
    during: async (call) => {
      if (isStill) throw fail(commonErrors.unavailable);
      underWay += 1;
      watch();
      try {
        return await call();
      } finally {
        underWay -= 1;
      }
    },
    answers: async () => {
      watch();
      if (isStill) return false;
      const { promise: late, resolve } = Promise.withResolvers<boolean>();
      const deadline = setTimeout(() => resolve(false), READY_MS);
      return Promise.race([ask(), late]).finally(() => clearTimeout(deadline));
    },
    failedJobs: () => failedJobs,
    stop: async () => {
      clearInterval(timer);
      const mine = client;
      client = undefined;
      if (mine) breakOff(mine);
      await asked;
    },
  };
}
