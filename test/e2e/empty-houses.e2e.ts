/**
 * A house is empty: the rule is planned and approved, a household says it on its phone, the office approves, the household ends it. The office
 * notes one itself, and a colleague refuses it; of another one the colleague adds the register of the return.
 */
import { expect, type Page } from '@playwright/test';
import { vatOn } from '#domains/billing/settings/queries.ts';
import { approvedTariff } from '#domains/billing/tariffs/factory.ts';
import { bn } from '#domains/billing/web/empty-houses/bn.ts';
import { en } from '#domains/billing/web/empty-houses/en.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { makeRoad } from '#domains/settings/factory.ts';
import { systemActor } from '#platform/actor.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { addConsumer } from './consumer.ts';
import type { Program } from './program.ts';
import { choose, confirm, press, seen, told, type, typeDay } from './screen.ts';
import { isIn, look, PHONE, sit } from './seat.ts';
import { filled, labelled } from './texts.ts';
import { today } from './today.ts';
import { test } from './town.ts';

const HOUSEHOLD = '1755004102';
const actor = systemActor(new Date(), today(), 'e2e');

// The name of a page comes with the menu, after what is in the page.
const named = (page: Page) => seen(page.locator('h1', { hasText: /\S/ }));

const fill = async ({ database: { db } }: Program) => {
  // A price with a fixed charge: without one no bill becomes less, and nothing is offered.
  const effectiveFrom = '2099-01-01';
  // A price has the VAT of its day, which another test of this town may have changed.
  const vat = await vatOn(db, effectiveFrom);
  await approvedTariff(
    db,
    {
      ...{
        effectiveFrom,
        fixedAmount: '30',
        vatWaterPercent: vat.waterPercent,
        vatFixedPercent: vat.fixedPercent,
      },
      ...{ vatMinimumPercent: vat.minimumPercent, vatSewerPercent: vat.sewerPercent },
    },
    actor,
  );
  return transaction(db, async (tx) => {
    const consumerId = await addConsumer(tx, actor, {
      ...{ national: HOUSEHOLD, name: 'Selina Akter', nameBn: 'সেলিনা আক্তার' },
    });
    const road = await makeRoad(tx, actor);
    return makeConnection(tx, actor, { roadId: road.id, consumerId, connectedOn: addDays(today(), -40) });
  });
};

