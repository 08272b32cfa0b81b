/** The worker of one bulk action as a process of its own, so that a test can kill it: `node test/chaos/bulk-worker-program.ts <url> <job>`. */
import { joined } from '#app/services.ts';
import { jobs } from '#domains/bulk/jobs.ts';
import { systemClock } from '#platform/clock.ts';
import { openDatabase } from '#platform/database/db.ts';
import type { Platform } from '#platform/platform.ts';
import { ZONE } from '#test/zone.ts';

const [url = '', jobId = ''] = process.argv.slice(2);
const database = openDatabase(url, { max: 2, timeZone: ZONE });
const platform = { database, clock: systemClock(ZONE) } as unknown as Platform;
const work = jobs(platform, joined)['bulk:work-job'];
process.stdout.write('working\n');
await work?.run({ jobId }, { signal: new AbortController().signal } as never);
await database.close();
