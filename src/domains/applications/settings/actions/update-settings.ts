/** Changes the entry `applications`. Fees of days that are over stay as they were. */
import type { z } from 'zod';
import { saveEntry } from '#domains/settings/actions/save-entry.ts';
import { readEntry } from '#domains/settings/queries.ts';
import type { Actor } from '#platform/actor.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors, type getApplicationSettings, type setApplicationFees as setFeesCall } from '../contract.ts';
import { applicationSettings, feesOn, type WorkSettings } from '../settings.rules.ts';

type Answer = z.output<(typeof getApplicationSettings)['output']>;
type NewFees = z.output<(typeof setFeesCall)['body']>;
const KEY = 'applications';

export async function getSettingsOf(db: Db | Tx, actor: Actor): Promise<Answer & { version: number }> {
  const entry = await readEntry(db, KEY);
  const settings = applicationSettings.parse(entry?.value ?? {});
  return { settings, version: entry?.version ?? 0, fees: feesOn(settings, actor.today), today: actor.today };
}

export async function updateApplicationSettings(
  tx: Tx,
  actor: Actor,
  input: { work: WorkSettings; version: number },
): Promise<Answer> {
  const { settings: before } = await getSettingsOf(tx, actor);
  const after = { ...before, ...input.work };
  await saveEntry(tx, actor, { key: KEY, before, after, version: input.version });
  return getSettingsOf(tx, actor);
}

export async function setApplicationFees(
  tx: Tx,
  actor: Actor,
  { version, ...fees }: NewFees,
): Promise<Answer> {
  if (fees.effectiveFrom < actor.today) throw fail(errors.fees_in_past);
  const { settings: before } = await getSettingsOf(tx, actor);
  const others = before.feeVersions.filter((feeVersion) => feeVersion.effectiveFrom !== fees.effectiveFrom);
  const feeVersions = [...others, fees].toSorted((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1));
  const after = { ...before, feeVersions };
  await saveEntry(tx, actor, { key: KEY, before, after, version });
  return getSettingsOf(tx, actor);
}
