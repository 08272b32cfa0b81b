/**
 * The demo town: a utility with two years behind it, made from one seed through the real actions (src/demo/README.md).
 * Everything happens at its own time, up to the clock's last full month; nothing is in the future.
 */

import type { Logger } from 'pino';
import type { DocumentKind } from '#domains/applications/documents.rules.ts';
import { installDhakaWasa } from '#domains/billing/tariffs/actions/install-template.ts';
import { reversePayment } from '#domains/payments/actions/reverse-payment.ts';
import { ensureBuiltInRoles } from '#domains/roles/actions/ensure-built-in-roles.ts';
import { type Actor, systemActor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Clock, today as todayOf } from '#platform/clock.ts';
import { all, type Db, execute, openDatabase, sql, transaction } from '#platform/database/db.ts';
import type { Files } from '#platform/files/receive.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { allWords } from '#platform/words/all-words.ts';
import { addDays, addMonths, firstOfMonth } from '#shared/dates.ts';
import type { AuditWord } from '#shared/words.ts';
import { PLANS, type Plan, papersOf, paysNote } from './application-plans.ts';
import { walkApplications } from './applications.ts';
import { actInBulk } from './bulk-actions.ts';
import { dateCategories, openShop } from './categories.ts';
import { changeOwners } from './changes-of-owner.ts';
import { takeCheques } from './cheques.ts';
import { HOUSEHOLD_CONNECTIONS, planCustomers } from './customers.ts';
import { manDesks } from './desks.ts';
import { disputeBills } from './disputes.ts';
import { climbLadder } from './dunning.ts';
import { chargeShops, emptyHouses, promiseEmptyHouses } from './empty-houses.ts';
import { repairLeaks } from './leaks.ts';
import { billMonth, calculate, issueDay } from './month-of-billing.ts';
import { openTill } from './month-of-paying.ts';
import { readLateSector, readMonth, readThisMonth, sectorIdOf } from './month-of-reading.ts';
import { leaveOpen } from './open-matters.ts';
import { receivePapers } from './papers.ts';
import { planPayer } from './paying.ts';
import { planPayments } from './payment-plans.ts';
import { settlePeople } from './people.ts';
import { layGround } from './places.ts';
import { askerOf, openAccounts } from './portal-people.ts';
import { randomOf } from './random.ts';
import { creditDay, creditDays, promiseRebates, rebateMonth, takeOneBack } from './rebates.ts';
import { signAccounts } from './signatures.ts';
import { hireStaff } from './staff.ts';
import { LATE_SECTOR, notAfter, type Story } from './story.ts';
import { writeTickets } from './tickets.ts';
import { pickHouses, toldMonth, usesOf } from './told-houses.ts';
import { openUnmetered } from './unmetered.ts';
import { fillWallets } from './wallets.ts';
import { type Meter, planMeter } from './water-use.ts';
import { orderWork } from './work-orders.ts';

export type DemoOptions = {
  db: Db;
  /** The owner of the tables, who alone may gather statistics; without it the town takes longer. */
  ownerUrl?: string;
  files: Files;
  /** Of the program that the town is for: its codes and the calls of its bank. */
  secrets: Secrets;
  clock: Clock;
  log: Pick<Logger, 'info'>;
  /** Address that links in messages begin with; the connection has the same. */
  publicUrl?: string;
  seed?: string;
  connections?: number;
  months?: number;
};

const SEED = 'purbachal';
const CONNECTIONS = 5000;
const MONTHS = 24;

/** Fills an empty, migrated database; nothing else may be in it. */
export async function loadDemoTown(options: DemoOptions): Promise<void> {
  const { db, clock, files, log, ownerUrl } = options;
  const phase = stopwatch(log);
  await noteTown(options, 'demo-town.begin');
  const { story, meters, household } = await found(options);
  phase(`${story.town.connections.length} connections of ${story.town.consumers.length} consumers`);
  await signAccounts(story, files);
  const waiting = await openAccounts(story);
  const own = askerOf(story, household);
  const askers = PLANS.map(({ household: isOwn, portal }) =>
    isOwn ? own : portal ? waiting.shift() : undefined,
  );
  const counter = story.at('reviewer', story.today).userId;
  // A file is added by who sent it.
  const [surveyor, installer] = (['surveyor', 'installer'] as const).map((role) =>
    story.at(role, story.today),
  );
  const ofSteps: Partial<Record<DocumentKind, string | null>> = {
    survey_file: surveyor?.userId ?? null,
    new_meter_doc: installer?.userId ?? null,
  };
  const wanted = PLANS.map((plan, n) => ({
    kinds: papersOf(plan),
    sketch: plan.sketch ?? false,
    ownerOf: (kind: DocumentKind) => ofSteps[kind] ?? askers[n]?.actor.userId ?? counter,
  }));
  const papers = receivePapers(files, db, wanted);
  const walk = (which: (plan: Plan) => boolean) =>
    papers.then((sets) => walkApplications(story, sets, askers, which));
  // Receipts are numbered in the order of their days: who pays at the counter these days comes after the history.
  await Promise.all([
    liveThrough(story, meters, () => gatherStatistics(ownerUrl)),
    walk((plan) => !paysNote(plan)),
  ]);
  phase(`${story.months.length} months of readings, bills and payments, applications beside them`);
  const lastDays = async () => {
    await walk(paysNote);
    await reverseSome(story);
    await creditDays(story, addDays(creditDay(story), 1), story.today);
    await billLateSector(story, meters);
    await readThisMonth(story, meters);
    await leaveOpen(story, household, options);
    await openUnmetered(story);
    await orderWork(story, household, files);
    await writeTickets(story, household);
    await changeOwners(story, household, { secrets: options.secrets, files: options.files });
    await fillWallets(story, household, options.secrets);
    await dateCategories(story);
    await emptyHouses(story);
    await disputeBills(story);
    await repairLeaks(story, household, files);
    await planPayments(story);
    await takeCheques(story);
    await takeOneBack(story);
    await climbLadder(story);
    await actInBulk(story);
    await manDesks(story);
  };
  await Promise.all([gatherStatistics(ownerUrl), lastDays()]);
  await noteTown({ db, clock }, 'demo-town.ready');
  phase(`${PLANS.length} applications, this month and statistics`);
}

