/** What a consumer is told by SMS and e-mail of a bill that is cancelled; the browser never shows it, so it is not in web/en.ts. */
import {
  type Language,
  type MessageText,
  mailText,
  type SpeakerRow,
  smsText,
  speakerColumns,
  speakerOf,
} from '#domains/settings/speaker.ts';
import { all, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { enqueueMessages } from '#platform/messages/outbox.ts';

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

/** Money was on the bill. */
const cancelledPaid: MessageText<Facts> = {
  parts: { en: 2, bn: 2 },
  subject,
  en: ({ utility, number, month, amount }) =>
    `${utility}: your bill ${number} for ${month} (${amount}) is cancelled. Please do not pay it. What you paid is kept as your advance.`,
  bn: ({ utility, number, month, amount }) =>
    `${utility}: ${month} মাসের বিল ${number} (${amount}) বাতিল, আর টাকা দেবেন না। জমা টাকা অগ্রিম হিসেবে আছে।`,
};

export const messages = { cancelled, cancelledPaid };

type Cancelled = {
  id: string;
  number: string;
  period: string;
  totalMinor: number;
  paid: boolean;
  phone: string | null;
  email: string | null;
  language: Language | null;
} & SpeakerRow;

/**
 * Tells each consumer once by SMS, and by e-mail if their account has an address.
 * @param bills a select of `id` and `paid`: what was cancelled, and whether money was on it
 */
export async function sendCancelled(tx: Tx, bills: Sql): Promise<void> {
  const rows = await all<Cancelled>(
    tx,
    sql`select i.id, i.number, i.period, i.total_minor as "totalMinor", b.paid, u.phone, a.email,
        a.language, ${speakerColumns}
      from (${bills}) b join billing.invoices i on i.id = b.id
      join consumers.consumers c on c.id = i.consumer_id
      join consumers.consumers u on u.id = coalesce(c.merged_into, c.id)
      left join identity.users a on a.consumer_id = u.id and a.status = 'active'`,
  );
  const written = rows.flatMap((row) => {
    const speaker = speakerOf(row, row.language);
    const { write } = speaker;
    const facts = {
      number: write.digits(row.number),
      month: write.month(row.period),
      amount: write.money(row.totalMinor),
    };
    const kind = row.paid ? messages.cancelledPaid : messages.cancelled;
    const message = { event: `billing.bill-cancelled:${row.id}`, language: speaker.language };
    const mail = mailText(speaker, kind, facts);
    const sms = smsText(speaker, kind, facts);
    return [
      ...(row.phone
        ? [{ ...message, channel: 'sms', recipient: row.phone, subject: null, body: sms.normalize('NFC') }]
        : []),
      ...(row.email
        ? [
            {
              ...{ ...message, channel: 'email', recipient: row.email, subject: mail.subject },
              body: mail.text.normalize('NFC'),
            },
          ]
        : []),
    ];
  });
  await enqueueMessages(
    tx,
    sql`select m.event, m.channel, m.recipient, m.language, m.subject, m.body, false as secret, null::timestamptz as expires_at
      from json_to_recordset(${JSON.stringify(written)}::json)
        as m (event text, channel text, recipient text, language text, subject text, body text)`,
  );
}
