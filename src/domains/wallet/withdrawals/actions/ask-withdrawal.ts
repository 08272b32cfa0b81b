/**
 * Money of a wallet is asked for: from now on it is held (2310), so that nothing else spends it. The limits of the day are asked under
 * the wallet's lock: of many who ask at once each finds what the one before left. One of a wallet waits for its code at a time.
 */
import { codePhone } from '#domains/consumers/code-phone.ts';
import { isConsumer } from '#domains/consumers/queries.ts';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { postJournal } from '#domains/ledger/actions/post-journal.ts';
import { errors as ledgerErrors } from '#domains/ledger/contract.ts';
import { walletLimitsOn } from '#domains/settings/wallet/queries.ts';
import { type WalletLimits, withdrawalAnswer } from '#domains/settings/wallet/wallet.rules.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { digitCode } from '#platform/secrets/digit-code.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../errors.ts';
import { lockWallet } from '../../lock-wallet.ts';
import { CODE_MINUTES, type PaidBy } from '../../wallet.rules.ts';
import { hashOf, type Keys } from '../code-hash.ts';
import type { Withdrawal } from '../contract.ts';
import { refuseTooManyCodes } from '../limit-codes.ts';
import { getWithdrawal, takenOn } from '../queries.ts';
import { tellConsumer, tellOffice } from '../tell-consumer.ts';

type Asked = { consumerId: string; amountMinor: number; wanted: PaidBy; bankAccount?: string | undefined };

export async function askWithdrawal(tx: Tx, actor: Actor, keys: Keys, asked: Asked): Promise<Withdrawal> {
  const { amountMinor, wanted, bankAccount } = asked;
  if (wanted === 'BANK' && !bankAccount) throw fail(errors.bank_account);
  const { consumerId, balanceMinor, isFrozen, limits } = await lockWallet(tx, actor, asked.consumerId);
  if (isFrozen) throw fail(ledgerErrors.balance_frozen);
  const takenTodayMinor = await takenOn(tx, consumerId, actor.today);
  const answer = withdrawalAnswer(limits, { amountMinor, balanceMinor, takenTodayMinor });
  refuseAmount(answer.problem, limits, takenTodayMinor);
  // The office never takes money out of a wallet without its consumer's phone.
  const wantsCode = answer.wantsCode || actor.kind !== 'consumer';
  const code = digitCode();
  const expiresAt = new Date(actor.now.getTime() + CODE_MINUTES * 60_000);
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into wallet.withdrawals (consumer_id, amount_minor, state, wanted, bank_account, asked_by, asked_by_name, asked_at,
        asked_on, phone, code_expires_at, awaits_code)
      select c.id, ${amountMinor}::bigint, 'REQUESTED', ${wanted}::text, ${wanted === 'BANK' ? (bankAccount ?? null) : null}::text,
        ${actor.userId}::uuid, ${actor.name}::text, ${actor.now}::timestamptz, ${actor.today}::date, ${codePhone(sql`c`, actor.now)}, ${expiresAt}::timestamptz, ${wantsCode}::boolean
      from consumers.consumers c where c.id = ${consumerId} returning id`,
  );
  await postJournal(tx, actor, {
    kind: 'WALLET_HOLD',
    sourceId: id,
    businessDate: actor.today,
    entries: [
      { account: ACCOUNTS.wallets, partyId: consumerId, amountMinor },
      { account: ACCOUNTS.walletHolds, partyId: consumerId, amountMinor: -amountMinor },
    ],
  });
  await audit(tx, actor, {
    action: 'wallet.ask-withdrawal',
    object: 'withdrawal',
    objectId: id,
    after: { state: 'REQUESTED', amountMinor, wanted, consumerId },
  });
  if (wantsCode) {
    await refuseTooManyCodes(tx, actor, id);
    await execute(
      tx,
      sql`update wallet.withdrawals set code_hash = ${hashOf(keys, id, code)} where id = ${id}`,
    );
    await tellConsumer(tx, actor, id, 'code', { text: code, expiresAt });
  } else await confirmed(tx, actor, { id, amountMinor });
  return getWithdrawal(tx, actor, id);
}

function refuseAmount(
  problem: ReturnType<typeof withdrawalAnswer>['problem'],
  limits: WalletLimits,
  takenTodayMinor: number,
): void {
  if (problem === 'below') throw fail(errors.amount_below, { amount: limits.minWithdrawalMinor });
  if (problem === 'above') throw fail(errors.amount_above, { amount: limits.maxWithdrawalMinor });
  if (problem === 'balance') throw fail(ledgerErrors.balance_short);
  if (problem === 'day')
    throw fail(errors.day_full, { amount: Math.max(0, limits.dailyWithdrawalMinor - takenTodayMinor) });
}

/**
 * The wish is proved. Small amounts wait for nobody; others for a second person. Many small ones are a large one: what was asked for from
 * that wallet since this one, and by this person of the office, counts, compared in the statement that lets it go.
 */
export async function confirmed(
  tx: Tx,
  actor: Actor,
  withdrawal: { id: string; amountMinor: number },
): Promise<void> {
  const { id } = withdrawal;
  const limits = await walletLimitsOn(tx, actor.today);
  await execute(
    tx,
    sql`update wallet.withdrawals set state = 'OTP_CONFIRMED', confirmed_at = ${actor.now}, code_hash = null where id = ${id}`,
  );
  const of = (who: Sql) =>
    sql`(select sum(o.amount_minor) from wallet.withdrawals o where ${who} and o.asked_on >= f.asked_on and o.state <> 'REJECTED')`;
  const alone = await first(
    tx,
    sql`update wallet.withdrawals f set state = 'APPROVED', decided_at = ${actor.now}
      where f.id = ${id} and greatest(${of(isConsumer(sql`o.consumer_id`, sql`f.consumer_id`))}, ${of(sql`o.asked_by = f.asked_by`)})
        <= ${limits.approvalAboveMinor}::bigint returning f.id`,
  );
  await tellOffice(tx, actor, withdrawal, alone ? 'to_pay' : 'waiting');
}
