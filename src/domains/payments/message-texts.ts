/** The SMS that every payment is confirmed with; the browser never shows it, so it is not in web/texts/en.ts. */
import { first, sql, type Tx } from '#platform/database/db.ts';
import { enqueueMessage } from '#platform/messages/outbox.ts';
import { formatsOfPapers } from '#shared/format.ts';

type Receipt = { amount: string; target: string; receipt: string; day: string };

export const receiptTexts: Record<'en' | 'bn', (facts: Receipt) => string> = {
  en: ({ amount, target, receipt, day }) =>
    `We received ${amount} for ${target} on ${day}. Receipt ${receipt}. Thank you. Jolkol`,
  bn: ({ amount, target, receipt, day }) =>
    `${day} তারিখে ${target} নম্বরের জন্য ${amount} পেয়েছি। রসিদ ${receipt}। ধন্যবাদ। জলকল`,
};

type Row = {
  phone: string;
  language: 'en' | 'bn';
  amountMinor: number;
  target: string;
  receipt: string;
  day: string;
};

/** Confirms a payment to its payer's phone, once. Nothing if the payer has no account or phone. */
export async function sendReceiptMessage(tx: Tx, paymentId: string): Promise<void> {
  const row = await first<Row>(
    tx,
    sql`select coalesce(u.phone, a.applicant ->> 'phone') as phone, coalesce(i.language, 'bn') as language,
        p.amount_minor as "amountMinor", coalesce(c.number, a.number) as target, r.number as receipt, p.paid_on as day
      from payments.payments p join payments.receipts r on r.payment_id = p.id
      left join consumers.consumers paid on paid.id = p.consumer_id
      left join consumers.consumers u on u.id = coalesce(paid.merged_into, paid.id)
      left join identity.users i on i.consumer_id = u.id
      left join meters.connections c on c.id = p.connection_id
      left join applications.applications a on a.id = p.application_id
      where p.id = ${paymentId}`,
  );
  if (!row?.phone) return;
  const format = formatsOfPapers({ language: row.language, bengaliDigits: true });
  await enqueueMessage(tx, {
    event: `payments.receipt:${paymentId}`,
    channel: 'sms',
    recipient: row.phone,
    language: row.language,
    text: receiptTexts[row.language]({
      amount: format.money(row.amountMinor),
      target: format.digits(row.target),
      receipt: format.digits(row.receipt),
      day: format.day(row.day),
    }),
  });
}
