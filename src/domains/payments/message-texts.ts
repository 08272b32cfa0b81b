/** The SMS that every payment is confirmed with; the browser never shows it, so it is not in web/texts/en.ts. */
import { first, sql, type Tx } from '#platform/database/db.ts';
import { sendWithCommit } from '#platform/messages/outbox.ts';
import { formatsOfPapers } from '#shared/format.ts';

type Receipt = { amount: string; target: string; receipt: string; day: string };

export const receiptTexts: Record<'en' | 'bn', (facts: Receipt) => string> = {
  en: ({ amount, target, receipt, day }) =>
    `We received ${amount} for ${target} on ${day}. Receipt ${receipt}. Thank you. Jolkol`,
  bn: ({ amount, target, receipt, day }) =>
    `${day} তারিখে ${target} নম্বরের জন্য ${amount} পেয়েছি। রসিদ ${receipt}। ধন্যবাদ। জলকল`,
};

type Facts = {
  phone: string;
  language: 'en' | 'bn';
  amountMinor: number;
  target: string;
  day: string;
};

/** What a payment's message to who paid says beside its receipt. Undefined if the payer has no account or phone. */
export async function receiptFacts(tx: Tx, paymentId: string): Promise<Facts | undefined> {
  const row = await first<Facts>(
    tx,
    sql`select coalesce(u.phone, a.applicant ->> 'phone') as phone, coalesce(i.language, 'bn') as language,
        p.amount_minor as "amountMinor", coalesce(c.number, a.number) as target, p.paid_on as day
      from payments.payments p
      left join consumers.consumers paid on paid.id = coalesce(p.payer_id, p.consumer_id)
      left join consumers.consumers u on u.id = coalesce(paid.merged_into, paid.id)
      left join identity.users i on i.consumer_id = u.id
      left join meters.connections c on c.id = p.connection_id
      left join applications.applications a on a.id = p.application_id
      where p.id = ${paymentId}`,
  );
  return row?.phone ? row : undefined;
}

/** Confirms a payment to its payer's phone, once. */
export function confirmReceipt(
  tx: Tx,
  paymentId: string,
  { phone, language, ...facts }: Facts & { receipt: string },
): Promise<void> {
  const format = formatsOfPapers({ language, bengaliDigits: true });
  return sendWithCommit(tx, {
    event: `payments.receipt:${paymentId}`,
    channel: 'sms',
    recipient: phone,
    language,
    text: receiptTexts[language]({
      amount: format.money(facts.amountMinor),
      target: format.digits(facts.target),
      receipt: format.digits(facts.receipt),
      day: format.day(facts.day),
    }),
  });
}
