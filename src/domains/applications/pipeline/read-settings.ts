/** The applications' settings as they are now, with the time zone that the office's hours are in. */
import { readEntry } from '#domains/settings/queries.ts';
import { timeZoneOf } from '#platform/database/days.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import { type ApplicationSettings, applicationSettings } from '../settings/settings.rules.ts';
import type { Office } from './working-time.rules.ts';

export async function readSettings(db: Db | Tx): Promise<ApplicationSettings & { office: Office }> {
  const entry = await readEntry(db, 'applications');
  const settings = applicationSettings.parse(entry?.value ?? {});
  return { ...settings, office: { ...settings.office, timeZone: await timeZoneOf(db) } };
}
