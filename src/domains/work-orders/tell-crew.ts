/** What a crew and who assigns work are told about an order, in their bell, in the step's transaction. */
import { holdersOf } from '#domains/identity/notices/receivers.ts';
import type { Actor } from '#platform/actor.ts';
import { type Sql, sql, type Tx } from '#platform/database/db.ts';
import { notify, notifyEach } from '#platform/messages/inbox.ts';
import type { NoticeKind } from '#shared/words.ts';
import type { Subject } from './lock-order.ts';
import type { StepAnswer } from './steps/contract.ts';

const NOTICES = {
  assigned: 'work-orders.assigned',
  taken: 'work-orders.taken',
  paused: 'work-orders.paused',
  resumed: 'work-orders.resumed',
  escalated: 'work-orders.escalated',
  left: 'work-orders.left',
} as const satisfies Record<string, NoticeKind>;

type About = Pick<Subject, 'id' | 'number'>;

const tell = (
  tx: Tx,
  actor: Actor,
  { id, number }: About,
  of: { kind: NoticeKind; answer: StepAnswer; to: Sql },
): Promise<void> =>
  notify(tx, actor, of.to, {
    ...{ kind: of.kind, occasion: `${id}:${of.answer.version}`, path: `/work-order-list/${id}` },
    params: { number },
  });

/** @param told crew: without it, who had the order before the step */
export const tellCrew = (
  tx: Tx,
  actor: Actor,
  subject: About & Pick<Subject, 'facts'>,
  told: {
    what: Exclude<keyof typeof NOTICES, 'escalated' | 'left'>;
    answer: StepAnswer;
    crew?: readonly string[];
  },
): Promise<void> =>
  tell(tx, actor, subject, {
    ...{ kind: NOTICES[told.what], answer: told.answer },
    to: sql`select unnest(${[...(told.crew ?? subject.facts.crew)]}::uuid[]) as id`,
  });

/** Those who assign work. */
export const tellHeads = (
  tx: Tx,
  actor: Actor,
  subject: About,
  { what, answer }: { what: 'escalated' | 'resumed'; answer: StepAnswer },
): Promise<void> =>
  tell(tx, actor, subject, { kind: NOTICES[what], answer, to: holdersOf('work-orders:assign') });

type Several = { orders: readonly { id: string }[]; to: Sql; name?: string };

/** The same people of several orders, each by itself. */
export const tellEach = (
  tx: Tx,
  actor: Actor,
  what: 'assigned' | 'taken' | 'left',
  { orders, to, name }: Several,
): Promise<void> =>
  notifyEach(
    tx,
    actor,
    NOTICES[what],
    sql`select receiver.id as user_id, o.id || ':' || o.version as occasion, '/work-order-list/' || o.id as path,
        jsonb_strip_nulls(jsonb_build_object('number', o.number, 'name', ${name ?? null}::text)) as params
      from work_orders.orders o cross join (${to}) as receiver
      where o.id = any(${orders.map(({ id }) => id)}::uuid[]) and receiver.id is distinct from ${actor.userId}::uuid`,
  );
