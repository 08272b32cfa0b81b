/**
 * Which applications an actor may see, and of which the documents and national IDs (docs/decisions/0025). It is in the WHERE of every
 * query; row-level security is the second line.
 */
import { roleWorks } from '#domains/roles/role-works.ts';
import { type Actor, may } from '#platform/actor.ts';
import { type Sql, sql } from '#platform/database/db.ts';
import { containing } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import type { Permission } from '#shared/permissions.ts';
import { STATE_NAMES, STATES } from '../application.rules.ts';
import { deskRolesOf } from '../noc/deputies.ts';

/** A whole national ID. */
const IDENTITY = /^(\d{10}|\d{13}|\d{17})$/;

/** Condition over applications.applications `a`. */
export function visibleTo(actor: Actor): Sql {
  if (actor.kind === 'system') return sql`a.deleted_at is null`;
  if (actor.kind === 'consumer') {
    return sql`a.deleted_at is null and a.consumer_id = ${actor.consumerId}::uuid`;
  }
  if (may(actor, 'applications:view')) {
    return may(actor, 'applications:view-all')
      ? sql`a.deleted_at is null`
      : sql`a.deleted_at is null and (${isOwn(actor)} or ${inPool(actor)} or ${atOwnDesk(actor)})`;
  }
  return sql`a.deleted_at is null and ${atOwnDesk(actor)}`;
}

/** The planning authority sees what its own desk has, had or will have to decide, and the desk of which one is the deputy. */
const atOwnDesk = (actor: Actor): Sql =>
  may(actor, 'noc:view')
    ? sql`exists (select from applications.noc_steps own_desk
        where own_desk.application_id = a.id and own_desk.role_code = any(${deskRolesOf(actor)}))`
    : sql`false`;

const isOwn = (actor: Actor): Sql => sql`a.assignee_id = ${actor.userId}::uuid`;

/**
 * What nobody has, in the states whose work the person may do. Who surveyed stays written at an application that waits for
 * its meter: an assignee who may not do the work of the present state does not keep it from those who may.
 */
function inPool(actor: Actor): Sql {
  const states = STATE_NAMES.flatMap((state) => {
    const { work } = STATES[state];
    return work !== null && may(actor, work) ? [sql`(a.state = ${state} and not ${hasWorker(work)})`] : [];
  });
  if (states.length === 0) return sql`false`;
  return sql`(a.archived_at is null and (${sql.join(states, sql` or `)}))`;
}

/** Condition over the same `a`: the work is this person's, or that of nobody who may do it. */
export const isFreeOrOwn = (actor: Actor, work: Permission): Sql =>
  sql`(${isOwn(actor)} or not ${hasWorker(work)})`;

/** Condition over the same `a`: its assignee may do the work. Who may is asked once, not for each application. */
export const hasWorker = (work: Permission): Sql => sql`(a.assignee_id is not null and a.assignee_id in (
  select w.id from identity.users w join roles.roles r on r.id = w.role_id
  where w.status = 'active' and r.status = 'active' and ${roleWorks(work)}))`;

/** The same of a row whose assignee is joined as `person`: whose roles may is asked once, and no other account is looked at. */
export const isWorker = (
  work: Permission,
): Sql => sql`coalesce(person.status = 'active' and person.role_id = any(array(
  select r.id from roles.roles r where r.status = 'active' and ${roleWorks(work)})), false)`;

/** Condition over the same `a`, which is visible already: its documents are visible too. */
export function documentsOpenTo(actor: Actor): Sql {
  if (actor.kind === 'system' || actor.kind === 'consumer') return sql`true`;
  // The desks decide by the documents.
  if (!may(actor, 'applications:view')) return may(actor, 'noc:view') ? sql`true` : sql`false`;
  if (!may(actor, 'applications:documents')) return sql`false`;
  return may(actor, 'applications:view-all') ? sql`true` : sql`(${isOwn(actor)} and ${isWorkOf(actor)})`;
}

/** Condition over the same `a`: its state waits for work that the person may do. Who surveyed stays written at it after the survey. */
function isWorkOf(actor: Actor): Sql {
  const states = STATE_NAMES.filter((state) => {
    const { work } = STATES[state];
    return work !== null && may(actor, work);
  });
  return sql`(a.archived_at is null and a.state = any(${states}::text[]))`;
}

/**
 * Condition over the same `a`: national IDs and birthdays are shown. They are for those who look at the pictures of the
 * ID, and for those who write them.
 */
export function identityOpenTo(actor: Actor): Sql {
  const isWriter = may(actor, 'applications:edit') || may(actor, 'applications:create');
  return isWriter ? sql`true` : documentsOpenTo(actor);
}

/** What was typed into the applicant's part or the owner's, without what only `identityOpenTo` shows. */
export function partOpenTo(actor: Actor, part: Sql): Sql {
  return sql`case when ${identityOpenTo(actor)} then ${part} else ${part} - 'nid' - 'dateOfBirth' end`;
}

/** Condition over the same `a` for a search text. The applicant's whole national ID is found by those who may see it. */
export function searchedBy(actor: Actor, text: string): Sql {
  const plain = toLatinDigits(text).toLowerCase();
  const found = sql`a.search like ${containing(plain)}`;
  const digits = plain.replace(/[\s-]/g, '');
  if (!IDENTITY.test(digits)) return found;
  return sql`(${found} or (a.applicant ->> 'nid' = ${digits} and ${identityOpenTo(actor)}))`;
}

/** For calls that staff and the planning authority share and that therefore name no single permission. */
export function requireReader(actor: Actor): void {
  if (!may(actor, 'applications:view') && !may(actor, 'noc:view')) {
    throw fail(commonErrors.not_permitted, { permission: 'applications:view' });
  }
}
