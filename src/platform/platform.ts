/** What outlives a request: made once by the composition root and handed to each domain's `routes` and `jobs`. */
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Database } from './db.ts';
import type { Files } from './files/receive.ts';
import type { Secrets } from './secrets.ts';

export type Platform = {
  database: Database;
  clock: Clock;
  secrets: Secrets;
  files: Files;
  log: Logger;
  /** Address under which browsers reach this program, without a slash at the end. */
  publicUrl: string;
};
