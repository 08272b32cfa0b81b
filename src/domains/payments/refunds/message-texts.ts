/** SMS about a refund; the browser never shows them, so they are not in web/en.ts. */
import { type Language, type MessageText, smsText, speakerFor } from '#domains/settings/speaker.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { enqueueMessage } from '#platform/messages/outbox.ts';
import { normalisePhone } from '#shared/phone.ts';
import { joinPayer } from './payee.ts';
import type { RefundState } from './refund.rules.ts';

/** Why the program asks for a refund by itself; stored with the case, so in both languages. */
export const NOTHING_DUE =
  'When the money came, it could not pay this any more. / টাকা যখন এসেছে, তখন আর এই খাতে নেওয়া যায়নি।';

/** The same of money whose sum was another one when it came: that one is still asked for. */
export const OTHER_SUM =
  'When the money came, another sum was to be paid. / টাকা যখন এসেছে, তখন প্রদেয় টাকার পরিমাণ অন্য ছিল।';

const KINDS = {
  en: {
    application: 'application',
    connection: 'connection',
    work: 'repair',
    ownership: 'ownership request',
  },
  bn: { application: 'আবেদন', connection: 'সংযোগ', work: 'মেরামত', ownership: 'মালিকানার আবেদন' },
};

/** `target`: what the money was for, with its number. */
export const messages: Record<
  RefundState | 'FEE_REJECTED' | 'FEE_ENDED',
  MessageText<{ amount: string; target: string; remark: string }>
> = {
  REQUESTED: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, amount, target }) =>
      `${utility}: we have your wish to get ${amount} of ${target} back. We examine it and tell you.`,
    bn: ({ utility, amount, target }) =>
      `${utility}: ${target}-এর ${amount} ফেরতের অনুরোধ পেয়েছি। যাচাই করে জানানো হবে।`,
  },
  // Nobody wished for it: the request ended without a change, and its fee is owed back.
  FEE_REJECTED: {
    parts: { en: 2, bn: 2 },
    en: ({ utility, amount, target }) =>
      `${utility}: the change of owner was not accepted (${target}). Its fee of ${amount} is owed back to you. We check it and tell you.`,
    bn: ({ utility, amount, target }) =>
      `${utility}: মালিকানা পরিবর্তন নামঞ্জুর (${target})। ফি ${amount} ফেরত পাবেন; যাচাই করে জানানো হবে।`,
  },
  FEE_ENDED: {
    parts: { en: 2, bn: 2 },
    en: ({ utility, amount, target }) =>
      `${utility}: the owner does not change (${target}). The fee of ${amount} is owed back to you. We check it and tell you.`,
    bn: ({ utility, amount, target }) =>
      `${utility}: মালিকানা পরিবর্তন হচ্ছে না (${target})। ফি ${amount} ফেরত পাবেন; যাচাই করে জানানো হবে।`,
  },
  APPROVED: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, amount, target }) =>
      `${utility}: ${amount} of ${target} will be paid back. Please come to our counter with your national ID card.`,
    bn: ({ utility, amount, target }) =>
      `${utility}: ${target}-এর ${amount} ফেরত অনুমোদন হয়েছে। এনআইডি নিয়ে কাউন্টারে আসুন।`,
  },
  REFUSED: {
    parts: { en: 2, bn: 3 },
    en: ({ utility, amount, target, remark }) =>
      `${utility}: ${amount} of ${target} cannot be paid back for now: ${remark}`,
    bn: ({ utility, amount, target, remark }) =>
      `${utility}: ${target}-এর ${amount} আপাতত ফেরত দেওয়া যাচ্ছে না: ${remark}`,
  },
  // The request was told to them. Why it was taken back is a matter of the office.
  GIVEN_UP: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, amount, target }) =>
      `${utility}: ${amount} of ${target} is not paid back for now. It stays with us for you.`,
    bn: ({ utility, amount, target }) =>
      `${utility}: ${target}-এর ${amount} আপাতত ফেরত যাচ্ছে না, আপনার নামে জমা আছে।`,
  },
  PAID_OUT: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, amount, target }) => `${utility}: ${amount} of ${target} has been paid back.`,
    bn: ({ utility, amount, target }) => `${utility}: ${target}-এর ${amount} ফেরত দেওয়া হয়েছে।`,
  },
  WITHDRAWN: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, amount, target }) =>
      `${utility}: ${amount} of ${target} is not paid back, as you wished. It stays with us for you.`,
    bn: ({ utility, amount, target }) =>
      `${utility}: আপনার ইচ্ছায় ${target}-এর ${amount} ফেরত যাচ্ছে না, আপনার নামে জমা আছে।`,
  },
  // What follows it is told by the new case.
  RETURNED: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, amount, target }) => `${utility}: the bank sent ${amount} of ${target} back to us.`,
    bn: ({ utility, amount, target }) => `${utility}: ব্যাংক ${target}-এর ${amount} আমাদের কাছে ফেরত পাঠিয়েছে।`,
  },
};

type Row = {
  state: RefundState;
  /** Of a fee that is owed back: whether the request was rejected; null for all other money. */
  isRejected: boolean | null;
  phone: string;
  language: Language | null;
  amountMinor: number;
  number: string;
  of: keyof (typeof KINDS)['en'];
  remark: string;
};

function textOf({ state, isRejected }: Row): keyof typeof messages {
  if (state !== 'REQUESTED' || isRejected === null) return state;
  return isRejected ? 'FEE_REJECTED' : 'FEE_ENDED';
}

/** Tells the payee the state of the refund; each state once. */
export async function sendRefundMessage(tx: Tx, refundId: string): Promise<void> {
  const row = await first<Row>(
    tx,
    sql`select f.state, coalesce(w.payer_phone, a.applicant ->> 'phone', k.phone, b.phone, e.phone, '') as phone, u.language,
        f.amount_minor as "amountMinor",
        case when e.id is not null and not coalesce(p.owed_back, false) then e.state = 'REJECTED' end as "isRejected", coalesce(a.number, c.number, b.number, e.number, '') as number,
        case when f.connection_id is not null then 'connection' when f.work_order_id is not null then 'work'
          when e.id is not null then 'ownership' else 'application' end as of,
         coalesce(f.decision_remark, '') as remark
      from payments.refunds f left join applications.applications a on a.id = f.application_id
      left join meters.connections c on c.id = f.connection_id
      left join work_orders.orders b on b.id = f.work_order_id
      left join ownership.requests e on e.id = f.ownership_request_id
      left join payments.payments p on p.id = f.payment_id
      left join consumers.consumers k on k.id = f.consumer_id
      ${joinPayer}
      left join identity.users u on u.consumer_id = coalesce(a.consumer_id, f.consumer_id)
      where f.id = ${refundId}`,
  );
  const recipient = row && normalisePhone(row.phone);
  if (!recipient) return;
  const speaker = await speakerFor(tx, row.language);
  const { write } = speaker;
  await enqueueMessage(tx, {
    event: `payments.refund:${refundId}:${row.state}`,
    channel: 'sms',
    recipient,
    language: speaker.language,
    text: smsText(speaker, messages[textOf(row)], {
      amount: write.money(row.amountMinor),
      target: `${KINDS[speaker.language][row.of]} ${write.digits(row.number)}`,
      remark: row.remark,
    }),
  });
}
