/** Who took bills over was told to pay them. If money of somebody else pays them, or does so no more, they are told by SMS and bell. */
import { paidForTakers } from '#domains/billing/invoices/taken-over.ts';
import { tellNewSum } from '#domains/ownership/tell-owners.ts';
import {
  type Language,
  type MessageText,
  type SpeakerRow,
  smsText,
  speakerColumns,
  speakerOf,
} from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { all, first, sql, type Tx } from '#platform/database/db.ts';
import { notifyEach } from '#platform/messages/inbox.ts';
import { enqueueMessage } from '#platform/messages/outbox.ts';

type Taken = MessageText<{ amount: string; number: string; due: string }>;

const paid: Taken = {
  parts: { en: 2, bn: 2 },
  en: ({ utility, amount, number, due }) =>
    `${utility}: ${amount} of the bills of connection ${number} that you took over is paid with money of the earlier owner. You have to pay ${due} of them now.`,
  bn: ({ utility, amount, number, due }) =>
    `${utility}: আপনার নেওয়া সংযোগ ${number}-এর বিলের ${amount} আগের মালিকের টাকায় পরিশোধ হয়েছে। আপনার বাকি ${due}।`,
};

const openAgain: Taken = {
  parts: { en: 2, bn: 2 },
  en: ({ utility, amount, number, due }) =>
    `${utility}: the earlier owner's ${amount} for the bills of connection ${number} that you took over was taken back. You have to pay ${due} of them now.`,
  bn: ({ utility, amount, number, due }) =>
    `${utility}: আপনার নেওয়া সংযোগ ${number}-এর বিলে আগের মালিকের ${amount} বাতিল হয়েছে। আপনার বাকি ${due}।`,
};

type Row = {
  consumerId: string;
  phone: string | null;
  language: Language | null;
  number: string;
  amountMinor: number;
  openMinor: number;
} & SpeakerRow;

/**
 * After all else that happens with the payment: what is open is what is told.
 * @param isTakenBack the payment was reversed, else it has just been posted
 */
export async function tellTakers(
  tx: Tx,
  actor: Actor,
  { paymentId, isTakenBack }: { paymentId: string; isTakenBack: boolean },
): Promise<void> {
  const rows = await all<Row>(
    tx,
    sql`select t.consumer_id as "consumerId", u.phone, i.language, n.number, t.amount_minor as "amountMinor", t.open_minor as "openMinor",
        ${speakerColumns}
      from (${paidForTakers(sql`${paymentId}::uuid`, isTakenBack)}) t join consumers.consumers u on u.id = t.consumer_id
      join meters.connections n on n.id = t.connection_id
      left join identity.users i on i.consumer_id = u.id and i.status = 'active'`,
  );
  const kind = isTakenBack ? 'payments.taken_open_again' : 'payments.taken_paid';
  await tellOfRequest(tx, actor, paymentId, isTakenBack);
  for (const row of rows) {
    const speaker = speakerOf(row, row.language);
    const { write } = speaker;
    if (row.phone)
      await enqueueMessage(tx, {
        ...{ event: `${kind}:${paymentId}:${row.consumerId}`, channel: 'sms', recipient: row.phone },
        language: speaker.language,
        text: smsText(speaker, isTakenBack ? openAgain : paid, {
          amount: write.money(row.amountMinor),
          number: write.digits(row.number),
          due: write.money(row.openMinor),
        }),
      });
    await notifyEach(
      tx,
      actor,
      kind,
      sql`select u.id as user_id, ${paymentId}::text as occasion, '/pay' as path,
        jsonb_build_object('number', ${row.number}::text, 'minor', ${row.amountMinor}::bigint, 'due', ${row.openMinor}::bigint) as params
      from identity.users u where u.consumer_id = ${row.consumerId}::uuid and u.status = 'active'`,
    );
  }
}

/** Before the owner has changed nothing is taken over yet, but the new owner was told what they will pay. */
async function tellOfRequest(tx: Tx, actor: Actor, paymentId: string, isTakenBack: boolean): Promise<void> {
  const paid = await first<{ connectionId: string; minor: number }>(
    tx,
    sql`select p.connection_id as "connectionId", sum(a.amount_minor)::bigint as minor
      from payments.payments p join payments.allocations a on a.payment_id = p.id
      where p.id = ${paymentId} and p.connection_id is not null group by p.connection_id`,
  );
  if (!paid) return;
  const { connectionId, minor } = paid;
  await tellNewSum(tx, actor, { connectionId, paymentId, minor: isTakenBack ? -minor : minor });
}
