/** The end of a walk: all work is taken up, all readings are approved, all months billed. Nothing may be left over. */

import { approveRun, postRun } from '#domains/billing/bill-run/actions/approve-run.ts';
import { giveUpRun } from '#domains/billing/bill-run/actions/give-up-run.ts';
import { planRun } from '#domains/billing/bill-run/actions/plan-run.ts';
import { releaseHeld } from '#domains/billing/bill-run/actions/release-held.ts';
import { billedWater } from '#domains/billing/book-proof.ts';
import { reopenConnection, reopenUnmetered } from '#domains/meters/closure/actions/reopen-connection.ts';
import { voidReading } from '#domains/meters/readings/actions/void-reading.ts';
import { all, sql } from '#platform/database/db.ts';
import { addDays, addMonths, firstOfMonth } from '#shared/dates.ts';
import { auditBills } from '#test/bill-audit/audit-bills.ts';
import { refusal } from './refusal.ts';
import { approveMonth } from './steps-readings.ts';
import { runsIn, work } from './steps-runs.ts';
import { act, type Town } from './town.ts';

export async function finishAll(town: Town, check: (after: string) => Promise<void>): Promise<void> {
  for (const { id } of await runsIn(town, 'CALCULATING', 'POSTING')) await work(town, id, null);
  const stuck = await runsIn(town, 'CALCULATING', 'POSTING');
  if (stuck.length > 0) throw new Error(`runs are stuck: ${stuck.map(({ state }) => state)}`);
  await giveUpOpen(town);
  town.day = addDays(addMonths(firstOfMonth(town.day), 1), 3);
  const months = await approveAll(town);
  for (const period of months) await billAll(town, period);
  await check('everything was finished');
  const left = await all<{ wrong: string }>(
    town.db,
    sql`select format('reading of %s of connection %s is %s, held: %s', period, connection_id, state,
        (select i.reason from billing.bill_run_items i join billing.bill_runs b on b.id = i.run_id
          where i.connection_id = r.connection_id and b.period = r.period order by b.number desc limit 1)) as wrong
      from meters.readings r where living and state <> 'BILLED'`,
  );
  left.push(...(await wrongBills(town)));
  const water = await billedWater.difference(town.db);
  if (water !== 0)
    left.push({
      wrong: `the nightly proof finds ${water} litres that are billed and not read, or read and not billed`,
    });
  if (left.length > 0) throw new Error(`never billed:\n${left.map(({ wrong }) => wrong).join('\n')}`);
}

async function giveUpOpen(town: Town): Promise<void> {
  for (const { id } of await runsIn(town, 'PLANNED', 'REVIEW', 'APPROVED')) {
    await act(town, 'planner', (tx, actor) => giveUpRun(tx, actor, { id, reason: 'the end' }));
  }
}

/** Readings that show less than before without a reason are taken out. Gives the months that have readings. */
async function approveAll(town: Town): Promise<string[]> {
  await takeOutUnexplained(town);
  const months = await all<{ period: string }>(
    town.db,
    sql`select distinct period from meters.readings where living and state <> 'BILLED' order by period`,
  );
  for (const { period } of months) await approveMonth(town, period);
  return months.map(({ period }) => period);
}

/** The one after it may become unexplained then. A connection that was closed with one is opened again for it. */
async function takeOutUnexplained(town: Town): Promise<void> {
  const wrong = await all<{ id: string; meterId: string; connectionId: string }>(
    town.db,
    sql`select id, meter_id as "meterId", connection_id as "connectionId" from meters.readings where waiting and consumption_litres is null
      order by period desc`,
  );
  const refused: (string | null)[] = [];
  for (const { id, meterId, connectionId } of wrong) {
    const reason = 'less than before';
    const takeOut = () =>
      refusal(() => act(town, 'third', (tx, actor) => voidReading(tx, actor, { id, reason })));
    const first = await takeOut();
    if (first !== 'meters.last_of_closed') refused.push(first);
    else {
      const byMeter = await refusal(() =>
        act(town, 'third', (tx, actor) => reopenConnection(tx, actor, { meterId, reason })),
      );
      if (byMeter !== null)
        await act(town, 'third', (tx, actor) => reopenUnmetered(tx, actor, { connectionId, reason }));
      refused.push(await takeOut());
    }
  }
  if (refused.includes(null)) await takeOutUnexplained(town);
}

async function billAll(town: Town, period: string): Promise<void> {
  const { id } = await act(town, 'planner', (tx, actor) =>
    planRun(tx, actor, { period, issuedOn: town.day }),
  );
  await work(town, id, null);
  await refusal(() => act(town, 'approver', (tx, actor) => releaseHeld(tx, actor, { id, reason: 'known' })));
  await work(town, id, null);
  const [run] = await runsIn(town, 'REVIEW');
  if (!run) throw new Error(`the run of ${period} is not in review`);
  const refused = await refusal(() => act(town, 'approver', (tx, actor) => approveRun(tx, actor, run)));
  if (refused) return giveUpOpen(town);
  await act(town, 'planner', (tx, actor) => postRun(tx, actor, id));
  await work(town, id, null);
}

/** Amounts of the bills that were not adjusted, by the audit's own calculation. */
async function wrongBills({ db, moved }: Town): Promise<{ wrong: string }[]> {
  const adjusted = await all<{ id: string }>(
    db,
    sql`select distinct i.connection_id as id from billing.adjustments a join billing.invoices i on i.id = a.invoice_id`,
  );
  const except = new Set([...moved, ...adjusted.map(({ id }) => id)]);
  const { differences } = await auditBills(db, ({ connection }) => !except.has(connection));
  return differences.map((wrong) => ({ wrong }));
}
