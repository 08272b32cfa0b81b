/**
 * What the ladder asks for, as statements over the connections of a chunk. Each compares what is late, held and exempt in the statement that
 * writes. The caller holds the connections' locks, so no money of theirs moves meanwhile.
 */
import { isPlanToBegin } from '#domains/billing/payment-plans/asked.ts';
import type { Actor } from '#platform/actor.ts';
import { all, execute, type Sql, sql, type Tx } from '#platform/database/db.ts';
import type { LadderRules, ToldStep } from '../ladder/ladder.rules.ts';
import { isExempt, lateDebt, lateInAll } from './debt.ts';
import { inClearing, isPlanByCheque } from './in-clearing.ts';

export type Ladder = { id: string; rules: LadderRules };
export type Chunk = { day: string; ladder: Ladder | null; connectionIds: readonly string[] };

const json = (rules: LadderRules | null): Sql => sql`${rules === null ? null : JSON.stringify(rules)}::jsonb`;
const day = (on: string): Sql => sql`${on}::date`;
const late = (
  { day: on, connectionIds }: Pick<Chunk, 'day' | 'connectionIds'>,
  where: Sql = sql`true`,
): Sql => lateDebt(day(on), sql`i.connection_id = any(${[...connectionIds]}::uuid[]) and ${where}`);

/** Whether a step may be taken: enough is late for long enough. Over `d`, what is late. */
export const isDue = (
  on: Sql,
  { daysOverdue, leastMinor }: { daysOverdue: number; leastMinor: number },
): Sql => sql`(d.due_minor >= ${leastMinor}::bigint and d.late_since + ${daysOverdue}::int <= ${on})`;

/** The first step of the ladder, with which a case begins. */
export const firstStep = ({ reminder, notice }: LadderRules): ToldStep | null =>
  reminder.on ? 'reminder' : notice.on ? 'notice' : null;

/** Connections that the run looks at: with late bills and the next step due. Their state is compared again under their locks. */
export function waiting(on: string, { rules }: Ladder): Sql {
  const first = firstStep(rules);
  if (first === null) return sql`select null::uuid as connection_id where false`;
  return sql`select d.connection_id from (${lateDebt(day(on))}) d join meters.connections c on c.id = d.connection_id
    left join collections.cases k on k.connection_id = d.connection_id and k.state <> 'CLOSED'
    where c.status = 'active' and not ${isExempt(day(on), json(rules))} and (
      (k.id is null and ${isDue(day(on), rules[first])})
      or (k.state = 'REMINDED' and ${rules.notice.on}::boolean and ${isDue(day(on), rules.notice)}))`;
}

/** An event of cases, with what they owe. @param rows SELECT of id, due_minor, remark */
const noted = (actor: Actor, on: string, event: string, rows: Sql): Sql =>
  sql`insert into collections.case_events (case_id, at, day, event, due_minor, remark, actor_id, actor_name)
    select id, ${actor.now}::timestamptz, ${day(on)}, ${event}, due_minor, remark, ${actor.userId}::uuid, ${actor.name} from (${rows}) r`;

/** What of these connections is late only if a cheque comes back: a case waits for the bank. */
const byCheque = ({ day: on, connectionIds }: Pick<Chunk, 'day' | 'connectionIds'>, where?: Sql): Sql =>
  inClearing(day(on), sql`select unnest(${[...connectionIds]}::uuid[])`, where);

/** Open cases of which nothing is asked any more, with the reason; null: something is, or is if a cheque comes back. */
const judged = (chunk: Chunk): Sql => {
  const { ladder } = chunk;
  const rules = ladder?.rules ?? null;
  const least = rules ? rules[firstStep(rules) ?? 'notice'].leastMinor : 0;
  return sql`select k.id, k.due_minor, case
      when c.status = 'closed' then 'connection_closed'
      when ${rules === null || firstStep(rules) === null}::boolean then 'switched_off'
      when ${isExempt(day(chunk.day), json(rules))} then 'exempt'
      when coalesce(d.due_minor, 0) + coalesce(f.late_minor, 0) >= greatest(1, ${least}::bigint) then null
      when ${lateInAll(sql`c.id`, day(chunk.day))} = 0 then 'paid'
      when d.due_minor is null then 'held'
      else 'below_least' end as because
    from collections.cases k join meters.connections c on c.id = k.connection_id
    left join (${late(chunk)}) d on d.connection_id = k.connection_id
    left join (${byCheque(chunk)}) f on f.connection_id = k.connection_id
    where k.connection_id = any(${[...chunk.connectionIds]}::uuid[]) and k.state in ('REMINDED', 'NOTICED')`;
};

/** Cases that are over before anybody is sent: paid, held, exempt, or too little is left. */
export async function closeCases(tx: Tx, actor: Actor, chunk: Chunk): Promise<void> {
  await execute(
    tx,
    sql`with closed as (
        update collections.cases k set state = 'CLOSED', state_on = ${day(chunk.day)}, closed_on = ${day(chunk.day)},
          closed_because = j.because, version = k.version + 1
        from (${judged(chunk)}) j where k.id = j.id and j.because is not null
        returning k.id, k.due_minor, k.closed_because as remark)
      ${noted(actor, chunk.day, 'closed', sql`select * from closed`)}`,
  );
}

