/**
 * A repeated call gets the first answer again (guarantees G14). The key row is inserted in the same transaction
 * as the effect, before it: a concurrent repetition waits on the primary key until the first has committed. Keys are never
 * deleted: a phone sends again after weeks (decision 0050).
 */
import { createHash, createHmac } from 'node:crypto';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Actor } from '../actor.ts';
import { execute, first, PLANNED_ONCE, SENT_AHEAD, type Sql, sql, type Tx } from '../database/db.ts';

export const IDEMPOTENCY_HEADER = 'idempotency-key';
const KEY = /^[\x21-\x7e]{1,255}$/;

/** The key that a call came with. */
export function keyOf(request: {
  headers: Record<string, string | string[] | undefined>;
}): string | undefined {
  const header = request.headers[IDEMPOTENCY_HEADER];
  return typeof header === 'string' && header !== '' ? header : undefined;
}

type Stored = { request_hash: string; body: unknown };

/** @property pepper of the program: of a call with a code, who reads the table alone could try all codes */
type Call = { key: string; name: string; input: unknown; pepper?: string };

const textOf = ({ name, input }: Call): string => `${name}\n${JSON.stringify(input)}`;
const plainHash = (call: Call): string => createHash('sha256').update(textOf(call)).digest('hex');
const hashOf = (call: Call): string =>
  call.pepper === undefined
    ? plainHash(call)
    : createHmac('sha256', call.pepper)
        .update(`repeated call\n${textOf(call)}`)
        .digest('hex');

const storedBy = (actor: Actor, key: string): Sql<Stored> =>
  sql<Stored>`select request_hash, body from platform.idempotency_keys where actor_id = ${actor.userId} and key = ${key}`;

function answerOf<T>({ request_hash, body }: Stored, call: Call): T {
  // A phone sends again after weeks: what was kept before hashes had the pepper counts too.
  if (request_hash !== hashOf(call) && request_hash !== plainHash(call))
    throw fail(commonErrors.idempotency_key_reused);
  return body as T;
}

/** Runs `work` once per (actor, key); a repetition with another input is refused. */
export async function once<T>(tx: Tx, actor: Actor, call: Call, work: () => Promise<T>): Promise<T> {
  if (!KEY.test(call.key))
    throw fail(commonErrors.invalid_input, {}, [{ path: IDEMPOTENCY_HEADER, code: 'common.issue_custom' }]);
  const inserted = await first(
    tx,
    sql`${PLANNED_ONCE} insert into platform.idempotency_keys (actor_id, key, request_hash)
      values (${actor.userId}, ${call.key}, ${hashOf(call)}) on conflict do nothing returning 1`,
  );
  if (!inserted) return repeat<T>(tx, actor, call);
  const result = await work();
  await execute(
    tx,
    sql`${SENT_AHEAD}${PLANNED_ONCE} update platform.idempotency_keys set status = 200, body = ${JSON.stringify(result ?? null)}::jsonb
    where actor_id = ${actor.userId} and key = ${call.key}`,
  );
  return result;
}

/**
 * The answer that the same call has had, for one that looks at much before its own transaction: what is refused by now
 * was accepted then. Undefined if it is the first.
 */
export async function answeredBefore<T>(tx: Tx, actor: Actor, call: Call): Promise<T | undefined> {
  const stored = await first<Stored>(tx, storedBy(actor, call.key));
  return stored ? answerOf<T>(stored, call) : undefined;
}

async function repeat<T>(tx: Tx, actor: Actor, call: Call): Promise<T> {
  const stored = await first<Stored>(tx, storedBy(actor, call.key));
  if (!stored) throw fail(commonErrors.conflict);
  return answerOf<T>(stored, call);
}
