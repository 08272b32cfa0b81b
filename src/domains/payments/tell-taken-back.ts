/** SMS, e-mail and bell about a payment that was taken back, in its transaction: to who paid, and to whose bill or wallet it was for. */
import {
  type Language,
  messagesTo,
  type SpeakerRow,
  speakerColumns,
  speakerOf,
} from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { all, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { notifyEach } from '#platform/messages/inbox.ts';
import { enqueueWritten } from '#platform/messages/outbox.ts';
import { takenBack } from './message-texts.ts';

type Row = SpeakerRow & {
  who: string;
  phone: string | null;
  email: string | null;
  language: Language | null;
  amountMinor: number;
  number: string;
  receipt: string;
  kind: keyof typeof takenBack;
};

/** As of what came (`noticeReceived`): what goes back to another payer, or is for bills that one took over, is that one's matter only. */
const people = (paymentId: string): Sql => sql`select distinct coalesce(y.merged_into, y.id) as id
  from payments.payments p join consumers.consumers y on y.id in (p.payer_id,
    case when p.payer_id is not null and (p.owed_back or p.taken_over) then null else coalesce(p.consumer_id, p.wallet_of) end)
  where p.id = ${paymentId}`;

/** @param taken.reason why, in the words of who asked for it */
export async function tellTakenBack(
  tx: Tx,
  actor: Actor,
  { paymentId, reason }: { paymentId: string; reason: string },
): Promise<void> {
  const rows = await all<Row>(
    tx,
    sql`select u.id as who, u.phone, i.email, i.language, p.amount_minor as "amountMinor", coalesce(n.number, b.number, e.number, '') as number,
        coalesce(r.number, '') as receipt, ${speakerColumns},
        case when p.source = 'WALLET_RECHARGE' then 'rechargeTakenBack' when p.method = 'WALLET' and n.id is null then 'walletMoneyBack' when p.method = 'WALLET' then 'walletPaidTakenBack'
          else 'billsTakenBack' end as kind
      from (${people(paymentId)}) w join consumers.consumers u on u.id = w.id join payments.payments p on p.id = ${paymentId}
      left join payments.receipts r on r.payment_id = p.id left join meters.connections n on n.id = p.connection_id
      left join work_orders.orders b on b.id = p.work_order_id left join ownership.requests e on e.id = p.ownership_request_id
      left join lateral (select a.email, a.language from identity.users a
        where a.consumer_id = u.id and a.status = 'active' limit 1) i on true order by u.id`,
  );
  await enqueueWritten(
    tx,
    rows.flatMap((row) => writtenTo(row, { paymentId, reason })),
  );
  await notifyEach(
    tx,
    actor,
    'payments.taken_back',
    sql`select i.id as user_id, p.id::text as occasion, '/payment-history/' || p.id as path,
        jsonb_build_object('minor', p.amount_minor, 'receipt', r.number, 'reason', ${reason}::text) as params
      from (${people(paymentId)}) w join identity.users i on i.consumer_id = w.id and i.status = 'active'
      join payments.payments p on p.id = ${paymentId} left join payments.receipts r on r.payment_id = p.id`,
  );
}

function writtenTo(row: Row, { paymentId, reason }: { paymentId: string; reason: string }) {
  const speaker = speakerOf(row, row.language);
  const { write } = speaker;
  const facts = {
    amount: write.money(row.amountMinor),
    number: write.digits(row.number),
    receipt: write.digits(row.receipt),
    remark: reason,
  };
  const event = `payments.taken-back:${paymentId}:${row.who}`;
  return messagesTo(row, speaker, { event, kind: takenBack[row.kind], facts });
}
