/** The planning authority's queue and its desks. */
import type { z } from 'zod';
import { type Actor, may } from '#platform/actor.ts';
import { all, type Db, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { type ListQuery, listPage, whether } from '#platform/database/lists.ts';
import { PLANNING_ROLES } from '#shared/permissions.ts';
import { inSector } from '../list-conditions.ts';
import { applicantNameBn, nameInHand } from '../pipeline/item-columns.ts';
import { opensUtility, openTo } from '../pipeline/open-parts.ts';
import { searchedBy, visibleTo } from '../pipeline/visible.ts';
import { checksOfDesk, isGreen, rowChecks } from './checks/checks.ts';
import type { deskSchema, listDesks as listDesksCall, listNoc as listNocCall } from './contract.ts';
import {
  decidesAtOwn,
  deputyRolesOf,
  deskRolesOf,
  givenTo,
  inForce,
  inForceAt,
  mayBeDeputy,
  officerAt,
  officerOf,
  ownDesksOf,
} from './deputies.ts';
import { rowDetails, rowPapers } from './row-details.ts';

type NocQuery = z.output<(typeof listNocCall)['query']>;
type NocPage = z.input<(typeof listNocCall)['output']>;
type Desk = z.input<typeof deskSchema>;
type Officer = z.input<(typeof listDesksCall)['output']>['officers'][number];

/** Over applications `a`, its open desk `s`, and the delegation `g` of that desk that is in force for it. */
const isMine = (
  actor: Actor,
): Sql => sql`(a.state = 'WAITING_FOR_REVIEW' and s.role_code = any(${deskRolesOf(actor)})
  and case when g.id is not null then g.deputy_id = ${actor.userId}::uuid
    when ${givenTo} is not null then ${givenTo} = ${actor.userId}::uuid
    else s.desk_id = any(${ownDesksOf(actor)}) end)`;
const hasSteps = sql`exists (select from applications.noc_steps any_step where any_step.application_id = a.id)`;

/** Over the same, what each tab shows of all that the actor may see. */
type Tab = NonNullable<NocQuery['desk']> | 'decidedAtOwn' | 'decidedAsDeputy';
function tabs(actor: Actor): Record<Tab, Sql> {
  const seen = sql`a.archived_at is null and ${visibleTo(actor)}`;
  // With a step of the own desk it is visible (visibleTo), so that nothing more is looked up for each application.
  const seenAtOwnDesk = sql`a.archived_at is null and a.deleted_at is null`;
  const decidedBy = (
    roles: Sql,
  ) => sql`exists (select from applications.noc_steps x where x.application_id = a.id
    and x.role_code ${roles} and x.state in ('APPROVED', 'REJECTED'))`;
  const ownRole = sql`= ${actor.role}`;
  return {
    mine: sql`${seenAtOwnDesk} and ${isMine(actor)}`,
    chain: sql`${seen} and a.state = 'WAITING_FOR_REVIEW' and (s.application_id is not null or ${hasSteps})`,
    decided: sql`${seenAtOwnDesk} and ${decidedBy(sql`= any(${deskRolesOf(actor)})`)}`,
    // The same in two parts. Of one role there is one step, so that nothing is sorted out; few people are deputies.
    decidedAtOwn: sql`${seenAtOwnDesk} and ${decidedBy(ownRole)}`,
    decidedAsDeputy: sql`cardinality(${deputyRolesOf(actor)}) > 0 and ${seenAtOwnDesk}
      and ${decidedBy(sql`= any(${deputyRolesOf(actor)})`)} and not ${decidedBy(ownRole)}`,
    any: sql`${seen} and ${hasSteps}`,
  };
}

const tables = sql`applications.applications a
  left join applications.noc_steps s on s.application_id = a.id and s.state = 'OPEN'`;
/** The same with \`g\`. A count that asks for no delegation is made without. */
const withDelegations = (actor: Actor): Sql =>
  sql`${tables} left join applications.desk_delegations g on g.desk_id = s.desk_id and ${inForceAt(actor)}`;

const isLate = (actor: Actor) =>
  sql`coalesce(s.due_at < ${actor.now}::timestamptz and a.state = 'WAITING_FOR_REVIEW' and a.overlay is null, false)`;

/** It is with the officer: forwarded to them, or at their desk; of each role there is one. */
const atOfficer = (
  officerId: string,
): Sql => sql`coalesce(${givenTo} = ${officerId}::uuid, s.role_code = any(array(
  select d.role_code from applications.desks d where ${officerOf('d')} = ${officerId}::uuid)))`;

/** Over `a`: the own desk decided so; for who has none, any desk did. What it returned may be approved since. */
function decidedAs(actor: Actor, decision: NonNullable<NocQuery['decision']>): Sql {
  const byOwn = (role: Sql) =>
    PLANNING_ROLES.includes(actor.role) ? sql`${role} = any(${deskRolesOf(actor)})` : sql`true`;
  return decision === 'RETURNED'
    ? sql`exists (select from applications.noc_remarks k where k.application_id = a.id and k.kind = 'return'
        and ${byOwn(sql`k.role_code`)})`
    : sql`exists (select from applications.noc_steps w where w.application_id = a.id and w.state = ${decision}
        and ${byOwn(sql`w.role_code`)})`;
}

type Filters = Omit<NocQuery, 'limit' | 'offset' | 'sort'>;

function conditions(actor: Actor, query: Filters, tab: Tab = query.desk ?? 'any'): Sql {
  const given = [
    tabs(actor)[tab],
    query.roleCode ? sql`s.role_code = ${query.roleCode}` : sql`true`,
    query.stateId ? sql`a.state = ${query.stateId}` : sql`true`,
    inSector(query.sectorId),
    query.deskDays
      ? sql`s.opened_at <= ${actor.now}::timestamptz - make_interval(days => ${query.deskDays}::int)`
      : sql`true`,
    query.search ? searchedBy(actor, query.search) : sql`true`,
    ...(query.officerId ? [atOfficer(query.officerId)] : []),
    ...(query.decision ? [decidedAs(actor, query.decision)] : []),
    ...whether(query.overdue, isLate(actor)),
    ...whether(query.green, isGreen(sql`s.desk_id`)),
  ];
  return sql.join(given, sql` and `);
}

/** What the row of each application of a page shows, over the columns of `nocList`. */
export const shownOf = (actor: Actor, page: Sql): Sql<{ id: string }> =>
  sql`select a.id, a.noc_number as "nocNumber", a.number, a.state, a.overlay,
      a."applicantName", ${applicantNameBn} as "applicantNameBn",
      coalesce(a.applicant ->> 'phone', '') as "applicantPhone", e.number as "sectorNumber", r.number as "roadNumber",
      a."plotNumber", a."submittedAt", a."deskRole",
      (select ${officerAt} from applications.noc_steps s join applications.desks d on d.id = s.desk_id
        where s.application_id = a.id and s.state = 'OPEN') as "deskOfficerId", a."deskSince", a."deskDueAt",
      a.overdue, a.mine, a."remindedAt", a."remindFrom",
      ${openTo(opensUtility(actor), nameInHand)} as "assigneeName",
      (select count(*)::int from applications.noc_remarks k where k.application_id = a.id and k.text <> '') as "remarkCount",
      ${rowDetails(actor)}, ${rowChecks}, a.version
    from (${page}) a
    left join settings.roads r on r.id = a.road_id left join settings.sectors e on e.id = r.sector_id
    ${rowPapers(actor)}`;

/** Applications that are or were at the authority, as the actor asked for them and may see them. */
export function nocList(actor: Actor, query: Filters): ListQuery {
  return {
    rows: sql`select a.*, coalesce(a.applicant ->> 'name', '') as "applicantName", a.plot_number as "plotNumber",
        a.submitted_at as "submittedAt", s.role_code as "deskRole", s.desk_id, s.opened_at as "deskSince", s.due_at as "deskDueAt",
        s.reminded_at as "remindedAt", s.remind_from as "remindFrom", coalesce(${isMine(actor)}, false) as mine, ${isLate(actor)} as overdue
      from ${withDelegations(actor)} where ${conditions(actor, query)}`,
    details: (page) => shownOf(actor, page),
    sorts: {
      deskSince: sql`"deskSince"`,
      submittedAt: sql`"submittedAt"`,
      number: sql`number`,
      applicantName: sql`"applicantName" collate "bn-x-icu"`,
      state: sql`state`,
      plotNumber: sql`"plotNumber" collate platform.natural`,
    },
    tieBreak: sql`id`,
  };
}

/** A page of them, and how many are in each tab, with all other filters applied. */
export async function listNoc(db: Db | Tx, actor: Actor, query: NocQuery): Promise<NocPage> {
  const { desk } = query;
  const isPlanner = PLANNING_ROLES.includes(actor.role);
  const countOf = (tab: Tab) =>
    isPlanner || tab === 'chain'
      ? sql`(select count(*) from ${tab === 'mine' ? withDelegations(actor) : tables}
          where ${conditions(actor, query, tab)})`
      : sql`0::bigint`;
  const counting = one<NocPage['counts']>(
    db,
    sql`select ${countOf('mine')} as mine, ${countOf('chain')} as chain, 
      ${countOf('decidedAtOwn')} + ${countOf('decidedAsDeputy')} as decided`,
  );
  const counted = desk && desk !== 'any' ? counting.then((counts) => counts[desk]) : undefined;
  const [page, counts] = await Promise.all([
    listPage<NocPage['items'][number]>(db, query, nocList(actor, query), counted),
    counting,
  ]);
  return { ...page, counts };
}

/** How many wait for the actor's own decision: the number of the tab. */
export async function countOwnDesk(db: Db | Tx, actor: Actor): Promise<number> {
  const { count } = await one<{ count: number }>(
    db,
    sql`select count(*)::int as count from ${withDelegations(actor)} where ${tabs(actor).mine}`,
  );
  return count;
}

/** Of the desk `d`, what is not over. Why somebody is away is not told to the utility. */
const delegations = (actor: Actor): Sql => sql`coalesce((select jsonb_agg(jsonb_build_object('id', g.id,
    'officerName', g.officer_name, 'deputyName', p.name, 'firstDay', g.first_day, 'lastDay', g.last_day,
    'reason', case when ${may(actor, 'noc:decide') || may(actor, 'noc:desks')}::boolean then g.reason end,
    'inForce', ${inForce(actor)}, 'mine', g.deputy_id = ${actor.userId}::uuid) order by g.first_day)
  from applications.desk_delegations g join identity.users p on p.id = g.deputy_id
  where g.desk_id = d.id and g.ended_at is null and g.last_day >= ${actor.today}::date), '[]')`;

const deskColumns = (
  actor: Actor,
): Sql => sql`d.id, d.version, d.role_code as "roleCode", d.name, d.position, d.officer_id as "officerId",
  u.name as "officerName", d.officer_id is not null and ${officerOf('d')} is null as "officerGone",
  d.working_days as "workingDays", d.active, ${checksOfDesk} as checks, coalesce(${officerOf('d')} = ${actor.userId}::uuid, false) as mine, ${delegations(actor)} as delegations,
  (select count(*)::int from applications.noc_steps s join applications.applications a on a.id = s.application_id
    where s.desk_id = d.id and s.state = 'OPEN' and a.state = 'WAITING_FOR_REVIEW' and a.deleted_at is null)
    as "openApplications"`;

/** The desks in their order, and who could sit at them; who has one is named although the role may not decide any more. */
export async function listDesks(db: Db | Tx, actor: Actor) {
  const items = await all<Desk>(
    db,
    sql`select ${deskColumns(actor)} from applications.desks d left join identity.users u on u.id = d.officer_id
      order by d.position`,
  );
  const officers = await all<Officer>(
    db,
    sql`select u.id, u.name, r.code as "roleCode", own.id as "deskId", coalesce(load.count, 0) as "openApplications",
        (select max(g.last_day) from applications.desk_delegations g where g.officer_id = u.id and ${inForce(actor)}) as "awayUntil"
      from identity.users u join roles.roles r on r.id = u.role_id left join applications.desks own on ${decidesAtOwn}
      left join (select ${officerAt} as id, count(*)::int from applications.noc_steps s
          join applications.desks d on d.id = s.desk_id join applications.applications a on a.id = s.application_id
        where s.state = 'OPEN' and a.state = 'WAITING_FOR_REVIEW' and a.deleted_at is null group by 1) load on load.id = u.id
      where r.code = any(${PLANNING_ROLES}::text[]) and u.status = 'active'
        and (${mayBeDeputy} or exists (select from applications.desks d where d.officer_id = u.id)) order by u.name, u.id`,
  );
  return { items, officers };
}

export const getDesk = (db: Db | Tx, actor: Actor, id: string): Promise<Desk> =>
  deskWhere(db, actor, sql`d.id = ${id}`);

export const getDeskOfRole = (db: Db | Tx, actor: Actor, roleCode: string): Promise<Desk> =>
  deskWhere(db, actor, sql`d.role_code = ${roleCode}`);

const deskWhere = (db: Db | Tx, actor: Actor, which: Sql): Promise<Desk> =>
  one(
    db,
    sql`select ${deskColumns(actor)} from applications.desks d left join identity.users u on u.id = d.officer_id
      where ${which}`,
  );
