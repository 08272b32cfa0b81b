/** Whether maintenance is on, and what people are told then. It is an entry of its own: no restored text switches it. */
import type { Db, Tx } from '#platform/database/db.ts';
import { type AppError, commonErrors, fail } from '#shared/errors.ts';
import { readEntry } from '../queries.ts';
import { type MaintenanceSwitch, maintenanceSwitch } from './contract.ts';
import { USUAL_SENTENCE } from './maintenance.rules.ts';
import { getWebsite } from './queries.ts';

/** Whether somebody switched it on, with the version of that; version 0 if nobody ever did. */
export async function getMaintenance(db: Db | Tx): Promise<MaintenanceSwitch> {
  const entry = await readEntry(db, 'maintenance');
  const { on } = maintenanceSwitch.pick({ on: true }).parse(entry?.value ?? { on: false });
  return { on, version: entry?.version ?? 0 };
}

/** What people read: what somebody wrote, each language for itself, else the usual sentence. */
export async function maintenanceTexts(db: Db | Tx): Promise<Record<'en' | 'bn', string>> {
  const { website } = await getWebsite(db);
  return { en: website.maintenanceEn || USUAL_SENTENCE.en, bn: website.maintenanceBn || USUAL_SENTENCE.bn };
}

export async function maintenanceRefusal(db: Db | Tx): Promise<AppError> {
  return fail(commonErrors.under_maintenance, await maintenanceTexts(db));
}

/** For calls of which nobody knows who makes them. @param byProgram the environment says so */
export async function refuseInMaintenance(db: Db, byProgram: boolean): Promise<void> {
  if (byProgram || (await getMaintenance(db)).on) throw await maintenanceRefusal(db);
}