/** The second step: those that were reminded get a notice. @returns the cases */
export async function giveNotices(tx: Tx, actor: Actor, chunk: Chunk): Promise<string[]> {
  const { ladder } = chunk;
  if (!ladder?.rules.notice.on) return [];
  const { notice } = ladder.rules;
  const rows = await all<{ id: string }>(
    tx,
    sql`with stepped as (
        update collections.cases k set state = 'NOTICED', state_on = ${day(chunk.day)}, due_minor = d.due_minor, late_since = d.late_since,
          pay_by = ${day(chunk.day)} + ${notice.waitDays}::int, rules_id = ${ladder.id}, version = k.version + 1
        from (${late(chunk)}) d join meters.connections c on c.id = d.connection_id
        where k.connection_id = d.connection_id and k.state = 'REMINDED' and k.pay_by < ${day(chunk.day)} and c.status = 'active'
          and ${isDue(day(chunk.day), notice)} and not ${isExempt(day(chunk.day), json(ladder.rules))}
        returning k.id, k.due_minor, null::text as remark),
      noted as (${noted(actor, chunk.day, 'notice', sql`select * from stepped`)})
      select id from stepped`,
  );
  return rows.map(({ id }) => id);
}

/** The first step: a case begins. @returns the cases */
export async function openCases(tx: Tx, actor: Actor, chunk: Chunk): Promise<string[]> {
  const { ladder } = chunk;
  const first = ladder && firstStep(ladder.rules);
  if (!ladder || !first) return [];
  const step = ladder.rules[first];
  const rows = await all<{ id: string }>(
    tx,
    sql`with stepped as (
        insert into collections.cases (connection_id, consumer_id, state, state_on, opened_on, due_minor, late_since, pay_by, rules_id)
        select c.id, c.consumer_id, ${first === 'reminder' ? 'REMINDED' : 'NOTICED'}, ${day(chunk.day)}, ${day(chunk.day)}, d.due_minor,
          d.late_since, ${day(chunk.day)} + ${step.waitDays}::int, ${ladder.id}
        from (${late(chunk)}) d join meters.connections c on c.id = d.connection_id
        where c.status = 'active' and ${isDue(day(chunk.day), step)} and not ${isExempt(day(chunk.day), json(ladder.rules))}
          and not exists (select from collections.cases k where k.connection_id = c.id and (k.state <> 'CLOSED' or k.opened_on = ${day(chunk.day)}))
        returning id, due_minor, null::text as remark),
      noted as (${noted(actor, chunk.day, first, sql`select * from stepped`)})
      select id from stepped`,
  );
  return rows.map(({ id }) => id);
}

/** What a person saw of a case, with the order that was made for it. */
export type Order = { id: string; version: number; dueMinor: number; orderId: string; number: string };

/** Whether a case `k` of a connection `c`, with what is late as `d` (or nothing is), is ready for a person to look at. */
export const isReady = (on: string, { rules }: Ladder): Sql =>
  sql`coalesce(k.state = 'NOTICED' and k.pay_by < ${day(on)} and c.status = 'active' and ${rules.disconnection.on}::boolean
    and ${isDue(day(on), rules.disconnection)} and not ${isExempt(day(on), json(rules))}, false)`;

/** SELECT of id, order_id, due_minor, late_since: of these cases, those that are as they were seen, and ready. */
export const readyCases = (on: string, ladder: Ladder, orders: readonly Order[]): Sql =>
  sql`select k.id, s."orderId" as order_id, d.due_minor, d.late_since
    from json_to_recordset(${JSON.stringify(orders)}::json) as s (id uuid, version int, "dueMinor" bigint, "orderId" uuid)
    join collections.cases k on k.id = s.id and k.version = s.version
    join meters.connections c on c.id = k.connection_id
    join (${lateDebt(
      day(on),
      sql`i.connection_id in (select x.connection_id from collections.cases x
      where x.id = any(${orders.map(({ id }) => id)}::uuid[]))`,
    )}) d on d.connection_id = k.connection_id and d.due_minor = s."dueMinor"
    where ${isReady(on, ladder)}`;

/**
 * What of one connection is asked now, for the steps after the approval: `because` of the close if nothing is; whether that is only because of
 * a plan by which nothing is paid yet, or of a cheque that the bank has not paid (`chequeMinor`, `isByCheque`).
 * @param lateOn only bills that were late on this day; without it all
 */
export const standingOf = (on: string, ladder: Ladder | null, connectionId: string, lateOn?: string): Sql => {
  const of = lateOn ? sql`i.due_on < ${lateOn}::date` : sql`true`;
  return sql`select coalesce(d.due_minor, 0)::bigint as "dueMinor", case
      when c.status = 'closed' then 'connection_closed'
      when ${isExempt(day(on), sql`coalesce(${json(ladder?.rules ?? null)}, '{}')`)} then 'exempt'
      when ${lateInAll(sql`c.id`, day(on), of)} = 0 then 'paid'
      when d.due_minor is null then 'held'
      when d.due_minor < ${ladder?.rules.disconnection.leastMinor ?? 0}::bigint then 'below_least' end as because,
      (${isPlanToBegin(sql`c.id`)} or ${isPlanByCheque(sql`c.id`)}) as "isPlanToBegin", coalesce(f.late_minor, 0)::bigint as "chequeMinor",
      coalesce(f.late_minor > 0 and coalesce(d.due_minor, 0) + f.late_minor >= ${ladder?.rules.disconnection.leastMinor ?? 0}::bigint, false) as "isByCheque"
    from meters.connections c left join (${late({ day: on, connectionIds: [connectionId] }, of)}) d on d.connection_id = c.id
    left join (${byCheque({ day: on, connectionIds: [connectionId] }, of)}) f on f.connection_id = c.id
    where c.id = ${connectionId}`;
};
