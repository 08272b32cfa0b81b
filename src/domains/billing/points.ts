/** What billing needs from domains to the right. */
import type { Db, Sql, Tx } from '#platform/database/db.ts';
import { point } from '#platform/face.ts';
import type { Dunning } from './dunning/dunning.schema.ts';

/** SELECT of invoice_id, amount_minor, day: what payments settled of bills and on which day; taken back it has a minus, on that day. */
export const settledByDay = point<Sql>('billing.settled-by-day');

/** SELECT of invoice_id, amount_minor, day: the same, but only of payments that nobody took back. */
export const keptByDay = point<Sql>('billing.kept-by-day');

/** The step of the dunning ladder that the connection is on; null if nothing is asked of it. */
export type DunningOf = (db: Db | Tx, today: string, connectionId: string) => Promise<Dunning | null>;
export const dunningOf = point<DunningOf>('billing.dunning-of');
