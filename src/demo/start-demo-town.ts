/** `npm start -- --demo`: the town is made in an empty database; one that holds it already is just started. */
import type { Logger } from 'pino';
import type { Clock } from '#platform/clock.ts';
import { type Db, first, openDatabase, sql } from '#platform/db.ts';
import type { Files } from '#platform/files/receive.ts';
import { StartError } from '#platform/start-error.ts';
import { loadDemoTown } from './load-demo-town.ts';

export type DemoState = 'empty' | 'begun' | 'ready' | 'other';

/** What a database holds; the audit log says whether it is the town, for it is never changed. */
export async function demoState(db: Db): Promise<DemoState> {
  const found = await first<{ ready: boolean }>(
    db,
    sql<{ ready: boolean }>`select bool_or(action = 'demo-town.ready') as ready from platform.audit
      where object = 'demo-town' having count(*) > 0`,
  );
  if (found) return found.ready ? 'ready' : 'begun';
  const other = await first(
    db,
    sql`select from identity.users union all select from settings.sectors union all select from consumers.consumers limit 1`,
  );
  return other ? 'other' : 'empty';
}

type Start = {
  db: Db;
  appUrl: string;
  ownerUrl: string;
  files: Files;
  clock: Clock;
  log: Pick<Logger, 'info'>;
};

/** Makes the town where nothing is; refuses a database that holds anything else. */
export async function ensureDemoTown({ db, appUrl, ownerUrl, files, clock, log }: Start): Promise<void> {
  const state = await demoState(db);
  if (state === 'ready') return;
  if (state === 'other') {
    throw new StartError(
      'This database holds other data: start the demo town on an empty one, for example "DATA_DIR=demo npm start -- --demo".',
    );
  }
  if (state === 'begun') {
    throw new StartError(
      'The demo town was not finished in this database: delete it (or its DATA_DIR) and start again with --demo.',
    );
  }
  // A town that a crash cuts short is made anew, so no commit has to wait for the disk.
  const fast = openDatabase(withOption(appUrl, '-c synchronous_commit=off'), { max: 6, name: 'demo-town' });
  try {
    await loadDemoTown({ db: fast.db, ownerUrl, files, clock, log });
  } finally {
    await fast.close();
  }
}

function withOption(url: string, option: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}options=${encodeURIComponent(option)}`;
}
