/** The one writer of settings.entries: refuses when somebody saved meanwhile, keeps every value, audits what it was and is. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';

type Change = {
  key: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  version: number;
  /** The earlier version that is taken up again. */
  restores?: number;
  /** Why, for the audit log. */
  reason?: string;
};

/** @param change version that was looked at; 0 if nobody has saved the entry yet */
export async function saveEntry(tx: Tx, actor: Actor, change: Change): Promise<void> {
  const { key, before, after, version, restores, reason } = change;
  const value = JSON.stringify(after);
  const saved = await first<{ version: number }>(
    tx,
    sql`insert into settings.entries as e (key, value, updated_at, updated_by)
      values (${key}, ${value}::jsonb, ${actor.now}, ${actor.userId}::uuid)
      on conflict (key) do update set value = excluded.value, version = e.version + 1,
        updated_at = excluded.updated_at, updated_by = excluded.updated_by
      where e.version = ${version} returning version`,
  );
  if (!saved || saved.version !== version + 1) throw fail(commonErrors.stale_version);
  await execute(
    tx,
    sql`insert into settings.entry_versions (key, version, value, saved_at, saved_by, saved_by_name, restores)
    values (${key}, ${saved.version}, ${value}::jsonb, ${actor.now}, ${actor.userId}::uuid, ${actor.name},
      ${restores ?? null}::int)`,
  );
  await audit(tx, actor, {
    action: 'settings.update',
    object: 'settings',
    objectId: key,
    before,
    after,
    ...(reason ? { reason } : {}),
    ...(restores === undefined ? {} : { reason: `version ${restores} again` }),
  });
}
