/** A withdrawal that is not paid out: what was held is in the wallet again. By the office, the consumer, or a code that ran out. */

import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { firstOpenDay } from '#domains/ledger/actions/close-period.ts';
import { lockBalance } from '#domains/ledger/actions/guard-balance.ts';
import { postJournal } from '#domains/ledger/actions/post-journal.ts';
import { type Actor, may } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, type Db, execute, first, sql, type Tx, transaction } from '#platform/database/db.ts';
import { eachAlone } from '#platform/jobs.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../../errors.ts';
import type { RejectedAs } from '../../wallet.rules.ts';
import type { Withdrawal } from '../contract.ts';
import { lockWithdrawal, type WithdrawalFacts } from '../lock-withdrawal.ts';
import { getWithdrawal } from '../queries.ts';
import { tellConsumer, tellOffice } from '../tell-consumer.ts';

const OPEN = ['REQUESTED', 'OTP_CONFIRMED', 'APPROVED'] as const;

/** The second person's word. */
export async function decideWithdrawal(
  tx: Tx,
  actor: Actor,
  input: { withdrawalId: string; accept: boolean; remark?: string | undefined },
): Promise<Withdrawal> {
  const { withdrawalId: id, accept, remark } = input;
  // What was approved may still be refused until it is paid.
  const from = accept ? (['OTP_CONFIRMED'] as const) : (['OTP_CONFIRMED', 'APPROVED'] as const);
  const withdrawal = await lockWithdrawal(tx, actor, id, from);
  if (!accept && !remark) throw fail(errors.refusal_reason);
  const state = accept ? 'APPROVED' : 'REJECTED';
  await execute(
    tx,
    sql`update wallet.withdrawals set state = ${state}, decided_by = ${actor.userId}, decided_by_name = ${actor.name},
        decided_at = ${actor.now}, decision_remark = ${remark ?? null}, rejected_as = ${accept ? null : 'OFFICE'} where id = ${id}`,
  );
  if (!accept) await release(tx, actor, withdrawal);
  await audit(tx, actor, {
    action: accept ? 'wallet.approve-withdrawal' : 'wallet.refuse-withdrawal',
    object: 'withdrawal',
    objectId: id,
    before: { state: withdrawal.state },
    after: { state, amountMinor: withdrawal.amountMinor },
    reason: remark,
  });
  await tellConsumer(tx, actor, id, accept ? 'approved' : 'refused');
  if (accept) await tellOffice(tx, actor, withdrawal, 'to_pay');
  return getWithdrawal(tx, actor, id);
}

/**
 * The consumer wants to keep it in the wallet, also when it was proved; or the office ends what no code has proved, and says why.
 */
export async function takeBackWithdrawal(
  tx: Tx,
  actor: Actor,
  { withdrawalId, reason }: { withdrawalId: string; reason?: string | undefined },
): Promise<Withdrawal> {
  const isOwner = actor.kind === 'consumer';
  const word = isOwner ? 'wallet:use' : 'wallet:withdraw';
  const mayAll = !isOwner && may(actor, 'wallet:approve');
  if (!mayAll && !may(actor, word)) throw fail(commonErrors.not_permitted, { permission: word });
  const withdrawal = await lockWithdrawal(tx, actor, withdrawalId, isOwner ? OPEN : ['REQUESTED']);
  if (!isOwner) {
    if (!mayAll && withdrawal.askedBy !== actor.userId)
      throw fail(commonErrors.not_permitted, { permission: 'wallet:approve' });
    if (!reason) throw fail(errors.take_back_reason);
  }
  await end(tx, actor, withdrawal, isOwner ? 'OWNER' : 'STAFF', isOwner ? undefined : reason);
  await audit(tx, actor, {
    action: 'wallet.take-back-withdrawal',
    object: 'withdrawal',
    objectId: withdrawal.id,
    before: { state: withdrawal.state },
    after: { state: 'REJECTED', amountMinor: withdrawal.amountMinor },
    ...(isOwner ? {} : { reason }),
  });
  if (!isOwner) await tellConsumer(tx, actor, withdrawalId, 'taken_back');
  return getWithdrawal(tx, actor, withdrawalId);
}

/** Codes that ran out: each in a transaction of its own, so that one that fails keeps none of the others waiting. */
export async function endLateWithdrawals(db: Db, actor: Actor): Promise<number> {
  const late = await all<{ id: string }>(
    db,
    sql`select id from wallet.withdrawals where state = 'REQUESTED' and code_expires_at <= ${actor.now} order by asked_at limit 500`,
  );
  await eachAlone(late, ({ id }) =>
    transaction(db, async (tx) => {
      const found = await first(
        tx,
        sql`select from wallet.withdrawals where id = ${id} and state = 'REQUESTED' and code_expires_at <= ${actor.now} for update`,
      );
      if (!found) return;
      await end(tx, actor, await lockWithdrawal(tx, actor, id, ['REQUESTED']), 'EXPIRED');
      await audit(tx, actor, {
        action: 'wallet.expire-withdrawal',
        object: 'withdrawal',
        objectId: id,
        before: { state: 'REQUESTED' },
        after: { state: 'REJECTED' },
      });
      await tellConsumer(tx, actor, id, 'expired');
    }),
  );
  return late.length;
}

/**
 * Ends it without a second person's decision. The row is locked.
 * @param reason of STAFF: who acts is kept with it
 */
export async function end(
  tx: Tx,
  actor: Actor,
  withdrawal: WithdrawalFacts,
  as: Exclude<RejectedAs, 'OFFICE'>,
  reason?: string,
): Promise<void> {
  const by = as === 'STAFF' ? actor : null;
  await execute(
    tx,
    sql`update wallet.withdrawals set state = 'REJECTED', rejected_as = ${as}, code_hash = null, ended_by = ${by?.userId ?? null},
        ended_by_name = ${by?.name ?? null}, decision_remark = ${reason ?? null} where id = ${withdrawal.id}`,
  );
  await release(tx, actor, withdrawal);
}

/** Nothing refuses it: a hold that nobody pays goes back also if its month was closed since. */
async function release(
  tx: Tx,
  actor: Actor,
  { id, consumerId, amountMinor }: WithdrawalFacts,
): Promise<void> {
  await lockBalance(tx, { account: ACCOUNTS.wallets, partyId: consumerId });
  await postJournal(tx, actor, {
    kind: 'WALLET_RELEASE',
    sourceId: id,
    businessDate: await firstOpenDay(tx, actor.today),
    entries: [
      { account: ACCOUNTS.walletHolds, partyId: consumerId, amountMinor },
      { account: ACCOUNTS.wallets, partyId: consumerId, amountMinor: -amountMinor },
    ],
  });
}
