/**
 * The demo town: a utility with two years behind it, made from one seed through the real actions (src/demo/README.md).
 * Everything happens at its own time, up to the clock's last full month; nothing lies in the future.
 */
import type { Logger } from 'pino';
import { installDhakaWasa } from '#domains/billing/tariffs/actions/install-template.ts';
import { ensureBuiltInRoles } from '#domains/roles/actions/ensure-built-in-roles.ts';
import { type Clock, today as todayOf } from '#platform/clock.ts';
import { type Db, sql, transaction } from '#platform/db.ts';
import { addDays, addMonths, firstOfMonth } from '#shared/dates.ts';
import { HOUSEHOLD_CONNECTIONS, planCustomers } from './customers.ts';
import { billMonth, calculate, issueDay } from './month-of-billing.ts';
import { openTill } from './month-of-paying.ts';
import { readLateSector, readMonth, sectorIdOf } from './month-of-reading.ts';
import { planPayer } from './paying.ts';
import { settlePeople } from './people.ts';
import { layGround } from './places.ts';
import { randomOf } from './random.ts';
import { hireStaff } from './staff.ts';
import { LATE_SECTOR, notAfter, type Story } from './story.ts';
import { type Meter, planMeter } from './water-use.ts';

export type DemoOptions = {
  db: Db;
  clock: Clock;
  log: Pick<Logger, 'info'>;
  seed?: string;
  connections?: number;
  months?: number;
};

const SEED = 'purbachal';
const CONNECTIONS = 5000;
const MONTHS = 24;

/** Fills an empty, migrated database; nothing else may be in it. */
export async function loadDemoTown(options: DemoOptions): Promise<void> {
  const phase = stopwatch(options.log);
  const { story, meters } = await found(options);
  phase(`${story.town.connections.length} connections of ${story.town.consumers.length} consumers`);
  await liveThrough(story, meters);
  phase(`${story.months.length} months of readings, bills and payments`);
}

/** The first day: settings, places, tariff, staff, people. */
async function found(options: DemoOptions): Promise<{ story: Story; meters: Meter[] }> {
  const { db, clock, seed = SEED, connections: count = CONNECTIONS, months: length = MONTHS } = options;
  const today = todayOf(clock);
  const months = Array.from({ length }, (_, index) => firstOfMonth(addMonths(today, index - length)));
  const random = randomOf(seed);
  const firstDay = months[0] ?? today;
  await transaction(db, ensureBuiltInRoles);
  const at = await hireStaff(db, clock);
  const ground = await transaction(db, async (tx) => {
    const laid = await layGround(tx, at('admin', firstDay));
    await installDhakaWasa(tx, at('admin', firstDay));
    return laid;
  });
  const lastDay = addDays(firstOfMonth(today), -1);
  const town = planCustomers(random.fork('customers'), ground.roads, { count, firstDay, lastDay });
  const meters = town.connections.map((one, n) => planMeter(random.fork(`meter ${n}`), one, months));
  const people = await settlePeople({ db, at, months, today, town, meters });
  await sql`analyze`.execute(db);
  return { story: { db, clock, random, at, today, months, ground, town, ...people }, meters };
}

/** Month by month: read, bill, pay. While the money of one month comes in, the next one is read. */
async function liveThrough(story: Story, meters: Meter[]): Promise<void> {
  const { months, today, random, connections } = story;
  const payers = connections.map((_, n) =>
    planPayer(
      random.fork(`payer ${n}`),
      months.length,
      n === HOUSEHOLD_CONNECTIONS[0] ? months.length - 1 : undefined,
    ),
  );
  const till = openTill(story, payers);
  for (const [month, period] of months.entries()) {
    await Promise.all([till.takeUntil(issueDay(story, period)), readMonth(story, meters, period)]);
    till.bill(month, await billMonth(story, period));
  }
  await till.takeUntil(today);
  await billLateSector(story, meters);
}

const LATE_DAYS = 6;

/** A second run of the last month, for the sector that was read late: it waits for the engineer. */
async function billLateSector(story: Story, meters: Meter[]): Promise<void> {
  const { months, today } = story;
  const period = months.at(-1) ?? today;
  const lateDay = notAfter(today, addDays(issueDay(story, period), LATE_DAYS));
  await readLateSector(story, meters, lateDay);
  const sectorId = sectorIdOf(story, LATE_SECTOR);
  await calculate(story, { period, issuedOn: today, dueOn: addDays(today, 21), sectorId });
}

function stopwatch(log: Pick<Logger, 'info'>): (what: string) => void {
  let before = performance.now();
  return (what) => {
    const now = performance.now();
    log.info(`demo town: ${what} (${((now - before) / 1000).toFixed(1)} s)`);
    before = now;
  };
}
