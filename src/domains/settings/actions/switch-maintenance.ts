/** Switches maintenance on or off; refuses when somebody switched it meanwhile. */
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import type { MaintenanceSwitch } from '../website/contract.ts';
import { getMaintenance } from '../website/maintenance.ts';
import { saveEntry } from './save-entry.ts';

export async function switchMaintenance(
  tx: Tx,
  actor: Actor,
  { on, version }: MaintenanceSwitch,
): Promise<MaintenanceSwitch> {
  const { on: before } = await getMaintenance(tx);
  await saveEntry(tx, actor, { key: 'maintenance', before: { on: before }, after: { on }, version });
  return getMaintenance(tx);
}
