/**
 * Meters that were estimated as often in a row as the settings allow: somebody is sent to read each of them, by one work order for
 * the estimate that reached the limit. The database refuses a second one, so that it may be done again at any time.
 */
import { atLimit } from '#domains/meters/estimates/queries.ts';
import { systemActor } from '#platform/actor.ts';
import { type Clock, today } from '#platform/clock.ts';
import { type Db, execute, first, sql, type Tx, transaction } from '#platform/database/db.ts';
import { addJob } from '#platform/jobs.ts';
import { OPEN_STATES } from '../../work-order.rules.ts';
import { readMeterText } from '../read-meter-text.ts';
import { createOrder } from './create-order.ts';

export const READ_JOB = 'work-orders:read-estimated';

type AtLimit = {
  readingId: string;
  connectionNumber: string;
  inRow: number;
  month: string;
  askedBy: string;
  askedByName: string;
  categoryId: string;
};

export async function addReadJob(tx: Tx): Promise<void> {
  await addJob(tx, READ_JOB);
}

/** One transaction an order; gives how many were opened. */
export async function openForEstimated(db: Db, clock: Clock, signal: AbortSignal): Promise<number> {
  for (let opened = 0; ; opened += 1) {
    if (signal.aborted || !(await transaction(db, (tx) => openNext(tx, clock)))) return opened;
  }
}

/** A connection whose meter somebody is sent to already, for an earlier estimate in the row, gets no other order. */
async function openNext(tx: Tx, clock: Clock): Promise<boolean> {
  await execute(tx, sql`select pg_advisory_xact_lock(hashtext(${READ_JOB}))`);
  const found = await first<AtLimit>(
    tx,
    sql`select l."readingId", l."connectionNumber", l."inRow", to_char(l.period, 'YYYY-MM') as month, l."askedBy", u.name as "askedByName",
        (select id from work_orders.categories where code in ('METER_FAULT', 'OTHER') order by code = 'OTHER' limit 1) as "categoryId"
      from (${atLimit}) l join identity.users u on u.id = l."askedBy"
      where not exists (select from work_orders.orders o where o.reading_id = l."readingId" and o.from_estimates)
        and not exists (select from work_orders.orders o where o.connection_id = l."connectionId" and o.from_estimates
          and o.state = any(${OPEN_STATES}::text[]))
      limit 1`,
  );
  if (!found) return false;
  const { readingId, connectionNumber, inRow, month, askedBy, askedByName, categoryId } = found;
  // Who estimated it asked for the order by that.
  const actor = {
    ...systemActor(clock.now(), today(clock), READ_JOB),
    ...{ userId: askedBy, name: askedByName },
  };
  await createOrder(
    tx,
    actor,
    {
      ...{
        categoryId,
        connectionNumber,
        readingId,
        priority: null,
        roadId: null,
        plotNumber: null,
        anyway: true,
      },
      description: readMeterText(inRow, month),
    },
    { fromEstimates: true },
  );
  return true;
}
