/** Changes the entry `applications`. Fees of days that are over stay as they were. */

import type { z } from 'zod';
import { saveEntry } from '#domains/settings/actions/save-entry.ts';
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { changeCalendar } from '../../calendar/actions/move-deadlines.ts';
import type { MovingDeadlines } from '../../calendar/moving-deadlines.ts';
import { errors, type setApplicationFees as setFeesCall } from '../contract.ts';
import { type ApplicationSettingsAnswer as Answer, getSettingsOf, getSettingsPage, KEY } from '../queries.ts';
import type { WorkSettings } from '../settings.rules.ts';

type NewFees = z.output<(typeof setFeesCall)['body']>;

export async function updateApplicationSettings(
  tx: Tx,
  actor: Actor,
  input: { work: WorkSettings; version: number },
  moving: readonly MovingDeadlines[],
): Promise<Answer> {
  const { settings: before } = await getSettingsOf(tx, actor);
  const after = { ...before, ...input.work };
  await saveEntry(tx, actor, { key: KEY, before, after, version: input.version });
  await changeCalendar(tx, actor, { before: before.office, after: after.office }, moving);
  return getSettingsPage(tx, actor, moving);
}

export async function setApplicationFees(
  tx: Tx,
  actor: Actor,
  { version, ...fees }: NewFees,
  moving: readonly MovingDeadlines[],
): Promise<Answer> {
  if (fees.effectiveFrom < actor.today) throw fail(errors.fees_in_past);
  const { settings: before } = await getSettingsOf(tx, actor);
  const others = before.feeVersions.filter((feeVersion) => feeVersion.effectiveFrom !== fees.effectiveFrom);
  const feeVersions = [...others, fees].toSorted((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1));
  const after = { ...before, feeVersions };
  await saveEntry(tx, actor, { key: KEY, before, after, version });
  return getSettingsPage(tx, actor, moving);
}
