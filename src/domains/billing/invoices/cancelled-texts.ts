/** What a consumer is told by SMS and e-mail of a bill that is cancelled; the browser never shows it, so it is not in web/en.ts. */
import { getUtility } from '#domains/settings/queries.ts';
import { all, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { enqueueMessages } from '#platform/messages/outbox.ts';
import { formatsOfPapers } from '#shared/format.ts';

type Facts = { utility: string; number: string; month: string; amount: string; paid: boolean };
type Texts = { subject: (facts: Facts) => string; text: (facts: Facts) => string };

export const cancelledTexts: Record<'en' | 'bn', Texts> = {
  en: {
    subject: ({ number }) => `Your bill ${number} is cancelled`,
    text: ({ utility, number, month, amount, paid }) =>
      `${utility}: your bill ${number} for ${month} (${amount}) is cancelled. Please do not pay it.${
        paid ? ' What you paid is kept as your advance.' : ''
      }`,
  },
  bn: {
    subject: ({ number }) => `আপনার বিল ${number} বাতিল হয়েছে`,
    text: ({ utility, number, month, amount, paid }) =>
      `${utility}: ${month} মাসের বিল ${number} (${amount}) বাতিল হয়েছে। এটি পরিশোধ করবেন না।${
        paid ? ' জমা দেওয়া টাকা অগ্রিম হিসেবে রাখা হয়েছে।' : ''
      }`,
  },
};

type Cancelled = {
  id: string;
  number: string;
  period: string;
  totalMinor: number;
  paid: boolean;
  phone: string | null;
  email: string | null;
  language: 'en' | 'bn';
};

/**
 * Tells each consumer once by SMS, and by e-mail if their account has an address.
 * @param bills a select of `id` and `paid`: what was cancelled, and whether money was on it
 */
export async function sendCancelled(tx: Tx, bills: Sql): Promise<void> {
  const utility = await getUtility(tx);
  const rows = await all<Cancelled>(
    tx,
    sql`select i.id, i.number, i.period, i.total_minor as "totalMinor", b.paid, u.phone, a.email,
        coalesce(a.language, ${utility.language}) as language
      from (${bills}) b join billing.invoices i on i.id = b.id
      join consumers.consumers c on c.id = i.consumer_id
      join consumers.consumers u on u.id = coalesce(c.merged_into, c.id)
      left join identity.users a on a.consumer_id = u.id and a.status = 'active'`,
  );
  const messages = rows.flatMap((row) => {
    const { language, phone, email } = row;
    const format = formatsOfPapers({ language, bengaliDigits: true });
    const facts = {
      utility: language === 'bn' ? utility.nameBn : utility.nameEn,
      number: format.digits(row.number),
      month: format.month(row.period),
      amount: format.money(row.totalMinor),
      paid: row.paid,
    };
    const { subject, text } = cancelledTexts[language];
    const message = {
      event: `billing.bill-cancelled:${row.id}`,
      language,
      subject: null as string | null,
      body: text(facts).normalize('NFC'),
    };
    return [
      ...(phone ? [{ ...message, channel: 'sms', recipient: phone }] : []),
      ...(email ? [{ ...message, channel: 'email', recipient: email, subject: subject(facts) }] : []),
    ];
  });
  await enqueueMessages(
    tx,
    sql`select m.event, m.channel, m.recipient, m.language, m.subject, m.body, false as secret, null::timestamptz as expires_at
      from json_to_recordset(${JSON.stringify(messages)}::json)
        as m (event text, channel text, recipient text, language text, subject text, body text)`,
  );
}
