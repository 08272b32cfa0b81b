/** The SMS that every payment is confirmed with; the browser never shows it, so it is not in web/en.ts. */
import {
  type Language,
  type MessageText,
  type SpeakerRow,
  smsText,
  speakerColumns,
  speakerOf,
} from '#domains/settings/speaker.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { sendWithCommit } from '#platform/messages/outbox.ts';

type Receipt = MessageText<{ amount: string; number: string; receipt: string; day: string }>;

const forConnection: Receipt = {
  parts: { en: 1, bn: 2 },
  en: ({ utility, amount, number, receipt, day }) =>
    `Received ${amount} for connection ${number} on ${day}, receipt ${receipt}. Thank you. ${utility}`,
  bn: ({ utility, amount, number, receipt }) =>
    `${amount} পেয়েছি, সংযোগ ${number}, রসিদ ${receipt}। ${utility}`,
};

const forApplication: Receipt = {
  parts: { en: 1, bn: 2 },
  en: ({ utility, amount, number, receipt, day }) =>
    `Received ${amount} for application ${number} on ${day}, receipt ${receipt}. Thank you. ${utility}`,
  bn: ({ utility, amount, number, receipt }) =>
    `${amount} পেয়েছি, আবেদন ${number}, রসিদ ${receipt}। ${utility}`,
};

export const messages = { forConnection, forApplication };

type Facts = {
  phone: string;
  language: Language | null;
  amountMinor: number;
  target: string;
  isConnection: boolean;
  day: string;
} & SpeakerRow;

/** What a payment's message to who paid says beside its receipt. Undefined if the payer has no account or phone. */
export async function receiptFacts(tx: Tx, paymentId: string): Promise<Facts | undefined> {
  const row = await first<Facts>(
    tx,
    sql`select coalesce(u.phone, a.applicant ->> 'phone') as phone, i.language, ${speakerColumns},
        p.amount_minor as "amountMinor", coalesce(c.number, a.number, '') as target, c.id is not null as "isConnection", p.paid_on as day
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
export function confirmReceipt(tx: Tx, paymentId: string, facts: Facts & { receipt: string }): Promise<void> {
  const speaker = speakerOf(facts, facts.language);
  const { write } = speaker;
  return sendWithCommit(tx, {
    event: `payments.receipt:${paymentId}`,
    channel: 'sms',
    recipient: facts.phone,
    language: speaker.language,
    text: smsText(speaker, facts.isConnection ? messages.forConnection : messages.forApplication, {
      amount: write.money(facts.amountMinor),
      number: write.digits(facts.target),
      receipt: write.digits(facts.receipt),
      day: write.day(facts.day),
    }),
  });
}
