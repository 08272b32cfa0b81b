/**
 * What a consumer is told by SMS and e-mail of a bill that is cancelled, and of an advance that is left after the final bill; the
 * browser never shows it, so it is not in web/en.ts.
 */
import { joinReceiver, type ReceiverRow, receiverColumns } from '#domains/identity/notices/households.ts';
import { type MessageText, messagesTo, type Speaker, speakerOf } from '#domains/settings/speaker.ts';
import { all, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { enqueueWritten } from '#platform/messages/outbox.ts';
import type { CreditShare } from '../notices.ts';
import { type Told, toldRows } from './advances-left.ts';
import { allTaken } from './taken-over.ts';

type Facts = { number: string; month: string; amount: string };

const subject: MessageText<Facts>['subject'] = {
  en: ({ utility, number }) => `${utility}: your bill ${number} is cancelled`,
  bn: ({ utility, number }) => `${utility}: আপনার বিল ${number} বাতিল হয়েছে`,
};

const cancelled: MessageText<Facts> = {
  parts: { en: 1, bn: 2 },
  subject,
  en: ({ utility, number, month, amount }) =>
    `${utility}: your bill ${number} for ${month} (${amount}) is cancelled. Please do not pay it.`,
  bn: ({ utility, number, month, amount }) =>
    `${utility}: ${month} মাসের বিল ${number} (${amount}) বাতিল হয়েছে। এটি পরিশোধ করবেন না।`,
};

/** A new owner had taken over all that was open of it. */
const cancelledTaken: MessageText<Facts> = {
  parts: { en: 1, bn: 2 },
  subject,
  en: ({ utility, number, month, amount }) =>
    `${utility}: your bill ${number} for ${month} (${amount}) is cancelled. The new owner had taken it over; nothing changes for you.`,
  bn: ({ utility, number, month, amount }) =>
    `${utility}: ${month} মাসের বিল ${number} (${amount}) বাতিল। এর দায় নতুন মালিকের ছিল।`,
};

/** Money was on the bill. */
const cancelledPaid: MessageText<Facts> = {
  parts: { en: 2, bn: 2 },
  subject,
  en: ({ utility, number, month, amount }) =>
    `${utility}: your bill ${number} for ${month} (${amount}) is cancelled. Please do not pay it. What you paid is kept as your advance.`,
  bn: ({ utility, number, month, amount }) =>
    `${utility}: ${month} মাসের বিল ${number} (${amount}) বাতিল, আর টাকা দেবেন না। জমা টাকা অগ্রিম হিসেবে আছে।`,
};

/** `number`: of the connection, which is closed; its final bill was posted. */
const advanceLeft: MessageText<Omit<Facts, 'month'>> = {
  parts: { en: 1, bn: 2 },
  subject: {
    en: ({ utility, amount }) => `${utility}: ${amount} of yours is left`,
    bn: ({ utility, amount }) => `${utility}: আপনার ${amount} জমা আছে`,
  },
  en: ({ utility, number, amount }) =>
    `${utility}: connection ${number} is closed and ${amount} of yours is left. Please ask for it at our counter.`,
  bn: ({ utility, number, amount }) =>
    `${utility}: সংযোগ ${number} বন্ধ, আপনার ${amount} জমা আছে। ফেরত নিতে কাউন্টারে আসুন।`,
};

/** Of a bill that the receiver took over and paid. `number`: of the connection that they have now. */
const credited: MessageText<Omit<Facts, 'month'>> = {
  parts: { en: 1, bn: 2 },
  subject: {
    en: ({ utility, amount }) => `${utility}: ${amount} of yours is kept`,
    bn: ({ utility, amount }) => `${utility}: আপনার ${amount} জমা হয়েছে`,
  },
  en: ({ utility, number, amount }) =>
    `${utility}: a bill that you took over and paid became less. ${amount} is your advance at connection ${number}.`,
  bn: ({ utility, number, amount }) =>
    `${utility}: আপনার নেওয়া একটি বিল কমেছে। ${amount} সংযোগ ${number}-এ আপনার অগ্রিম।`,
};

/** Of a bill that the receiver took over and has not paid. `number`: of the bill. */
const lowered: MessageText<Omit<Facts, 'month'>> = {
  parts: { en: 1, bn: 2 },
  subject: {
    en: ({ utility, amount }) => `${utility}: you pay ${amount} less`,
    bn: ({ utility, amount }) => `${utility}: আপনাকে ${amount} কম দিতে হবে`,
  },
  en: ({ utility, number, amount }) =>
    `${utility}: you pay ${amount} less of bill ${number}, which you took over. What is left is shown on the page to pay.`,
  bn: ({ utility, number, amount }) => `${utility}: আপনার নেওয়া বিল ${number}-এ ${amount} কম দিতে হবে।`,
};

/** A bill that takes the place of one that the receiver had taken over. `number`: of the bill. */
const takenAgain: MessageText<Facts> = {
  parts: { en: 2, bn: 2 },
  subject: {
    en: ({ utility, number }) => `${utility}: bill ${number} is yours to pay`,
    bn: ({ utility, number }) => `${utility}: বিল ${number} আপনাকে দিতে হবে`,
  },
  en: ({ utility, number, month, amount }) =>
    `${utility}: bill ${number} for ${month} is made for what you took over from the earlier owner. You pay ${amount} of it.`,
  bn: ({ utility, number, month, amount }) =>
    `${utility}: আপনার নেওয়া দায়ের জন্য ${month} মাসের বিল ${number}। আপনি ${amount} দেবেন।`,
};

export const messages = {
  ...{ cancelled, cancelledPaid, cancelledTaken, advanceLeft, credited, lowered, takenAgain },
};

type Cancelled = {
  id: string;
  number: string;
  period: string;
  totalMinor: number;
  paid: boolean;
  ofTaker: boolean;
} & ReceiverRow;

/**
 * Tells each consumer once by SMS, and by e-mail if their account has an address.
 * @param bills a select of `id` and `paid`: what was cancelled, and whether money of theirs was on it
 */
export async function sendCancelled(tx: Tx, bills: Sql): Promise<void> {
  const rows = await all<Cancelled>(
    tx,
    sql`select i.id, i.number, i.period, i.total_minor as "totalMinor", b.paid, ${receiverColumns},
        ${allTaken('i')} as "ofTaker"
      from (${bills}) b join billing.invoices i on i.id = b.id ${joinReceiver(sql`i.consumer_id`)}`,
  );
  const written = rows.flatMap((row) => {
    const speaker = speakerOf(row, row.language);
    const facts = billFacts(speaker, row);
    const owed = row.ofTaker ? messages.cancelledTaken : messages.cancelled;
    const kind = row.paid ? messages.cancelledPaid : owed;
    return messagesTo(row, speaker, { event: `billing.bill-cancelled:${row.id}`, kind, facts });
  });
  await enqueueWritten(tx, written);
}

const billFacts = ({ write }: Speaker, bill: Pick<Cancelled, 'number' | 'period' | 'totalMinor'>) => ({
  number: write.digits(bill.number),
  month: write.month(bill.period),
  amount: write.money(bill.totalMinor),
});

type Left = { id: string; number: string; advanceMinor: number } & ReceiverRow;

/** Tells the consumers of closed connections of their advance. */
export async function sendAdvancesLeft(tx: Tx, told: readonly Told[]): Promise<void> {
  const rows = await all<Left>(
    tx,
    sql`select l.telling as id, l.number, l.advance_minor as "advanceMinor", ${receiverColumns}
      from (${toldRows(told)}) l ${joinReceiver(sql`l.consumer_id`)}`,
  );
  const written = rows.flatMap((row) => {
    const speaker = speakerOf(row, row.language);
    const { write } = speaker;
    const facts = { number: write.digits(row.number), amount: write.money(row.advanceMinor) };
    const event = `billing.advance-left:${row.id}`;
    return messagesTo(row, speaker, { event, kind: messages.advanceLeft, facts });
  });
  await enqueueWritten(tx, written);
}

/** Tells who paid bills that they had taken over what was credited. @param ids of moved credits */
export async function sendCredits(tx: Tx, ids: readonly string[]): Promise<void> {
  const rows = await all<Left>(
    tx,
    sql`select m.id, n.number, m.amount_minor as "advanceMinor", ${receiverColumns}
      from billing.moved_credits m join meters.connections n on n.id = m.to_connection_id ${joinReceiver(sql`n.consumer_id`)}
      where m.id = any(${ids}::uuid[])`,
  );
  const written = rows.flatMap((row) => {
    const speaker = speakerOf(row, row.language);
    const facts = {
      number: speaker.write.digits(row.number),
      amount: speaker.write.money(row.advanceMinor),
    };
    const event = `billing.credit-moved:${row.id}`;
    return messagesTo(row, speaker, { event, kind: messages.credited, facts });
  });
  await enqueueWritten(tx, written);
}

/** Tells who took bills over how much less of them they pay. */
export async function sendLowered(tx: Tx, shares: readonly CreditShare[]): Promise<void> {
  if (shares.length === 0) return;
  const rows = await all<Left>(
    tx,
    sql`select s.id, i.number, s."loweredMinor" as "advanceMinor", ${receiverColumns}
      from json_to_recordset(${JSON.stringify(shares)}::json) as s (id uuid, "invoiceId" uuid, "takerId" uuid, "loweredMinor" bigint)
      join billing.invoices i on i.id = s."invoiceId" ${joinReceiver(sql`s."takerId"`)}`,
  );
  const written = rows.flatMap((row) => {
    const speaker = speakerOf(row, row.language);
    const { write } = speaker;
    const facts = { number: write.digits(row.number), amount: write.money(row.advanceMinor) };
    return messagesTo(row, speaker, {
      event: `billing.credit-lowered:${row.id}`,
      kind: messages.lowered,
      facts,
    });
  });
  await enqueueWritten(tx, written);
}

/** Tells who took bills over that a bill was made for what they took over. @param ids of taken-over bills */
export async function sendTakenAgain(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await all<Omit<Cancelled, 'paid' | 'ofTaker'>>(
    tx,
    sql`select i.id, i.number, i.period, t.amount_minor as "totalMinor", ${receiverColumns}
      from billing.taken_over_bills t join billing.invoices i on i.id = t.invoice_id ${joinReceiver(sql`t.consumer_id`)}
      where i.id = any(${ids}::uuid[]) and billing.is_taken_over(i.id)`,
  );
  const written = rows.flatMap((row) => {
    const speaker = speakerOf(row, row.language);
    const facts = billFacts(speaker, row);
    return messagesTo(row, speaker, {
      event: `billing.taken-again:${row.id}`,
      kind: messages.takenAgain,
      facts,
    });
  });
  await enqueueWritten(tx, written);
}
