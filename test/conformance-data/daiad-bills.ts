/**
 * Bills real meters month by month: plan, calculation, review, approval by a second person, posting. What each
 * connection has to get is worked out from the registers alone: a bill over exactly those litres, or a reason.
 */
import { approveRun, postRun } from '#domains/billing/bill-run/actions/approve-run.ts';
import { planRun } from '#domains/billing/bill-run/actions/plan-run.ts';
import { releaseHeld } from '#domains/billing/bill-run/actions/release-held.ts';
import { workCalculation, workPosting } from '#domains/billing/bill-run/actions/work-run.ts';
import { findRun, proveRun } from '#domains/billing/bill-run/queries.ts';
import { approvedTariff, tariffApprover, tariffAuthor } from '#domains/billing/tariffs/factory.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { type Actor, systemActor } from '#platform/actor.ts';
import { all, type Database, first, one, sql, transaction } from '#platform/database/db.ts';
import { addDays, addMonths } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';

/** The registers of a meter's month and what was used between them; null: nobody can say. */
export type MeterMonth = {
  meter: string;
  period: string;
  previousLitres: number;
  currentLitres: number;
  consumption: number | null;
};
export type Result = [ok: boolean, what: string];

/** Poisha a cubic metre. */
const RATE = 1518;
const NOW = new Date('2017-06-01T04:00:00Z');
const person = ({ userId }: Actor): Actor => ({ ...systemActor(NOW, '2017-06-01'), userId });
const [planner, approver] = [person(tariffAuthor), person(tariffApprover)];
const clock = { timeZone: 'Asia/Dhaka', now: () => NOW };

export async function makeTariff({ db }: Database): Promise<void> {
  await approvedTariff(db, {
    effectiveFrom: '2009-01-01',
    blocks: [{ from: '0', to: null, rate: '15.18' }],
    sewerPercent: '100',
    fixedAmount: '30',
    vatWaterPercent: '15',
    vatSewerPercent: '15',
    vatFixedPercent: '15',
    roundOffTo: '1',
  });
}

/** @param connectedOn day of each meter's connection: it is in the scope of every month from then on */
export async function billMonths(
  database: Database,
  connectedOn: ReadonlyMap<string, string>,
  expected: readonly MeterMonth[],
): Promise<{ results: Result[]; billed: number; held: number }> {
  const periods = expected.map(({ period }) => period).sort();
  const [first, last] = [periods[0] ?? '', periods.at(-1) ?? ''];
  const results: Result[] = [];
  let [billed, held] = [0, 0];
  for (let period = first; period <= last; period = addMonths(period, 1)) {
    const own = expected.filter((row) => row.period === period);
    const meters = [...connectedOn].filter(([, day]) => day < addMonths(period, 1)).map(([meter]) => meter);
    const month = await billMonth(database, period);
    results.push(...compare(month, meters, own));
    billed += month.filter(({ outcome }) => outcome === 'BILLED').length;
    held += month.filter(({ outcome }) => outcome === 'HELD').length;
  }
  return { results: [...results, ...(await proveAll(database, connectedOn, expected))], billed, held };
}

type Outcome = {
  meter: string;
  outcome: string;
  reason: string | null;
  invoices: number;
  previous: number | null;
  current: number | null;
  usage: number | null;
  water: number | null;
  lines: number | null;
  total: number | null;
  reading: string | null;
};

/** A month whose register fell never gets a bill; the next one is billed all the same, by a word of the approver. */
async function releaseLater({ db }: Database, id: string): Promise<void> {
  const held = await first(
    db,
    sql`select from billing.bill_run_items where run_id = ${id} and reason = 'month_before_unbilled' limit 1`,
  );
  if (!held) return;
  await transaction(db, (tx) =>
    releaseHeld(tx, approver, { id, reason: 'The register of the month before fell.' }),
  );
  await workCalculation(db, clock, id);
}

async function billMonth(database: Database, period: string): Promise<Outcome[]> {
  const { db } = database;
  const issuedOn = addMonths(period, 1);
  // Each month is billed on its issue day.
  const onTheDay = { ...planner, today: issuedOn };
  const { id } = await transaction(db, (tx) =>
    planRun(tx, onTheDay, { period, issuedOn, dueOn: addDays(issuedOn, 21) }),
  );
  await workCalculation(db, clock, id);
  await releaseLater(database, id);
  const run = await findRun(db, id);
  if (run.billed > 0) {
    await refusesPlanner(database, run);
    await transaction(db, (tx) => approveRun(tx, approver, { id, version: run.version }));
    await transaction(db, (tx) => postRun(tx, onTheDay, id));
    await workPosting(db, clock, id);
    const proof = await proveRun(db, { id, period, sectorId: null, state: 'POSTED' });
    const whole = proof.complete && proof.invoices === proof.billed;
    if (!whole || proof.totalMinor !== proof.invoicedMinor || proof.totalMinor !== proof.postedMinor)
      throw new Error(`the totals proof of ${period} does not hold: ${JSON.stringify(proof)}`);
  }
  return all<Outcome>(
    db,
    sql`select m.number as meter, i.outcome, i.reason, count(v.id)::int as invoices,
        min(v.previous_litres) as previous, min(v.current_litres) as current, min(v.usage_litres) as usage,
        min(v.total_minor) as total, min(r.state) as reading,
        (select sum(l.amount_minor)::bigint from billing.invoice_lines l where l.invoice_id = min(v.id::text)::uuid) as lines,
        (select sum(l.amount_minor)::bigint from billing.invoice_lines l
          where l.invoice_id = min(v.id::text)::uuid and l.kind = 'water') as water
      from billing.bill_run_items i
      join meters.assignments a on a.connection_id = i.connection_id
      join meters.meters m on m.id = a.meter_id
      left join billing.invoices v on v.run_id = i.run_id and v.connection_id = i.connection_id
      left join meters.readings r on r.id = i.reading_id
      where i.run_id = ${id} group by m.number, i.outcome, i.reason`,
  );
}

