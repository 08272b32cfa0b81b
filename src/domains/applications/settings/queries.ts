/** The entry `applications` with the fees of today. */
import type { z } from 'zod';
import { readEntry } from '#domains/settings/queries.ts';
import type { Actor } from '#platform/actor.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import type { MovingDeadlines } from '../calendar/moving-deadlines.ts';
import { lastMove, runningDeadlines } from '../calendar/queries.ts';
import type { getApplicationSettings } from './contract.ts';
import { applicationSettings, feesOn } from './settings.rules.ts';

export const KEY = 'applications';

export type ApplicationSettingsAnswer = z.output<(typeof getApplicationSettings)['output']>;

type Stored = Omit<ApplicationSettingsAnswer, 'deadlines'>;

/** The page: with what runs by them now. */
export async function getSettingsPage(
  db: Db | Tx,
  actor: Actor,
  moving: readonly MovingDeadlines[],
): Promise<ApplicationSettingsAnswer> {
  const stored = await getSettingsOf(db, actor);
  const deadlines = { running: await runningDeadlines(db, moving), move: await lastMove(db) };
  return { ...stored, deadlines };
}

export async function getSettingsOf(db: Db | Tx, actor: Actor): Promise<Stored> {
  const entry = await readEntry(db, KEY);
  const settings = applicationSettings.parse(entry?.value ?? {});
  return { settings, version: entry?.version ?? 0, fees: feesOn(settings, actor.today), today: actor.today };
}
