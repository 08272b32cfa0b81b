/** Who is told of a plan, in the transaction of its step: the household by SMS, mail and bell; the office by the bell. */
import { joinReceiver, type ReceiverRow, receiverColumns } from '#domains/identity/notices/households.ts';
import { holdersOf } from '#domains/identity/notices/receivers.ts';
import { messagesTo, speakerOf } from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { all, one, sql, type Tx } from '#platform/database/db.ts';
import { notify, notifyEach } from '#platform/messages/inbox.ts';
import { enqueueWritten, type WrittenMessage } from '#platform/messages/outbox.ts';
import type { NoticeKind } from '#shared/words.ts';
import { olderBeside } from './asked.ts';
import { messages, type PlanMessage } from './message-texts.ts';
import { instalmentsOf, leftOf } from './standing.ts';

export const planPath = (id: string): string => `/billing/payment-plans/${id}`;

/** Who has work by what happened, or only reads of it: who proposes plans; of one that waits, who may agree to it. */
const OFFICE = {
  'payment_plans.asked': 'payment-plans:propose',
  'payment_plans.waiting': 'payment-plans:approve',
  'payment_plans.second_refused': 'payment-plans:propose',
  'payment_plans.accepted': 'payment-plans:propose',
  'payment_plans.declined': 'payment-plans:propose',
  'payment_plans.broken_office': 'payment-plans:propose',
  'payment_plans.ended_office': 'payment-plans:propose',
} as const;

export async function tellOffice(tx: Tx, actor: Actor, id: string, kind: keyof typeof OFFICE): Promise<void> {
  const { number, version } = await one<{ number: string; version: number }>(
    tx,
    sql`select number, version from billing.payment_plans where id = ${id}`,
  );
  await notify(tx, actor, holdersOf(OFFICE[kind]), {
    ...{ kind, occasion: `${id}:${version}`, path: planPath(id) },
    params: { number },
  });
}

/** Of each message of a household, what its bell says. */
const NOTICES: Record<PlanMessage, NoticeKind> = {
  proposed: 'payment_plans.proposed',
  active: 'payment_plans.active',
  remind: 'payment_plans.remind',
  missed: 'payment_plans.missed',
  bill_late: 'payment_plans.bill_late',
  broken: 'payment_plans.broken',
  completed: 'payment_plans.completed',
  resumed: 'payment_plans.resumed',
  cancelled: 'payment_plans.cancelled',
  refused: 'payment_plans.refused',
  ended: 'payment_plans.ended',
  expired: 'payment_plans.expired',
};

/** What a message says beside what the plan says; `of` makes it one of several of its kind. */
export type About = { id: string; of?: string; amountMinor?: number; day?: string };

/** The same kind to the households of these plans, with the same few statements for one and for many. */
export async function tellHouseholds(
  tx: Tx,
  actor: Actor,
  kind: PlanMessage,
  told: readonly About[],
): Promise<void> {
  if (told.length === 0) return;
  const rows = await all<Row>(
    tx,
    sql`select p.id, p.number, c.number as connection, p.accept_by as "acceptBy", p.end_reason as "endReason", p.sum_minor as "sumMinor",
        ${leftOf('p')} as "leftMinor", ${olderBeside('p')} as "olderMinor", (select count(*)::int from billing.payment_plan_instalments q where q.plan_id = p.id) as parts,
        n.due_on as "nextOn", n.left_minor as "nextMinor", account.id as "userId", ${receiverColumns}
      from billing.payment_plans p join meters.connections c on c.id = p.connection_id
      ${joinReceiver(sql`p.consumer_id`)}
      left join lateral (select * from (${instalmentsOf('p', actor.today)}) n where n.left_minor > 0 order by n.seq limit 1) n on true
      where p.id = any(${told.map(({ id }) => id)}::uuid[])`,
  );
  const byPlan = Map.groupBy(rows, ({ id }) => id);
  const receivers = told.flatMap((about) => (byPlan.get(about.id) ?? []).map((row) => ({ row, about })));
  await enqueueWritten(
    tx,
    receivers.flatMap(({ row, about }) => textsOf(row, kind, about)),
  );
  const notices = receivers.flatMap(({ row, about }) => {
    if (row.userId === null || row.userId === actor.userId) return [];
    const { amountMinor: minor, day } = figuresOf(row, kind, about);
    const params = { number: row.number, minor, ...(day ? { day } : {}) };
    return [{ user_id: row.userId, occasion: occasionOf(about), path: planPath(row.id), params }];
  });
  await notifyEach(
    tx,
    actor,
    NOTICES[kind],
    sql`select n.* from json_to_recordset(${JSON.stringify(notices)}::json) as n (user_id uuid, occasion text, path text, params jsonb)`,
  );
}

const occasionOf = ({ id, of }: About): string => (of ? `${id}:${of}` : id);

type Row = {
  id: string;
  number: string;
  connection: string;
  acceptBy: string | null;
  endReason: string | null;
  sumMinor: number | null;
  leftMinor: number;
  olderMinor: number;
  parts: number;
  nextOn: string | null;
  nextMinor: number | null;
  userId: string | null;
} & ReceiverRow;

/** Messages that ask for money: older bills beside the plan are paid first, so they are in the sum. */
const ASKING: readonly PlanMessage[] = ['active', 'resumed', 'remind', 'missed', 'broken', 'expired'];

/** The sum and the day of a message. */
function figuresOf(
  row: Row,
  kind: PlanMessage,
  { amountMinor, day }: About,
): { amountMinor: number; olderMinor: number; day: string } {
  const usual =
    kind === 'proposed'
      ? { amountMinor: row.sumMinor, day: row.acceptBy }
      : kind === 'active' || kind === 'resumed'
        ? { amountMinor: row.nextMinor, day: row.nextOn }
        : { amountMinor: row.leftMinor, day: null };
  const olderMinor = ASKING.includes(kind) ? row.olderMinor : 0;
  return {
    amountMinor: (amountMinor ?? usual.amountMinor ?? 0) + olderMinor,
    ...{ olderMinor, day: day ?? usual.day ?? '' },
  };
}

function textsOf(row: Row, kind: PlanMessage, about: About): WrittenMessage[] {
  const speaker = speakerOf(row, row.language);
  const { write } = speaker;
  const { amountMinor, olderMinor, day } = figuresOf(row, kind, about);
  const facts = {
    ...{ number: write.digits(row.number), connection: write.digits(row.connection) },
    ...{ amount: write.money(amountMinor), count: write.digits(String(row.parts)) },
    older: olderMinor > 0 ? write.money(olderMinor) : '',
    ...{ day: day ? write.day(day) : '', remark: row.endReason ?? '', link: speaker.linkTo(row.number) },
  };
  const event = `billing.plan:${kind.replace('_', '-')}:${occasionOf(about)}`;
  return messagesTo(row, speaker, { event, kind: messages[kind], facts });
}
