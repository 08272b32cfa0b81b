/** Money leaves: debit what is held (2310), credit cash or the bank. The voucher's number comes last. */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { lockBalance } from '#domains/ledger/actions/guard-balance.ts';
import { postJournal } from '#domains/ledger/actions/post-journal.ts';
import { errors as ledgerErrors } from '#domains/ledger/contract.ts';
import { refuseFarDay } from '#domains/payments/counter-day.rules.ts';
import { getPaymentSettings } from '#domains/payments/settings/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import type { Withdrawal } from '../contract.ts';
import { lockWithdrawal } from '../lock-withdrawal.ts';
import { getWithdrawal } from '../queries.ts';
import { tellConsumer } from '../tell-consumer.ts';

const FROM = { CASH: ACCOUNTS.cash, BANK: ACCOUNTS.bank };

type Tender =
  | { method: 'CASH'; paidOn?: string | undefined }
  | { method: 'BANK'; paidOn?: string | undefined; reference: string };

export async function payWithdrawal(
  tx: Tx,
  actor: Actor,
  { withdrawalId: id, tender }: { withdrawalId: string; tender: Tender },
): Promise<Withdrawal> {
  const withdrawal = await lockWithdrawal(tx, actor, id, ['APPROVED']);
  const paidOn = tender.paidOn ?? actor.today;
  const { settings } = await getPaymentSettings(tx);
  refuseFarDay(actor, paidOn, settings.backdateDays);
  const { consumerId: partyId, amountMinor } = withdrawal;
  const { isFrozen } = await lockBalance(tx, { account: ACCOUNTS.wallets, partyId });
  if (isFrozen) throw fail(ledgerErrors.balance_frozen);
  await postJournal(tx, actor, {
    kind: 'WALLET_PAYOUT',
    sourceId: id,
    businessDate: paidOn,
    entries: [
      { account: ACCOUNTS.walletHolds, partyId, amountMinor },
      { account: FROM[tender.method], amountMinor: -amountMinor },
    ],
  });
  const reference = tender.method === 'BANK' ? tender.reference : null;
  await execute(
    tx,
    sql`update wallet.withdrawals set state = 'PAID_OUT', method = ${tender.method}, reference = ${reference}, paid_on = ${paidOn},
        paid_by = ${actor.userId}, paid_by_name = ${actor.name}, paid_at = ${actor.now},
        number = platform.human_number(${NUMBER_KINDS.walletVoucher}, platform.take_numbers('wallet-voucher'))
      where id = ${id}`,
  );
  await audit(tx, actor, {
    action: 'wallet.pay-withdrawal',
    object: 'withdrawal',
    objectId: id,
    before: { state: withdrawal.state },
    after: { state: 'PAID_OUT', method: tender.method, reference, paidOn, amountMinor },
  });
  await tellConsumer(tx, actor, id, 'paid');
  return getWithdrawal(tx, actor, id);
}
