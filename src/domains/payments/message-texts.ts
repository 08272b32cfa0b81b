/** The SMS that every payment is confirmed with; the browser never shows it, so it is not in web/en.ts. */
import {
  type Language,
  type MessageText,
  type SpeakerRow,
  smsText,
  speakerColumns,
  speakerOf,
} from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { sendWithCommit } from '#platform/messages/outbox.ts';
import { stillDue } from './still-due.ts';

type Receipt = MessageText<{
  amount: string;
  number: string;
  receipt: string;
  day: string;
  due: string;
  until: string;
  taken: string;
}>;

const forConnection: Receipt = {
  parts: { en: 1, bn: 2 },
  en: ({ utility, amount, number, receipt, day }) =>
    `Received ${amount} for connection ${number} on ${day}, receipt ${receipt}. Thank you. ${utility}`,
  bn: ({ utility, amount, number, receipt }) =>
    `${amount} পেয়েছি, সংযোগ ${number}, রসিদ ${receipt}। ${utility}`,
};

/** The bills count as paid until the bank sends the cheque back. */
const byCheque: Receipt = {
  parts: { en: 2, bn: 2 },
  en: ({ utility, amount, number, receipt, day }) =>
    `Received a cheque of ${amount} for connection ${number} on ${day}, receipt ${receipt}, subject to clearing by the bank. ${utility}`,
  bn: ({ utility, amount, number, receipt }) =>
    `সংযোগ ${number}-এর ${amount} চেক পেয়েছি, রসিদ ${receipt}। ব্যাংক টাকা দিলে চূড়ান্ত। ${utility}`,
};

/** By the program, because the household wants that. */
const fromWallet: Receipt = {
  parts: { en: 1, bn: 2 },
  en: ({ utility, amount, number, receipt, day }) =>
    `Auto-pay took ${amount} from your wallet for connection ${number} on ${day}, receipt ${receipt}. ${utility}`,
  bn: ({ utility, amount, number, receipt }) =>
    `অটো-পে: ওয়ালেট থেকে সংযোগ ${number}-এর ${amount} বিল দেওয়া হয়েছে, রসিদ ${receipt}। ${utility}`,
};

/** Some of it pays bills that a new owner took over: the payer was told that the new owner pays those. */
const forTaken: Receipt = {
  parts: { en: 2, bn: 2 },
  en: ({ utility, amount, number, receipt, day, taken }) =>
    `Received ${amount} for connection ${number} on ${day}, receipt ${receipt}. ${taken} of it pays bills that the new owner had taken over. ${utility}`,
  bn: ({ utility, amount, number, receipt, taken }) =>
    `${amount} পেয়েছি, সংযোগ ${number}, রসিদ ${receipt}। এর ${taken} নতুন মালিকের নেওয়া বিলে গেছে। ${utility}`,
};

/** To who took bills over and was told to pay them: `due` is what they have to pay now. */
type Taken = MessageText<{ amount: string; number: string; due: string }>;

const takenPaid: Taken = {
  parts: { en: 2, bn: 2 },
  en: ({ utility, amount, number, due }) =>
    `${utility}: ${amount} of the bills of connection ${number} that you took over is paid with money of the earlier owner. You have to pay ${due} of them now.`,
  bn: ({ utility, amount, number, due }) =>
    `${utility}: সংযোগ ${number}-এর ${amount} আগের মালিক দিয়েছেন। এখন আপনার বাকি ${due}।`,
};

const takenOpenAgain: Taken = {
  parts: { en: 2, bn: 2 },
  en: ({ utility, amount, number, due }) =>
    `${utility}: the earlier owner's ${amount} for the bills of connection ${number} that you took over was taken back. You have to pay ${due} of them now.`,
  bn: ({ utility, amount, number, due }) =>
    `${utility}: সংযোগ ${number}-এ আগের মালিকের ${amount} বাতিল। এখন আপনার বাকি ${due}।`,
};

