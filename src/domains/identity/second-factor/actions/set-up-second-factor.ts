/** Turning the second factor on and off. Turning it off wants what signing in wants: the password and a code. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, execute, first, sql, type Tx, transaction } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { AuditWord } from '#shared/words.ts';
import { lockAccount } from '../../account-queries.ts';
import {
  requireOpenSession,
  requireOwnPassword,
  requireStillProved,
} from '../../actions/change-own-password.ts';
import { countTry, forgetTries } from '../../actions/count-try.ts';
import { endSessionsOf, type Keys } from '../../actions/open-session.ts';
import { tellPerson } from '../../actions/tell-person.ts';
import { errors } from '../../contract.ts';
import { triesOf } from '../../tries.ts';
import { requireOther } from '../../users/actions/require-administrator.ts';
import { requireRole } from '../../users/actions/require-role.ts';
import { getStoredUser } from '../../users/queries.ts';
import { secondFactorOf } from '../queries.ts';
import { makeRecoveryCodes } from './make-recovery-codes.ts';
import { type Enrolment, newEnrolment, useCode } from './use-code.ts';

function requireStaff(actor: Actor): string {
  if (actor.kind === 'consumer') throw fail(commonErrors.not_permitted);
  return String(actor.userId);
}

export async function beginSecondFactor(
  db: Db,
  keys: Keys,
  actor: Actor,
  input: { password: string },
): Promise<Enrolment> {
  const userId = requireStaff(actor);
  const proved = await requireOwnPassword(db, actor, { password: input.password, field: 'password' });
  return transaction(db, async (tx) => {
    await requireStillProved(tx, actor, proved);
    return newEnrolment(tx, keys, actor, userId);
  });
}

type Work<T> = {
  code: string;
  isFirst: boolean;
  /** Locks the account, before the code locks the factor: in the order of who signs in. */
  lock: (tx: Tx) => Promise<void>;
  work: (tx: Tx) => Promise<T>;
};

/** Runs the work with a right code; the try stays counted if the code was wrong. */
async function withCode<T>(
  db: Db,
  keys: Keys,
  actor: Actor,
  { code, isFirst, lock, work }: Work<T>,
): Promise<T> {
  const userId = requireStaff(actor);
  if (!(await countTry(db, triesOf.code(userId), actor.now))) throw fail(errors.code_wrong);
  return transaction(db, async (tx) => {
    await lock(tx);
    if (!(await useCode(tx, keys, actor, { userId, code, isFirst }))) throw fail(errors.code_wrong);
    await forgetTries(tx, triesOf.code(userId));
    return work(tx);
  });
}

type Codes = { recoveryCodes: string[] };

export function confirmSecondFactor(
  db: Db,
  keys: Keys,
  actor: Actor,
  { code }: { code: string },
): Promise<Codes> {
  return withCode(db, keys, actor, {
    code,
    isFirst: true,
    // Who signs in with the password alone at this moment commits first, and that session ends too.
    lock: async (tx) => {
      await lockAccount(tx, String(actor.userId));
      await requireOpenSession(tx, actor);
    },
    work: async (tx) => {
      const userId = String(actor.userId);
      // Sessions that were signed in with the password alone end.
      await endSessionsOf(tx, {
        userId,
        except: actor.sessionId,
        reason: 'second factor turned on',
        now: actor.now,
      });
      await note(tx, actor, userId, 'user.second-factor-on');
      return { recoveryCodes: await makeRecoveryCodes(tx, keys, actor, userId) };
    },
  });
}

type Proof = { password: string; code: string };

export async function renewRecoveryCodes(db: Db, keys: Keys, actor: Actor, input: Proof): Promise<Codes> {
  requireStaff(actor);
  const proved = await requireOwnPassword(db, actor, { password: input.password, field: 'password' });
  return withCode(db, keys, actor, {
    code: input.code,
    isFirst: false,
    lock: (tx) => requireStillProved(tx, actor, proved),
    work: async (tx) => {
      await note(tx, actor, String(actor.userId), 'user.recovery-codes');
      return { recoveryCodes: await makeRecoveryCodes(tx, keys, actor, String(actor.userId)) };
    },
  });
}

export async function endSecondFactor(
  db: Db,
  keys: Keys,
  actor: Actor,
  input: Proof,
): Promise<{ done: true }> {
  const id = requireStaff(actor);
  const { confirmedAt, isDemanded } = await secondFactorOf(db, { id, role: actor.role });
  if (!confirmedAt) throw fail(errors.second_factor_off);
  if (isDemanded) throw fail(errors.second_factor_demanded);
  const proved = await requireOwnPassword(db, actor, { password: input.password, field: 'password' });
  return withCode(db, keys, actor, {
    code: input.code,
    isFirst: false,
    lock: (tx) => requireStillProved(tx, actor, proved),
    work: async (tx) => {
      await remove(tx, id);
      await note(tx, actor, id, 'user.second-factor-off');
      await tellPerson(tx, actor, id, 'second_factor_off');
      return { done: true as const };
    },
  });
}

/** An administrator takes the factor of somebody away who has lost it, never of more rights than their own, and not their own. */
export async function resetSecondFactor(tx: Tx, actor: Actor, id: string): Promise<{ done: true }> {
  requireOther(actor, id);
  await lockAccount(tx, id);
  await requireRole(tx, actor, (await getStoredUser(tx, id)).role);
  if (!(await remove(tx, id))) throw fail(errors.second_factor_off);
  await endSessionsOf(tx, { userId: id, except: null, reason: 'second factor reset', now: actor.now });
  await note(tx, actor, id, 'user.second-factor-reset');
  await tellPerson(tx, actor, id, 'second_factor_reset');
  return { done: true };
}

async function remove(tx: Tx, userId: string): Promise<boolean> {
  await execute(tx, sql`delete from identity.recovery_codes where user_id = ${userId}`);
  await forgetTries(tx, triesOf.code(userId));
  const gone = await first(
    tx,
    sql`delete from identity.second_factors where user_id = ${userId} returning user_id`,
  );
  return gone !== undefined;
}

function note(tx: Tx, actor: Actor, userId: string, action: AuditWord): Promise<void> {
  return audit(tx, actor, { action, object: 'user', objectId: userId });
}
