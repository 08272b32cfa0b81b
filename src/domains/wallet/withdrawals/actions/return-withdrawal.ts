/**
 * A withdrawal that was paid by bank and came back: one person says so, another one agrees. Then the money is in the wallet again, also in
 * a frozen one, and the withdrawal keeps its voucher.
 */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { lockBalance } from '#domains/ledger/actions/guard-balance.ts';
import { postJournal } from '#domains/ledger/actions/post-journal.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../errors.ts';
import type { Withdrawal } from '../contract.ts';
import { lockWithdrawal, type WithdrawalFacts } from '../lock-withdrawal.ts';
import { getWithdrawal } from '../queries.ts';
import { tellConsumer, tellOffice, tellReporter } from '../tell-consumer.ts';

/** @param input.reference line of the bank's statement on which the money is again */
export async function askReturn(
  tx: Tx,
  actor: Actor,
  { withdrawalId: id, reference, reason }: { withdrawalId: string; reference: string; reason: string },
): Promise<Withdrawal> {
  const withdrawal = await lockWithdrawal(tx, actor, id, ['PAID_OUT']);
  const found = await first<{ isFirst: boolean }>(
    tx,
    sql`select return_asked_by is null as "isFirst" from wallet.withdrawals where id = ${id} and method = 'BANK'`,
  );
  if (!found) throw fail(errors.wrong_state);
  if (!found.isFirst) throw fail(errors.return_waits);
  await execute(
    tx,
    sql`update wallet.withdrawals set return_asked_by = ${actor.userId}, return_asked_by_name = ${actor.name},
        return_asked_at = ${actor.now}, return_reference = ${reference}, return_reason = ${reason} where id = ${id}`,
  );
  await audit(tx, actor, {
    action: 'wallet.ask-return',
    object: 'withdrawal',
    objectId: id,
    // Nothing moves until the second person decides.
    before: { state: withdrawal.state },
    after: { state: withdrawal.state, amountMinor: withdrawal.amountMinor, reference },
    reason,
  });
  await tellOffice(tx, actor, withdrawal, 'return_waiting');
  return getWithdrawal(tx, actor, id);
}

/** The second person's word; the database refuses that of who reported it. */
export async function decideReturn(
  tx: Tx,
  actor: Actor,
  {
    withdrawalId: id,
    askedAt,
    accept,
    remark,
  }: { withdrawalId: string; askedAt: string; accept: boolean; remark?: string | undefined },
): Promise<Withdrawal> {
  const withdrawal = await lockWithdrawal(tx, actor, id, ['PAID_OUT']);
  const asked = await first<{ reference: string; reason: string; by: string }>(
    tx,
    sql`select return_reference as reference, return_reason as reason, return_asked_by as by
      from wallet.withdrawals where id = ${id} and return_asked_at = ${askedAt}::timestamptz`,
  );
  if (!asked) throw fail(errors.wrong_state);
  if (!accept && !remark) throw fail(errors.return_refusal_reason);
  if (accept) await putBack(tx, actor, withdrawal, asked.reason);
  else await forgetReport(tx, id);
  await audit(tx, actor, {
    action: accept ? 'wallet.return' : 'wallet.refuse-return',
    object: 'withdrawal',
    objectId: id,
    before: { state: withdrawal.state },
    after: {
      ...{ state: accept ? 'RETURNED' : withdrawal.state, amountMinor: withdrawal.amountMinor },
      reference: asked.reference,
    },
    reason: remark ?? asked.reason,
  });
  if (accept) await tellConsumer(tx, actor, id, 'returned');
  await tellReporter(tx, actor, withdrawal, { ...asked, at: askedAt, accept, remark });
  return getWithdrawal(tx, actor, id);
}

/** Who reported it was wrong, and says so before the second person has decided. */
export async function takeBackReturn(
  tx: Tx,
  actor: Actor,
  { withdrawalId: id, reason }: { withdrawalId: string; reason: string },
): Promise<Withdrawal> {
  const { state, amountMinor } = await lockWithdrawal(tx, actor, id, ['PAID_OUT']);
  const asked = await first<{ reference: string; by: string }>(
    tx,
    sql`select return_reference as reference, return_asked_by as by
      from wallet.withdrawals where id = ${id} and return_asked_by is not null`,
  );
  if (!asked) throw fail(errors.wrong_state);
  if (asked.by !== actor.userId) throw fail(errors.return_not_asker);
  await forgetReport(tx, id);
  await audit(tx, actor, {
    action: 'wallet.take-back-return',
    object: 'withdrawal',
    objectId: id,
    before: { state },
    after: { state, amountMinor, reference: asked.reference },
    reason,
  });
  return getWithdrawal(tx, actor, id);
}

/** It can be reported again; the log keeps what was reported. */
async function forgetReport(tx: Tx, id: string): Promise<void> {
  await execute(
    tx,
    sql`update wallet.withdrawals set return_asked_by = null, return_asked_by_name = null, return_asked_at = null,
        return_reference = null, return_reason = null where id = ${id}`,
  );
}

/** Into the wallet that its owner has by now: two entries may have become one. */
async function putBack(
  tx: Tx,
  actor: Actor,
  { id, consumerId, amountMinor }: WithdrawalFacts,
  reason: string,
): Promise<void> {
  const { partyId } = await one<{ partyId: string }>(
    tx,
    sql`select coalesce(merged_into, id) as "partyId" from consumers.consumers where id = ${consumerId} for share`,
  );
  await lockBalance(tx, { account: ACCOUNTS.wallets, partyId });
  await execute(
    tx,
    sql`update wallet.withdrawals set state = 'RETURNED', returned_by = ${actor.userId}, returned_by_name = ${actor.name},
        returned_at = ${actor.now} where id = ${id}`,
  );
  await postJournal(tx, actor, {
    ...{ kind: 'WALLET_RETURN', sourceId: id, businessDate: actor.today, reason },
    entries: [
      { account: ACCOUNTS.bank, amountMinor },
      { account: ACCOUNTS.wallets, partyId, amountMinor: -amountMinor },
    ],
  });
}