/** Who planned a run may not approve it. */
async function refusesPlanner({ db }: Database, run: { id: string; version: number }): Promise<void> {
  const own = transaction(db, (tx) => approveRun(tx, planner, { id: run.id, version: run.version }));
  const error = await own.then(
    () => undefined,
    (refusal: unknown) => refusal,
  );
  const isTwoPersons = String((error as { constraint?: string })?.constraint) === 'bill_runs_two_persons';
  if (!isTwoPersons && !(error instanceof AppError)) throw new Error('its planner could approve a run');
}

/** Every connection of the scope once, billed over its registers or held for the reason that it has. */
function compare(month: Outcome[], meters: readonly string[], expected: readonly MeterMonth[]): Result[] {
  const found = new Map(month.map((reading) => [reading.meter, reading]));
  const rows = new Map(expected.map((row) => [row.meter, row]));
  const once: Result = [
    month.length === meters.length && found.size === meters.length,
    `${month.length} outcomes of ${found.size} meters for ${meters.length} connections`,
  ];
  return [once, ...meters.map((meter) => judge(found.get(meter), rows.get(meter), meter))];
}

function judge(found: Outcome | undefined, row: MeterMonth | undefined, meter: string): Result {
  const what = `${meter}: ${JSON.stringify(found)} for ${JSON.stringify(row)}`;
  if (!found) return [false, what];
  if (!row) return [found.outcome === 'HELD' && found.reason === 'no_reading' && found.invoices === 0, what];
  const { consumption, previousLitres, currentLitres } = row;
  if (consumption === null)
    return [
      found.outcome === 'HELD' && found.reason === 'reading_not_approved' && found.invoices === 0,
      what,
    ];
  return [
    found.outcome === 'BILLED' &&
      found.invoices === 1 &&
      found.previous === previousLitres &&
      found.current === currentLitres &&
      found.usage === consumption &&
      // A bill over no water has no line for it.
      (found.water ?? 0) === Math.round((consumption * RATE) / 1000) &&
      found.total === found.lines &&
      found.reading === 'BILLED',
    what,
  ];
}

/** Over all months: every litre between the registers is on one bill, and the ledger is zero. */
async function proveAll(
  { db }: Database,
  connectedOn: ReadonlyMap<string, string>,
  expected: readonly MeterMonth[],
): Promise<Result[]> {
  const meters = [...connectedOn.keys()];
  const bills = await one<{
    litres: number;
    invoices: number;
    numbers: number;
    span: number;
    unbilled: number;
  }>(
    db,
    sql`select coalesce(sum(v.usage_litres), 0)::bigint as litres, count(*) as invoices,
        count(distinct v.number) as numbers,
        (select max(left(n.number, 9)::bigint) - min(left(n.number, 9)::bigint) + 1 - count(*) from billing.invoices n)::bigint as span,
        (select count(*) from meters.readings r where r.state in ('CAPTURED', 'VALID', 'APPROVED')) as unbilled
      from billing.invoices v join meters.meters m on m.id = v.meter_id where m.number = any (${meters}::text[])`,
  );
  const known = expected.filter(({ consumption }) => consumption !== null);
  const litres = known.reduce((sum, { consumption }) => sum + (consumption ?? 0), 0);
  const { sumMinor, badJournals, subledgerDifferenceMinor } = await invariants(db);
  return [
    [bills.litres === litres, `${bills.litres} litres on bills of ${litres} between the registers`],
    [bills.invoices === known.length, `${bills.invoices} invoices of ${known.length} months`],
    [bills.numbers === bills.invoices && bills.span === 0, `${bills.span} gaps in the numbers of invoices`],
    [bills.unbilled === 0, `${bills.unbilled} good readings without a bill`],
    [sumMinor === 0 && badJournals === 0, `ledger sum ${sumMinor}, ${badJournals} bad journals`],
    [subledgerDifferenceMinor === 0, `control accounts differ by ${subledgerDifferenceMinor}`],
  ];
}
