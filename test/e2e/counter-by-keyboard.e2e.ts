/**
 * The counter without a mouse: an Enter that bounces records no money that nobody counted, and the next step has the focus; money of a
 * day long ago goes to a second person with its reason.
 */
import { expect } from '@playwright/test';
import { staff as ledger } from '#domains/ledger/web/en-staff.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { systemActor } from '#platform/actor.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { arrived, enter, openScreen, press, seen, told, type, typeDay } from './screen.ts';
import { filled, labelled, say } from './texts.ts';
import { today } from './today.ts';
import { loginOf, test } from './town.ts';

/** Longer than a person needs to read. */
const HELD_MS = 1500;

test('a payer is found by Enter, and only an Enter after the money was counted takes it', async ({
  browser,
  town,
}) => {
  const { db } = town.database;
  const actor = systemActor(new Date(), today(), 'e2e');
  const { connectionId } = await transaction(db, (tx) => makeDebtor(tx, actor));
  const { number } = await one<{ number: string }>(
    db,
    sql`select number from meters.connections where id = ${connectionId}`,
  );
  const screen = await openScreen(browser, { url: town.url, language: 'en', isMoving: true });
  await enter(screen, loginOf('cashier'));
  const { page, t } = screen;
  const { take, counter } = t.payments;
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /make-payment/.test(request.url())) sent.push(request.url());
  });
  // The key that found the payer is held, and sends nothing (read-first.test.ts asks the times of a key that bounces).
  await page.goto('/take-payment');
  await page.getByLabel(counter.search).fill(number);
  await page.keyboard.down('Enter');
  await expect(page.getByLabel(take.amount).first()).toBeFocused();
  const until = Date.now() + HELD_MS;
  while (Date.now() < until) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await seen(page.getByRole('button', { name: filled(take.submit) }));
  expect(sent).toEqual([]);
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect.poll(() => sent.length, { timeout: 300 }).toBe(1);
  }).toPass();
  await seen(page.getByRole('heading', { name: filled(counter.done_title) }));
  await expect(page.getByRole('button', { name: counter.next })).toBeFocused();

  // The dialog of the day's end begins in its first field.
  await page.goto('/cash-closing');
  await press(page, ledger.cash.close);
  await expect(page.getByRole('dialog').locator('input:focus')).toHaveCount(1);
  await page.context().close();
});

test('Back from a payment to the counter brings the search with its hits, and the next number replaces it', async ({
  browser,
  town,
}) => {
  const { db } = town.database;
  const actor = systemActor(new Date(), today(), 'e2e');
  const { number, connectionId } = await transaction(db, (tx) => makeDebtor(tx, actor));
  const screen = await openScreen(browser, { url: town.url, language: 'en', isMoving: true });
  await enter(screen, loginOf('cashier'));
  const { page, t } = screen;
  const { take, counter } = t.payments;
  await page.goto('/take-payment');
  const field = page.getByLabel(counter.search);
  await field.fill(number);
  const hit = page.getByRole('button').filter({ hasText: number });
  await seen(hit);
  await hit.click();
  await arrived(page, new RegExp(`connectionId=${connectionId}`));
  // What goes back to who pays 115, and what is missing.
  await page.getByLabel(counter.given).fill('200');
  await seen(page.getByText(say(counter.change, { amount: '৳85' })));
  await page.getByLabel(counter.given).fill('100');
  await seen(page.getByText(say(counter.missing, { amount: '৳15' })));
  // Neither a key nor the button records cash that is not there: the field of what was given has the focus.
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: filled(take.submit) }).click();
  await expect(page.getByLabel(counter.given)).toBeFocused();
  expect(sent.filter((url) => url.includes('make-payment'))).toEqual([]);
  await page.goto('/payment-history?page=1');
  await seen(page.getByRole('heading', { level: 1 }));
  await page.goBack();
  await seen(page.getByLabel(take.amount).first());
  await page.goBack();
  await expect(field).toHaveValue(number);
  await expect(field).toBeFocused();
  await seen(hit);
  await page.keyboard.type('99');
  await expect(field).toHaveValue('99');
  // The menu leads to an empty counter.
  await page.getByRole('link', { name: take.title }).first().click();
  await expect(field).toHaveValue('');
  await page.context().close();
});

test('money of a day long ago goes to a second person; without a reason its field says so, and the way stays open', async ({
  browser,
  town,
}) => {
  const actor = systemActor(new Date(), today(), 'e2e');
  const { connectionId } = await transaction(town.database.db, (tx) => makeDebtor(tx, actor));
  const screen = await openScreen(browser, { url: town.url, language: 'bn', width: 390 });
  await enter(screen, loginOf('cashier'));
  const { page, t } = screen;
  const { take, counter } = t.payments;
  await page.goto(`/take-payment?connectionId=${connectionId}`);
  // A day that is to come is a day: its field says what is wrong with it, however it is written.
  const [year, month, date] = addDays(today(), 7).split('-');
  await typeDay(page, counter.date, `${date}/${month}/${year}`);
  await press(page, new RegExp(filled(take.submit).source));
  await seen(page.getByRole('main').getByText(t.payments.errors.paid_in_future).first());
  await typeDay(page, counter.date, addDays(today(), -10));
  await type(page, counter.date_reason, 'বিদ্যুৎ ছিল না');
  await press(page, new RegExp(filled(take.submit).source));
  const reason = page.getByRole('textbox', { name: labelled(counter.date_reason) });
  await reason.fill('');
  await press(page, counter.ask_second);
  await expect(reason).toHaveAttribute('aria-invalid', 'true');
  await reason.fill('বিদ্যুৎ ছিল না');
  await press(page, counter.ask_second);
  await told(screen, take.asked_second);
  await page.context().close();
});
