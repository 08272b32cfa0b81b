/** Which applications an actor may see. Is in the WHERE of every query; row-level security is the second line. */
import { type Actor, may } from '#platform/actor.ts';
import { type Sql, sql } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';

/** Condition over applications.applications `a`. */
export function visibleTo(actor: Actor): Sql {
  if (actor.kind === 'system') return sql`a.deleted_at is null`;
  if (actor.kind === 'consumer') {
    return sql`a.deleted_at is null and a.consumer_id = ${actor.consumerId}::uuid`;
  }
  if (may(actor, 'applications:view')) return sql`a.deleted_at is null`;
  // The planning authority sees what its own desk has, had or will have to decide.
  if (may(actor, 'noc:view')) {
    return sql`a.deleted_at is null and exists (select from applications.noc_steps own_desk
      where own_desk.application_id = a.id and own_desk.role_code = ${actor.role})`;
  }
  return sql`false`;
}

/** For calls that staff and the planning authority share and that therefore name no single permission. */
export function requireReader(actor: Actor): void {
  if (!may(actor, 'applications:view') && !may(actor, 'noc:view')) {
    throw fail(commonErrors.not_permitted, { permission: 'applications:view' });
  }
}
