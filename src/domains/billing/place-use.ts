/** How many bill runs are of a sector alone. */
import type { PlaceUse } from '#domains/settings/places/uses.ts';
import { sql } from '#platform/database/db.ts';

export const billRunUse: PlaceUse = {
  what: 'billRuns',
  count: (of, id) =>
    of === 'sector' ? sql`(select count(*) from billing.bill_runs x where x.sector_id = ${id})` : undefined,
};
