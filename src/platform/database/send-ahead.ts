/**
 * The pool as Kysely sees it, with fewer waits and less planning.
 *
 * A statement whose answer nobody needs (`begin`, and what starts with AHEAD) is not waited for: it leaves together
 * with the statement that follows on the same connection, and `commit` waits for all of them. One that failed has
 * aborted the transaction on the server, so that nothing of it stays; the next statement or the commit throws its error.
 *
 * A statement marked PLANNED_ONCE is planned once for each connection and then only executed.
 */
import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';

/** How marked statements begin; see SENT_AHEAD and PLANNED_ONCE of db.ts. */
export const MARKS = { ahead: '/* sent ahead */', plannedOnce: '/* planned once */' } as const;

type Client = pg.PoolClient & { pipeline: boolean; connection: { stream: Writable } };
type Answer = PostgresQueryResult<unknown>;

const UNKNOWN = { command: 'SELECT', rowCount: 0, rows: [] } as const satisfies Answer;

/**
 * @param pool its clients are plain again after they are given back: cursors and COPY cannot be sent ahead
 * @param keepsParsed every statement is taken as PLANNED_ONCE
 */
export function sendAhead(pool: pg.Pool, keepsParsed = false): PostgresPool {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = (await pool.connect()) as Client;
      client.pipeline = true;
      const wrapped = known.get(client) ?? wrap(client, keepsParsed);
      known.set(client, wrapped);
      return wrapped;
    },
  };
}

function wrap(client: Client, keepsParsed: boolean): PostgresPoolClient {
  let ahead: Promise<unknown>[] = [];
  const send = (text: string, values: readonly unknown[]): Promise<Answer> => {
    const name = keepsParsed || text.includes(MARKS.plannedOnce) ? nameOf(text) : undefined;
    const sent =
      values.length > 0
        ? client.query({ text, values: [...values], ...(name && { name }) })
        : client.query(text);
    return sent as unknown as Promise<Answer>;
  };
  const query = async (text: string, values: readonly unknown[] = []): Promise<Answer> => {
    if (text === 'begin' || text.startsWith(MARKS.ahead)) {
      // Held back in our own buffer until the next statement, so that both leave in one packet.
      client.connection.stream.cork();
      const answer = send(text, values);
      // Looked at by the commit; until then a failure is nobody's.
      answer.catch(() => undefined);
      ahead.push(answer);
      return UNKNOWN;
    }
    const answer = send(text, values);
    for (let held = client.connection.stream.writableCorked; held > 0; held -= 1)
      client.connection.stream.uncork();
    if (text !== 'commit' && text !== 'rollback') return answer.catch((error) => firstFailure(ahead, error));
    const waiting = ahead;
    ahead = [];
    if (text === 'commit') await Promise.all([...waiting, answer]);
    return answer;
  };
  const release = (destroy?: boolean) => {
    client.pipeline = false;
    client.release(destroy);
  };
  return { query: query as PostgresPoolClient['query'], release };
}

const IN_FAILED_TRANSACTION = '25P02';

/** Throws why a statement failed: if it only met a failed transaction, the error of what failed before it. */
async function firstFailure(ahead: readonly Promise<unknown>[], error: { code?: string }): Promise<never> {
  if (error.code !== IN_FAILED_TRANSACTION) throw error;
  await Promise.all(ahead);
  throw error;
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  names.set(text, name);
  return name;
}
