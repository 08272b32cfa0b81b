/**
 * Rows of a query one batch at a time, from a cursor in a read-only transaction: a million rows are read as one
 * consistent picture with flat memory. However reading ends (done, stopped, cancelled, connection lost), the
 * cursor is closed and the connection goes back.
 */
import type pg from 'pg';
import QueryStream from 'pg-query-stream';
import type { Actor } from './actor.ts';
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
    let finished = false;
    try {
      if (cancelled) return;
      const stream = open.client.query(new QueryStream(sql, [...parameters], { batchSize: BATCH_ROWS }));
      for await (const row of stream) {
        if (cancelled) return;
        open.awaited = false;
        yield row as T;
        open.awaited = true;
      }
      finished = true;
    } finally {
      await giveBack(open, finished && !cancelled);
    }
  }

  const cancel = () => {
    cancelled = true;
    if (!open || open.returned) return;
    // Somebody waits for a row: the query fails for them and they give the connection back.
    if (open.awaited) {
      database.pool.query('select pg_cancel_backend($1)', [open.backend]).catch(() => undefined);
    } else void giveBack(open, false);
  };
  return { [Symbol.asyncIterator]: read, cancel };
}

type OpenTransaction = { client: pg.PoolClient; backend: number; awaited: boolean; returned: boolean };

async function begin(database: Database, actor: Actor): Promise<OpenTransaction> {
  const client = await database.pool.connect();
  try {
    await client.query('begin transaction isolation level repeatable read, read only');
    if (actor.kind === 'consumer') {
      await client.query(
        `select set_config('role', 'jolkol_consumer', true), set_config('app.consumer_id', $1, true)`,
        [actor.consumerId ?? ''],
      );
    }
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return { client, backend: rows[0]?.pid ?? 0, awaited: true, returned: false };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/**
 * Once, whichever of the reader and `cancel` comes first. An unfinished one closes its connection: a fetch or a
 * cancel may still be on its way there and must not meet the next user.
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
