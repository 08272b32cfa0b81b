/** Answers, code and sessions that are lost on the way: nothing is done twice, nothing that was typed goes, and no question stays open. */
import { expect, type Route } from '@playwright/test';
import { makeDebtor } from '#domains/payments/factory.ts';
import { systemActor } from '#platform/actor.ts';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import { addConsumer, loginOfConsumer } from './consumer.ts';
import { arrived, enter, openScreen, press, type Screen, seen, told, type } from './screen.ts';
import { filled, labelled } from './texts.ts';
import { today } from './today.ts';
import { loginOf, test } from './town.ts';

test('money whose answer broke off is taken one time, also if the page knows of it by then', async ({
  browser,
  town,
}) => {
  const { db } = town.database;
  const actor = systemActor(new Date(), today(), 'e2e');
  const { connectionId } = await transaction(db, (tx) => makeDebtor(tx, actor, { months: 2 }));
  const screen = await openScreen(browser, { url: town.url, language: 'en' });
  await enter(screen, loginOf('cashier'));
  const { page, t } = screen;
  const { take, counter } = t.payments;
  const keys: string[] = [];
  // The answer is lost, then it breaks off behind its headers, then it comes.
  await page.route('**/make-payment', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    const response = await route.fetch();
    if (keys.length === 1) return route.abort();
    await (keys.length === 2 ? route.fulfill({ response, body: '{"data":{' }) : route.fulfill({ response }));
  });
  await page.goto(`/take-payment?connectionId=${connectionId}`);
  const amount = page.getByLabel(take.amount).first();
  await seen(amount);
  await amount.fill('50');
  await page.route('**/health/ready*', (route) => route.abort(), { times: 1 });
  const again = page.waitForResponse((response) => response.url().includes('/payment/payable'));
  await press(page, filled(take.submit));
  await expect.poll(() => keys.length).toBe(1);
  const payments = () =>
    all(
      db,
      sql`select id from payments.payments where connection_id = ${connectionId} and state = 'APPROVED'`,
    );
  await expect.poll(async () => (await payments()).length).toBe(1);
  // The page asks again what is due, because the server was away: less than before.
  await again;
  await press(page, filled(take.submit));
  await expect.poll(() => keys.length).toBe(2);
  await press(page, filled(take.submit));
  await seen(page.getByRole('heading', { name: filled(counter.done_title) }));
  expect(keys).toEqual([keys[0], keys[0], keys[0]]);
  expect(await payments()).toHaveLength(1);
  await page.context().close();
});

test('the answer about an earlier number does not take the counter away from the next one', async ({
  browser,
  town,
}) => {
  const { db } = town.database;
  const actor = systemActor(new Date(), today(), 'e2e');
  const { number } = await transaction(db, (tx) => makeDebtor(tx, actor));
  const screen = await openScreen(browser, { url: town.url, language: 'en' });
  await enter(screen, loginOf('cashier'));
  const { page, t } = screen;
  await page.goto('/take-payment');
  const field = page.getByLabel(t.payments.counter.search);
  let release = () => {};
  const typed = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/*search=${number}*`, async (route) => {
    await typed;
    await route.continue();
  });
  await field.fill(number);
  await field.press('Enter');
  await field.fill('99');
  const answer = page.waitForResponse((response) => response.url().includes(`search=${number}`));
  release();
  await (await answer).finished();
  await page.waitForLoadState('networkidle');
  await expect(field).toHaveValue('99');
  await page.context().close();
});

test('a household whose question about its payment failed has the answer of the next one', async ({
  browser,
  town,
}) => {
  const { db } = town.database;
  const actor = systemActor(new Date(), today(), 'e2e');
  const NATIONAL = '1755000988';
  const { invoices } = await transaction(db, async (tx) =>
    makeDebtor(tx, actor, {
      consumerId: await addConsumer(tx, actor, { national: NATIONAL, name: 'Shirin', nameBn: 'শিরিন' }),
    }),
  );
  const screen = await openScreen(browser, { url: town.url, language: 'en', width: 390 });
  await enter(screen, loginOfConsumer(NATIONAL));
  const { page, t } = screen;
  await page.goto(`/billing/invoice-list/${invoices[0]?.id}`);
  await press(page, filled(t.billing.invoice.pay));
  await page.locator('main form button[type=submit]').click();
  await page.waitForURL(/\/sandbox-bank\//);
  let asked = 0;
  await page.route('**/complete-gateway-payment', async (route) => {
    asked += 1;
    if (asked === 2) return route.abort();
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: { state: string } };
    const shown = asked === 1 ? { ...data, state: 'PROCESSING' } : data;
    await route.fulfill({ response, json: { data: shown } });
  });
  await page.locator('button').first().click();
  await page.waitForURL(/\/payment\/approved/);
  await seen(page.getByRole('heading', { name: filled(t.payments.back.approved) }));
  expect(asked).toBe(3);
  await page.context().close();
});

