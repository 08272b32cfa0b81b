/** What the ledger needs from domains to the right. */
import type { Actor } from '#platform/actor.ts';
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

/** "Alone up to" for cash variances: the limit and its memory belong to the domains of bills and payments. */
export type VarianceAlone = {
  /** Taken before the locks of the books, as other acts of one person do it. */
  lock: (tx: Tx, actor: Actor) => Promise<void>;
  /** True: one person may, and it is noted. False: a second person has to decide. */
  mayAlone: (
    tx: Tx,
    actor: Actor,
    act: { amountMinor: number /** The closing. */; sourceId: string },
  ) => Promise<boolean>;
  /** How much of it this person has left today, in poisha. */
  leftMinor: (db: Db | Tx, actor: Actor) => Promise<number>;
};
export const varianceAlone = point<VarianceAlone>('ledger.variance-alone');

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
