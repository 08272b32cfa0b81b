/**
 * SMS and bell of a household about its order, in the step's transaction. The one that asked is told of each turn; of an order that the
 * office asked for, who has the connection is told if there is a charge, and else nobody: somebody else may have told of it. Without a
 * connection the person who called the office pays the charge, and is told by SMS at the phone of the order. Of any work
 * at a connection that was verified its household is asked how it was: that it was done is no secret of somebody else.
 */
import { accountOf } from '#domains/identity/notices/receivers.ts';
import { type Language, smsText, speakerFor } from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { dayOfInstant } from '#platform/database/days.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { enqueueMessage } from '#platform/messages/outbox.ts';
import type { NoticeKind } from '#shared/words.ts';
import type { Subject } from './lock-order.ts';
import { messages, type OrderMessage } from './message-texts.ts';
import type { StepAnswer } from './steps/contract.ts';
import { DAYS_TO_RATE } from './work-order.rules.ts';

/** What the bell says of it, and the SMS; an arrival is seen at the gate, and a check by the office asks nothing of the household. */
const TELLINGS = {
  charged: { notice: 'work-orders.charged', sms: 'charged' },
  accepted: { notice: 'work-orders.accepted', sms: 'accepted' },
  coming: { notice: 'work-orders.coming', sms: 'coming' },
  waits: { notice: 'work-orders.waits', sms: 'waits' },
  arrived: { notice: 'work-orders.arrived' },
  completed: { notice: 'work-orders.completed', sms: 'completed' },
  closed: { notice: 'work-orders.closed' },
  // In the place of closed.
  rate: { notice: 'work-orders.rate', sms: 'rate' },
  reopened: { notice: 'work-orders.reopened' },
  replied: { notice: 'work-orders.replied', sms: 'replied' },
  ended: { notice: 'work-orders.ended', sms: 'ended' },
  // Its connection got another owner.
  handedOver: { notice: 'work-orders.ended', sms: 'handedOver' },
} as const satisfies Record<string, { notice: NoticeKind; sms?: OrderMessage }>;
type Telling = keyof typeof TELLINGS;

type Facts = {
  /** Null: nobody of the register; the phone is that of the person who called the office. */
  consumerId: string | null;
  phone: string;
  language: Language | null;
  /** The day by which the work is to be done, null if that is over; or until which it waits or may be rated. */
  day: string | null;
  openMinor: number;
};

/** The order keeps naming an entry of the register that became one with another. */
const factsOf = (tx: Tx, actor: Actor, orderId: string, what: Telling) =>
  first<Facts>(
    tx,
    sql`select u.id as "consumerId", coalesce(u.phone, o.phone) as phone, case when ${what === 'rate'} then ${dayOfInstant(sql`${actor.now}::timestamptz + make_interval(hours => ${sql.lit(DAYS_TO_RATE * 24)})`)}
          when ${what === 'waits'} then ${dayOfInstant(sql`o.pause_until`)}
          when o.due_at > ${actor.now}::timestamptz then ${dayOfInstant(sql`o.due_at`)} end as day,
        coalesce(o.charge_minor - o.paid_minor, 0) as "openMinor",
        (select a.language from identity.users a where a.consumer_id = u.id and a.status = 'active' limit 1) as language
      from work_orders.orders o left join consumers.consumers c on c.id = o.consumer_id
      left join consumers.consumers u on u.id = coalesce(c.merged_into, c.id)
      where o.id = ${orderId} and coalesce(u.phone, o.phone) is not null and case when ${what === 'rate'}
        then u.id is not null and (select k.asks_rating from work_orders.categories k where k.id = o.category_id)
        else o.asked_as = 'CONSUMER' or o.charge_minor is not null end`,
  );

/**
 * @param remark why the order ended
 * @returns whether there is a household that is told of it
 */
export async function tellHousehold(
  tx: Tx,
  actor: Actor,
  { id, number }: Pick<Subject, 'id' | 'number'>,
  { version }: StepAnswer,
  { what, remark = '' }: { what: Telling; remark?: string },
): Promise<boolean> {
  const facts = await factsOf(tx, actor, id, what);
  if (!facts) return false;
  const telling: { notice: NoticeKind; sms?: OrderMessage } = TELLINGS[what];
  const occasion = `${id}:${version}`;
  if (facts.consumerId)
    await notify(tx, actor, accountOf(sql`${facts.consumerId}::uuid`), {
      ...{ kind: telling.notice, occasion, path: `/work-order-list/${id}`, params: { number } },
    });
  if (!telling.sms) return true;
  const speaker = await speakerFor(tx, facts.language);
  const { digits, money, day } = speaker.write;
  await enqueueMessage(tx, {
    ...{ event: `work-orders.${telling.sms}:${occasion}`, channel: 'sms', recipient: facts.phone },
    language: speaker.language,
    text: smsText(speaker, messages[telling.sms], {
      ...{ number: digits(number), amount: money(facts.openMinor), remark },
      link: speaker.linkTo(number),
      day: facts.day ? day(facts.day) : '',
    }),
  });
  return true;
}

/** The work was verified: the household is asked how it was. */
export async function tellClosed(
  tx: Tx,
  actor: Actor,
  subject: Pick<Subject, 'id' | 'number'>,
  answer: StepAnswer,
): Promise<void> {
  const isAsked = await tellHousehold(tx, actor, subject, answer, { what: 'rate' });
  if (!isAsked) await tellHousehold(tx, actor, subject, answer, { what: 'closed' });
}
