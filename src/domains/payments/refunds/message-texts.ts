/** SMS about a refund; the browser never shows them, so they are not in web/texts/en.ts. */
import { first, sql, type Tx } from '#platform/database/db.ts';
import { enqueueMessage } from '#platform/messages/outbox.ts';
import { formats } from '#shared/format.ts';
import { normalisePhone } from '#shared/phone.ts';
import type { RefundState } from './refund.rules.ts';

type Facts = { amount: string; application: string; remark: string };
type Text = (facts: Facts) => string;

const refundTexts: Record<RefundState, { en: Text; bn: Text }> = {
  REQUESTED: {
    en: ({ amount, application }) =>
      `We have your wish to get ${amount} of application ${application} back. We examine it and tell you. Jolkol`,
    bn: ({ amount, application }) =>
      `আবেদন ${application}-এর ${amount} ফেরত চেয়ে আপনার অনুরোধ পেয়েছি। যাচাই করে আপনাকে জানানো হবে। জলকল`,
  },
  APPROVED: {
    en: ({ amount, application }) =>
      `${amount} of application ${application} will be paid back. Please come to our counter with your national ID card. Jolkol`,
    bn: ({ amount, application }) =>
      `আবেদন ${application}-এর ${amount} ফেরত অনুমোদন হয়েছে। জাতীয় পরিচয়পত্রসহ আমাদের কাউন্টারে আসুন। জলকল`,
  },
  REFUSED: {
    en: ({ amount, application, remark }) =>
      `${amount} of application ${application} cannot be paid back for now: ${remark} Jolkol`,
    bn: ({ amount, application, remark }) =>
      `আবেদন ${application}-এর ${amount} আপাতত ফেরত দেওয়া যাচ্ছে না: ${remark} জলকল`,
  },
  PAID_OUT: {
    en: ({ amount, application }) => `${amount} of application ${application} has been paid back. Jolkol`,
    bn: ({ amount, application }) => `আবেদন ${application}-এর ${amount} ফেরত দেওয়া হয়েছে। জলকল`,
  },
};

type Row = {
  state: RefundState;
  phone: string;
  language: 'en' | 'bn';
  amountMinor: number;
  application: string;
  remark: string;
};

/** Tells the applicant the state of the refund; each state once. */
export async function sendRefundMessage(tx: Tx, refundId: string): Promise<void> {
  const row = await first<Row>(
    tx,
    sql`select f.state, coalesce(a.applicant ->> 'phone', '') as phone, coalesce(u.language, 'bn') as language,
        f.amount_minor as "amountMinor", coalesce(a.number, '') as application, coalesce(f.decision_remark, '') as remark
      from payments.refunds f join applications.applications a on a.id = f.application_id
      left join identity.users u on u.consumer_id = a.consumer_id
      where f.id = ${refundId}`,
  );
  const recipient = row && normalisePhone(row.phone);
  if (!recipient) return;
  const format = formats({ language: row.language, bengaliDigits: true });
  await enqueueMessage(tx, {
    event: `payments.refund:${refundId}:${row.state}`,
    channel: 'sms',
    recipient,
    language: row.language,
    text: refundTexts[row.state][row.language]({
      amount: format.money(row.amountMinor),
      application: format.digits(row.application),
      remark: row.remark,
    }),
  });
}
