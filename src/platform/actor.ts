/**
 * Who asks, when and from which address: passed into every query and action, so that nothing else reads a session,
 * the time or a network address. `now` is one fixed instant per request.
 */
import type { Permission } from '#shared/permissions.ts';

export type Actor = {
  kind: 'staff' | 'consumer' | 'system';
  /** identity.users.id; null for the system. */
  userId: string | null;
  sessionId: string | null;
  name: string;
  /** Role code, for example `admin` or `consumer`. */
  role: string;
  permissions: ReadonlySet<Permission>;
  /** consumers.consumers.id of a signed-in consumer: their rows are limited to it in the SQL. */
  consumerId: string | null;
  now: Date;
  /** Business day in the utility's time zone. */
  today: string;
  requestId: string;
  ip: string | null;
};

/** True if the actor was granted the word. */
export function may(actor: Actor, permission: Permission): boolean {
  return actor.kind === 'system' || actor.permissions.has(permission);
}

/** The program itself, for jobs and set-up. */
export function systemActor(now: Date, today: string, requestId = 'system'): Actor {
  return {
    kind: 'system',
    userId: null,
    sessionId: null,
    name: 'system',
    role: 'system',
    permissions: new Set(),
    consumerId: null,
    now,
    today,
    requestId,
    ip: null,
  };
}