/** What tells the town's database from any other (start-demo-town.ts). */
export function noteTown({ db, clock }: Pick<DemoOptions, 'db' | 'clock'>, action: AuditWord): Promise<void> {
  const actor = systemActor(clock.now(), todayOf(clock), 'demo-town');
  return transaction(db, (tx) => audit(tx, actor, { action, object: 'demo-town', objectId: 'town' }));
}

/** The first day: settings, places, tariff, staff, people. */
async function found(options: DemoOptions): Promise<{ story: Story; meters: Meter[]; household: Actor }> {
  const { db, clock, seed = SEED, connections: count = CONNECTIONS, months: length = MONTHS } = options;
  const { publicUrl = '' } = options;
  const today = todayOf(clock);
  const months = Array.from({ length }, (_, index) => firstOfMonth(addMonths(today, index - length)));
  const random = randomOf(seed);
  const firstDay = months[0] ?? today;
  await transaction(db, (tx) => ensureBuiltInRoles(tx, allWords));
  const at = await hireStaff(db, clock);
  const ground = await transaction(db, async (tx) => {
    const laid = await layGround(tx, at('admin', firstDay));
    await installDhakaWasa(tx, at('admin', firstDay));
    return laid;
  });
  const lastDay = addDays(firstOfMonth(today), -1);
  const town = planCustomers(random.fork('customers'), ground.roads, { count, firstDay, lastDay });
  const told = pickHouses(town, firstDay);
  const meters = town.connections.map((connection, n) =>
    planMeter(random.fork(`meter ${n}`), connection, months, usesOf(told, n, months.length)),
  );
  const { household, ...people } = await settlePeople({ db, at, months, today, town, meters });
  const ways = { db, clock, random, at, today, publicUrl, months };
  return { story: { ...ways, ...{ ground, town, told }, ...people }, meters, household };
}

/** The household of the consumer's login pays everything but the newest bill of its first connection. */
function forgottenBy(n: number, months: number): number | undefined {
  const place = (HOUSEHOLD_CONNECTIONS as readonly number[]).indexOf(n);
  return place < 0 ? undefined : place === 0 ? months - 1 : -1;
}

/** Month by month: read, bill, pay. */
async function liveThrough(story: Story, meters: Meter[], analyze: () => Promise<void>): Promise<void> {
  const { months, today, random, connections } = story;
  const payers = connections.map((_, n) =>
    planPayer(random.fork(`payer ${n}`), months.length, forgottenBy(n, months.length)),
  );
  const till = openTill(story, payers);
  const credited = creditDay(story);
  let isCredited = false;
  const payUntil = async (day: string) => {
    if (!isCredited && credited <= day) {
      await till.takeUntil(credited);
      await creditDays(story, issueDay(story, rebateMonth(story)), credited);
      isCredited = true;
    }
    await till.takeUntil(day);
  };
  for (const [month, period] of months.entries()) {
    if (addMonths(period, 1) === toldMonth(months)) await chargeShops(story, period);
    if (period === toldMonth(months)) {
      await promiseEmptyHouses(story, period);
      await openShop(story, period);
    }
    // The readers are on their round while the counter is open; bills are made by two workers when both are done.
    await Promise.all([payUntil(issueDay(story, period)), readMonth(story, meters, period)]);
    if (period === rebateMonth(story)) await promiseRebates(story, issueDay(story, period));
    till.bill(month, await billMonth(story, period));
    if (month === 0) await analyze();
  }
  await payUntil(today);
}

/** Tables that were empty at the start are planned for wrongly until somebody counts them. */
const BUSY = sql`consumers.consumers, meters.connections, meters.meters, meters.assignments, meters.readings,
  billing.invoices, ledger.entries, payments.payments, payments.allocations`;

async function gatherStatistics(ownerUrl: string | undefined): Promise<void> {
  if (!ownerUrl) return;
  const owner = openDatabase(ownerUrl, { max: 1, name: 'demo-town' });
  try {
    await execute(owner.db, sql`analyze ${BUSY}`);
  } finally {
    await owner.close();
  }
}

const MISTAKEN_PAYMENTS = 4;

/** Payments of the last days that the cashier had booked on a wrong account. */
async function reverseSome({ db, at, today }: Story): Promise<void> {
  const payments = await all<{ id: string }>(
    db,
    sql`select id from payments.payments
      where source = 'INVOICE' and method = 'CASH' and state = 'APPROVED' and amount_minor < 200000
      order by created_at desc, amount_minor limit ${MISTAKEN_PAYMENTS}`,
  );
  const reason = 'Booked on a wrong connection';
  for (const { id } of payments) {
    await transaction(db, (tx) => reversePayment(tx, at('admin', today, '10:30'), { paymentId: id, reason }));
  }
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
