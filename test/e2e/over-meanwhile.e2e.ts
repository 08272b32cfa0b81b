/** A step whose matter is over by the time it is sent: its dialog says who ended it, and offers only to close. And what a second person is asked before money moves. */
import { expect, type Page } from '@playwright/test';
import { giveUpRun } from '#domains/billing/bill-run/actions/give-up-run.ts';
import { planRun } from '#domains/billing/bill-run/actions/plan-run.ts';
import { workCalculation } from '#domains/billing/bill-run/actions/work-run.ts';
import { findRun } from '#domains/billing/bill-run/queries.ts';
import { planVat, withdrawVat } from '#domains/billing/settings/actions/change-vat.ts';
import { vatOn } from '#domains/billing/settings/queries.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { makePayment } from '#domains/payments/actions/make-payment.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { proposeBackdated } from '#domains/payments/proposals/actions/propose-money.ts';
import { decideRefund } from '#domains/payments/refunds/actions/decide-refund.ts';
import { openRefund } from '#domains/payments/refunds/actions/open-refund.ts';
import { askWithdrawal } from '#domains/payments/refunds/actions/take-back-refund.ts';
import { makeRoad } from '#domains/settings/factory.ts';
import { type Actor, systemActor } from '#platform/actor.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { addDays, addMonths, firstOfMonth } from '#shared/dates.ts';
import { positiveMinorSchema } from '#shared/money.ts';
import { ZONE } from '#test/zone.ts';
import { addConsumer } from './consumer.ts';
import type { Program } from './program.ts';
import { activate, arrived, press, seen, type } from './screen.ts';
import { isIn, type Seat, sit } from './seat.ts';
import { filled } from './texts.ts';
import { today } from './today.ts';
import { loginOf, type Role, test } from './town.ts';

const system = () => systemActor(new Date(), today(), 'e2e');

async function person({ database: { db } }: Program, role: Role): Promise<Actor> {
  const { id, name } = await one<{ id: string; name: string }>(
    db,
    sql`select id, name from identity.users where email = ${loginOf(role).login}`,
  );
  return { ...system(), userId: id, name };
}

/** A run of one connection that waits for the second person. */
async function calculated({ database: { db } }: Program) {
  const period = addMonths(firstOfMonth(today()), -1);
  const last = addDays(addMonths(period, 1), -1);
  const id = await transaction(db, async (tx) => {
    const road = await makeRoad(tx, system());
    await makeConnection(tx, system(), {
      ...{ roadId: road.id, connectedOn: addDays(period, -1), approve: true },
      readings: [[period, last, 20_000]],
    });
    const dates = { period, issuedOn: today(), dueOn: addDays(today(), 21) };
    return (await planRun(tx, system(), { ...dates, sectorId: road.sectorId })).id;
  });
  await workCalculation(db, { timeZone: ZONE, now: () => new Date() }, id);
  await expect.poll(async () => (await findRun(db, id)).state, { timeout: 60_000 }).toBe('REVIEW');
  return findRun(db, id);
}

/** A step of a record: a button, or in the menu of the others. */
async function take({ page, t }: Seat, name: string) {
  await seen(page.locator('article > header'));
  const button = page.getByRole('button', { name, exact: true });
  if ((await button.count()) === 0) await press(page, t.common.actions.more_actions);
  await activate(button.or(page.getByRole('menuitem', { name, exact: true })).first());
}

/** It tells who did what, keeps what was typed, and offers nothing but to close. */
async function tellsOver({ page, t }: Seat, texts: readonly string[], step: string) {
  const dialog = page.getByRole('dialog');
  await press(dialog, step);
  await seen(dialog.getByRole('alert').filter({ hasText: t.frame.over.title }));
  for (const text of texts) await seen(dialog.getByText(text, { exact: false }).first());
  await expect(dialog.getByRole('button', { name: step, exact: true })).toHaveCount(0);
  await activate(dialog.getByRole('button', { name: t.common.actions.close }).last());
  await expect(dialog).toHaveCount(0);
}

for (const language of ['en', 'bn'] as const)
  test(`who approves a bill run is asked with month, scope, number of bills and their sum, in ${language}`, async ({
    browser,
    town,
  }) => {
    const run = await calculated(town);
    const seat = await sit(browser, town, { who: 'admin', language });
    const { page, t } = seat;
    await page.goto(`/bill-run/${run.id}`);
    await isIn(seat, t.billing.runs.states.REVIEW);
    await page.getByRole('button', { name: filled(t.billing.runs.approve) }).click();
    const asked = page.getByRole('dialog').filter({ hasText: t.common.confirm.title });
    await seen(asked);
    await expect(asked).toContainText(filled(t.billing.runs.run_of));
    await expect(asked).toContainText(filled(t.billing.lists.bills_sector_number));
    await expect(asked).toContainText(
      language === 'en' ? /· 1 bill · ৳[\d,.]{3,} in all/ : /· ১টি বিল · মোট ৳[০-৯,.]{3,}/,
    );
    await press(asked, t.common.actions.cancel);
    expect((await findRun(town.database.db, run.id)).state).toBe('REVIEW');
    await page.context().close();
  });

