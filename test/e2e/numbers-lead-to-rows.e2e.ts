/** Every number of a home leads to exactly the rows that it counts: each link is followed and compared with its list. */
import { expect, type Locator } from '@playwright/test';
import { makeInvoice } from '#domains/billing/factory.ts';
import { createConsumer } from '#domains/consumers/actions/register-consumer.ts';
import { createUser } from '#domains/identity/actions/create-user.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { systemActor } from '#platform/actor.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { addMonths, firstOfMonth } from '#shared/dates.ts';
import { becomesQuiet, leave, watch } from './look.ts';
import type { Program } from './program.ts';
import { enter, openScreen, press, type Screen, seen, type as typeInto } from './screen.ts';
import { filled } from './texts.ts';
import { today } from './today.ts';
import { loginOf, PASSWORD, test } from './town.ts';

const CONSUMER = 'rahima-numbers@e2e.test';

/** A household with unpaid bills of two connections, a debtor, and a meter without a reading. */
async function fill({ database }: Program): Promise<{ connectionId: string }> {
  const actor = systemActor(new Date(), today(), 'e2e');
  return transaction(database.db, async (tx) => {
    const phone = '+8801799000200';
    const { id } = await createConsumer(tx, actor, { name: 'Rahima Numbers', phone });
    const account = { name: 'Rahima Numbers', email: CONSUMER, phone, password: PASSWORD, consumerId: id };
    await createUser(tx, actor, { role: 'consumer', ...account });
    const road = await one<{ id: string }>(tx, sql`select id from settings.roads limit 1`);
    const connect = async (plotNumber: string, owner: { consumerId?: string }, months: number) => {
      const made = await makeConnection(tx, actor, { ...owner, roadId: road.id, plotNumber });
      for (let ago = months; ago > 0; ago -= 1) {
        const period = firstOfMonth(addMonths(actor.today, -ago));
        await makeInvoice(tx, actor, { connectionId: made.id, period });
      }
      return made.id;
    };
    await connect('N1', { consumerId: id }, 2);
    await connect('N2', { consumerId: id }, 1);
    await connect('N3', {}, 0);
    return { connectionId: await connect('N4', {}, 3) };
  });
}

const digitsOf = (text: string) => text.replace(/[^\d.]/g, '');

/** Rows of the list on the screen, all pages. */
async function rowsShown({ page, t }: Screen): Promise<string> {
  const range = page.getByText(filled(t.common.list.range, true)).first();
  const none = page
    .locator('main')
    .getByRole('status')
    .filter({ has: page.locator('svg') });
  await seen(range.or(none.first()).first());
  return (await range.count()) > 0
    ? digitsOf(((await range.textContent()) ?? '').split(' of ')[1] ?? '')
    : '0';
}

/** An amount is a sum below a column of the list; anything else is how many rows it has. */
async function expectBehind(screen: Screen, shown: string): Promise<void> {
  const rows = await rowsShown(screen);
  if (!shown.startsWith('৳')) return expect(rows, screen.page.url()).toBe(digitsOf(shown));
  if (rows === '0') return expect(digitsOf(shown), screen.page.url()).toBe('0');
  const sums = await screen.page.locator('tfoot td').allTextContents();
  return expect(sums.map(digitsOf), screen.page.url()).toContain(digitsOf(shown));
}

type Links = {
  all: Locator;
  figure: (link: Locator) => Locator /** Shown after the home page is. */;
  ready: Locator;
};

/** Goes back to the home after every link, as a person would. */
async function follow(screen: Screen, { all, figure, ready }: Links): Promise<number> {
  const { page, language } = screen;
  const eye = watch(page);
  const atRest = async () => expect(await becomesQuiet(eye, language), `${page.url()} settles`).toBe(true);
  await page.goto('/dashboard');
  await ready.first().waitFor();
  await atRest();
  const count = await all.count();
  for (let index = 0; index < count; index += 1) {
    if (index > 0) {
      await leave(eye);
      await page.goBack();
      await ready.first().waitFor();
      await atRest();
    }
    const shown = ((await figure(all.nth(index)).textContent()) ?? '').trim();
    // The address changes before the page does: the list is there when another heading is.
    await leave(eye);
    await all.nth(index).click();
    await atRest();
    await expect(page).not.toHaveURL(/\/dashboard/);
    await expectBehind(screen, shown);
  }
  return count;
}

const spans = (link: Locator) => link.locator(':scope > span');

test('every number of a home leads to the rows that it counts', async ({ browser, town }) => {
  const { connectionId } = await fill(town);
  for (const role of ['cashier', 'admin', 'reviewer', 'engineer', 'rajukSAE'] as const) {
    const screen = await openScreen(browser, { url: town.url, language: 'en' });
    const { page, t } = screen;
    await enter(screen, loginOf(role));
    if (role === 'cashier') {
      await page.goto(`/take-payment?connectionId=${connectionId}`);
      await typeInto(page, t.payments.take.amount, '100');
      await press(page, filled(t.payments.take.submit));
      await page.getByText(filled(t.payments.counter.done_title)).first().waitFor();
    }
    const ready = page.getByRole('list', { name: t.dashboard.figures.title }).getByRole('link');
    const tiles = await follow(screen, { all: ready, figure: (link) => spans(link).nth(1), ready });
    expect(tiles, role).toBeGreaterThan(1);
    const all = page.getByRole('list', { name: t.dashboard.work.queues }).getByRole('link');
    await follow(screen, { all, figure: (link) => spans(link).last(), ready });
    await page.context().close();
  }
  const screen = await openScreen(browser, { url: town.url, language: 'en', width: 390 });
  await enter(screen, { login: CONSUMER, password: PASSWORD });
  await screen.page.goto('/dashboard');
  // A household's bills are cards, not rows.
  const bills = screen.page.getByRole('link', { name: filled(screen.t.dashboard.own.bills_other, true) });
  const unpaid = digitsOf((await bills.textContent()) ?? '');
  await bills.click();
  const cards = screen.page.locator('main a[href*="/billing/invoice-list/"]');
  await expect(cards).toHaveCount(Number(unpaid));
  await screen.page.context().close();
});
