/** What meters needs from domains to the right. */
import type { Actor } from '#platform/actor.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import { point } from '#platform/face.ts';
import type { Minor } from '#shared/money.ts';

/** What a connection owes and what is kept for it. */
export type ConnectionAccount = (
  db: Db | Tx,
  connectionId: string,
) => Promise<{ openBills: number; openMinor: Minor; advanceMinor: Minor }>;
export const connectionAccount = point<ConnectionAccount>('meters.connection-account');

/**
 * A figure is corrected. If a connection was handed over to another owner with it, it is the first one of the successor too, and
 * both owners hear of it. Called in the transaction of the correction; throws `own_handover` if this person may not do it.
 */
export type HandoverCorrected = (
  tx: Tx,
  actor: Actor,
  corrected: { connectionId: string; readOn: string; registerLitres: number; reason: string },
) => Promise<void>;
export const handoverCorrected = point<HandoverCorrected>('meters.handover-corrected');

/**
 * Estimates that are billed were made again, because a real reading showed less: their bills are credited with the difference, in
 * the transaction of the approval. Gives the number of a bill that cannot be compared any more, else null.
 */
export type EstimatesLowered = (
  tx: Tx,
  actor: Actor,
  lowered: { connectionId: string; readingIds: readonly string[]; takenBy: string | null },
) => Promise<{ notComparable: string | null }>;
export const estimatesLowered = point<EstimatesLowered>('meters.estimates-lowered');

/** Meters were estimated. Those that were estimated as often in a row as the settings allow have to be read by somebody. */
export type MetersEstimated = (tx: Tx) => Promise<void>;
export const metersEstimated = point<MetersEstimated>('meters.meters-estimated');
