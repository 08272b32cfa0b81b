/** What the ledger needs from domains to the right. */
import type { Db, Tx } from '#platform/database/db.ts';
import { point } from '#platform/face.ts';

/** What of a domain is not finished in a month. The kind is a key `months.hindrances.<kind>` of the ledger's texts. */
export type MonthHindrance = {
  kind: string;
  /** The list that shows what it counts. */
  path: string;
  count: (db: Db | Tx, month: string) => Promise<number>;
};
export const monthHindrances = point<MonthHindrance>('ledger.month-hindrances');
