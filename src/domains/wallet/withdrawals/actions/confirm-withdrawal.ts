/** The code of the consumer's phone proves the wish. A try is counted before the code is looked at, in a statement of its own. */
import { isConsumer } from '#domains/consumers/queries.ts';
import { countFailure, forgiveFailure } from '#domains/identity/actions/failed-codes.ts';
import { type Actor, may } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, first, one, sql, transaction } from '#platform/database/db.ts';
import { TRIES_AT_CODE } from '#platform/limits.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import { errors } from '../../errors.ts';
import { hashOf, type Keys } from '../code-hash.ts';
import type { Withdrawal } from '../contract.ts';
import { lockWithdrawal } from '../lock-withdrawal.ts';
import { getWithdrawal, samePhone } from '../queries.ts';
import { confirmed } from './ask-withdrawal.ts';

export async function confirmWithdrawal(
  db: Db,
  actor: Actor,
  keys: Keys,
  { withdrawalId, code }: { withdrawalId: string; code: string },
): Promise<Withdrawal> {
  const word = actor.kind === 'consumer' ? 'wallet:use' : 'wallet:withdraw';
  if (!may(actor, word)) throw fail(commonErrors.not_permitted, { permission: word });
  const hash = hashOf(keys, withdrawalId, toLatinDigits(code).replace(/\s/g, ''));
  const isTheirs = actor.kind === 'consumer' ? isConsumer(sql`f.consumer_id`, actor.consumerId) : sql`true`;
  const counted = await first<{ tries: number }>(
    db,
    sql`update wallet.withdrawals f set tries = tries + 1 where f.id = ${withdrawalId} and f.state = 'REQUESTED' and ${isTheirs}
      and f.tries < ${TRIES_AT_CODE} and f.code_expires_at > ${actor.now} and f.code_hash is not null and ${samePhone(actor)} returning tries`,
  );
  // Wrong codes of a phone count together, also those of withdrawals that were taken back.
  const phone = counted ? await phoneOf(db, withdrawalId) : undefined;
  if (phone) await countFailure(db, actor, phone);
  const left = counted ? TRIES_AT_CODE - counted.tries : 0;
  return transaction(db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, actor, withdrawalId, ['REQUESTED']);
    const proved =
      counted &&
      (await first(
        tx,
        sql`select from wallet.withdrawals f where f.id = ${withdrawalId} and f.code_hash = ${hash} and ${samePhone(actor)}`,
      ));
    if (!proved) throw left > 0 ? fail(errors.code_wrong, { left }) : fail(errors.code_over);
    await confirmed(tx, actor, withdrawal);
    if (phone) await forgiveFailure(tx, actor, phone);
    await audit(tx, actor, {
      action: 'wallet.confirm-withdrawal',
      object: 'withdrawal',
      objectId: withdrawalId,
      before: { state: 'REQUESTED' },
      after: { state: 'OTP_CONFIRMED' },
    });
    return getWithdrawal(tx, actor, withdrawalId);
  });
}

async function phoneOf(db: Db, withdrawalId: string): Promise<string> {
  const { phone } = await one<{ phone: string }>(
    db,
    sql`select phone from wallet.withdrawals where id = ${withdrawalId}`,
  );
  return phone;
}
