/**
 * A household says that a bill is wrong. From the next day on the bill is not collected. What the bill is, and whether its days are over, is
 * asked under the lock of its connection, in the statement that notes the dispute.
 */
import { isConsumer } from '#domains/consumers/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { keepUpload } from '#platform/files/files.ts';
import { addDays } from '#shared/dates.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import { knownFrom } from '../../bill-run/known-from.ts';
import { holdCollection } from '../../collection-holds/actions/hold-collection.ts';
import { lockConnections } from '../../invoices/actions/settle-invoices.ts';
import { ownOpen } from '../../invoices/taken-over.ts';
import { noteOwn } from '../../own-requests.ts';
import { getLimits } from '../../settings/queries.ts';
import { errors } from '../contract.ts';
import type { DISPUTE_CHANNELS, DisputeReason } from '../dispute.rules.ts';
import { tellAsked } from '../tell-people.ts';

type Objection = {
  invoiceId: string;
  reason: DisputeReason;
  words: string;
  registerLitres: number | null;
  photoId: string | null;
};
type Opened = { id: string; number: string };
type Noted = {
  channel: (typeof DISPUTE_CHANNELS)[number];
  callerName?: string;
  exceptionReason?: string | null;
};
type Bill = {
  isCancelled: boolean;
  isPaid: boolean;
  isTaken: boolean;
  isHeld: boolean;
  wasDecided: boolean;
  lastDay: string;
};

export async function openDispute(
  tx: Tx,
  actor: Actor,
  input: Objection & Noted,
): Promise<{ id: string; number: string; decideBy: string }> {
  const { invoiceId, channel, exceptionReason = null } = input;
  const { limits } = await getLimits(tx);
  await lockConnections(tx, sql`select connection_id from billing.invoices where id = ${invoiceId}`);
  const isOwn = actor.kind === 'consumer' ? isConsumer(sql`i.consumer_id`, actor.consumerId) : sql`true`;
  const bill = await first<Bill>(
    tx,
    sql`select i.cancelled_on is not null as "isCancelled", i.settled_minor >= i.total_minor as "isPaid", ${ownOpen('i')} <= 0 as "isTaken",
        exists (select from billing.collection_holds h where h.invoice_id = i.id and h.to_day is null and h.cause <> 'dispute') as "isHeld",
        exists (select from billing.disputes d where d.invoice_id = i.id and d.decided_at is not null and d.ended_at is not null) as "wasDecided",
        ${knownFrom('i')} + ${limits.disputeDays}::int as "lastDay"
      from billing.invoices i where i.id = ${invoiceId} and ${isOwn} for update`,
  );
  if (!bill) throw fail(commonErrors.not_found);
  refuse(actor, bill, exceptionReason);
  const photoId = await keepPhoto(tx, actor, input.photoId);
  const decideBy = addDays(actor.today, limits.disputeDecideDays);
  const insert = (isFree: Sql) =>
    sql<Opened>`insert into billing.disputes (number, invoice_id, reason, words, register_litres, photo_file_id, channel, caller_name,
        exception_reason, asked_by, asked_by_name, asked_at, asked_on, decide_by)
      select platform.human_number(${NUMBER_KINDS.dispute}, platform.take_numbers('dispute')), ${invoiceId}, ${input.reason},
        ${input.words}, ${input.registerLitres}, ${photoId}, ${channel}, ${input.callerName ?? null}, ${exceptionReason},
        ${actor.userId}, ${actor.name}, ${actor.now}, ${actor.today}, ${decideBy}
      where ${isFree} returning id, number`;
  const counted = sql`select d.asked_on from billing.invoices b join billing.invoices i on i.connection_id = b.connection_id
    join billing.disputes d on d.invoice_id = i.id where b.id = ${invoiceId} and d.channel = 'PORTAL' and d.state = 'WITHDRAWN' and d.withdrawn_reason is null`;
  const { id, number } =
    channel === 'PORTAL'
      ? await noteOwn<Opened>(tx, actor, { counted, insert, refusal: errors.asked_often })
      : await one<Opened>(tx, insert(sql`true`));
  await holdCollection(tx, actor, { invoiceIds: [invoiceId], cause: 'dispute', causeId: id });
  await audit(tx, actor, {
    action: 'dispute.open',
    object: 'dispute',
    objectId: id,
    after: { invoiceId, reason: input.reason, channel, callerName: input.callerName, decideBy },
    reason: exceptionReason ?? undefined,
  });
  await tellAsked(tx, actor, id);
  return { id, number, decideBy };
}

function refuse(actor: Actor, bill: Bill, exceptionReason: string | null): void {
  if (bill.isCancelled) throw fail(errors.bill_cancelled);
  if (bill.isPaid) throw fail(errors.bill_paid);
  if (bill.isTaken) throw fail(errors.bill_taken_over);
  if (bill.isHeld) throw fail(errors.bill_held);
  if (exceptionReason !== null) return;
  if (bill.wasDecided) throw fail(errors.decided_before);
  if (actor.today > bill.lastDay) throw fail(errors.too_late, { day: bill.lastDay });
}

async function keepPhoto(tx: Tx, actor: Actor, photoId: string | null): Promise<string | null> {
  if (!photoId) return null;
  const file = await keepUpload(tx, actor, photoId, {
    fits: ({ media_type: mediaType }) => mediaType.startsWith('image/'),
    refusal: errors.photo_unknown,
  });
  return file.id;
}
