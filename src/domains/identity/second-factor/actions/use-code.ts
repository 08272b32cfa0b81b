/**
 * The secret of an authenticator app and the codes it makes. A code is taken once: the step it belongs to is written
 * down in the same statement that looks whether a later one was (replay refused, also of two calls at once).
 */
import { getUtility } from '#domains/settings/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { first, one, sql, type Tx } from '#platform/database/db.ts';
import { qrSvg } from '#platform/pdf/codes.ts';
import { makeVault } from '#platform/secrets/vault.ts';
import { fail } from '#shared/errors.ts';
import type { Keys } from '../../actions/open-session.ts';
import { errors } from '../../contract.ts';
import { recoveryHash } from '../recovery-hash.ts';
import { enrolmentAddress, matchingStep, newSecret } from '../totp.rules.ts';

export type Enrolment = { secret: string; address: string; qr: string };

/** A new secret that waits for its first code, in this session or at this sign-in; refuses if a factor is on. */
export async function newEnrolment(tx: Tx, keys: Keys, actor: Actor, userId: string): Promise<Enrolment> {
  const secret = newSecret();
  const sealed = makeVault(keys.secrets).seal(nameOf(userId), secret);
  const started = await first(
    tx,
    sql`insert into identity.second_factors as f (user_id, secret, secret_key, begun_at, begun_session)
      values (${userId}, ${sealed.bytes}, ${sealed.key}, ${actor.now}, ${actor.sessionId}::uuid)
      on conflict (user_id) do update set secret = excluded.secret, secret_key = excluded.secret_key,
        begun_at = excluded.begun_at, begun_session = excluded.begun_session, last_step = 0
      where f.confirmed_at is null returning user_id`,
  );
  if (!started) throw fail(errors.second_factor_on);
  const { account } = await one<{ account: string }>(
    tx,
    sql`select coalesce(email, phone) as account from identity.users where id = ${userId}`,
  );
  const address = enrolmentAddress((await getUtility(tx)).nameEn, account, secret);
  return { secret, address, qr: qrSvg(address) };
}

/** A secret that was moved to another account's row does not open. */
const nameOf = (userId: string) => `second factor of ${userId}`;

type Stored = { secret: Buffer; secret_key: string; confirmed_at: string | null };
type Use = {
  userId: string;
  code: string;
  /** The first code of a new app turns the factor on in the session that saw its secret; any other one wants it to be on. */
  isFirst: boolean;
};

/** What the code was; undefined if it is wrong, too old or was taken before. */
export async function useCode(
  tx: Tx,
  keys: Keys,
  actor: Actor,
  { userId, code, isFirst }: Use,
): Promise<'code' | 'recovery' | undefined> {
  const stored = await first<Stored>(
    tx,
    sql`select secret, secret_key, confirmed_at from identity.second_factors where user_id = ${userId}
      and (confirmed_at is not null or begun_session is not distinct from ${actor.sessionId}::uuid) for update`,
  );
  if (!stored || (stored.confirmed_at === null) !== isFirst) return undefined;
  const sealed = { key: stored.secret_key, bytes: stored.secret };
  const step = matchingStep(makeVault(keys.secrets).open(nameOf(userId), sealed), code, actor.now);
  if (step !== undefined) {
    const taken = await first(
      tx,
      sql`update identity.second_factors set last_step = ${step}, confirmed_at = coalesce(confirmed_at, ${actor.now})
        where user_id = ${userId} and last_step < ${step} returning user_id`,
    );
    return taken ? 'code' : undefined;
  }
  if (isFirst) return undefined;
  const used = await first(
    tx,
    sql`update identity.recovery_codes set used_at = ${actor.now}
      where code_hash = ${recoveryHash(keys, userId, code)} and user_id = ${userId} and used_at is null
      returning user_id`,
  );
  return used ? 'recovery' : undefined;
}