test('a rule of two persons, a notice from a phone, an end, and a notice of the office', async ({
  browser,
  town,
}) => {
  const made = await fill(town);
  const household = await sit(browser, town, { who: { household: HOUSEHOLD }, language: 'bn', width: PHONE });
  const { page } = household;
  const main = page.locator('main');
  await page.goto('/billing/billing-list');
  await seen(main.getByRole('heading', { level: 2 }).first());
  // Without a rule nothing is offered.
  await expect(main.getByText(bn.own.title)).toHaveCount(0);

  const admin = await sit(browser, town, { who: 'admin' });
  const words = admin.t.settings.config;
  await admin.page.goto('/configuration/empty-houses');
  await seen(admin.page.getByRole('heading', { name: en.settings.title, level: 1 }));
  await look(admin);
  await admin.page.getByLabel(labelled(en.settings.on)).check();
  await type(admin.page, en.settings.fixed, '101');
  await type(admin.page, words.reason, 'Resolution of the board');
  await press(admin.page, words.plan);
  await expect(admin.page.getByLabel(labelled(en.settings.fixed))).toHaveAttribute('aria-invalid', 'true');
  await look(admin);
  await type(admin.page, en.settings.fixed, '50');
  await press(admin.page, words.plan);
  await told(admin, words.planned);
  const engineer = await sit(browser, town, { who: 'engineer', language: 'bn' });
  await engineer.page.goto('/configuration/empty-houses');
  await seen(engineer.page.getByRole('heading', { name: bn.settings.title, level: 1 }));
  await look(engineer);
  await engineer.page
    .getByRole('button', { name: new RegExp(`^${engineer.t.settings.config.approve}`) })
    .click();
  await confirm(engineer);
  await told(engineer, engineer.t.settings.config.approved);

  await page.reload();
  await seen(main.getByText(bn.own.about));
  await named(page);
  await look(household);
  await press(main, bn.own.open);
  const ask = page.getByRole('dialog');
  await ask.locator('button[type=submit]').click();
  await expect(ask.getByLabel(labelled(bn.own.words))).toHaveAttribute('aria-invalid', 'true');
  await look(household);
  await typeDay(ask, bn.note.from, today());
  await choose(ask, bn.note.reason, bn.reasons.AWAY);
  await type(ask, bn.own.words, 'পরিবারের সবাই গ্রামে থাকবেন, তিন মাস');
  await look(household);
  await ask.locator('button[type=submit]').click();
  await told(household, bn.own.done);
  await seen(main.getByText(bn.own.waiting));
  await look(household);
  const house = await one<{ id: string }>(
    town.database.db,
    sql`select id from billing.empty_houses where connection_id = ${made.id}`,
  );
  await main.locator(`a[href*="${house.id}"]`).click();
  await seen(main.getByText(bn.own.waits));
  await look(household);

  const reviewer = await sit(browser, town, { who: 'reviewer' });
  const desk = reviewer.page;
  await desk.goto('/billing/empty-houses?page=1');
  await seen(desk.getByRole('heading', { name: en.title, level: 1 }));
  await look(reviewer);
  await desk.locator(`main a[href*="${house.id}"]`).first().click();
  await seen(desk.getByText(en.next.waits));
  await look(reviewer);
  await press(desk.locator('main'), en.decide.approve);
  await press(desk.getByRole('dialog'), en.decide.approve);
  await isIn(reviewer, en.states.APPROVED);
  await seen(desk.getByText(filled(en.next.start)));
  // Who approved it does not add the register.
  await expect(desk.locator('main').getByRole('button', { name: en.decide.start })).toHaveCount(0);
  await admin.page.goto(new URL(desk.url()).pathname);
  await press(admin.page.locator('main'), en.decide.start);
  const start = admin.page.getByRole('dialog');
  await start.locator('button[type=submit]').click();
  await expect(start.getByLabel(labelled(en.note.start))).toHaveAttribute('aria-invalid', 'true');
  await look(admin);
  await type(start, en.note.start, '0');
  await type(start, en.decide.start_words, 'Read by the crew of the road');
  await start.locator('button[type=submit]').click();
  await told(admin, en.decide.start_done);
  await seen(admin.page.getByText(en.record.start_noted_by));
  await look(admin);

  await page.reload();
  await isIn(household, bn.states.APPROVED);
  await press(main, bn.decide.end);
  const end = page.getByRole('dialog');
  await typeDay(end, bn.note.until, addDays(today(), 400));
  await type(end, bn.decide.answer, 'আমরা ফিরে এসেছি');
  await end.locator('button[type=submit]').click();
  await expect(end.getByLabel(labelled(bn.note.until))).toHaveAttribute('aria-invalid', 'true');
  await look(household);
  await typeDay(end, bn.note.until, addDays(today(), 10));
  await end.locator('button[type=submit]').click();
  await told(household, bn.own.ended);
  await isIn(household, bn.states.ENDED);
  await look(household);

  await desk.goto('/billing/empty-houses?page=1');
  await press(desk.locator('main'), en.note.open);
  const note = desk.getByRole('dialog');
  await type(note, en.note.connection, made.number);
  await seen(note.getByText('Selina Akter'));
  await typeDay(note, en.note.from, addDays(today(), 5));
  await choose(note, en.note.reason, en.reasons.REPAIRS);
  await type(note, en.note.words, 'Told at the counter by her brother');
  await note.locator('button[type=submit]').click();
  // The days until the household came back belong to its own notice.
  await expect(note.getByLabel(labelled(en.note.from))).toHaveAttribute('aria-invalid', 'true');
  await look(reviewer);
  await typeDay(note, en.note.from, addDays(today(), 20));
  await note.locator('button[type=submit]').click();
  await told(reviewer, en.note.done);
  await seen(desk.getByText(en.next.own));
  await look(reviewer);
  await engineer.page.goto(new URL(desk.url()).pathname);
  await press(engineer.page.locator('main'), bn.decide.refuse);
  await type(engineer.page.getByRole('dialog'), bn.decide.answer, 'ভাড়াটে থাকেন');
  await look(engineer);
  await engineer.page.getByRole('dialog').locator('button[type=submit]').click();
  await told(engineer, bn.decide.refused);
  await isIn(engineer, bn.states.REFUSED);
  await page.goto(new URL(desk.url()).pathname);
  await isIn(household, bn.states.REFUSED);
  await seen(main.getByText('ভাড়াটে থাকেন'));
  await look(household);

  // They were away before already, and came back today: the register of that day is added by who did not note it.
  await desk.goto('/billing/empty-houses?page=1');
  await press(desk.locator('main'), en.note.open);
  await type(note, en.note.connection, made.number);
  await typeDay(note, en.note.from, addDays(today(), -10));
  await typeDay(note, en.note.until, today());
  await choose(note, en.note.reason, en.reasons.AWAY);
  await type(note, en.note.words, 'In the village, told by the family');
  await note.locator('button[type=submit]').click();
  await told(reviewer, en.note.done);
  await engineer.page.goto(new URL(desk.url()).pathname);
  await press(engineer.page.locator('main'), bn.decide.approve);
  await press(engineer.page.getByRole('dialog'), bn.decide.approve);
  await isIn(engineer, bn.states.APPROVED);
  await admin.page.goto(new URL(desk.url()).pathname);
  await press(admin.page.locator('main'), en.decide.back);
  const back = admin.page.getByRole('dialog');
  await back.locator('button[type=submit]').click();
  await expect(back.getByLabel(labelled(en.record.back))).toHaveAttribute('aria-invalid', 'true');
  await look(admin);
  await type(back, en.record.back, '0');
  await type(back, en.decide.start_words, 'Read by the meter reader');
  await back.locator('button[type=submit]').click();
  await told(admin, en.decide.start_done);
  await seen(admin.page.getByText(en.record.back_noted_by));
  await look(admin);

  const english = await sit(browser, town, { who: { household: HOUSEHOLD }, width: PHONE });
  await english.page.goto('/billing/billing-list');
  await seen(english.page.getByText(filled(en.own.state)).first());
  await named(english.page);
  await look(english);
  // Two days were refused on purpose.
  const seats = [household, admin, engineer, reviewer, english];
  expect(
    seats.flatMap(({ eye }) => eye.problems).filter((problem) => !/\b(?:409|422)\b/.test(problem)),
  ).toEqual([]);
});
