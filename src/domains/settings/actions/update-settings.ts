/** Saves the settings of the utility; refuses when somebody saved others meanwhile. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, sql, type Tx } from '#platform/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Utility } from '../contract.ts';
import { getSettings } from '../queries.ts';

export async function updateSettings(
  tx: Tx,
  actor: Actor,
  input: { utility: Utility; version: number },
): Promise<{ utility: Utility; version: number }> {
  const before = await getSettings(tx);
  const saved = await first(
    tx,
    sql`insert into settings.entries as e (key, value, updated_at, updated_by)
      values ('utility', ${JSON.stringify(input.utility)}::jsonb, ${actor.now}, ${actor.userId}::uuid)
      on conflict (key) do update set value = excluded.value, version = e.version + 1,
        updated_at = excluded.updated_at, updated_by = excluded.updated_by
      where e.version = ${input.version} returning key`,
  );
  if (!saved || input.version !== before.version) throw fail(commonErrors.stale_version);
  await audit(tx, actor, {
    action: 'settings.update',
    object: 'settings',
    objectId: 'utility',
    before: before.utility,
    after: input.utility,
  });
  return getSettings(tx);
}
