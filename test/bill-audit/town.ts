/**
 * The demo town's places, people and meters, 5,000 connections of them, with tariffs that use every rule of a tariff, and
 * four months of it by the program's own actions. Bills meet: prices and VAT that change in the middle of a month, minimum
 * charges, registers that roll over, meters that were changed, months without a reading, estimates, young connections,
 * accounts that were closed, arrears and advances.
 */
import { type Connection, planCustomers } from '#app/demo/customers.ts';
import { settlePeople } from '#app/demo/people.ts';
import { layGround } from '#app/demo/places.ts';
import { type Random, randomOf } from '#app/demo/random.ts';
import { type Meter, planMeter, roundDay } from '#app/demo/water-use.ts';
import { approveRun, postRun } from '#domains/billing/bill-run/actions/approve-run.ts';
import { planRun } from '#domains/billing/bill-run/actions/plan-run.ts';
import { workCalculation, workPosting } from '#domains/billing/bill-run/actions/work-run.ts';
import { findRun } from '#domains/billing/bill-run/queries.ts';
import { approveVat, planVat } from '#domains/billing/settings/actions/change-vat.ts';
import { approvedTariff } from '#domains/billing/tariffs/factory.ts';
import { addMeter } from '#domains/meters/actions/add-meter.ts';
import { changeMeter } from '#domains/meters/actions/change-meter.ts';
import { confirmFinals } from '#domains/meters/factory.ts';
import { approveFlagged } from '#domains/meters/readings/actions/approve-flagged.ts';
import { approveUnflagged } from '#domains/meters/readings/actions/approve-unflagged.ts';
import { captureReadings } from '#domains/meters/readings/actions/capture-readings.ts';
import { recordPayments, type TakenPayment } from '#domains/payments/actions/record-payments.ts';
import { ensureBuiltInRoles } from '#domains/roles/actions/ensure-built-in-roles.ts';
import { type Actor, systemActor } from '#platform/actor.ts';
import { all, type Db, execute, sql, transaction } from '#platform/database/db.ts';
import { allWords } from '#platform/words/all-words.ts';
import { addDays, addMonths } from '#shared/dates.ts';
import { CHANGE, FIRST, LATER } from './tariffs.ts';

const MONTHS = ['2026-07-01', '2026-08-01', '2026-09-01', '2026-10-01'] as const;
const [, AUGUST, SEPTEMBER, OCTOBER] = MONTHS;
const TODAY = '2026-11-06';

type Person = 'reader' | 'planner' | 'approver';
const USERS: Record<Person, string> = {
  reader: '00000000-0000-7000-8000-0000000000a1',
  planner: '00000000-0000-7000-8000-0000000000a2',
  approver: '00000000-0000-7000-8000-0000000000a3',
};
const instant = (day: string) => new Date(`${day}T06:00:00Z`);
const at = (person: Person, day: string): Actor => ({
  ...systemActor(instant(day), day),
  userId: USERS[person],
});

type Account = Connection & { id: string; meterId: string; meter: Meter; random: Random };
/** What a changed meter shows less than the first one would. */
type Changed = { meterId: string; lessLitres: number };
type Town = { db: Db; accounts: Account[]; changed: Map<number, Changed>; sectorId: string };

export async function billTown(db: Db, owner: Db, count: number): Promise<void> {
  const town = await settle(db, count);
  const analyze = () => execute(owner, sql`analyze`);
  await analyze();
  for (const tariff of [...FIRST, ...CHANGE]) await approvedTariff(db, tariff);
  for (const month of MONTHS) {
    if (month === AUGUST) await changeMeters(town);
    if (month === SEPTEMBER) await closeAccounts(town);
    await read(town, month);
    if (month === SEPTEMBER) await estimate(town, month);
    await approve(town, month);
    if (month === SEPTEMBER) await bill(town, month, town.sectorId);
    await bill(town, month);
    await pay(town, month);
    if (month === AUGUST) await changeVat(town);
    if (month === SEPTEMBER) for (const tariff of LATER) await approvedTariff(db, tariff);
    if (month === MONTHS[0]) await analyze();
  }
}

