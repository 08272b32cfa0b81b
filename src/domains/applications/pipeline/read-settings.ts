/** The applications' settings as they are now. */
import { type Db, first, sql, type Tx } from '#platform/db.ts';
import { type ApplicationSettings, applicationSettings } from '../settings/settings.rules.ts';

export async function readSettings(db: Db | Tx): Promise<ApplicationSettings> {
  const entry = await first<{ value: unknown }>(
    db,
    sql`select value from settings.entries where key = 'applications'`,
  );
  return applicationSettings.parse(entry?.value ?? {});
}
