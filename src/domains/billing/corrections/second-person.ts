/** Which corrections one person may make alone: the entry `billing` of settings.entries. */
import { z } from 'zod';
import { readEntry } from '#domains/settings/queries.ts';
import type { Tx } from '#platform/db.ts';
import { minorSchema } from '#shared/money.ts';

const limits = z.object({
  /** Null: a bill is never cancelled by one person. */
  cancelAloneUpToMinor: minorSchema.nullable().default(null),
  adjustAloneUpToMinor: minorSchema.prefault(5_000_00),
});

/** @param movedMinor poisha that the correction moves, in either direction */
export async function needsSecondPerson(
  tx: Tx,
  kind: 'CANCEL' | 'ADJUST',
  movedMinor: number,
): Promise<boolean> {
  const entry = await readEntry(tx, 'billing');
  const { cancelAloneUpToMinor, adjustAloneUpToMinor } = limits.parse(entry?.value ?? {});
  const limit = kind === 'CANCEL' ? cancelAloneUpToMinor : adjustAloneUpToMinor;
  return limit === null || movedMinor > limit;
}