test('a bill run that somebody else gave up meanwhile', async ({ browser, town }) => {
  const { db } = town.database;
  const run = await calculated(town);
  const [seat, other] = [await sit(browser, town, { who: 'admin' }), await person(town, 'reviewer')];
  const { page, t } = seat;
  const words = t.billing.runs;
  await page.goto(`/bill-run/${run.id}`);
  await take(seat, words.give_up);
  await type(page.getByRole('dialog'), words.give_up_reason, 'Wrong month');
  await transaction(db, (tx) => giveUpRun(tx, other, { id: run.id, reason: 'Readings of another road' }));
  await tellsOver(seat, [other.name, 'Readings of another road', 'Wrong month'], words.give_up);
  await isIn(seat, words.states.CANCELLED);
  await page.context().close();
});

test('a planned VAT that somebody else withdrew meanwhile', async ({ browser, town }) => {
  const { db } = town.database;
  const validFrom = addDays(today(), 900);
  const planned = await transaction(db, async (tx) => {
    const now = await vatOn(tx, validFrom);
    const value = { ...now, waterPercent: now.waterPercent === '17' ? '18' : '17' };
    return planVat(tx, system(), { validFrom, value, reason: 'Finance Act' });
  });
  const [seat, other] = [await sit(browser, town, { who: 'admin' }), await person(town, 'reviewer')];
  const { page, t } = seat;
  const words = t.settings.config;
  await page.goto('/configuration/vat');
  await page
    .getByRole('button', { name: new RegExp(`^${words.withdraw}: `) })
    .first()
    .click();
  await type(page.getByRole('dialog'), words.reason, 'Not decided yet');
  const { id, version } = planned;
  await transaction(db, (tx) => withdrawVat(tx, other, { id, version, reason: 'The Act was changed' }));
  await tellsOver(
    seat,
    [words.states.WITHDRAWN, other.name, 'The Act was changed', 'Not decided yet'],
    words.withdraw,
  );
  await seen(page.locator('main').getByText('The Act was changed', { exact: false }));
  await page.context().close();
});

/** Counter money of a day long ago, and a refund that is not to be paid out, wait for the second person. */
async function proposals({ database: { db } }: Program, cashier: Actor, reviewer: Actor): Promise<string> {
  return transaction(db, async (tx) => {
    const consumerId = await addConsumer(tx, cashier, {
      ...{ national: '1755002391', name: 'Shirin Akter', nameBn: 'শিরিন আক্তার' },
    });
    const { connectionId } = await makeDebtor(tx, cashier, { consumerId });
    const minor = (amount: number) => positiveMinorSchema.parse(amount);
    await proposeBackdated(tx, cashier, {
      target: { kind: 'CONNECTION', connectionId },
      amountMinor: minor(11_500),
      tender: { method: 'CASH', paidOn: addDays(today(), -7) },
      reason: 'found in the receipt book',
    });
    await makePayment(tx, cashier, {
      ...{ connectionId, tender: { method: 'CASH' }, unusual: true },
      amountMinor: minor(700_000),
    });
    const of = { kind: 'ADVANCE' as const, connectionId, amountMinor: 5_000 };
    const { id: refundId } = await openRefund(tx, cashier, { of, reason: 'moves away' });
    await decideRefund(tx, reviewer, { refundId, accept: true });
    await askWithdrawal(tx, cashier, { refundId, reason: 'stays after all' });
    return refundId;
  });
}

const focused = (page: Page) => page.locator(':focus');

test('a stray Enter agrees to no money; Enter on a row opens what it is about', async ({ browser, town }) => {
  const refundId = await proposals(town, await person(town, 'cashier'), await person(town, 'reviewer'));
  const seat = await sit(browser, town, { who: 'admin' });
  const { page, t } = seat;
  const words = t.payments.proposals;
  await page.goto('/proposals?page=1');
  const row = (text: string) => page.locator('[data-row]').filter({ hasText: text });
  await row('found in the receipt book')
    .getByRole('button', { name: filled(t.common.actions.more) })
    .click();
  await activate(page.getByRole('menuitem', { name: words.accept, exact: true }));
  const dialog = page.getByRole('dialog');
  await seen(dialog.getByRole('button', { name: filled(words.accept_submit) }));
  await expect(focused(page)).toHaveText(t.common.actions.cancel);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await seen(row('found in the receipt book').getByText(words.states.REQUESTED));

  await seen(row('stays after all'));
  await page.locator('main h1').click();
  const count = await page.locator('[data-row]').count();
  for (let step = 0; step < count; step += 1) {
    await page.keyboard.press('j');
    if (await row('stays after all').locator(':focus').count()) break;
  }
  await page.keyboard.press('Enter');
  await arrived(page, new RegExp(`/refund/${refundId}`));
  await page.context().close();
});
