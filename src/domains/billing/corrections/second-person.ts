/** Which corrections one person may make alone: the entry `billing` of settings.entries. */
import type { Tx } from '#platform/database/db.ts';
import { getLimits } from '../settings/queries.ts';

/** @param movedMinor poisha that the correction moves, in either direction */
export async function needsSecondPerson(
  tx: Tx,
  kind: 'CANCEL' | 'ADJUST',
  movedMinor: number,
): Promise<boolean> {
  const { cancelAloneUpToMinor, adjustAloneUpToMinor } = (await getLimits(tx)).limits;
  const limit = kind === 'CANCEL' ? cancelAloneUpToMinor : adjustAloneUpToMinor;
  return limit === null || movedMinor > limit;
}
