/** SMS about a refund; the browser never shows them, so they are not in web/texts/en.ts. */
import { first, sql, type Tx } from '#platform/database/db.ts';
import { enqueueMessage } from '#platform/messages/outbox.ts';
import { formatsOfPapers } from '#shared/format.ts';
import { normalisePhone } from '#shared/phone.ts';
import type { RefundState } from './refund.rules.ts';

type Facts = { amount: string; target: string; remark: string };
type Text = (facts: Facts) => string;

const KINDS = {
  en: { application: 'application', connection: 'connection' },
  bn: { application: 'আবেদন', connection: 'সংযোগ' },
};

const refundTexts: Record<RefundState, { en: Text; bn: Text }> = {
  REQUESTED: {
    en: ({ amount, target }) =>
      `We have your wish to get ${amount} of ${target} back. We examine it and tell you. Jolkol`,
    bn: ({ amount, target }) =>
      `${target}-এর ${amount} ফেরত চেয়ে আপনার অনুরোধ পেয়েছি। যাচাই করে আপনাকে জানানো হবে। জলকল`,
  },
  APPROVED: {
    en: ({ amount, target }) =>
      `${amount} of ${target} will be paid back. Please come to our counter with your national ID card. Jolkol`,
    bn: ({ amount, target }) =>
      `${target}-এর ${amount} ফেরত অনুমোদন হয়েছে। জাতীয় পরিচয়পত্রসহ আমাদের কাউন্টারে আসুন। জলকল`,
  },
  REFUSED: {
    en: ({ amount, target, remark }) =>
      `${amount} of ${target} cannot be paid back for now: ${remark} Jolkol`,
    bn: ({ amount, target, remark }) => `${target}-এর ${amount} আপাতত ফেরত দেওয়া যাচ্ছে না: ${remark} জলকল`,
  },
  PAID_OUT: {
    en: ({ amount, target }) => `${amount} of ${target} has been paid back. Jolkol`,
    bn: ({ amount, target }) => `${target}-এর ${amount} ফেরত দেওয়া হয়েছে। জলকল`,
  },
  WITHDRAWN: {
    en: ({ amount, target }) =>
      `${amount} of ${target} is not paid back, as you wished. It stays with us for you. Jolkol`,
    bn: ({ amount, target }) => `আপনার ইচ্ছায় ${target}-এর ${amount} ফেরত যাচ্ছে না, আপনার নামে জমা আছে। জলকল`,
  },
  // What follows it is told by the new case.
  RETURNED: {
    en: ({ amount, target }) => `The bank sent ${amount} of ${target} back to us. Jolkol`,
    bn: ({ amount, target }) => `ব্যাংক ${target}-এর ${amount} আমাদের কাছে ফেরত পাঠিয়েছে। জলকল`,
  },
};

type Row = {
  state: RefundState;
  phone: string;
  language: 'en' | 'bn';
  amountMinor: number;
  number: string;
  isConnection: boolean;
  remark: string;
};

/** Tells the payee the state of the refund; each state once. */
export async function sendRefundMessage(tx: Tx, refundId: string): Promise<void> {
  const row = await first<Row>(
    tx,
    sql`select f.state, coalesce(a.applicant ->> 'phone', k.phone, '') as phone, coalesce(u.language, 'bn') as language,
        f.amount_minor as "amountMinor", coalesce(a.number, c.number, '') as number, f.connection_id is not null as "isConnection",
         coalesce(f.decision_remark, '') as remark
      from payments.refunds f left join applications.applications a on a.id = f.application_id
      left join meters.connections c on c.id = f.connection_id
      left join consumers.consumers k on k.id = f.consumer_id
      left join identity.users u on u.consumer_id = coalesce(a.consumer_id, f.consumer_id)
      where f.id = ${refundId}`,
  );
  const recipient = row && normalisePhone(row.phone);
  if (!recipient) return;
  const format = formatsOfPapers({ language: row.language, bengaliDigits: true });
  await enqueueMessage(tx, {
    event: `payments.refund:${refundId}:${row.state}`,
    channel: 'sms',
    recipient,
    language: row.language,
    text: refundTexts[row.state][row.language]({
      amount: format.money(row.amountMinor),
      target: `${KINDS[row.language][row.isConnection ? 'connection' : 'application']} ${format.digits(row.number)}`,
      remark: row.remark,
    }),
  });
}
