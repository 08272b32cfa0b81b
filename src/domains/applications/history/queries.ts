/** The history of an application: its steps, the visits that were planned, and what the applicant was told. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, type Sql, sql, type Tx } from '#platform/database/db.ts';
import type { getTimeline as timelineCall } from '../contract.ts';
import { checksKeptWith } from '../noc/checks/checks.ts';
import { MONEY_KINDS } from '../pipeline/message-texts.ts';
import { eventDetails, eventsOpenTo, nameOpenTo, opensMoney, opensUtility } from '../pipeline/open-parts.ts';
import { getItem } from '../queries.ts';

type Timeline = z.input<(typeof timelineCall)['output']>;
type Page = z.output<(typeof timelineCall)['query']>;

/**
 * What happened, the newest first, as far as it is open to the actor, a page at a time: the history of a record that lives for years has no
 * end. What a step told comes right below it.
 */
export async function getTimeline(db: Db | Tx, actor: Actor, page: Page): Promise<Timeline> {
  const { applicationId, limit } = page;
  await getItem(db, actor, applicationId);
  const parts = [steps(actor, page)];
  // The planning authority has nothing to do with the plot's visits, nor with what the utility tells the applicant.
  if (opensUtility(actor)) parts.push(visits(actor, applicationId), messages(actor, applicationId));
  const found = await all<Timeline['items'][number] & { place: string }>(
    db,
    sql`select id, at, action, from_state as "fromState", to_state as "toState", actor_name as "actorName",
        actor_name_bn as "actorNameBn", role, remark, text, details, checks,
        concat_ws('_', (extract(epoch from at) * 1000000)::bigint, step_id, rank, id) as place
      from (${sql.join(parts, sql` union all `)}) as entry
      where ${isBefore(page, sql`at, step_id, -rank, id`)}
      order by at desc, step_id desc, rank, id desc limit ${limit + 1}`,
  );
  const items = found.slice(0, limit);
  return { items, earlier: found.length > limit ? (items.at(-1)?.place ?? null) : null };
}

/** @param place of an entry in the order of the history, as columns that all fall */
function isBefore({ before }: Page, place: Sql): Sql {
  if (!before) return sql`true`;
  const [micros, stepId, rank, id] = before.split('_');
  return sql`(${place}) < (timestamptz 'epoch' + ${Number(micros)}::float8 * interval '1 microsecond', ${stepId}::uuid,
    ${-Number(rank)}::int, ${id}::uuid)`;
}

/** What was noted again in the place of an installation is one installation to the household; the office reads both. */
const isNotReplaced = (actor: Actor): Sql =>
  actor.kind === 'consumer'
    ? sql`not (t.action = 'install' and exists (select from applications.timeline later
        where later.application_id = t.application_id and later.action = 'install' and later.id > t.id))`
    : sql`true`;

/** No more of them than a page: there may be thousands. */
function steps(actor: Actor, page: Page): Sql {
  const { applicationId, limit } = page;
  // The last desk's approval is the applicant's news; its remark only if it was written for them.
  const remark = sql`case when t.action = 'noc-approve' and ${actor.kind === 'consumer'}::boolean and not exists (
      select from applications.noc_remarks k
      where k.application_id = t.application_id and k.at = t.at and k.kind = 'approve' and k.shared)
    then null else t.remark end`;
  return sql`(select t.id, t.id as step_id, 0 as rank, t.at, t.action, t.from_state, t.to_state,
      ${nameOpenTo(actor, sql`t.actor_id`, sql`t.actor_name`)} as actor_name,
      case when t.role = 'consumer' then nullif(c.name_bn, '') end as actor_name_bn, t.role, ${remark} as remark,
      null::text as text, ${eventDetails(actor)} as details, ${checksOfDecision(actor)} as checks
    from applications.timeline t join applications.applications a on a.id = t.application_id
    left join consumers.consumers c on c.id = a.consumer_id
    where t.application_id = ${applicationId} and ${eventsOpenTo(actor)} and ${isNotReplaced(actor)}
      and ${isBefore(page, sql`t.at, t.id, 0, t.id`)}
    order by t.at desc, t.id desc limit ${limit + 1})`;
}

/** Of a step `t` that is the decision of a desk. */
const checksOfDecision = (actor: Actor): Sql =>
  checksKeptWith(
    actor,
    sql`(select k.id from applications.noc_remarks k
      where k.application_id = t.application_id and k.at = t.at and 'noc-' || k.kind = t.action limit 1)`,
  );

/** Of who comes neither the name nor the remark: an assignment is for the office. */
const visits = (actor: Actor, applicationId: string): Sql =>
  sql`select v.id, v.id, 1, v.at, 'visit', v.state, v.state, ${nameOpenTo(actor, sql`v.actor_id`, sql`v.actor_name`)},
      null, v.role, null, null, jsonb_strip_nulls(jsonb_build_object('visitOn', v.day, 'earlierOn', v.earlier)), '[]'::jsonb
    from applications.planned_visits(${applicationId}) v`;

/** While it is on hold nothing is asked of the applicant: not by a message of before, either. */
const isAsked = (actor: Actor, applicationId: string): Sql =>
  actor.kind === 'consumer'
    ? sql`(select a.overlay is null from applications.applications a where a.id = ${applicationId})`
    : sql`true`;

const messages = (actor: Actor, applicationId: string): Sql =>
  sql`select m.id, coalesce(s.id, m.id), 2, m.at, 'message', null, null, '', null, 'system', null,
      case when (${opensMoney(actor)}::boolean and ${isAsked(actor, applicationId)}) or not m.kind = any(${MONEY_KINDS}::text[]) then nullif(m.body, '') end,
      m.params || jsonb_build_object('message', m.kind, 'channel', m.channel, 'delivery', m.state), '[]'::jsonb
    from applications.sent_messages(${applicationId}) m
    left join lateral (select t.id from applications.timeline t
      where t.application_id = ${applicationId} and t.version = m.version order by t.id limit 1) s on true`;