/** A payment counts no more. `remark`: why, in the words of who took it back. */
type TakenBack = MessageText<{ amount: string; number: string; receipt: string; remark: string }>;

const billsTakenBack: TakenBack = {
  parts: { en: 2, bn: 3 },
  en: ({ utility, amount, number, receipt, remark }) =>
    `${utility}: the payment of ${amount} for connection ${number}, receipt ${receipt}, was taken back. What it paid is open again. Reason: ${remark}`,
  bn: ({ utility, amount, number, receipt, remark }) =>
    `${utility}: সংযোগ ${number}-এর পেমেন্ট ${amount} (রসিদ ${receipt}) বাতিল, বিল আবার বাকি। কারণ: ${remark}`,
};

const walletPaidTakenBack: TakenBack = {
  parts: { en: 2, bn: 3 },
  en: ({ utility, amount, number, receipt, remark }) =>
    `${utility}: the payment of ${amount} for connection ${number}, receipt ${receipt}, was taken back. The money is in the wallet again, what it paid is open. Reason: ${remark}`,
  bn: ({ utility, amount, number, receipt, remark }) =>
    `${utility}: সংযোগ ${number}: পেমেন্ট ${amount} (রসিদ ${receipt}) বাতিল, টাকা ওয়ালেটে, বিল বাকি। কারণ: ${remark}`,
};

/** Of a charge or a fee; that it is to be paid again is told with what becomes of it. */
const walletMoneyBack: TakenBack = {
  parts: { en: 2, bn: 3 },
  en: ({ utility, amount, number, receipt, remark }) =>
    `${utility}: the payment of ${amount} for ${number}, receipt ${receipt}, was taken back. The money is in your wallet again. Reason: ${remark}`,
  bn: ({ utility, amount, number, receipt, remark }) =>
    `${utility}: ${number}: পেমেন্ট ${amount} (রসিদ ${receipt}) বাতিল, টাকা আবার ওয়ালেটে। কারণ: ${remark}`,
};

const rechargeTakenBack: TakenBack = {
  parts: { en: 2, bn: 3 },
  en: ({ utility, amount, receipt, remark }) =>
    `${utility}: ${amount}, receipt ${receipt}, was put into your wallet and is taken out of it again. Reason: ${remark}`,
  bn: ({ utility, amount, receipt, remark }) =>
    `${utility}: ওয়ালেটে জমা ${amount} (রসিদ ${receipt}) বাতিল, টাকা আর ওয়ালেটে নেই। কারণ: ${remark}`,
};

const forApplication: Receipt = {
  parts: { en: 1, bn: 2 },
  en: ({ utility, amount, number, receipt, day }) =>
    `Received ${amount} for application ${number} on ${day}, receipt ${receipt}. Thank you. ${utility}`,
  bn: ({ utility, amount, number, receipt }) =>
    `${amount} পেয়েছি, আবেদন ${number}, রসিদ ${receipt}। ${utility}`,
};

/** The household paid it from its wallet. */
const noteFromWallet: typeof forApplication = {
  parts: { en: 1, bn: 2 },
  en: ({ utility, amount, number, receipt, day }) =>
    `${amount} from your wallet paid application ${number} on ${day}, receipt ${receipt}. Thank you. ${utility}`,
  bn: ({ utility, amount, number, receipt, day }) =>
    `${day}: ওয়ালেট থেকে ${amount} পেয়েছি, আবেদন ${number}, রসিদ ${receipt}। ${utility}`,
};

const forWork: typeof forApplication = {
  parts: { en: 1, bn: 2 },
  en: ({ utility, amount, number, receipt, day }) =>
    `Received ${amount} for repair ${number} on ${day}, receipt ${receipt}. Thank you. ${utility}`,
  bn: ({ utility, amount, number, receipt }) =>
    `${amount} পেয়েছি, মেরামত ${number}, রসিদ ${receipt}। ${utility}`,
};

