/**
 * Money that bills had counted as paid turns out never to have been money: the bank sent a cheque back. The days since then have looked at these
 * bills as paid. What they would have charged is charged now, day after day, because each day looks at the surcharges before it; and what was
 * charged on less than was unpaid is charged on all of it.
 */
import { firstOpenDay } from '#domains/ledger/actions/close-period.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import type { Minor } from '#shared/money.ts';
import { surchargesOf, turnsOf } from '../due-surcharges.ts';
import { type AskedSurcharge, issueSurcharges } from './issue-surcharges.ts';
import { followRevised, reviseDay } from './revise-surcharges.ts';

type Missed = {
  /** Select of one column, their ids. */
  connections: Sql;
  /** The day of that money: days after it are looked at. */
  since: string;
  /** What payments settled by day, without that money (points.ts). */
  settled: Sql;
  /** Money that counts from a day before the one of its journal (true-surcharges.ts). */
  earlier: Sql;
};

/**
 * Also of today: the job of today may have looked at the bills before, and finds what it would charge charged. The caller holds the connections'
 * locks. How much more the surcharges come to than before.
 */
export async function chargeMissed(
  tx: Tx,
  actor: Actor,
  { connections, since, settled, earlier }: Missed,
): Promise<{ moreMinor: Minor }> {
  const { from } = await one<{ from: string }>(
    tx,
    sql`select greatest(min(day), least(${since}::date + 1, coalesce(max(day), ${actor.today}::date) + 1)) as "from" from billing.surcharge_days`,
  );
  const before = await sumOf(tx, connections);
  for (let day = from; day <= actor.today; day = addDays(day, 1)) {
    await chargeDay(tx, actor, { connections, day, settled });
    await reviseDay(tx, actor, { connections, day, earlier, raises: 'all' });
  }
  await followRevised(tx, actor, connections);
  return { moreMinor: ((await sumOf(tx, connections)) - before) as Minor };
}

/** What the job would have charged on the day. What it has charged, and what was waived, is there already. */
async function chargeDay(
  tx: Tx,
  actor: Actor,
  { connections, day, settled }: Pick<Missed, 'connections' | 'settled'> & { day: string },
): Promise<void> {
  const turns = sql`select * from (${turnsOf(day, settled)}) t where t.connection_id in (${connections})`;
  const asked = await all<AskedSurcharge>(
    tx,
    sql`select uuidv7() as "invoiceId", 1 as revision, s.* from (${surchargesOf(turns, day, settled)}) s order by s.of_invoice_id, s.step desc`,
  );
  await issueSurcharges(tx, actor, { asked, day, issuedOn: await firstOpenDay(tx, actor.today) });
  await audit(
    tx,
    actor,
    ...asked.map((row) => ({
      ...{ action: 'surcharge.charge' as const, object: 'invoice', objectId: row.invoiceId },
      after: { day, invoiceId: row.of_invoice_id, amountMinor: row.amount_minor },
    })),
  );
}

/** The living surcharges of connections. */
async function sumOf(tx: Tx, connections: Sql): Promise<number> {
  const { minor } = await one<{ minor: number }>(
    tx,
    sql`select coalesce(sum(e.total_minor), 0)::bigint as minor from billing.surcharges g join billing.invoices e on e.id = g.invoice_id
      where e.connection_id in (${connections}) and e.cancelled_on is null`,
  );
  return minor;
}
