/** The entry `applications` with the fees of today. */
import type { z } from 'zod';
import { readEntry } from '#domains/settings/queries.ts';
import type { Actor } from '#platform/actor.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import type { getApplicationSettings } from './contract.ts';
import { applicationSettings, feesOn } from './settings.rules.ts';

export const KEY = 'applications';

export type ApplicationSettingsAnswer = z.output<(typeof getApplicationSettings)['output']>;

export async function getSettingsOf(
  db: Db | Tx,
  actor: Actor,
): Promise<ApplicationSettingsAnswer & { version: number }> {
  const entry = await readEntry(db, KEY);
  const settings = applicationSettings.parse(entry?.value ?? {});
  return { settings, version: entry?.version ?? 0, fees: feesOn(settings, actor.today), today: actor.today };
}