/** The household paid it from its wallet. */
const workFromWallet: typeof forApplication = {
  parts: { en: 1, bn: 2 },
  en: ({ utility, amount, number, receipt, day }) =>
    `${amount} from your wallet paid repair ${number} on ${day}, receipt ${receipt}. Thank you. ${utility}`,
  bn: ({ utility, amount, number, receipt, day }) =>
    `${day}: ওয়ালেট থেকে ${amount} পেয়েছি, মেরামত ${number}, রসিদ ${receipt}। ${utility}`,
};

const forFee: typeof forApplication = {
  parts: { en: 1, bn: 2 },
  en: ({ utility, amount, number, receipt, day }) =>
    `Received ${amount} for ownership request ${number} on ${day}, receipt ${receipt}. Thank you. ${utility}`,
  bn: ({ utility, amount, number, receipt }) =>
    `${amount} পেয়েছি, মালিকানার আবেদন ${number}, রসিদ ${receipt}। ${utility}`,
};

/** An owner paid it from the own wallet. */
const feeFromWallet: typeof forApplication = {
  parts: { en: 1, bn: 2 },
  en: ({ utility, amount, number, receipt, day }) =>
    `${amount} from your wallet paid ownership request ${number} on ${day}, receipt ${receipt}. Thank you. ${utility}`,
  bn: ({ utility, amount, number, receipt }) =>
    `ওয়ালেট থেকে ${amount} পেয়েছি, মালিকানার আবেদন ${number}, রসিদ ${receipt}। ${utility}`,
};

const forWallet: typeof forApplication = {
  parts: { en: 1, bn: 2 },
  en: ({ utility, amount, receipt, day }) =>
    `Received ${amount} for your wallet on ${day}, receipt ${receipt}. Thank you. ${utility}`,
  bn: ({ utility, amount, receipt }) => `ওয়ালেটে ${amount} জমা হয়েছে, রসিদ ${receipt}। ${utility}`,
};

/** Money that nothing needed: it is not told as if something were paid. */
const owedBack: typeof forApplication = {
  parts: { en: 1, bn: 2 },
  en: ({ utility, amount, number, receipt }) =>
    `${amount} came for ${number}, which needs no money now. We owe it back to you, receipt ${receipt}. ${utility}`,
  bn: ({ utility, amount, number, receipt }) =>
    `${number}-এর জন্য ${amount} এসেছে, এখন তা লাগবে না। টাকা ফেরত পাবেন, রসিদ ${receipt}। ${utility}`,
};

/** Money whose sum was another one when it came: what is asked for now is still to be paid. */
const otherSum: typeof forApplication = {
  parts: { en: 2, bn: 2 },
  en: ({ utility, amount, number, receipt, due, until }) =>
    `${amount} came for ${number}, but ${due} is due now: please pay that by ${until}. The ${amount} goes back to you, receipt ${receipt}. ${utility}`,
  bn: ({ utility, amount, number, due, until }) =>
    `${number}: ${amount} এসেছে, তা ফেরত পাবেন। এখন দিতে হবে ${due}, শেষ দিন ${until}। ${utility}`,
};

/** The same of what has no last day. */
const otherSumOpen: typeof forApplication = {
  parts: { en: 2, bn: 2 },
  en: ({ utility, amount, number, receipt, due }) =>
    `${amount} came for ${number}, but ${due} is due now: please pay that. The ${amount} goes back to you, receipt ${receipt}. ${utility}`,
  bn: ({ utility, amount, number, receipt, due }) =>
    `${number}: ${amount} এসেছে, তা ফেরত পাবেন, রসিদ ${receipt}। এখন দিতে হবে ${due}। ${utility}`,
};

/** Bills of an earlier owner that the payer took over did not take all of the money. */
const billsOwedBack: typeof forApplication = {
  parts: { en: 1, bn: 2 },
  en: ({ utility, amount, number, receipt }) =>
    `${amount} came, but the bills you took over at ${number} need less. We owe it back to you, receipt ${receipt}. ${utility}`,
  bn: ({ utility, amount, number, receipt }) =>
    `${number}-এর জন্য ${amount} এসেছে, বিলে এত বাকি নেই। টাকা ফেরত পাবেন, রসিদ ${receipt}। ${utility}`,
};