test('a page of a list that is not there any more is the last one that is', async ({ browser, town }) => {
  const screen = await openScreen(browser, { url: town.url, language: 'en' });
  await enter(screen, loginOf('admin'));
  const { page } = screen;
  await page.goto('/sector?page=99');
  await arrived(page, /\/sector\?(.*&)?page=[1-9](&|$)/);
  await seen(page.locator('main tbody tr').first());
  await page.context().close();
});

/** In a dialog of the page that is open. */
async function typeSector({ page, t }: Screen) {
  await press(page, t.settings.sectors.add);
  const dialog = page.getByRole('dialog', { name: t.settings.sectors.add });
  await type(dialog, t.settings.sectors.number, '981');
  return dialog.getByLabel(labelled(t.settings.sectors.number));
}

test('somebody else who signs in without a sign-out before gets their own page, and nothing that was typed here', async ({
  browser,
  town,
}) => {
  const screen = await openScreen(browser, { url: town.url, language: 'en' });
  await enter(screen, loginOf('admin'));
  const { page, t } = screen;
  const typing: Screen = { ...screen, page: await page.context().newPage() };
  const other: Screen = { ...screen, page: await page.context().newPage() };
  await page.goto('/sector?page=1');
  await seen(page.locator('main tbody tr').first());
  await typing.page.goto('/sector?page=1');
  const field = await typeSector(typing);
  await enter(other, loginOf('cashier'));
  await arrived(page, /\/dashboard/);
  const { name } = await one<{ name: string }>(
    town.database.db,
    sql`select name from identity.users where email = ${loginOf('cashier').login}`,
  );
  await seen(page.locator('header').getByText(name).first());
  await seen(typing.page.getByRole('dialog', { name: t.frame.session.ended }));
  await expect(field).toHaveValue('981');
  await page.context().close();
});

test('code that does not come takes nothing away that was typed', async ({ browser, town }) => {
  const screen = await openScreen(browser, { url: town.url, language: 'en' });
  await enter(screen, loginOf('admin'));
  const { page, t } = screen;
  await page.goto('/sector?page=1');
  const field = await typeSector(screen);
  await page.route('**/assets/**', (route) => route.abort());
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    void dialog.dismiss();
  });
  // Behind the dialog: a link of the menu.
  await page
    .locator('nav a')
    .first()
    .evaluate((link: HTMLElement) => link.click());
  await expect.poll(() => questions).toEqual([t.common.confirm.leave]);
  await expect(field).toHaveValue('981');
  await page.unroute('**/assets/**');
  await page.context().close();
});

test('what is typed while a form is sent stays: its answer neither takes it back nor takes the keys away', async ({
  browser,
  town,
}) => {
  const screen = await openScreen(browser, { url: town.url, language: 'en' });
  await enter(screen, loginOf('admin'));
  const { page, t } = screen;
  const { security } = t.identity;
  await page.goto('/settings/security');
  const hours = page.getByLabel(labelled(security.staffIdleHours));
  const other = page.getByLabel(labelled(security.consumerIdleDays));
  /** Sends the form by Enter; `end` lets its call go on, after the other field was typed in. */
  const send = async (value: string, typed: string, end: (route: Route) => Promise<void>) => {
    const held = Promise.withResolvers<Route>();
    await page.route('**/settings/security*', (route) =>
      route.request().method() === 'GET' ? route.continue() : held.resolve(route),
    );
    await hours.fill(value);
    await hours.press('Enter');
    const route = await held.promise;
    await other.fill(typed);
    await end(route);
    await page.unroute('**/settings/security*');
  };
  const again = page.waitForResponse((response) => response.request().method() === 'GET');
  await send('7', '13', (route) => route.continue());
  await told(screen, security.saved);
  await (await again).finished();
  await page.waitForLoadState('networkidle');
  await expect(other).toHaveValue('13');

  // Refused: the summary is an alert, and the focus stays with who types.
  await send('8', '14', (route) => route.abort());
  await seen(page.locator('main').getByRole('alert').first());
  await expect(other).toBeFocused();
  await page.context().close();
});
