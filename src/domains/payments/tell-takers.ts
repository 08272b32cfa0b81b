/** Who took bills over was told to pay them. If money of somebody else pays them, or does so no more, they are told by SMS and bell. */
import { paidForTakers } from '#domains/billing/invoices/taken-over.ts';
import { accountOf } from '#domains/identity/notices/receivers.ts';
import { tellNewSum } from '#domains/ownership/tell-owners.ts';
import {
  type Language,
  type SpeakerRow,
  smsText,
  speakerColumns,
  speakerOf,
} from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { all, first, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { enqueueMessage } from '#platform/messages/outbox.ts';
import { messages } from './message-texts.ts';

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
        text: smsText(speaker, isTakenBack ? messages.takenOpenAgain : messages.takenPaid, {
          amount: write.money(row.amountMinor),
          number: write.digits(row.number),
          due: write.money(row.openMinor),
        }),
      });
    await notify(tx, actor, accountOf(sql`${row.consumerId}::uuid`), {
      ...{ kind, occasion: paymentId, path: '/pay' },
      params: { number: row.number, minor: row.amountMinor, due: row.openMinor },
    });
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
