/** The planning authority's queue and its desks. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { type ListQuery, listPage } from '#platform/database/lists.ts';
import { PLANNING_ROLES } from '#shared/permissions.ts';
import { applicantNameBn } from '../pipeline/item-columns.ts';
import { searchedBy, visibleTo } from '../pipeline/visible.ts';
import type { deskSchema, listNoc as listNocCall } from './contract.ts';

type NocQuery = z.output<(typeof listNocCall)['query']>;
type NocPage = z.input<(typeof listNocCall)['output']>;
type Desk = z.input<typeof deskSchema>;

/** Over applications `a` and its open desk `s` with `d`. */
function tabs(actor: Actor): Record<'mine' | 'chain' | 'decided' | 'any', Sql> {
  const atAuthority = sql`a.state = 'WAITING_FOR_REVIEW'`;
  return {
    mine: sql`(${atAuthority} and s.role_code = ${actor.role}
      and (d.officer_id is null or d.officer_id = ${actor.userId}::uuid))`,
    chain: atAuthority,
    decided: sql`exists (select from applications.noc_steps x where x.application_id = a.id
      and x.role_code = ${actor.role} and x.state in ('APPROVED', 'REJECTED'))`,
    any: sql`true`,
  };
}

const tables = sql`applications.applications a
  left join applications.noc_steps s on s.application_id = a.id and s.state = 'OPEN'
  left join applications.desks d on d.id = s.desk_id
  left join settings.roads r on r.id = a.road_id left join settings.sectors e on e.id = r.sector_id`;

const seen = (actor: Actor) => sql`a.archived_at is null and ${visibleTo(actor)}
  and exists (select from applications.noc_steps any_step where any_step.application_id = a.id)`;

type Filters = Omit<NocQuery, 'limit' | 'offset' | 'sort'>;

/** What is asked for besides the tab. */
function conditions(actor: Actor, query: Omit<Filters, 'desk'>): Sql {
  const given = [
    seen(actor),
    query.roleCode ? sql`s.role_code = ${query.roleCode}` : sql`true`,
    query.stateId ? sql`a.state = ${query.stateId}` : sql`true`,
    query.search ? searchedBy(actor, query.search) : sql`true`,
  ];
  return sql.join(given, sql` and `);
}

/** Applications that are or were at the authority, as the actor asked for them and may see them. */
export function nocList(actor: Actor, query: Filters): ListQuery {
  const tab = tabs(actor);
  return {
    rows: sql`select a.id, a.noc_number as "nocNumber", a.number, a.state, a.overlay,
        coalesce(a.applicant ->> 'name', '') as "applicantName", ${applicantNameBn} as "applicantNameBn",
        e.number as "sectorNumber",
        r.number as "roadNumber", a.plot_number as "plotNumber", a.submitted_at as "submittedAt",
        s.role_code as "deskRole", s.opened_at as "deskSince", s.due_at as "deskDueAt",
        coalesce(s.due_at < ${actor.now}::timestamptz and a.state = 'WAITING_FOR_REVIEW', false) as overdue,
        coalesce(${tab.mine}, false) as mine,
        (select count(*)::int from applications.noc_remarks k where k.application_id = a.id) as "remarkCount", a.version
      from ${tables} where ${conditions(actor, query)} and ${query.desk ? tab[query.desk] : sql`true`}`,
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
  const tab = tabs(actor);
  const page = await listPage<NocPage['items'][number]>(db, query, nocList(actor, query));
  const counts = await one<NocPage['counts']>(
    db,
    sql`select (count(*) filter (where ${tab.mine}))::int as mine,
        (count(*) filter (where ${tab.chain}))::int as chain,
        (count(*) filter (where ${tab.decided}))::int as decided
      from ${tables} where ${conditions(actor, query)}`,
  );
  return { ...page, counts };
}

const deskColumns = sql`d.id, d.role_code as "roleCode", d.name, d.position, d.officer_id as "officerId",
  u.name as "officerName", d.active,
  (select count(*)::int from applications.noc_steps s join applications.applications a on a.id = s.application_id
    where s.desk_id = d.id and s.state = 'OPEN' and a.state = 'WAITING_FOR_REVIEW' and a.deleted_at is null)
    as "openApplications"`;

/** The desks in their order, and who could sit at them. */
export async function listDesks(db: Db | Tx) {
  const items = await all<Desk>(
    db,
    sql`select ${deskColumns} from applications.desks d left join identity.users u on u.id = d.officer_id
      order by d.position`,
  );
  const officers = await all<{ id: string; name: string; roleCode: string }>(
    db,
    sql`select u.id, u.name, r.code as "roleCode"
      from identity.users u join roles.roles r on r.id = u.role_id
      where r.code = any(${PLANNING_ROLES}::text[]) and u.status = 'active' order by u.name, u.id`,
  );
  return { items, officers };
}

export function getDesk(db: Db | Tx, id: string): Promise<Desk> {
  return one(
    db,
    sql`select ${deskColumns} from applications.desks d left join identity.users u on u.id = d.officer_id
      where d.id = ${id}`,
  );
}
