/** Asks for a change of limits, and decides it. The database refuses the one who asked. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { saveEntry } from '../../actions/save-entry.ts';
import { errors, type LimitEntry } from '../contract.ts';

type Value = Record<string, number | null>;
type Ask = { key: LimitEntry; before: Value; after: Value; version: number; reason: string };

/** Nothing counts yet. One change of an entry waits at a time. Gives its id. */
export async function askLimits(tx: Tx, actor: Actor, ask: Ask): Promise<string> {
  const { key, before, after, version, reason } = ask;
  // The statement that asks compares the version that the person has seen.
  const asked = await first<{ id: string }>(
    tx,
    sql`insert into settings.entry_changes (key, was, value, version, reason, requested_by, requested_by_name, requested_at)
      select ${key}::text, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb, ${version}::int, ${reason}::text,
        ${actor.userId}::uuid, ${actor.name}::text, ${actor.now}::timestamptz
      where coalesce((select e.version from settings.entries e where e.key = ${key}), 0) = ${version}::int
      returning id`,
  );
  if (!asked) throw fail(commonErrors.stale_version);
  if (Object.keys(after).every((field) => after[field] === before[field])) throw fail(errors.change_empty);
  await audit(tx, actor, {
    ...{ action: 'settings.ask-change', object: 'settings', objectId: key },
    ...{ before, after, reason },
  });
  return asked.id;
}

type Change = { key: LimitEntry; was: Value; value: Value; version: number; reason: string };

/** What was asked for counts from now on, or never. It is saved only if the entry is as it was when it was asked. */
export async function decideLimits(
  tx: Tx,
  actor: Actor,
  { id, accept }: { id: string; accept: boolean },
): Promise<{ state: 'DONE' | 'REFUSED' }> {
  const state = accept ? 'DONE' : 'REFUSED';
  const change = await first<Change>(
    tx,
    sql`update settings.entry_changes set state = ${state}, decided_by = ${actor.userId}::uuid,
        decided_by_name = ${actor.name}, decided_at = ${actor.now}
      where id = ${id} and state = 'REQUESTED' returning key, was, value, version, reason`,
  );
  if (!change) throw fail(errors.change_decided);
  const { key, was, value, version, reason } = change;
  if (accept) await saveEntry(tx, actor, { key, before: was, after: value, version, reason });
  else {
    await audit(tx, actor, {
      ...{ action: 'settings.refuse-change', object: 'settings', objectId: key },
      ...{ before: value, after: { ...was }, reason },
    });
  }
  return { state };
}
