/**
 * Water ran off by a leak: the rule is planned and approved, a household asks on its phone, the office credits what the formula says after a
 * reading, a second person approves, and the household reads each figure.
 */
import { expect } from '@playwright/test';
import { bn } from '#domains/billing/web/leaks/bn.ts';
import { en } from '#domains/billing/web/leaks/en.ts';
import { uploadFile } from '#domains/identity/files/contract.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { captureReading } from '#domains/meters/readings/actions/capture-reading.ts';
import { makeRoad } from '#domains/settings/factory.ts';
import { systemActor } from '#platform/actor.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { addDays, addMonths, firstOfMonth } from '#shared/dates.ts';
import { billMonth } from './bill-month.ts';
import { addConsumer } from './consumer.ts';
import { portrait } from './papers.ts';
import type { Program } from './program.ts';
import { confirm, press, seen, told, type, typeDay } from './screen.ts';
import { isIn, look, PHONE, quiet, sit } from './seat.ts';
import { filled, labelled } from './texts.ts';
import { today } from './today.ts';
import { test } from './town.ts';

const HOUSEHOLD = '1755004101';
const actor = systemActor(new Date(), today(), 'e2e');
const USUAL = 10_000;
const LEAK = 60_000;

/** A bill of the last month of 60 m³ after five months of 10 m³, and the meter as it is read today. */
async function fill(town: Program): Promise<{ billId: string; readToday: () => Promise<void> }> {
  const { db } = town.database;
  const period = addMonths(firstOfMonth(today()), -1);
  const months = [-5, -4, -3, -2, -1, 0].map((ago) => addMonths(period, ago));
  // A week before today at the latest: a reading of fewer days does not show usual use.
  const last = (month: string) =>
    [addDays(addMonths(month, 1), -1), addDays(today(), -7)].toSorted()[0] ?? month;
  const {
    sectorId,
    id: connectionId,
    meterId,
  } = await transaction(db, async (tx) => {
    const consumerId = await addConsumer(tx, actor, {
      national: HOUSEHOLD,
      name: 'Rokeya Begum',
      nameBn: 'রোকেয়া বেগম',
    });
    const road = await makeRoad(tx, actor);
    const made = await makeConnection(tx, actor, {
      ...{ roadId: road.id, consumerId, connectedOn: addDays(months[0] ?? period, -1) },
      readings: months.map((month, n) => [
        month,
        last(month),
        USUAL * (n < 5 ? n + 1 : 5) + (n < 5 ? 0 : LEAK),
      ]),
    });
    return { ...made, sectorId: road.sectorId };
  });
  // The checks hold such a month for a reviewer, who looked at it.
  const approve = (month: string, state: 'APPROVED' | 'BILLED') =>
    execute(
      db,
      sql`update meters.readings set state = ${state} where connection_id = ${connectionId} and period = ${month}::date`,
    );
  for (const month of months) await approve(month, month === period ? 'APPROVED' : 'BILLED');
  await billMonth(town, { sectorId, period });
  const bill = await one<{ id: string }>(
    db,
    sql`select id from billing.invoices where connection_id = ${connectionId}`,
  );
  const readToday = async () => {
    const now = firstOfMonth(today());
    await transaction(db, (tx) =>
      captureReading(tx, actor, {
        ...{ meterId, period: now, readOn: today() },
        registerLitres: USUAL * 5 + LEAK + 300,
      }),
    );
    await approve(now, 'APPROVED');
  };
  return { billId: bill.id, readToday };
}

/** Runs in the browser: by how much of the screen what was shown moved, since the page was opened. */
const shifts = (): Promise<number> =>
  new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(sum), 300);
  });

