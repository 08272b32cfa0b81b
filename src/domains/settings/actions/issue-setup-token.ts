/**
 * The one-time link of an installation nobody has an account in. Only the hash of its token is kept, so each
 * start that finds the set-up undone prints a new link and the one before ends.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Actor } from '#platform/actor.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A new token; undefined if the set-up was done. */
export async function issueSetupToken(tx: Tx): Promise<string | undefined> {
  const token = randomBytes(24).toString('base64url');
  const issued = await first(
    tx,
    sql`insert into settings.setup as s (token_hash) values (${hashOf(token)})
      on conflict (only_row) do update set token_hash = excluded.token_hash, issued_at = now()
      where s.finished_at is null returning true as issued`,
  );
  return issued ? token : undefined;
}

/** Refuses a token that is not the one printed last. */
export async function requireSetupToken(tx: Tx, token: string): Promise<void> {
  const good = await first(
    tx,
    sql`select from settings.setup where token_hash = ${hashOf(token)} and finished_at is null`,
  );
  if (!good) throw fail(errors.setup_closed);
}

/** Uses the token up. A second set-up waits here for the first to commit, and is then refused. */
export async function spendSetupToken(tx: Tx, actor: Actor, token: string): Promise<void> {
  const spent = await first(
    tx,
    sql`update settings.setup set token_hash = null, finished_at = ${actor.now}
      where token_hash = ${hashOf(token)} and finished_at is null returning true as spent`,
  );
  if (!spent) throw fail(errors.setup_closed);
}