const receipts = {
  forConnection,
  byCheque,
  fromWallet,
  forTaken,
  forApplication,
  noteFromWallet,
  forWork,
  workFromWallet,
  forFee,
  feeFromWallet,
  forWallet,
  owedBack,
  otherSum,
  otherSumOpen,
  billsOwedBack,
};
export const takenBack = { billsTakenBack, walletPaidTakenBack, walletMoneyBack, rechargeTakenBack };
export const messages = { ...receipts, ...takenBack, takenPaid, takenOpenAgain };

type Facts = {
  phone: string;
  language: Language | null;
  amountMinor: number;
  target: string;
  of: keyof typeof receipts;
  day: string;
  stillDue: { amountMinor: number; until: string | null } | null;
  /** What of it pays bills that somebody else took over. */
  takenMinor: number;
} & SpeakerRow;

/** What a payment's message to who paid says beside its receipt. Undefined if the payer has no account or phone. */
export async function receiptFacts(tx: Tx, actor: Actor, paymentId: string): Promise<Facts | undefined> {
  const row = await first<Facts>(
    tx,
    sql`select coalesce(u.phone, p.payer_phone) as phone, i.language, ${speakerColumns},
        p.amount_minor as "amountMinor", coalesce(c.number, a.number, b.number, e.number, '') as target, p.paid_on as day, ${stillDue(actor.today)} as "stillDue",
        (select coalesce(sum(t.amount_minor), 0)::bigint from billing.paid_of_taken t where t.payment_id = p.id and not t.of_taker) as "takenMinor",
        case when p.owed_back and c.id is not null then 'billsOwedBack' when p.owed_back then 'owedBack'
          when p.method = 'WALLET' and p.created_by is null then 'fromWallet' when p.method = 'WALLET' and a.id is not null then 'noteFromWallet'
          when p.method = 'WALLET' and b.id is not null then 'workFromWallet' when p.method = 'WALLET' and e.id is not null then 'feeFromWallet' when p.method = 'CHEQUE' then 'byCheque' when c.id is not null then 'forConnection'
          when b.id is not null then 'forWork' when e.id is not null then 'forFee'
          when p.source = 'WALLET_RECHARGE' then 'forWallet' else 'forApplication' end as of
      from payments.payments p
      left join consumers.consumers paid on paid.id = coalesce(p.payer_id, p.consumer_id)
      left join consumers.consumers u on u.id = coalesce(paid.merged_into, paid.id)
      left join identity.users i on i.consumer_id = u.id
      left join meters.connections c on c.id = p.connection_id
      left join applications.applications a on a.id = p.application_id
      left join work_orders.orders b on b.id = p.work_order_id
      left join ownership.requests e on e.id = p.ownership_request_id
      where p.id = ${paymentId}`,
  );
  if (!row?.phone) return undefined;
  if (row.takenMinor > 0) return { ...row, of: 'forTaken' };
  return row.stillDue ? { ...row, of: row.stillDue.until ? 'otherSum' : 'otherSumOpen' } : row;
}

/** Confirms a payment to its payer's phone, once. */
export function confirmReceipt(tx: Tx, paymentId: string, facts: Facts & { receipt: string }): Promise<void> {
  const speaker = speakerOf(facts, facts.language);
  const { write } = speaker;
  return sendWithCommit(tx, {
    event: `payments.receipt:${paymentId}`,
    channel: 'sms',
    recipient: facts.phone,
    language: speaker.language,
    text: smsText(speaker, receipts[facts.of], {
      amount: write.money(facts.amountMinor),
      number: write.digits(facts.target),
      receipt: write.digits(facts.receipt),
      day: write.day(facts.day),
      taken: write.money(facts.takenMinor),
      due: write.money(facts.stillDue?.amountMinor ?? 0),
      until: facts.stillDue?.until ? write.day(facts.stillDue.until) : '',
    }),
  });
}
