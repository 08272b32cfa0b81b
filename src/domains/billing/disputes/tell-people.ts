/** Who is told of a dispute, in the transaction of its step: the household by SMS, mail and bell; the office by the bell. */
import { joinReceiver, type ReceiverRow, receiverColumns } from '#domains/identity/notices/households.ts';
import { holdersOf } from '#domains/identity/notices/receivers.ts';
import { messagesTo, speakerOf } from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { all, one, sql, type Tx } from '#platform/database/db.ts';
import { notify, notifyEach } from '#platform/messages/inbox.ts';
import { enqueueWritten } from '#platform/messages/outbox.ts';
import type { NoticeKind } from '#shared/words.ts';
import type { DisputeState } from './dispute.rules.ts';
import { type DisputeMessage, messages } from './message-texts.ts';

export const disputePath = (id: string): string => `/billing/disputes/${id}`;

/** In the words of the household. A bill that is only gone has a message of its own (invoices/message-texts.ts). */
const ENDED: Partial<Record<DisputeState, { message?: DisputeMessage; notice: NoticeKind }>> = {
  REJECTED: { message: 'REJECTED', notice: 'disputes.rejected' },
  UPHELD: { message: 'UPHELD', notice: 'disputes.upheld' },
  PARTLY: { message: 'PARTLY', notice: 'disputes.partly' },
  WITHDRAWN: { message: 'WITHDRAWN', notice: 'disputes.withdrawn' },
  CORRECTED: { notice: 'disputes.corrected' },
};

/** The household has its number and the day by which it is decided; those who decide have work. */
export async function tellAsked(tx: Tx, actor: Actor, id: string): Promise<void> {
  await send(tx, [id], () => 'asked');
  await noticeHousehold(tx, actor, id, 'disputes.noted');
  await noticeOffice(tx, actor, id, { kind: 'disputes.asked', permission: 'disputes:decide' });
}

/** Who corrects bills has work: the dispute ends by a correction. */
export const tellToCorrect = (tx: Tx, actor: Actor, id: string): Promise<void> =>
  noticeOffice(tx, actor, id, { kind: 'disputes.to_correct', permission: 'invoices:adjust' });

/** The correction was refused. */
export const tellReopened = (tx: Tx, actor: Actor, id: string): Promise<void> =>
  noticeOffice(tx, actor, id, { kind: 'disputes.reopened', permission: 'disputes:decide' });

export async function tellEnded(tx: Tx, actor: Actor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await send(tx, ids, (state) => ENDED[state]?.message);
  const rows = await all<{ id: string; state: DisputeState }>(
    tx,
    sql`select id, state from billing.disputes where id = any(${[...ids]}::uuid[])`,
  );
  for (const { id, state } of rows) {
    const notice = ENDED[state]?.notice;
    if (notice) await noticeHousehold(tx, actor, id, notice);
  }
}

function noticeHousehold(tx: Tx, actor: Actor, id: string, kind: NoticeKind): Promise<void> {
  return notifyEach(
    tx,
    actor,
    kind,
    sql`select account.id as user_id, d.id::text as occasion, '/billing/invoice-list/' || i.id as path,
        jsonb_build_object('number', i.number, 'minor', i.total_minor, 'day', d.decide_by) as params
      from billing.disputes d join billing.invoices i on i.id = d.invoice_id
      ${joinReceiver(sql`i.consumer_id`)}
      where d.id = ${id} and account.id is distinct from ${actor.userId}::uuid`,
  );
}

type Work = { kind: NoticeKind; permission: 'disputes:decide' | 'invoices:adjust' };

async function noticeOffice(tx: Tx, actor: Actor, id: string, { kind, permission }: Work): Promise<void> {
  const dispute = await one<{ number: string; version: number; day: string }>(
    tx,
    sql`select number, version, decide_by as day from billing.disputes where id = ${id}`,
  );
  await notify(tx, actor, holdersOf(permission), {
    ...{ kind, occasion: `${id}:${dispute.version}`, path: disputePath(id) },
    params: { number: dispute.number, day: dispute.day },
  });
}

type Row = {
  id: string;
  number: string;
  bill: string;
  day: string;
  answer: string | null;
  state: DisputeState;
} & ReceiverRow;

async function send(
  tx: Tx,
  ids: readonly string[],
  messageOf: (state: DisputeState) => DisputeMessage | undefined,
): Promise<void> {
  const rows = await all<Row>(
    tx,
    sql`select d.id, d.number, i.number as bill, d.decide_by as day, d.answer, d.state, ${receiverColumns}
      from billing.disputes d join billing.invoices i on i.id = d.invoice_id
      ${joinReceiver(sql`i.consumer_id`)}
      where d.id = any(${[...ids]}::uuid[])`,
  );
  const written = rows.flatMap((row) => {
    const kind = messageOf(row.state);
    return kind ? textsOf(row, kind) : [];
  });
  await enqueueWritten(tx, written);
}

function textsOf(row: Row, kind: DisputeMessage) {
  const speaker = speakerOf(row, row.language);
  const { write } = speaker;
  const facts = {
    ...{ number: write.digits(row.number), bill: write.digits(row.bill), day: write.day(row.day) },
    remark: row.answer ?? '',
  };
  const event = `billing.dispute-${kind.toLowerCase()}:${row.id}`;
  return messagesTo(row, speaker, { event, kind: messages[kind], facts });
}
