/** A worker's own way to the database, which can be ended in the middle: as if the program had been killed there. */
import type pg from 'pg';
import { type Database, openDatabase } from '#platform/database/db.ts';
import { ZONE } from '#test/zone.ts';

/** What a killed worker throws; the program never throws it. */
export class Killed extends Error {}

export type DoomedWorker = {
  database: Database;
  /** The connection is ended instead of its statement of this number, counted from now; null: it lives. */
  killAt(statement: number | null): void;
  /** How often it was ended. */
  kills(): number;
};

/** @param end ends a backend of PostgreSQL by its process id */
export function doomedWorker(url: string, end: (backend: number) => Promise<unknown>): DoomedWorker {
  const database = openDatabase(url, { max: 2, name: 'doomed', timeZone: ZONE });
  let left: number | null = null;
  let kills = 0;
  const dead = new WeakSet<pg.PoolClient>();
  database.pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...statement: unknown[]) => unknown;
    const query = (...statement: unknown[]) => {
      if (dead.has(client)) return Promise.reject(new Killed());
      if (left !== null) left -= 1;
      if (left !== 0) return send(...statement);
      dead.add(client);
      kills += 1;
      const { processID } = client as pg.PoolClient & { processID: number };
      return end(processID).then(() => Promise.reject(new Killed()));
    };
    Object.assign(client, { query });
  });
  return {
    database,
    killAt: (statement) => {
      left = statement;
    },
    kills: () => kills,
  };
}
