/** A household's phone shows a bill that does not move while it comes, and pays it with few requests and no refused code. */
import { type Browser, expect, type Page } from '@playwright/test';
import { makeDebtor } from '#domains/payments/factory.ts';
import { systemActor } from '#platform/actor.ts';
import { transaction } from '#platform/database/db.ts';
import { watchNetwork } from '../../bench/phone/network.ts';
import { addConsumer, loginOfConsumer } from './consumer.ts';
import { accessible, inspect, watch } from './look.ts';
import type { Program } from './program.ts';
import { activate, enter, openScreen, press, type Screen, seen } from './screen.ts';
import { filled } from './texts.ts';
import { today } from './today.ts';
import { test } from './town.ts';

const NATIONAL = '1755000601';
/** From the bill to the receipt: code and texts, three calls, the bank's three, the page after it with three calls. */
const PAYING_REQUESTS = 12;
/** Of issue 9: the largest shift that is not felt. */
const CLS = 0.05;

/** A consumer with one connection and two open bills. Gives the newest one. */
async function settle({ database }: Program): Promise<string> {
  const actor = systemActor(new Date(), today(), 'e2e');
  const debtor = await transaction(database.db, async (tx) => {
    const who = { national: NATIONAL, name: 'Selina Parvin', nameBn: 'সেলিনা পারভীন' };
    return makeDebtor(tx, actor, { consumerId: await addConsumer(tx, actor, who), months: 2 });
  });
  return debtor.invoices.at(-1)?.id ?? '';
}

async function openPhone(browser: Browser, url: string): Promise<Screen> {
  const screen = await openScreen(browser, { url, language: 'bn', width: 390, isMoving: true });
  await enter(screen, loginOfConsumer(NATIONAL));
  return screen;
}

/** What moved, with how much of the window: `window.shifts`. */
const NOTE_SHIFTS = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) window.shifts.push([value, ...sources.map(({ node, previousRect: was, currentRect: is }) =>
        (node?.outerHTML ?? node?.textContent ?? '').slice(0, 60) + ' ' + was.y + ' to ' + is.y)]);
  }).observe({ type: 'layout-shift', buffered: true });`;

async function goToBank(page: Page, { t }: Screen): Promise<void> {
  await press(page, filled(t.billing.invoice.pay));
  await page.locator('main form button[type=submit]').click();
  await page.waitForURL(/\/sandbox-bank\//);
}

async function payAtBank(page: Page, screen: Screen): Promise<void> {
  await goToBank(page, screen);
  await page.locator('button').first().click();
  await page.waitForURL(/\/payment\/approved/);
  await seen(page.locator('main h2').first());
}

// One household for all, made one time.
test.describe.configure({ mode: 'default' });
let bill = '';
test.beforeAll(async ({ town }) => {
  bill = await settle(town);
});

test('a bill moves nothing while it comes', async ({ browser, town }) => {
  const { page } = await openPhone(browser, town.url);
  await page.addInitScript(NOTE_SHIFTS);
  let release = () => {};
  const waiting = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/invoice-detail/*', async (route) => {
    await waiting;
    await route.continue();
  });
  await page.goto(`/billing/invoice-list/${bill}`);
  await seen(page.locator('main [aria-busy=true]'));
  release();
  await seen(page.locator('h1'));
  await page.waitForLoadState('networkidle');
  const shifts = await page.evaluate<[number, ...string[]][]>('window.shifts');
  const sum = shifts.reduce((total, [value]) => total + value, 0);
  expect(sum, JSON.stringify(shifts)).toBeLessThan(CLS);
  await page.context().close();
});

test('a payment that was left at the bank is given up, and the next one begins', async ({
  browser,
  town,
}) => {
  const screen = await openPhone(browser, town.url);
  const { page, t } = screen;
  const eye = watch(page);
  const { back, pay } = t.payments;
  await page.goto(`/billing/invoice-list/${bill}`);
  await goToBank(page, screen);
  // Who comes back by Back waits for no answer: the page says at once what there is to do.
  await page.goBack();
  await seen(page.getByRole('heading', { name: back.unknown }));
  // The home does not ask for the money a second time.
  await page.goto('/dashboard');
  await seen(page.getByText(t.dashboard.own.being_paid));
  await press(page, t.dashboard.own.see_payment);
  await seen(page.getByRole('link', { name: pay.running_link }));
  await page.goto(`/billing/invoice-list/${bill}`);
  await press(page, filled(t.billing.invoice.pay));
  await activate(page.getByRole('link', { name: pay.running_link }));
  await press(page, back.give_up);
  const question = page.getByRole('dialog');
  await seen(question.getByText(back.give_up_ask));
  await inspect(eye);
  await accessible(eye);
  await press(question, back.give_up);
  await seen(page.getByRole('heading', { name: back.canceled }));
  await inspect(eye);
  await accessible(eye);
  await press(page, back.again);
  await seen(page.locator('main form button[type=submit]'));
  expect(eye.problems).toEqual([]);
  await page.context().close();
});

test('paying asks little, and no code is made of text', async ({ browser, town }) => {
  const screen = await openPhone(browser, town.url);
  const { page } = screen;
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });
  const chrome = await page.context().newCDPSession(page);
  await chrome.send('Network.enable');
  const traffic = watchNetwork(chrome);
  await page.goto(`/billing/invoice-list/${bill}`);
  await seen(page.locator('h1'));
  await page.waitForLoadState('networkidle');
  const before = traffic.loaded().length;
  await payAtBank(page, screen);
  await page.waitForLoadState('networkidle');
  const asked = traffic.loaded().slice(before);
  expect(asked.length, asked.map(({ url }) => url).join('\n')).toBeLessThanOrEqual(PAYING_REQUESTS);
  expect(refused).toEqual([]);
  await page.context().close();
});
