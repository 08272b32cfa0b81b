/** What the ledger needs from domains to the right. */
import type { Db, Tx } from '#platform/database/db.ts';
import { point } from '#platform/face.ts';
import type { Name } from '#shared/words.ts';

/** What of a domain is not finished in a month. */
export type MonthHindrance = {
  /** Tells it from other hindrances. */
  kind: string;
  /** What is counted, as people read it before the number: `Bill runs that are not finished`. */
  name: Name;
  /** The list that shows what it counts. */
  path: string;
  count: (db: Db | Tx, month: string) => Promise<number>;
};
export const monthHindrances = point<MonthHindrance>('ledger.month-hindrances');

/** A proof that a domain adds to those of the ledger (proofs.ts). */
export type BookProof = {
  /** Tells it from other proofs. */
  kind: string;
  /** What is compared, as people read it. */
  name: Name;
  /** By how much it does not agree: zero. */
  difference: (db: Db | Tx) => Promise<number>;
};
export const bookProofs = point<BookProof>('ledger.book-proofs');
