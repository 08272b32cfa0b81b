/** A household's payments on a phone: lines by year, the receipt by one tap, what became of a payment, page by page. */
import { expect, type Page } from '@playwright/test';
import { CONSUMER_EMAIL, DEMO_PASSWORD } from '#app/demo/logins.ts';
import { all, sql } from '#platform/database/db.ts';
import { test } from './demo.ts';
import { accessible, inspect, watch } from './look.ts';
import type { Program } from './program.ts';
import { arrived, enter, openScreen, press, seen } from './screen.ts';
import { filled } from './texts.ts';

type Paid = { id: string; year: string; hasReceipt: boolean };

const paymentsOf = ({ database }: Program) =>
  all<Paid>(
    database.db,
    sql`select p.id, to_char(coalesce(p.paid_on, (p.created_at at time zone 'Asia/Dhaka')::date), 'YYYY') as year,
        exists (select from payments.receipts r where r.payment_id = p.id) as "hasReceipt"
      from payments.payments p join identity.users u on u.consumer_id = p.consumer_id
      where u.email = ${CONSUMER_EMAIL} and p.source = 'INVOICE'`,
  );

const shown = (page: Page) =>
  page
    .locator('main li a[href*="/payment-history/"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname.split('/').at(-1)));

for (const width of [390, 320]) {
  test(`payments by year at ${width} px, each with its receipt, and older ones are added below under one heading a year`, async ({
    browser,
    demo,
  }) => {
    const paid = await paymentsOf(demo);
    expect(paid.length).toBeGreaterThan(2);
    const screen = await openScreen(browser, { url: demo.url, language: 'bn', width });
    const { page, t } = screen;
    const eye = watch(page);
    await enter(screen, { login: CONSUMER_EMAIL, password: DEMO_PASSWORD });
    await page.goto('/payment-history?page=1&source=INVOICE');
    await seen(page.getByRole('heading', { name: 'পরিশোধের ইতিহাস', level: 1 }));
    const years = page.locator('main h2').filter({ hasText: /^[০-৯]{4}$/ });
    await expect(years).toHaveCount(new Set(paid.map(({ year }) => year)).size);
    const receipt = page.getByRole('button', { name: filled(t.payments.history.own_receipt) });
    await expect(receipt).toHaveCount(paid.filter(({ hasReceipt }) => hasReceipt).length);
    await inspect(eye);
    await accessible(eye);
    const file = page.waitForEvent('download');
    await receipt.first().click();
    expect((await file).suggestedFilename()).toMatch(/\.pdf$/);

    await page.goto('/payment-history?page=1&size=2&source=INVOICE');
    await expect.poll(() => shown(page)).toHaveLength(2);
    await press(page.locator('main'), t.payments.history.own_older);
    await arrived(page, /size=22/);
    await expect
      .poll(async () => (await shown(page)).toSorted())
      .toEqual(paid.map(({ id }) => id).toSorted());
    const headings = await years.allTextContents();
    expect(headings).toEqual([...new Set(headings)]);
    await expect(page.getByRole('button', { name: t.payments.history.own_older })).toHaveCount(0);
    expect(eye.problems).toEqual([]);
    await page.context().close();
  });
}

test('what became of a payment is told in a sentence, and only money that came has a receipt', async ({
  browser,
  demo,
}) => {
  const screen = await openScreen(browser, { url: demo.url, language: 'en', width: 390 });
  const { page, t } = screen;
  await enter(screen, { login: CONSUMER_EMAIL, password: DEMO_PASSWORD });
  const cases = [
    [{ state: 'CREATED' }, t.payments.history.own_waiting],
    [{ state: 'PROCESSING' }, t.payments.history.own_waiting],
    [{ state: 'PROCESSING', isSetAside: true }, t.payments.back.looked_at_text],
    [{ state: 'DECLINED' }, t.payments.history.own_declined],
    [{ state: 'CANCELED' }, t.payments.history.own_not_paid],
    [{ state: 'EXPIRED' }, t.payments.history.own_not_paid],
    [{ state: 'REVERSED' }, t.payments.back.reversed_text],
    [{ state: 'APPROVED', owedBack: true }, t.payments.history.own_owed_back],
  ] as const;
  // The server says that the payments are in these states.
  await page.route('**/payment/history?**', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const [first] = body.data.items;
    body.data.items = cases.map(([change], at) => ({
      ...{ ...first, isSetAside: false, replacedById: null, owedBack: false },
      id: first.id.replace(/.$/, String(at)),
      can: { ...first.can, receipt: change.state === 'APPROVED' },
      ...change,
    }));
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto('/payment-history?page=1&source=INVOICE');
  const line = (at: number) =>
    page.locator('main li').filter({ has: page.locator(`a[href$="${at}"][href*="/payment-history/"]`) });
  for (const [at, [, sentence]] of cases.entries()) await seen(line(at).getByText(sentence));
  await expect(page.getByRole('button', { name: filled(t.payments.history.own_receipt) })).toHaveCount(1);

  // The page of a waiting payment leads on; that of a declined one tells what became of the money.
  let onlyRecord: object = { state: 'PROCESSING' };
  await page.route('**/payment/detail/*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    Object.assign(body.data, { method: 'GATEWAY', isSetAside: false, replacedById: null, ...onlyRecord });
    await route.fulfill({ response: answer, json: body });
  });
  const [first] = await paymentsOf(demo);
  await page.goto(`/payment-history/${first?.id}`);
  await seen(page.getByRole('button', { name: t.payments.history.own_continue }));
  onlyRecord = { state: 'DECLINED' };
  await page.reload();
  await seen(page.getByText(t.payments.history.own_declined));
  await expect(page.getByRole('button', { name: t.payments.history.own_continue })).toHaveCount(0);
  await page.context().close();
});
