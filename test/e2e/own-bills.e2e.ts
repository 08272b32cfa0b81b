/** A household's bills on a phone: what is to be paid first, one button each, then all others by year, page by page. */
import { expect, type Page } from '@playwright/test';
import { CONSUMER_EMAIL, DEMO_PASSWORD } from '#app/demo/logins.ts';
import { all, sql } from '#platform/database/db.ts';
import { test } from './demo.ts';
import { accessible, inspect, watch } from './look.ts';
import type { Program } from './program.ts';
import { arrived, enter, openScreen, press, seen } from './screen.ts';
import { filled } from './texts.ts';

type Bill = { id: string; isOpen: boolean; connectionId: string; year: string };

/** In the order of the page: unpaid ones by their due day, the others from the newest. */
async function billsOf({ database }: Program): Promise<{ open: Bill[]; settled: Bill[] }> {
  const bills = await all<Bill>(
    database.db,
    sql`select i.id, i.cancelled_on is null and i.settled_minor < i.total_minor as "isOpen",
        i.connection_id as "connectionId", to_char(i.period, 'YYYY') as year
      from billing.invoices i join identity.users u on u.consumer_id = i.consumer_id
      where u.email = ${CONSUMER_EMAIL} order by i.due_on, i.id`,
  );
  return { open: bills.filter(({ isOpen }) => isOpen), settled: bills.filter(({ isOpen }) => !isOpen) };
}

/** The bills that the page links to, as it shows them. */
const shownBills = (page: Page) =>
  page
    .locator('main a[href*="/billing/invoice-list/"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname.split('/').at(-1)));

test('unpaid bills come first with a button each, the others by year, and no bill is left out by a page', async ({
  browser,
  demo,
}) => {
  const { open, settled } = await billsOf(demo);
  expect(Math.min(open.length, settled.length - 2)).toBeGreaterThan(0);
  const screen = await openScreen(browser, { url: demo.url, language: 'bn', width: 390 });
  const { page, t } = screen;
  const eye = watch(page);
  await enter(screen, { login: CONSUMER_EMAIL, password: DEMO_PASSWORD });
  await page.goto('/billing/invoice-list?page=1&size=2');
  await seen(page.getByRole('heading', { name: t.billing.invoices.own_unpaid, level: 2 }));
  const first = await shownBills(page);
  expect(first.slice(0, open.length)).toEqual(open.map(({ id }) => id));
  const pay = page.getByRole('button', { name: filled(t.billing.invoices.own_pay) });
  await expect(pay).toHaveCount(open.length);
  await inspect(eye);
  await accessible(eye);

  // Every other bill is on exactly one page; unpaid ones are on the first page only.
  const others = first.slice(open.length);
  for (let at = 2; (at - 1) * 2 < settled.length; at += 1) {
    await press(page.locator('main'), t.common.list.next);
    await arrived(page, new RegExp(`page=${at}`));
    await expect.poll(() => shownBills(page)).not.toContain(others.at(-1));
    others.push(...(await shownBills(page)));
  }
  await expect(page.getByRole('heading', { name: t.billing.invoices.own_unpaid })).toHaveCount(0);
  expect(others.toSorted()).toEqual(settled.map(({ id }) => id).toSorted());

  await page.goto('/billing/invoice-list?page=1');
  const years = page.locator('main h2').filter({ hasText: /^[০-৯]{4}$/ });
  await expect(years).toHaveCount(new Set(settled.map(({ year }) => year)).size);

  // What the home page leads to: the same cards alone, and the way back.
  await page.goto('/billing/invoice-list?page=1&open=true');
  await seen(pay.first());
  expect(await shownBills(page)).toEqual(open.map(({ id }) => id));
  await inspect(eye);
  await page.getByRole('link', { name: t.billing.invoices.own_all }).click();
  await seen(years.first());

  await pay.first().click();
  await arrived(page, new RegExp(`/pay\\?connectionId=${open[0]?.connectionId}`));
  expect(eye.problems).toEqual([]);
  await page.context().close();
});

test('who may only see a bill gets no button to pay it', async ({ browser, demo }) => {
  const screen = await openScreen(browser, { url: demo.url, language: 'en', width: 390 });
  const { page, t } = screen;
  await enter(screen, { login: CONSUMER_EMAIL, password: DEMO_PASSWORD });
  // The server says that this person may pay for none of the connections.
  await page.route('**/billing-ids?**', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    for (const item of body.data.items) item.mayPay = false;
    Object.assign(body.data.sums, { payable: 0, onlyPayable: null });
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto('/billing/invoice-list?page=1');
  await seen(page.getByRole('heading', { name: t.billing.invoices.own_unpaid, level: 2 }));
  // With the same answer comes the place of each bill, because there are several.
  await seen(
    page
      .locator('main li')
      .getByText(/Sector \d+/)
      .first(),
  );
  await expect(page.getByRole('button', { name: filled(t.billing.invoices.own_pay) })).toHaveCount(0);
  await page.context().close();
});
