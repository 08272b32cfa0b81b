/**
 * Rows of a query one batch at a time, from a cursor in a read-only transaction: a million rows are read as one
 * consistent picture with flat memory. However reading ends (done, stopped, cancelled, connection lost), the
 * cursor is closed and the connection goes back.
 */
import type pg from 'pg';
import type { Actor } from '../actor.ts';
import type { Database, Sql } from './db.ts';

/** Read it once. `cancel` ends the query from outside: also before its first row, and between two reads. */
export type Rows<T> = AsyncIterable<T> & { cancel(): void };

const BATCH_ROWS = 500;

/**
 * @param actor a consumer reads under row-level security, like everywhere else
 */
export function streamQuery<T>(database: Database, query: Sql<T>, actor: Actor): Rows<T> {
  const { sql, parameters } = query.compile(database.db);
  let open: OpenTransaction | undefined;
  let cancelled = false;

  async function* read(): AsyncGenerator<T> {
    open = await begin(database, actor);
    const { client } = open;
    let finished = false;
    try {
      if (cancelled) return;
      await client.query(`declare listed no scroll cursor for ${sql}`, [...parameters]);
      for (let batch: T[] = []; !cancelled; ) {
        batch = (await client.query(`fetch ${BATCH_ROWS} from listed`)).rows as T[];
        for (const row of batch) {
          if (cancelled) return;
          yield row;
        }
        finished = batch.length < BATCH_ROWS;
        if (finished) return;
      }
    } finally {
      await giveBack(open, finished && !cancelled);
    }
  }

  const cancel = () => {
    cancelled = true;
    // The connection ends. Somebody who waits for a row gets an error; PostgreSQL stops within two seconds (db.ts).
    if (open) void giveBack(open, false);
  };
  return { [Symbol.asyncIterator]: read, cancel };
}

type OpenTransaction = { client: pg.PoolClient; returned: boolean };

async function begin(database: Database, actor: Actor): Promise<OpenTransaction> {
  const client = await database.pool.connect();
  try {
    await client.query('begin transaction isolation level repeatable read, read only');
    // All rows are read: the plan that gives the first ones soonest is not the best.
    await client.query('set local cursor_tuple_fraction = 1');
    if (actor.kind === 'consumer') {
      await client.query(
        `select set_config('role', 'jolkol_consumer', true), set_config('app.consumer_id', $1, true), set_config('app.today', $2, true)`,
        [actor.consumerId ?? '', actor.today],
      );
    }
    return { client, returned: false };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/**
 * Once, at the first of the reader's end and `cancel`. An unfinished one closes its connection: a fetch may
 * still be on its way there and must not meet the next user.
 */
async function giveBack(open: OpenTransaction, finished: boolean): Promise<void> {
  if (open.returned) return;
  open.returned = true;
  if (!finished) return open.client.release(true);
  await open.client.query('commit').then(
    () => open.client.release(),
    () => open.client.release(true),
  );
}
