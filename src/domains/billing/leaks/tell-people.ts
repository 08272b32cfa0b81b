/** Who is told of a leak, in the transaction of its step: the household by SMS, mail and bell; the office by the bell. */
import { joinReceiver, type ReceiverRow, receiverColumns } from '#domains/identity/notices/households.ts';
import { holdersOf } from '#domains/identity/notices/receivers.ts';
import { messagesTo, speakerOf } from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { all, one, sql, type Tx } from '#platform/database/db.ts';
import { notify, notifyEach } from '#platform/messages/inbox.ts';
import { enqueueWritten } from '#platform/messages/outbox.ts';
import type { NoticeKind } from '#shared/words.ts';
import { usedAdvance } from '../invoices/advances-left.ts';
import type { LeakState } from './leak.rules.ts';
import { type LeakMessage, messages } from './message-texts.ts';
import { dueOfLeak } from './queries.ts';

export const leakPath = (id: string): string => `/billing/leaks/${id}`;

/** What became of it. That the bill is cancelled has a message of its own (invoices/message-texts.ts). */
const ENDED: Partial<Record<LeakState, { message?: LeakMessage; notice: NoticeKind }>> = {
  CREDITED: { message: 'CREDITED', notice: 'leaks.credited' },
  REFUSED: { message: 'REFUSED', notice: 'leaks.refused' },
  WITHDRAWN: { message: 'WITHDRAWN', notice: 'leaks.withdrawn' },
  EXPIRED: { message: 'EXPIRED', notice: 'leaks.expired' },
  ENDED: { notice: 'leaks.ended' },
  REPLACED: { message: 'REPLACED', notice: 'leaks.replaced' },
};

/**
 * The household has its number; those who decide have work.
 * @param isBack a reading after the repair shows usual use already: the household waits for the office only
 */
export async function tellAsked(tx: Tx, actor: Actor, id: string, isBack: boolean): Promise<void> {
  await send(tx, [id], () => (isBack ? 'askedBack' : 'asked'));
  await noticeHousehold(tx, actor, id, 'leaks.noted');
  await noticeOffice(tx, actor, id, { kind: 'leaks.asked', permission: 'leaks:decide' });
}

export const tellWaiting = (tx: Tx, actor: Actor, id: string): Promise<void> =>
  noticeOffice(tx, actor, id, { kind: 'leaks.waiting', permission: 'leaks:approve' });

/** The second person gave it back, and says what has to be looked at again. */
export const tellReturned = (tx: Tx, actor: Actor, id: string, reason: string): Promise<void> =>
  noticeOffice(tx, actor, id, { kind: 'leaks.returned', permission: 'leaks:decide', params: { reason } });

export async function tellEnded(tx: Tx, actor: Actor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await send(tx, ids, messageOfEnd);
  const rows = await all<{ id: string; state: LeakState }>(
    tx,
    sql`select id, state from billing.leaks where id = any(${[...ids]}::uuid[])`,
  );
  for (const { id, state } of rows) {
    const notice = ENDED[state]?.notice;
    if (notice) await noticeHousehold(tx, actor, id, notice);
  }
}

/** What the household still pays of the bill, and what of the credit pays the next one, decide what it is told. */
function messageOfEnd({ state, isCancelled, dueMinor, advanceMinor }: Row): LeakMessage | undefined {
  const message = isCancelled ? undefined : ENDED[state]?.message;
  if (message === 'CREDITED' && advanceMinor > 0) return 'creditedAdvance';
  return dueMinor > 0 && message ? (WITH_DUE[message] ?? message) : message;
}
const WITH_DUE: Partial<Record<LeakMessage, LeakMessage>> = {
  CREDITED: 'creditedDue',
  REFUSED: 'refusedDue',
  EXPIRED: 'expiredDue',
};

function noticeHousehold(tx: Tx, actor: Actor, id: string, kind: NoticeKind): Promise<void> {
  return notifyEach(
    tx,
    actor,
    kind,
    sql`select account.id as user_id, k.id::text as occasion, '/billing/leaks/' || k.id as path,
        jsonb_build_object('number', i.number, 'minor', coalesce(k.amount_minor, 0), 'day', k.wait_until) as params
      from billing.leaks k join billing.invoices i on i.id = k.invoice_id
      ${joinReceiver(sql`i.consumer_id`)}
      where k.id = ${id} and account.id is distinct from ${actor.userId}::uuid`,
  );
}

type Work = {
  kind: NoticeKind;
  permission: 'leaks:decide' | 'leaks:approve';
  /** Beside its number. */
  params?: Record<string, string>;
};

async function noticeOffice(tx: Tx, actor: Actor, id: string, work: Work): Promise<void> {
  const { kind, permission, params } = work;
  const leak = await one<{ number: string; version: number }>(
    tx,
    sql`select number, version from billing.leaks where id = ${id}`,
  );
  await notify(tx, actor, holdersOf(permission), {
    ...{ kind, occasion: `${id}:${leak.version}`, path: leakPath(id) },
    params: { number: leak.number, ...params },
  });
}

type Row = {
  id: string;
  number: string;
  bill: string;
  day: string;
  amountMinor: number;
  dueMinor: number;
  advanceMinor: number;
  answer: string | null;
  state: LeakState;
  isCancelled: boolean;
} & ReceiverRow;

async function send(
  tx: Tx,
  ids: readonly string[],
  messageOf: (leak: Row) => LeakMessage | undefined,
): Promise<void> {
  const rows = await all<Row>(
    tx,
    sql`select k.id, k.number, i.number as bill, k.wait_until as day, coalesce(k.amount_minor, 0) as "amountMinor", k.answer, k.state, i.cancelled_on is not null as "isCancelled",
        ${dueOfLeak} as "dueMinor", least(coalesce(k.amount_minor, 0), ${usedAdvance(sql`i.connection_id`)}) as "advanceMinor",
        ${receiverColumns}
      from billing.leaks k join billing.invoices i on i.id = k.invoice_id
      ${joinReceiver(sql`i.consumer_id`)}
      where k.id = any(${[...ids]}::uuid[])`,
  );
  const written = rows.flatMap((row) => {
    const kind = messageOf(row);
    return kind ? textsOf(row, kind) : [];
  });
  await enqueueWritten(tx, written);
}

const ASKED: ReadonlySet<LeakMessage> = new Set(['asked', 'askedBack']);

function textsOf(row: Row, kind: LeakMessage) {
  const speaker = speakerOf(row, row.language);
  const { write } = speaker;
  const facts = {
    ...{ number: write.digits(row.number), bill: write.digits(row.bill), day: write.day(row.day) },
    ...{ amount: write.money(row.amountMinor), remark: row.answer ?? '' },
    ...{ due: write.money(row.dueMinor), advance: write.money(row.advanceMinor) },
  };
  const event = `billing.leak-${ASKED.has(kind) ? 'asked' : row.state.toLowerCase()}:${row.id}`;
  return messagesTo(row, speaker, { event, kind: messages[kind], facts });
}
