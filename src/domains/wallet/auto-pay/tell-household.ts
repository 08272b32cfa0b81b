/** The SMS and the bell about bills that are paid by themselves, in the transaction of what happened. */
import { accountOf } from '#domains/identity/notices/receivers.ts';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { type Language, smsText, speakerFor } from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { enqueueMessage } from '#platform/messages/outbox.ts';
import type { NoticeKind } from '#shared/words.ts';
import type { Failure } from './auto-pay.rules.ts';
import { messages, NEXT } from './message-texts.ts';

const PAGE = '/customer-wallet-manage';

const TOLD: Record<Failure, NoticeKind> = {
  BALANCE_SHORT: 'wallet.auto_balance_short',
  OVER_CEILING: 'wallet.auto_over_ceiling',
  WALLET_FROZEN: 'wallet.auto_wallet_frozen',
  BILL_HELD: 'wallet.auto_bill_held',
  OLDER_BILL: 'wallet.auto_older_bill',
  PAYMENT_RUNNING: 'wallet.auto_payment_running',
  SWITCHED_OFF: 'wallet.auto_switched_off',
};

type Facts = {
  consumerId: string;
  phone: string | null;
  language: Language | null;
  number: string;
  amountMinor: number;
  payOn: string;
  balanceMinor: number;
};

const factsOf = (tx: Tx, tryId: string): Promise<Facts> =>
  one<Facts>(
    tx,
    sql`select u.id as "consumerId", u.phone, n.number, a.amount_minor as "amountMinor", a.pay_on as "payOn",
        coalesce(b.balance_minor, 0)::bigint as "balanceMinor",
        (select l.language from identity.users l where l.consumer_id = u.id and l.status = 'active' limit 1) as language
      from wallet.auto_payments a join consumers.consumers w on w.id = a.consumer_id
      join consumers.consumers u on u.id = coalesce(w.merged_into, w.id)
      join meters.connections n on n.id = a.connection_id
      left join ledger.party_balances b on b.party_id = u.id and b.account_code = ${ACCOUNTS.wallets}
      where a.id = ${tryId}`,
  );

/**
 * Some days before it is paid; again if it is more, or later, than was told.
 * @param isRaised more than was told: the bill has changed
 */
export async function tellComing(tx: Tx, actor: Actor, tryId: string, isRaised: boolean): Promise<void> {
  const { consumerId, phone, language, number, amountMinor, payOn, balanceMinor } = await factsOf(tx, tryId);
  const occasion = `${tryId}:${payOn}:${amountMinor}`;
  const speaker = await speakerFor(tx, language);
  const { write } = speaker;
  if (phone)
    await enqueueMessage(tx, {
      ...{ event: `wallet.auto_coming:${occasion}`, channel: 'sms', recipient: phone },
      language: speaker.language,
      text: smsText(speaker, messages.coming, {
        amount: write.money(amountMinor),
        number: write.digits(number),
        day: write.day(payOn),
        balance: write.money(balanceMinor),
      }),
    });
  await notify(tx, actor, accountOf(sql`${consumerId}::uuid`), {
    ...{ kind: isRaised ? 'wallet.auto_bill_changed' : 'wallet.auto_coming', occasion, path: PAGE },
    params: { minor: amountMinor, number, day: payOn },
  });
}

/** @param failed with what is open of the bill now, and the day of the next try */
export async function tellFailed(
  tx: Tx,
  actor: Actor,
  failed: { id: string; reason: Failure; amountMinor: number; nextOn: string | null },
): Promise<void> {
  const { id, reason, amountMinor, nextOn } = failed;
  const { consumerId, phone, language, number } = await factsOf(tx, id);
  const speaker = await speakerFor(tx, language);
  const { write } = speaker;
  if (phone)
    await enqueueMessage(tx, {
      ...{ event: `wallet.auto_failed:${id}`, channel: 'sms', recipient: phone },
      language: speaker.language,
      text: smsText(speaker, messages[reason], {
        amount: write.money(amountMinor),
        number: write.digits(number),
        next: nextOn ? NEXT.again[speaker.language](write.day(nextOn)) : NEXT.never[speaker.language],
      }),
    });
  await notify(tx, actor, accountOf(sql`${consumerId}::uuid`), {
    ...{ kind: TOLD[reason], occasion: id, path: PAGE },
    params: { minor: amountMinor, number },
  });
}
