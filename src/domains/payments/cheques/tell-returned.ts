/** SMS, e-mail and bell about a cheque that came back, in the transaction that opens its bills again: once for a cheque. */
import {
  type Language,
  messagesTo,
  type SpeakerRow,
  speakerColumns,
  speakerOf,
} from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { notifyEach } from '#platform/messages/inbox.ts';
import { enqueueWritten } from '#platform/messages/outbox.ts';
import { messages } from './message-texts.ts';

type Receiver = SpeakerRow & {
  phone: string | null;
  email: string | null;
  language: Language | null;
  amountMinor: number;
  number: string;
  cheque: string;
  feeMinor: number | null;
  surchargeMinor: number;
};

/** Who brought it: the payer, else whose connection it is. */
const facts = (
  id: string,
) => sql`select k.id, k.payment_id, k.number as cheque, p.amount_minor, n.number, f.total_minor as fee_minor,
    u.id as consumer_id, coalesce(u.phone, p.payer_phone) as phone
  from payments.cheques k join payments.payments p on p.id = k.payment_id join meters.connections n on n.id = p.connection_id
  left join consumers.consumers w on w.id = coalesce(p.payer_id, p.consumer_id)
  left join consumers.consumers u on u.id = coalesce(w.merged_into, w.id)
  left join billing.invoices f on f.id = k.fee_invoice_id where k.id = ${id}`;

/** @param of.surchargeMinor what late surcharges come to more than before */
export async function tellReturned(
  tx: Tx,
  actor: Actor,
  { chequeId, surchargeMinor }: { chequeId: string; surchargeMinor: number },
): Promise<void> {
  const receiver = await first<Receiver>(
    tx,
    sql`select f.phone, a.email, a.language, f.amount_minor as "amountMinor", f.number, f.cheque, f.fee_minor as "feeMinor",
        ${surchargeMinor}::bigint as "surchargeMinor", ${speakerColumns}
      from (${facts(chequeId)}) f left join lateral (select i.email, i.language from identity.users i
        where i.consumer_id = f.consumer_id and i.status = 'active' limit 1) a on true`,
  );
  const written = receiver ? writtenTo(receiver, chequeId) : [];
  await enqueueWritten(tx, written);
  await notifyEach(
    tx,
    actor,
    'payments.cheque_returned',
    sql`select i.id as user_id, f.id::text as occasion, '/payment-history/' || f.payment_id as path,
        jsonb_build_object('number', f.number, 'minor', f.amount_minor) as params
      from (${facts(chequeId)}) f join identity.users i on i.consumer_id = f.consumer_id and i.status = 'active'`,
  );
}

function writtenTo(receiver: Receiver, chequeId: string) {
  const speaker = speakerOf(receiver, receiver.language);
  const { write } = speaker;
  const kind = kindOf(receiver);
  const facts = {
    amount: write.money(receiver.amountMinor),
    number: write.digits(receiver.number),
    cheque: write.digits(receiver.cheque),
    fee: write.money(receiver.feeMinor ?? 0),
    surcharge: write.money(receiver.surchargeMinor),
  };
  return messagesTo(receiver, speaker, { event: `payments.cheque-returned:${chequeId}`, kind, facts });
}

function kindOf({ feeMinor, surchargeMinor }: Receiver) {
  if (surchargeMinor > 0) return feeMinor ? messages.returnedWithBoth : messages.returnedWithSurcharge;
  return feeMinor ? messages.returnedWithFee : messages.returned;
}
