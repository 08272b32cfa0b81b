/** The utility's people, and who they are when they act on a given day. */
import { createUser } from '#domains/identity/actions/create-user.ts';
import { type Actor, systemActor } from '#platform/actor.ts';
import { type Clock, today } from '#platform/clock.ts';
import { type Db, transaction } from '#platform/database/db.ts';
import { allWords } from '#platform/words/all-words.ts';
import { instantOf as instantIn } from '#shared/dates.ts';
import type { BuiltInRole } from '#shared/permissions.ts';
import { DEFAULT_TIME_ZONE } from '#shared/time-zone.ts';
import { firstGrants } from '#shared/words.ts';
import { DEMO_PASSWORD, STAFF } from './logins.ts';

type StaffRole = Exclude<BuiltInRole, 'consumer'>;

/** Somebody on a day, at an hour of office time unless another is given. */
export type At = (role: StaffRole | 'system', day: string, time?: string) => Actor;

/** Dhaka's clock: the town is there, with any time zone of the installation. */
export const instantOf = (day: string, time = '11:00'): Date => instantIn(day, time, DEFAULT_TIME_ZONE);

/** Makes their accounts. */
export async function hireStaff(db: Db, clock: Clock): Promise<At> {
  const ids = new Map<string, string>();
  const actor = systemActor(clock.now(), today(clock), 'demo-town');
  await transaction(db, async (tx) => {
    for (const [index, { role, email, name }] of STAFF.entries()) {
      const phone = `+88017990000${String(index + 10)}`;
      const user = await createUser(tx, actor, { role, name, email, phone, password: DEMO_PASSWORD });
      // The first of a role does its work.
      if (!ids.has(role)) ids.set(role, user.id);
    }
  });
  return (role, day, time) => {
    // Nothing happens later than now.
    const now = new Date(Math.min(instantOf(day, time).getTime(), clock.now().getTime()));
    const system = systemActor(now, day, 'demo-town');
    if (role === 'system') return system;
    const name = STAFF.find((login) => login.role === role)?.name ?? role;
    const permissions = new Set(firstGrants(allWords, role));
    return { ...system, kind: 'staff', userId: ids.get(role) ?? null, role, name, permissions };
  };
}
