/** What billing needs from domains to the right. */
import type { Sql } from '#platform/database/db.ts';
import { point } from '#platform/face.ts';

/** SELECT of invoice_id, amount_minor, day: what payments settled of bills and on which day; taken back it has a minus, on that day. */
export const settledByDay = point<Sql>('billing.settled-by-day');
