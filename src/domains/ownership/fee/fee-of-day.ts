/** What a change that is asked for today costs. */
import { vatOn } from '#domains/applications/demand-note/vat.ts';
import { readSettings } from '#domains/applications/pipeline/read-settings.ts';
import { feesOn } from '#domains/applications/settings/settings.rules.ts';
import type { Actor } from '#platform/actor.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import { getOwnershipSettings } from '../settings/queries.ts';

/** Poisha. The VAT is that of demand notes and work on the day (decision 0048). */
export async function feeOfDay(
  db: Db | Tx,
  actor: Actor,
): Promise<{ feeMinor: number; feeVatMinor: number }> {
  const { feeMinor: netMinor } = (await getOwnershipSettings(db)).settings;
  if (netMinor === 0) return { feeMinor: 0, feeVatMinor: 0 };
  const feeVatMinor = await vatOn(db, netMinor, feesOn(await readSettings(db), actor.today).vatPercent);
  return { feeMinor: netMinor + feeVatMinor, feeVatMinor };
}
