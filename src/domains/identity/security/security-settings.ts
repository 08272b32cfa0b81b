/** Reads and saves the entry `security`, and what it means for one person. */
import { saveEntry } from '#domains/settings/actions/save-entry.ts';
import { readEntry } from '#domains/settings/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, sql, type Tx } from '#platform/database/db.ts';
import { type SecuritySettings, securitySettings } from './contract.ts';

const KEY = 'security';
type Role = { code: string; name: string; people: number; protected: number };
type State = { settings: SecuritySettings; version: number };

export async function getSecurity(db: Db | Tx): Promise<State> {
  const entry = await readEntry(db, KEY);
  return { settings: securitySettings.parse(entry?.value ?? {}), version: entry?.version ?? 0 };
}

/** The settings with the roles that may be chosen. */
export async function showSecurity(db: Db | Tx): Promise<State & { roles: Role[] }> {
  const roles = await all<Role>(
    db,
    sql`select r.code, r.name, count(u.id) as people, count(f.user_id) as protected
      from roles.roles r left join identity.users u on u.role_id = r.id and u.status = 'active'
        left join identity.second_factors f on f.user_id = u.id and f.confirmed_at is not null
      where r.code <> 'consumer' and r.status = 'active' group by r.id order by r.name collate "bn-x-icu"`,
  );
  return { ...(await getSecurity(db)), roles };
}

export async function updateSecurity(tx: Tx, actor: Actor, input: State) {
  const { settings: before } = await getSecurity(tx);
  const { staffIdleHours, staffLifeHours, consumerIdleDays, consumerLifeDays } = input.settings;
  const after = {
    ...input.settings,
    // Nobody is idle for longer than a session lasts.
    staffIdleHours: Math.min(staffIdleHours, staffLifeHours),
    consumerIdleDays: Math.min(consumerIdleDays, consumerLifeDays),
  };
  await saveEntry(tx, actor, { key: KEY, before, after, version: input.version });
  return showSecurity(tx);
}

const HOUR_SECONDS = 3600;

/** Idle and absolute life of a session that begins now. */
export async function sessionLife(
  tx: Tx,
  role: string,
): Promise<{ idleSeconds: number; lifeSeconds: number }> {
  const { settings } = await getSecurity(tx);
  return role === 'consumer'
    ? {
        idleSeconds: settings.consumerIdleDays * 24 * HOUR_SECONDS,
        lifeSeconds: settings.consumerLifeDays * 24 * HOUR_SECONDS,
      }
    : {
        idleSeconds: settings.staffIdleHours * HOUR_SECONDS,
        lifeSeconds: settings.staffLifeHours * HOUR_SECONDS,
      };
}

/** Shortest password of staff and of consumers. */
export async function passwordLengths(db: Db | Tx): Promise<{ staff: number; consumer: number }> {
  const { settings } = await getSecurity(db);
  return { staff: settings.staffPasswordLength, consumer: settings.consumerPasswordLength };
}
