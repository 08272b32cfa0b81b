/** The nightly proof of the books. */
import type { DomainJob, JoinedFaces } from '#platform/face.ts';
import type { Platform } from '#platform/platform.ts';
import { proveBooks } from './actions/prove-books.ts';
import { bookProofs } from './points.ts';

export function jobs(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  joined: Pick<JoinedFaces, 'all'>,
): Record<string, DomainJob> {
  return {
    'ledger:prove-books': {
      runs: { dailyAt: '02:40' },
      run: async () => {
        const differences = await proveBooks(database.db, clock.now(), joined.all(bookProofs));
        // A job that fails raises an alarm, which people are told (platform/job-alarms.ts).
        if (Object.keys(differences).length > 0) {
          throw new Error(`the books do not agree: ${JSON.stringify(differences)}`);
        }
      },
    },
  };
}