test('a rule of two persons, a request, a reading, a credit by two persons', async ({ browser, town }) => {
  const { billId, readToday } = await fill(town);
  const household = await sit(browser, town, { who: { household: HOUSEHOLD }, language: 'bn', width: PHONE });
  const { page } = household;
  const main = page.locator('main');
  await page.goto(`/billing/invoice-list/${billId}`);
  await seen(main.getByRole('button', { name: household.t.billing.invoice.object }));
  // Without a rule nothing is offered.
  await expect(main.getByRole('button', { name: household.t.billing.invoice.leak })).toHaveCount(0);

  const admin = await sit(browser, town, { who: 'admin' });
  const words = admin.t.settings.config;
  await admin.page.goto('/configuration/leaks');
  await seen(admin.page.getByRole('heading', { name: en.settings.title, level: 1 }));
  await look(admin);
  await admin.page.getByLabel(labelled(en.settings.on)).check();
  await type(admin.page, en.settings.alone, '0');
  await type(admin.page, words.reason, 'Resolution of the board');
  await look(admin);
  await press(admin.page, words.plan);
  await told(admin, words.planned);
  const engineer = await sit(browser, town, { who: 'engineer', language: 'bn' });
  await engineer.page.goto('/configuration/leaks');
  await seen(engineer.page.getByRole('heading', { name: bn.settings.title, level: 1 }));
  await look(engineer);
  await engineer.page
    .getByRole('button', { name: new RegExp(`^${engineer.t.settings.config.approve}`) })
    .click();
  await confirm(engineer);
  await told(engineer, engineer.t.settings.config.approved);

  await page.reload();
  await press(main, household.t.billing.invoice.leak);
  const ask = page.getByRole('dialog');
  await seen(ask.getByText(bn.ask.about));
  await ask.locator('button[type=submit]').click();
  await expect(ask.getByLabel(labelled(bn.ask.words))).toHaveAttribute('aria-invalid', 'true');
  await look(household);
  await type(ask, bn.ask.words, 'উঠানের নিচের পাইপ ফেটেছিল, মিস্ত্রি বদলে দিয়েছেন');
  await typeDay(ask, bn.ask.repaired, addDays(firstOfMonth(today()), -1));
  // While the proof is on its way, the request is not sent without it.
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(`**${uploadFile.path}?**`, async (route) => {
    await arrival;
    await route.continue();
  });
  await ask
    .locator('input[type=file]')
    .last()
    .setInputFiles(await portrait());
  await seen(ask.getByText(household.t.common.form.waits_for_file));
  await expect(ask.locator('button[type=submit]')).toBeDisabled();
  await look(household);
  arrive();
  const takeOut = ask.getByRole('button', { name: filled(household.t.common.form.remove_file) });
  await seen(takeOut);
  await look(household);
  await takeOut.click();
  await ask
    .locator('input[type=file]')
    .last()
    .setInputFiles(await portrait());
  await seen(takeOut);
  await ask.locator('button[type=submit]').click();
  await seen(main.getByText(bn.open.title));
  const { hasProof } = await one<{ hasProof: boolean }>(
    town.database.db,
    sql`select proof_file_id is not null as "hasProof" from billing.leaks where invoice_id = ${billId}`,
  );
  expect(hasProof).toBe(true);
  await look(household);
  await main.getByRole('link', { name: bn.open.see }).click();
  await isIn(household, bn.states.OPEN);
  await look(household);

  const leak = await one<{ id: string }>(
    town.database.db,
    sql`select id from billing.leaks where invoice_id = ${billId}`,
  );
  const reviewer = await sit(browser, town, { who: 'reviewer' });
  const desk = reviewer.page;
  await desk.goto('/billing/leaks?page=1&open=true');
  await seen(desk.getByRole('heading', { name: en.title, level: 1 }));
  await look(reviewer);
  await desk.locator(`main a[href*="${leak.id}"]`).first().click();
  await seen(desk.getByText(en.obstacles.not_back));
  await seen(desk.getByText(en.formula.title));
  await look(reviewer);
  await readToday();
  await desk.reload();
  await seen(desk.getByText(en.next.ready));
  await press(desk.locator('main'), new RegExp(`^${en.credit.open.split(' ')[0]} `));
  const credit = desk.getByRole('dialog');
  await type(credit, en.credit.answer, 'The pipe was broken; half of the water is not charged.');
  await look(reviewer);
  await credit.locator('button[type=submit]').click();
  await isIn(reviewer, en.states.WAITING);
  await look(reviewer);
  // The household is not told before it counts.
  await page.reload();
  await isIn(household, bn.own_waiting);

  await engineer.page.goto(`/billing/leaks/${leak.id}`);
  await seen(engineer.page.getByText(bn.next.waiting));
  await look(engineer);
  await press(engineer.page.locator('main'), filled(bn.approve.open));
  await press(engineer.page.getByRole('dialog'), bn.approve.yes);
  await isIn(engineer, bn.states.CREDITED);
  await look(engineer);

  await page.reload();
  await isIn(household, bn.states.CREDITED);
  await seen(main.getByText(bn.formula.title));
  await look(household);
  await page.goto(`/billing/invoice-list/${billId}`);
  await seen(main.getByText(filled(bn.ended.CREDITED)));
  // The bill comes together with what is above it, and is not pushed down by it.
  await seen(main.getByText(household.t.billing.invoice.history));
  expect(await page.evaluate(shifts)).toBeLessThan(0.05);
  await look(household);
  const english = await sit(browser, town, { who: { household: HOUSEHOLD }, width: PHONE });
  await english.page.goto(`/billing/leaks/${leak.id}`);
  await isIn(english, en.states.CREDITED);
  await look(english);
  quiet(household, admin, engineer, reviewer, english);
});
