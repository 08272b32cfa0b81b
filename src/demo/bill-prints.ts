/** Two roads of the last posted run were printed, and a print of the whole run was stopped. */
import { cancelPrint, startPrint } from '#domains/billing/prints/actions/start-print.ts';
import { workPrint } from '#domains/billing/prints/actions/work-print.ts';
import { all, sql, transaction } from '#platform/database/db.ts';
import { pdfLane } from '#platform/pdf/lane.ts';
import type { Means } from './bank-downloads.ts';
import type { Story } from './story.ts';

const ROADS = 2;

export async function printBills(
  { db, clock, at, today, publicUrl }: Story,
  { files }: Means,
): Promise<void> {
  const reviewer = at('reviewer', today, '09:10');
  const roads = await all<{ runId: string; roadId: string }>(
    db,
    sql`select i.run_id as "runId", c.road_id as "roadId" from billing.invoices i join meters.connections c on c.id = i.connection_id
      where i.run_id = (select id from billing.bill_runs where state = 'POSTED' and tariff_version_id is null order by period desc, number desc limit 1)
        and i.cancelled_on is null group by i.run_id, c.road_id order by count(*), c.road_id limit ${ROADS}`,
  );
  const [first] = roads;
  if (!first) return;
  const { runId } = first;
  const whole = await transaction(db, (tx) => startPrint(tx, reviewer, { runId, households: 'ALL' }));
  await transaction(db, (tx) => cancelPrint(tx, reviewer, whole.id));
  for (const { roadId } of roads) {
    const { id } = await transaction(db, (tx) =>
      startPrint(tx, reviewer, { runId, roadId, households: 'ALL' }),
    );
    await workPrint({ db, store: files.store, clock, lane: pdfLane, publicUrl }, id);
  }
}