async function settle(db: Db, count: number): Promise<Town> {
  const random = randomOf('audit of bills');
  const firstDay = MONTHS[0];
  await transaction(db, (tx) => ensureBuiltInRoles(tx, allWords));
  const ground = await transaction(db, (tx) => layGround(tx, at('planner', firstDay)));
  const lastDay = addDays(OCTOBER, 30);
  const town = planCustomers(random.fork('customers'), ground.roads, { count, firstDay, lastDay });
  const meters = town.connections.map((connection, n) => planMeter(random.fork(`${n}`), connection, MONTHS));
  const people = await settlePeople({
    ...{ db, town, meters, months: [...MONTHS], today: TODAY },
    at: (_role, day) => systemActor(instant(day), day),
  });
  const accounts = town.connections.map((connection, n) => ({
    ...connection,
    ...(people.connections[n] as { id: string; meterId: string }),
    meter: meters[n] as Meter,
    random: random.fork(`account ${n}`),
  }));
  return { db, accounts, changed: new Map(), sectorId: ground.roads[0]?.sectorId ?? '' };
}

const isEstimated = (n: number, month: string) => month === SEPTEMBER && n % 101 === 7;
const isClosed = (n: number) => n % 97 === 5;
const isUnread = (n: number, month: string) => month === AUGUST && n % 53 === 11;
const isChanged = (n: number) => n % 61 === 3;

function lineOf({ accounts, changed }: Town, n: number, month: string) {
  const account = accounts[n] as Account;
  if (isClosed(n) && month === OCTOBER) return undefined;
  const day = isClosed(n) && month === SEPTEMBER ? closingDay(n) : roundDay(month, account.road.sector);
  const reading = account.meter.read(month, day);
  const other = changed.get(n);
  if (!reading || account.connectedOn > day) return undefined;
  const { readOn, registerLitres } = reading;
  if (!other) return { meterId: account.meterId, readOn, registerLitres };
  return { meterId: other.meterId, readOn, registerLitres: Math.max(0, registerLitres - other.lessLitres) };
}

async function read(town: Town, period: string): Promise<void> {
  const readings = town.accounts.flatMap((_, n) => {
    const line = lineOf(town, n, period);
    return line && !isEstimated(n, period) && !isUnread(n, period) ? [line] : [];
  });
  const reader = at('reader', addMonths(period, 1));
  await transaction(town.db, (tx) => captureReadings(tx, reader, { period, source: 'MOBILE', readings }));
}

/** Nobody was at home: a bill by what the month before was used. No action of the program makes such a reading yet. */
async function estimate({ db, accounts, changed }: Town, period: string): Promise<void> {
  const rows = accounts.flatMap((account, n) =>
    isEstimated(n, period)
      ? [{ meterId: changed.get(n)?.meterId ?? account.meterId, day: roundDay(period, account.road.sector) }]
      : [],
  );
  await execute(
    db,
    sql`insert into meters.readings (connection_id, meter_id, period, read_on, register_litres, previous_litres, previous_on,
        consumption_litres, recent_litres, recent_days, source, state)
      select l.connection_id, l.meter_id, ${period}::date, e.day, l.register_litres + x.litres, l.register_litres, l.read_on,
        x.litres, l.recent_litres, l.recent_days, 'ESTIMATE', 'ESTIMATED'
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e ("meterId" uuid, day date)
      join lateral (select * from meters.readings r where r.meter_id = e."meterId" and r.living and r.period < ${period}::date
        order by r.period desc limit 1) l on true
      cross join lateral (select coalesce(l.consumption_litres, 0) / 2 as litres) x
      where e.day > l.read_on`,
  );
}

async function approve({ db }: Town, period: string): Promise<void> {
  const day = addMonths(period, 1);
  const flagged = { period, reason: 'looked at' };
  await transaction(db, async (tx) => {
    await approveUnflagged(tx, at('planner', day), { period });
    await approveFlagged(tx, at('planner', day), flagged);
    await approveFlagged(tx, at('approver', day), flagged);
  });
}

