/**
 * One-time codes (request-code.ts sends them): five tries that are counted before the code is looked at, single use
 * (G33). A right code is exchanged for a proof.
 */
import type { Actor } from '#platform/actor.ts';
import { type Db, first, sql, type Tx, transaction } from '#platform/database/db.ts';
import { TRIES_AT_CODE } from '#platform/limits.ts';
import { fail } from '#shared/errors.ts';
import { type CodePurpose, errors } from '../contract.ts';
import { codeHash } from '../tokens.ts';
import { countFailure, forgiveFailure } from './failed-codes.ts';
import type { Keys } from './open-session.ts';

/** What a code is kept for: a code for another phone of an account names that account. */
export type KeptPurpose = CodePurpose | `own-phone ${string}`;

type Verify = { phone: string; purpose: KeptPurpose; code: string };

/**
 * Uses a right code up, in one transaction with what it is for. The try is counted in its own transaction first.
 * @returns the code's id
 */
export async function takeCode(
  db: Db,
  keys: Keys,
  actor: Actor,
  input: Verify,
  work?: (tx: Tx, codeId: string) => Promise<void>,
): Promise<string> {
  const counted = await first<{ id: string; tries: number }>(
    db,
    sql`update identity.one_time_codes set tries = tries + 1
      where id = (
        select id from identity.one_time_codes where phone = ${input.phone} and purpose = ${input.purpose}
          and replaced_at is null order by issued_at desc limit 1
      ) and used_at is null and expires_at > ${actor.now} and tries < ${TRIES_AT_CODE} returning id, tries`,
  );
  if (counted) await countFailure(db, actor, input.phone);
  const used = counted
    ? await transaction(db, async (tx) => {
        const right = await first(
          tx,
          sql`update identity.one_time_codes set used_at = ${actor.now} where id = ${counted.id} and used_at is null
            and code_hash = ${codeHash(keys.secrets, [input.purpose, input.phone, input.code])} returning id`,
        );
        if (right) await work?.(tx, counted.id);
        return right;
      })
    : undefined;
  if (!used || !counted) {
    const isOver = counted ? counted.tries >= TRIES_AT_CODE : await hasNoTries(db, actor, input);
    throw fail(isOver ? errors.code_tries_over : errors.code_wrong);
  }
  await forgiveFailure(db, actor, input.phone);
  return counted.id;
}

/** Exchanges a right code for a proof of ten minutes. */
export async function verifyCode(
  db: Db,
  keys: Keys,
  actor: Actor,
  input: { phone: string; purpose: CodePurpose; code: string },
): Promise<{ proof: string }> {
  const id = await takeCode(db, keys, actor, input);
  return { proof: await keys.tokens.sign(`proof:${input.purpose}`, input.phone, id, actor.now) };
}

/** A code in force whose tries are used up: only a new one helps. It says nothing of accounts: every number has codes. */
async function hasNoTries(db: Db, actor: Actor, { phone, purpose }: Verify): Promise<boolean> {
  const latest = await first<{ over: boolean }>(
    db,
    sql`select used_at is null and expires_at > ${actor.now} and tries >= ${TRIES_AT_CODE} as over
      from identity.one_time_codes where phone = ${phone} and purpose = ${purpose} and replaced_at is null
      order by issued_at desc limit 1`,
  );
  return latest?.over === true;
}

type Proof = { phone: string; purpose: CodePurpose; proof: string };

/** Refuses as spendProof does, and leaves the proof as it is: for a question between the code and its use. */
export async function requireProof(db: Db, keys: Keys, actor: Actor, input: Proof): Promise<void> {
  const claims = await keys.tokens.verify(`proof:${input.purpose}`, input.proof, actor.now);
  if (!claims || claims.sub !== input.phone) throw fail(errors.proof_invalid);
  const good = await first(
    db,
    sql`select true as good from identity.one_time_codes
      where id = ${claims.sid} and used_at > ${actor.now}::timestamptz - interval '10 minutes' and replaced_at is null`,
  );
  if (!good) throw fail(errors.proof_invalid);
}

/** Uses a proof up; refuses one that is for another phone or purpose, too old, or used before. */
export async function spendProof(tx: Tx, keys: Keys, actor: Actor, input: Proof): Promise<void> {
  const claims = await keys.tokens.verify(`proof:${input.purpose}`, input.proof, actor.now);
  if (!claims || claims.sub !== input.phone) throw fail(errors.proof_invalid);
  const spent = await first(
    tx,
    sql`update identity.one_time_codes set replaced_at = ${actor.now}
      where id = ${claims.sid} and used_at > ${actor.now}::timestamptz - interval '10 minutes' and replaced_at is null
      returning id`,
  );
  if (!spent) throw fail(errors.proof_invalid);
}
