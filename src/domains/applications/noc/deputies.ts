/**
 * A desk of the planning authority that was handed over for some days: until the last of them its deputy has the desk, not
 * its officer (noc/actions/delegate-desk.ts).
 */
import { roleWorks } from '#domains/roles/role-works.ts';
import type { Actor } from '#platform/actor.ts';
import { first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { PLANNING_ROLES } from '#shared/permissions.ts';

/** Condition over applications.desk_delegations `g`; of each desk at most one is in force. Who left the authority is no deputy. */
export const inForce = ({ today }: Pick<Actor, 'today'>): Sql => sql`(g.ended_at is null
  and ${today}::date between g.first_day and g.last_day and exists (
    select from identity.users deputy join roles.roles role on role.id = deputy.role_id
    where deputy.id = g.deputy_id and role.code = any(${PLANNING_ROLES}::text[])))`;

/**
 * Who got the one application of the step `s` from the desk, or null: who is not active any more or has another role has it no
 * longer, so that it is with the desk again.
 */
export const givenTo: Sql = sql`(select given.id from identity.users given join roles.roles given_role on given_role.id = given.role_id
  where given.id = s.officer_id and given.status = 'active' and given_role.code = s.role_code)`;

/**
 * The same for the application of the step `s`: nobody decides at two desks of one, so what the deputy decided at another desk
 * waits for the officer of this one. What was forwarded is not handed over with the desk.
 */
export const inForceAt = (
  actor: Pick<Actor, 'today'>,
): Sql => sql`(${inForce(actor)} and ${givenTo} is null and not exists (
  select from applications.noc_steps other where other.application_id = s.application_id and other.desk_id <> s.desk_id
    and other.state = 'APPROVED' and other.decided_by = g.deputy_id))`;

/**
 * The officer of the desk, or null: who is not active any more or has another role decides nowhere, so that everybody of the
 * desk's role does. @param desk alias of applications.desks
 */
export const officerOf = (desk: 'd' | 'own'): Sql => sql`(select officer.id
  from identity.users officer join roles.roles officer_role on officer_role.id = officer.role_id
  where officer.id = ${sql.ref(`${desk}.officer_id`)} and officer.status = 'active'
    and officer_role.code = ${sql.ref(`${desk}.role_code`)})`;

/** The officer who has the application of the step `s` at the desk `d`, or null: everybody of the desk's role has it. */
export const officerAt: Sql = sql`coalesce(${givenTo}, ${officerOf('d')})`;

/** The desks at which the actor decides by their own role, as an array that is made one time for a statement. */
export const ownDesksOf = (actor: Actor): Sql => sql`array(select own.id from applications.desks own
  where own.role_code = ${actor.role} and coalesce(${officerOf('own')}, ${actor.userId}::uuid) = ${actor.userId}::uuid)`;

/**
 * Condition over a desk `own`, and a person `u` with the role `r`: it is in the chain, and the person decides at it. What they
 * decided as a deputy they could not decide there.
 */
export const decidesAtOwn: Sql = sql`(own.active and own.role_code = r.code and coalesce(${officerOf('own')}, u.id) = u.id)`;

/** Whose deputy now decides at this desk of the chain, by its officer's name and the last day. */
export function deputyAtDesk(tx: Tx, { today }: Actor, deskId: string) {
  return first<{ name: string; until: string }>(
    tx,
    sql`select g.officer_name as name, g.last_day as until from applications.desk_delegations g
      join identity.users u on u.id = g.deputy_id join roles.roles r on r.id = u.role_id
      join applications.desks own on own.id = ${deskId} and ${decidesAtOwn}
      where g.desk_id <> own.id and g.ended_at is null and g.last_day >= ${today}::date order by g.last_day limit 1`,
  );
}

/** Roles of the desks in which the actor takes the place of an officer today. */
const deputyRoles = (actor: Actor): Sql => sql`select had.role_code from applications.desk_delegations g
  join applications.desks had on had.id = g.desk_id where g.deputy_id = ${actor.userId}::uuid and ${inForce(actor)}`;

/** The same as an array, without the own one. */
export const deputyRolesOf = (actor: Actor): Sql =>
  sql`array(${deputyRoles(actor)} and had.role_code <> ${actor.role})`;

/** Roles of the desks that the actor has today: their own, and those in which they take the place of an officer. */
export const deskRolesOf = (actor: Actor): Sql =>
  sql`array(select ${actor.role}::text union all ${deputyRoles(actor)})`;

/** The desk in whose name a planner does the step; as a deputy, in the place of which officer. */
export type DeskPlace = { desk: string; onBehalfOf?: string };

type OpenDesk = Record<'deskRole' | 'deskDeputyId' | 'deskOfficerName', string | null>;

export function deskPlaceOf(actor: Actor, subject: OpenDesk): DeskPlace {
  const { deskRole, deskDeputyId, deskOfficerName } = subject;
  const isDeputy = deskDeputyId !== null && deskDeputyId === actor.userId;
  if (!isDeputy || deskRole === null || deskOfficerName === null) return { desk: actor.role };
  return { desk: deskRole, onBehalfOf: deskOfficerName };
}

/** People of the role `r` decide at a desk. */
export const mayBeDeputy = sql`r.code = any(${PLANNING_ROLES}::text[]) and r.status = 'active' and ${roleWorks('noc:decide')}`;
