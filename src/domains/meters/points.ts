/** What meters needs from domains to the right. */
import type { Db, Tx } from '#platform/database/db.ts';
import { point } from '#platform/face.ts';
import type { Minor } from '#shared/money.ts';

/** What a connection owes and what is kept for it. */
export type ConnectionAccount = (
  db: Db | Tx,
  connectionId: string,
) => Promise<{ openBills: number; openMinor: Minor; advanceMinor: Minor }>;
export const connectionAccount = point<ConnectionAccount>('meters.connection-account');