async function bill({ db }: Town, period: string, sectorId?: string): Promise<void> {
  const issuedOn = addDays(addMonths(period, 1), 2);
  const clock = { timeZone: 'Asia/Dhaka', now: () => instant(issuedOn) };
  const plan = { period, issuedOn, ...(sectorId ? { sectorId } : {}) };
  const { id } = await transaction(db, (tx) => planRun(tx, at('planner', issuedOn), plan));
  await workCalculation(db, clock, id);
  const { version } = await findRun(db, id);
  await transaction(db, (tx) => approveRun(tx, at('approver', issuedOn), { id, version }));
  await transaction(db, (tx) => postRun(tx, at('planner', issuedOn), id));
  await workPosting(db, clock, id);
}

/** Every third pays all of it, some half, some far more. */
async function pay({ db, accounts }: Town, month: string): Promise<void> {
  const paidOn = addDays(addMonths(month, 1), 4);
  const bills = await all<{ connection: string; total: number }>(
    db,
    sql`select connection_id as connection, total_minor as total from billing.invoices where period = ${month}::date`,
  );
  const totals = new Map(bills.map(({ connection, total }) => [connection, total]));
  const payments = accounts.flatMap(({ id }, n): TakenPayment[] => {
    const share = n % 3 === 0 ? 1 : n % 7 === 1 ? 0.5 : n % 11 === 2 ? 2.5 : 0;
    const amountMinor = Math.floor((totals.get(id) ?? 0) * share);
    return amountMinor > 0 ? [{ connectionId: id, method: 'CASH', amountMinor, paidOn }] : [];
  });
  await transaction(db, (tx) => recordPayments(tx, at('reader', paidOn), payments));
}

/** Between the rounds of July and August. */
async function changeMeters({ db, accounts, changed }: Town): Promise<void> {
  const last = await all<{ connection: string; litres: number }>(
    db,
    sql`select distinct on (connection_id) connection_id as connection, register_litres as litres
      from meters.readings where living order by connection_id, period desc`,
  );
  const shown = new Map(last.map(({ connection, litres }) => [connection, litres]));
  await transaction(db, async (tx) => {
    for (const [n, account] of accounts.entries()) {
      const { id: connectionId, road, connectedOn, random } = account;
      const changedOn = addDays(roundDay(MONTHS[0], road.sector), random.int(4, 20));
      if (!isChanged(n) || connectedOn > changedOn) continue;
      const finalLitres = (shown.get(connectionId) ?? 0) + random.int(0, 4) * 250;
      const openingLitres = random.int(0, 3) * 500;
      const fields = { make: 'Zenner', sizeMm: 20, registerDigits: 5, sealNumber: null };
      const actor = at('planner', changedOn);
      const meter = await addMeter(tx, actor, { number: `AUDIT-${n}`, ...fields });
      const change = { changedOn, finalLitres, openingLitres, newMeterId: meter.id, reason: 'stopped' };
      await changeMeter(tx, actor, { connectionId, ...change });
      await confirmFinals(tx, connectionId);
      changed.set(n, { meterId: meter.id, lessLitres: finalLitres - openingLitres });
    }
  });
}

const closingDay = (n: number) => addDays(SEPTEMBER, 1 + (n % 25));

async function closeAccounts({ db, accounts }: Town): Promise<void> {
  const rows = accounts.flatMap(({ id, connectedOn }, n) =>
    isClosed(n) && connectedOn < AUGUST ? [{ id, day: closingDay(n) }] : [],
  );
  await execute(
    db,
    sql`update meters.connections c set status = 'closed', disconnected_on = e.day
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (id uuid, day date) where c.id = e.id`,
  );
}

async function changeVat({ db }: Town): Promise<void> {
  const [planned, decided] = ['2026-09-06', '2026-09-07'];
  const rates = { waterPercent: '7.5', fixedPercent: '5', minimumPercent: '5', sewerPercent: '10' };
  const plan = {
    validFrom: '2026-09-12',
    value: { ...rates, exemptCategories: ['community'] },
    reason: 'law',
  };
  const { id, version } = await transaction(db, (tx) => planVat(tx, at('planner', planned), plan));
  await transaction(db, (tx) => approveVat(tx, at('approver', decided), { id, version }));
}
