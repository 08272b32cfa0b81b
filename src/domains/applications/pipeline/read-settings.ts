/** The applications' settings as they are now. */
import { readEntry } from '#domains/settings/queries.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import { type ApplicationSettings, applicationSettings } from '../settings/settings.rules.ts';

export async function readSettings(db: Db | Tx): Promise<ApplicationSettings> {
  const entry = await readEntry(db, 'applications');
  return applicationSettings.parse(entry?.value ?? {});
}
