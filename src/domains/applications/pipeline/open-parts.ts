/**
 * Which parts of a visible application an actor gets: one answer for the record, its history, lists, files and searches
 * (docs/decisions/0025). What one call refuses is in the answer of no other call.
 */
import { type Actor, may } from '#platform/actor.ts';
import { type Sql, sql } from '#platform/database/db.ts';
import { APPLICANTS_KINDS } from '../documents.rules.ts';

/** The applicant, and who works at the utility. Everybody else has `noc:view`: a desk sees what it decides by. */
export const opensUtility = (actor: Actor): boolean => may(actor, 'applications:view');

/** Demand notes: their number, amounts and what was paid. */
export const opensMoney = (actor: Actor): boolean => may(actor, 'demand-notes:view');

/** What the utility's people write to each other about an application: for who decides over it. */
const opensInternal = (actor: Actor): boolean =>
  may(actor, 'applications:accept') || may(actor, 'applications:approve-survey');

/** The column for who has a part, else null. */
export const openTo = (isOpen: boolean, column: Sql): Sql => (isOpen ? column : sql`null`);

/** Until the authority has decided; what the utility does later is not its business. */
const DESK_STATES: Sql = sql`array['DRAFT', 'PENDING', 'WAITING_FOR_REVIEW']`;

/** Told to who does the work next. */
const TOLD_TO_ASSIGNEE: Sql = sql`array['assign', 'survey', 'return-survey']`;

/** Condition over applications.timeline `t` of an application that is visible already. */
export function eventsOpenTo(actor: Actor): Sql {
  if (actor.kind === 'consumer') return sql`t.shared`;
  const ofDesks = may(actor, 'noc:view') ? sql`t.action like 'noc-%'` : sql`false`;
  if (!opensUtility(actor)) {
    return sql`(${ofDesks} or (t.shared
      and (t.from_state = any(${DESK_STATES}) or t.to_state = any(${DESK_STATES}))))`;
  }
  if (opensInternal(actor)) return sql`true`;
  const isAssignee = sql`exists (select from applications.applications mine
    where mine.id = t.application_id and mine.assignee_id = ${actor.userId}::uuid)`;
  return sql`(t.shared or t.actor_id = ${actor.userId}::uuid or ${ofDesks}
    or (t.action = any(${TOLD_TO_ASSIGNEE}) and ${isAssignee}))`;
}

/** Small facts of an event of the timeline `t`, without the money of who may not see it and the names of who is not told them. */
export const eventDetails = (actor: Actor): Sql =>
  opensMoney(actor)
    ? sql`t.details - ${opensNames(actor) ? '' : 'onBehalfOf'}::text`
    : sql`t.details - array['demandNoteNumber', 'amountMinor', 'balanceMinor', 'refundableMinor', 'refundState']
        - case when t.action = 'survey' then '' else 'totalMinor' end`;

/** Condition over applications.noc_remarks `k`. */
export const remarksOpenTo = (actor: Actor): Sql => (may(actor, 'noc:view') ? sql`true` : sql`k.shared`);

/**
 * Condition over applications.document_comments `c` of a document that is open already: each side reads its own, the utility
 * also why a desk returned it. Households read the reason of a return with the document itself.
 */
export function commentsOpenTo(actor: Actor): Sql {
  if (actor.kind === 'consumer') return sql`false`;
  const ofDesks = may(actor, 'noc:view') ? sql`c.of_desk` : sql`false`;
  const ofUtility = opensUtility(actor)
    ? sql`(c.kind = 'return' or (not c.of_desk and ${opensInternal(actor)}::boolean))`
    : sql`false`;
  return sql`(c.author_id = ${actor.userId}::uuid or ${ofDesks} or ${ofUtility})`;
}

/** Condition over the kind of a document: a desk decides by what the applicant handed in, not by papers of later steps. */
export const kindsOpenTo = (actor: Actor, kind: Sql): Sql =>
  opensUtility(actor) ? sql`true` : sql`${kind} = any(${APPLICANTS_KINDS}::text[])`;

/** Who of the offices did it: an applicant deals with the office, and is told its role. */
export const opensNames = (actor: Actor): boolean => actor.kind !== 'consumer';

/**
 * The name of who did it, if the actor is told names of that side: an applicant is told their own only, a desk none of the
 * utility's staff.
 */
export function nameOpenTo(actor: Actor, userId: Sql, name: Sql): Sql {
  if (!opensNames(actor)) return sql`case when ${userId} = ${actor.userId}::uuid then ${name} else '' end`;
  if (opensUtility(actor)) return name;
  return sql`case when exists (select from identity.users person join roles.roles role on role.id = person.role_id
    where person.id = ${userId} and (role.code = 'consumer'
      or exists (select from applications.desks side where side.role_code = role.code))) then ${name} else '' end`;
}
