/** What the ledger needs from domains to the right. */
import type { Actor } from '#platform/actor.ts';
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
