/**
 * Work orders from the plan to the repair: an engineer assigns on the board by the keyboard and looks at the week, a crew goes through
 * the form of the repair with a phone, in Bengali, with photos; a household asks for a repair from its home.
 */
import { expect, type Page } from '@playwright/test';
import { CONSUMER_EMAIL, DEMO_PASSWORD } from '#app/demo/logins.ts';
import { one, sql } from '#platform/database/db.ts';
import { test } from './demo.ts';
import { accessible, inspect, watch } from './look.ts';
import { portrait } from './papers.ts';
import { activate, arrived, choose, enter, openScreen, press, seen, told, type } from './screen.ts';
import { labelled } from './texts.ts';
import { today } from './today.ts';
import { loginOf } from './town.ts';

const PAGE = '/work-order-process';

/** The address of the page has this value, or does not have the name. */
const named = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

test('a card of the board is opened and assigned by the keyboard; the week and its days by keys', async ({
  browser,
  demo,
}) => {
  const screen = await openScreen(browser, { url: demo.url, language: 'en', isByKeyboard: true });
  const { page, t } = screen;
  const { plan, act, assign } = t['work-orders'];
  await enter(screen, loginOf('engineer'));
  await page.goto(`${PAGE}?page=1&late=false`);
  const views = page.getByRole('navigation', { name: plan.views });
  await activate(views.getByRole('link', { name: plan.board }));
  await arrived(page, /view=board/);
  // The filter comes along.
  expect(named(page, 'late')).toBe('false');
  await page.goto(`${PAGE}?page=1&view=board`);
  const accepted = page.locator('[data-column]').first();
  const card = accepted.locator('[data-row]').first();
  await seen(card);
  const id = await card.getAttribute('data-row');
  await expect(async () => {
    await page.keyboard.press((await page.locator('[data-row] a:focus').count()) > 0 ? 'k' : 'j');
    await expect(card.getByRole('link')).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('ArrowRight');
  await expect(card.getByRole('link')).not.toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await arrived(page, new RegExp(`/work-order-list/${id}`));
  await page.goBack();
  await expect(card.getByRole('link')).toBeFocused();
  await activate(card.getByRole('button'));
  await activate(page.getByRole('menuitem', { name: act.assign }));
  const dialog = page.getByRole('dialog');
  await choose(dialog, assign.crew, 0);
  await press(dialog, act.assign);
  await told(screen, act.status_updated);
  await seen(page.locator(`[data-column]:nth-child(3) [data-row="${id}"]`));

  await activate(views.getByRole('link', { name: plan.calendar }));
  await arrived(page, /view=calendar/);
  const days = page.locator('[data-calendar] ol > li');
  await expect(days).toHaveCount(7);
  await expect(days.first()).toContainText(plan.weekdays.sun);
  await expect(page.locator('[aria-current=date]')).toHaveCount(1);
  // At the end of a week all work may be in the next one.
  const rows = page.locator('[data-calendar] [data-row]');
  await expect(async () => {
    if ((await rows.count()) === 0) await press(page, plan.next_week);
    await expect(rows.first()).toBeVisible({ timeout: 3000 });
  }).toPass();
  await page.keyboard.press('t');
  await expect(page.locator('[aria-current=date]')).toHaveCount(1);
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('[aria-current=date]')).toHaveCount(0);
  expect(named(page, 'day')).not.toBeNull();
  await page.keyboard.press('t');
  await expect(page.locator('[aria-current=date]')).toHaveCount(1);
  await press(page, plan.next_week);
  await expect(page.locator('[aria-current=date]')).toHaveCount(0);
  await press(page, plan.today);
  await expect(page.locator('[aria-current=date]')).toHaveCount(1);
  expect(named(page, 'day')).toBeNull();
  await page.context().close();
});

test('a crew notes arrival, photos, cause, work and materials with a phone, and completes the order', async ({
  browser,
  demo,
}) => {
  const screen = await openScreen(browser, { url: demo.url, language: 'bn', width: 390 });
  const { page, t } = screen;
  const { repair, act, arrive, complete, detail, cost } = t['work-orders'];
  const eye = watch(page);
  const { id, orders } = await one<{ id: string; orders: number }>(
    demo.database.db,
    sql`select min(o.id::text) as id, count(*) as orders from work_orders.orders o join identity.users u on u.id = o.crew_id
      where o.state = 'ASSIGNED' and u.email = ${loginOf('installer').login}`,
  );
  await enter(screen, loginOf('installer'));
  await page.goto('/work-order-repair?page=1');
  await seen(page.getByRole('heading', { name: new RegExp(`^${repair.to_go}`) }));
  expect(orders).toBeGreaterThan(0);
  await activate(page.locator(`a[href="/work-order-repair/${id}"]`));
  await press(page, act.arrive);
  await told(screen, arrive.done);
  const photos = () => page.locator('main input[type=file]:not([capture])');
  await expect(photos()).toHaveCount(2);
  await type(page, detail.cause, 'পুরোনো পাইপ');
  for (const index of [0, 1]) {
    await photos()
      .nth(index)
      .setInputFiles(await portrait());
    await expect(page.locator('main ul button')).toHaveCount(index + 1);
  }
  // What was typed is still there after the photos.
  await expect(page.getByLabel(new RegExp(`^${detail.cause}`))).toHaveValue('পুরোনো পাইপ');
  await press(page, act.complete);
  await seen(page.getByRole('alert').getByRole('link'));
  await inspect(eye);
  await accessible(eye);
  await type(page, detail.work_done, 'পাইপ বদলানো হয়েছে');
  await type(page, cost.labour, '৮৫০');
  const reason = page.getByLabel(new RegExp(`^${detail.variance_reason}`));
  if (await reason.isVisible()) await reason.fill('মাটি শক্ত ছিল');
  // What is no day is not taken for now, and says how a day is written.
  const day = page.getByLabel(labelled(complete.day));
  await day.fill('27/11');
  await press(page, act.complete);
  await expect(day).toHaveAttribute('aria-invalid', 'true');
  await day.fill(today());
  await day.press('Tab');
  await press(page, act.complete);
  await told(screen, complete.done);
  await arrived(page, /\/work-order-repair\?page=1/);
  const order = await one<{ state: string; cause: string; photos: string }>(
    demo.database.db,
    sql`select state, cause, (select string_agg(p.moment, ' ' order by p.uploaded_at) from work_orders.photos p where p.order_id = o.id) as photos
      from work_orders.orders o where id = ${id}`,
  );
  expect(order).toEqual({ state: 'COMPLETED', cause: 'পুরোনো পাইপ', photos: 'BEFORE AFTER' });
  await page.goto(`/work-order-repair/${id}`);
  await seen(page.getByText(repair.is_done));
  expect(eye.problems).toEqual([]);
  await page.context().close();
});

test('a household asks for a repair from its home, and the number there leads to what is open', async ({
  browser,
  demo,
}) => {
  const screen = await openScreen(browser, { url: demo.url, language: 'bn', width: 390 });
  const { page, t } = screen;
  const { own } = t.dashboard;
  const { ask, detail } = t['work-orders'];
  const eye = watch(page);
  await enter(screen, { login: CONSUMER_EMAIL, password: DEMO_PASSWORD });
  await page.goto('/dashboard');
  const main = page.getByRole('main');
  await activate(main.getByRole('link', { name: new RegExp(`^${own.ask}`) }));
  const dialog = page.getByRole('dialog');
  // Who does not want it after all is on the list of their requests.
  await press(dialog, t.common.actions.cancel);
  await expect(dialog).toBeHidden();
  expect(new URL(page.url()).search).toBe('?page=1');
  await page.goBack();
  await activate(main.getByRole('link', { name: new RegExp(`^${own.ask}`) }));
  // Of two places none is chosen for them.
  await choose(dialog, ask.own_connection, 1);
  await choose(dialog, ask.category, 9);
  await type(dialog, ask.description, 'রাস্তা কাটার পর গর্ত রয়ে গেছে');
  await inspect(eye);
  await press(dialog, ask.submit);
  await told(screen, ask.sent);
  await arrived(page, /work-order-list/);
  await seen(main.getByRole('heading', { name: detail.asked, exact: true }));
  await page.goto('/dashboard');
  const requests = main.getByRole('link', { name: new RegExp(`^${own.requests}`) });
  const { open } = await one<{ open: number }>(
    demo.database.db,
    sql`select count(*) as open from work_orders.orders o join identity.users u on u.consumer_id = o.consumer_id
      where u.email = ${CONSUMER_EMAIL} and o.state in ('PENDING', 'ON_REVIEW', 'ACCEPTED', 'ASSIGNED', 'IN_PROGRESS', 'RE_OPEN')`,
  );
  await expect(requests).toContainText(own.open_other.replace(/{{.*}}/, open.toLocaleString('bn')));
  await requests.click();
  await arrived(page, /open=true/);
  await expect(main.locator('[data-row]')).toHaveCount(open);
  expect(eye.problems).toEqual([]);
  await page.context().close();
});
