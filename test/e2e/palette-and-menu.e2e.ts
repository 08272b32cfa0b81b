/** The frame around every page: palette, sidebar, toasts, unsaved changes, banners, bell, single keys. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { createConsumer } from '#domains/consumers/actions/register-consumer.ts';
import { en as palette } from '#domains/dashboard/web/palette/en.ts';
import { account } from '#domains/identity/notices/receivers.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { systemActor } from '#platform/actor.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { ROOT } from '#tools/source-files.ts';
import type { Program } from './program.ts';
import { arrived, enter, openScreen, press, type Screen, seen, signIn } from './screen.ts';
import { filled, labelled, say } from './texts.ts';
import { today } from './today.ts';
import { loginOf, test } from './town.ts';

/** The palette's file in the build, whose name is its hash alone. */
function paletteFile(): string {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'dist/.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >;
  return String(manifest['src/domains/dashboard/web/palette/palette.tsx']?.file);
}

const actor = systemActor(new Date(), today(), 'e2e');

async function household({ database }: Program): Promise<{ id: string; meterNumber: string }> {
  return transaction(database.db, async (tx) => {
    const { id } = await createConsumer(tx, actor, {
      name: 'Monowara Khatun',
      nameBn: 'মনোয়ারা খাতুন',
      phone: '+8801555000777',
    });
    const road = await one<{ id: string }>(tx, sql`select id from settings.roads limit 1`);
    const { meterNumber } = await makeConnection(tx, actor, {
      consumerId: id,
      roadId: road.id,
      connectedOn: '2026-01-01',
    });
    return { id, meterNumber };
  });
}

async function open(
  { browser, town }: { browser: Parameters<typeof openScreen>[0]; town: Program },
  role: Parameters<typeof loginOf>[0],
): Promise<Screen & { loaded: string[] }> {
  const screen = await openScreen(browser, { url: town.url, language: 'en' });
  const loaded: string[] = [];
  screen.page.on('response', (response) => loaded.push(response.url()));
  await screen.page.clock.install();
  await enter(screen, loginOf(role));
  await screen.page.goto('/dashboard');
  const { page, t } = screen;
  await seen(page.getByRole('button', { name: t.common.frame.search }));
  return { ...screen, loaded };
}

async function search({ page, t }: Screen, text: string) {
  const box = page.getByRole('combobox', { name: t.common.frame.search });
  if (!(await box.isVisible())) await page.keyboard.press('Control+k');
  await box.fill(text);
  return page.getByRole('listbox').getByRole('option');
}

test('Ctrl+K finds a person by a Bengali name, a meter by its number, a page by its sound', async ({
  browser,
  town,
}) => {
  const { meterNumber } = await household(town);
  const screen = await open({ browser, town }, 'admin');
  const { page, t } = screen;
  await seen((await search(screen, 'মনোয়ারা')).filter({ hasText: 'Monowara Khatun' }));
  await seen((await search(screen, '01555-000 777')).filter({ hasText: 'Monowara Khatun' }));
  await seen((await search(screen, 'notun abedon')).filter({ hasText: 'New Applications' }));
  // In the sidebar and in the menu beside its page: one row here, and none of it stays for other words.
  await expect(
    (await search(screen, 'billing configuration')).filter({ hasText: 'Billing configuration' }),
  ).toHaveCount(1);
  // Half a number is found by four digits and more: with one it says so, not that there is nothing.
  await search(screen, '9');
  await seen(page.getByText(palette.too_short));
  await search(screen, 'zzzzqq');
  await seen(page.getByText(t.common.list.nothing_found));
  await expect(page.getByRole('option')).toHaveCount(0);
  await seen((await search(screen, meterNumber)).filter({ hasText: meterNumber }));
  await page.keyboard.press('Enter');
  await arrived(page, /\/meter-list\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  // What was opened is offered again.
  await page.keyboard.press('/');
  await seen(page.getByRole('option', { name: meterNumber }).first());
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox', { name: t.common.frame.search })).toBeHidden();
  await page.context().close();
});

/** The shortcut was pressed, and the palette's code does not come before it is released. */
async function openBeforeItsCode(browser: Parameters<typeof openScreen>[0], town: Program) {
  const screen = await openScreen(browser, { url: town.url, language: 'en' });
  const { page, t } = screen;
  await enter(screen, loginOf('admin'));
  let release = () => {};
  const isTyped = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/${paletteFile()}`, async (route) => {
    await isTyped;
    await route.continue();
  });
  await page.goto('/dashboard');
  await seen(page.getByRole('button', { name: t.common.frame.search }));
  await page.keyboard.press('Control+k');
  return { page, t, release };
}

test('what is typed right after the shortcut is all there, however late the palette comes', async ({
  browser,
  town,
}) => {
  const { page, t, release } = await openBeforeItsCode(browser, town);
  await page.keyboard.type('invoi');
  release();
  await page.keyboard.type('ce');
  const box = page.getByRole('combobox', { name: t.common.frame.search });
  await expect(box).toHaveValue('invoice');
  await expect(box).toBeFocused();
  await seen(page.getByRole('option').filter({ hasText: 'Invoice List' }));
  await page.keyboard.press('Escape');
  await expect(box).toBeHidden();
  // It is here now, with all its icons; no letter and no Enter that follow at once are lost.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('invoice list');
  await page.keyboard.press('Enter');
  await arrived(page, /\/billing\/invoice-list/);
  await page.context().close();
});

test('an Enter before the palette is here goes to the first hit', async ({ browser, town }) => {
  const { page, release } = await openBeforeItsCode(browser, town);
  await page.keyboard.type('invoice list');
  await page.keyboard.press('Enter');
  release();
  await arrived(page, /\/billing\/invoice-list/);
  await page.context().close();
});

test('the menu beside the six configuration pages is on each of them, with its line marked', async ({
  browser,
  town,
}) => {
  const { page } = await open({ browser, town }, 'admin');
  const paths = ['website', 'vat', 'billing', 'email', 'sms', 'wallet'].map(
    (name) => `/configuration/${name}`,
  );
  await page.goto(paths[0] ?? '');
  const menu = page.getByRole('navigation', { name: 'Configuration' });
  for (const path of paths) {
    await menu.locator(`a[href^="${path}"]`).click();
    await arrived(page, new RegExp(path));
    await expect(menu.getByRole('link')).toHaveCount(paths.length);
    await expect(menu.locator('[aria-current=page]')).toHaveAttribute('href', new RegExp(`^${path}`));
  }
  await page.context().close();
});

test('one sub-menu is open at a time; single keys lead to places until they are turned off', async ({
  browser,
  town,
}) => {
  const screen = await open({ browser, town }, 'admin');
  const { page, t } = screen;
  const menu = page.getByRole('navigation', { name: t.common.frame.main_menu });
  const counted = page.waitForRequest(/counter-items/);
  // A group that has work says how much after its name, and other tests of this town leave some.
  await press(menu, /^Billing Management/);
  await counted;
  await seen(menu.getByRole('link', { name: 'Invoice List' }));
  await press(menu, /^Meter Management/);
  await expect(menu.getByRole('link', { name: 'Invoice List' })).toBeHidden();
  await expect(menu.locator('[aria-expanded=true]')).toHaveCount(1);
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await arrived(page, /\/billing\/billing-list\?page=1/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('?');
  await page.getByRole('switch', { name: t.frame.keys.single }).uncheck({ force: true });
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await arrived(page, /billing-list/);
  // A page that is reached from a list with several lines marks their group; one with a single line marks that.
  await page.goto('/proposals');
  await expect(menu.locator('[aria-current]')).toHaveText(['Payment History']);
  await page.goto('/cash-closing');
  await expect(menu.locator('[aria-current]')).toHaveText(['Take a payment']);
  await page.context().close();
});

const unsaved = (page: Page, text: string) => page.getByRole('dialog').filter({ hasText: text });

test('changes are asked about before they are lost; a toast waits for the pointer', async ({
  browser,
  town,
}) => {
  const screen = await open({ browser, town }, 'reader');
  const { page, t } = screen;
  await page.goto('/profile');
  await page.getByLabel(labelled(t.identity.profile.name)).fill('Liton Mia');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await press(unsaved(page, t.common.confirm.leave), t.common.confirm.stay);
  await arrived(page, /\/profile/);
  await expect(page.getByLabel(labelled(t.identity.profile.name))).toHaveValue('Liton Mia');
  await press(page, t.identity.profile.submit);
  const toast = page.getByRole('status').filter({ hasText: t.identity.profile.saved });
  await toast.hover();
  await page.clock.fastForward(20_000);
  await seen(toast);
  await page.mouse.move(10, 500);
  await page.clock.fastForward(4000);
  await seen(toast);
  await page.clock.fastForward(1500);
  await expect(toast).toBeHidden();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await arrived(page, /\/dashboard/);
  await page.context().close();
});

test('a session that ends under a form leaves the form', async ({ browser, town }) => {
  const screen = await open({ browser, town }, 'engineer');
  const { page, t } = screen;
  await page.goto('/profile');
  const name = page.getByLabel(labelled(t.identity.profile.name));
  await name.fill('A. Engineer');
  await execute(
    town.database.db,
    sql`update identity.sessions set ended_at = now(), end_reason = 'e2e'
    where user_id = (select id from identity.users where email = ${loginOf('engineer').login})`,
  );
  await press(page, t.identity.profile.submit);
  const ended = page.getByRole('dialog', { name: t.frame.session.ended });
  await seen(ended);
  // In another tab, which shares what this browser stores: the form is sent by itself then.
  const other = await page.context().newPage();
  await signIn({ ...screen, page: other }, loginOf('engineer'));
  await expect(ended).toBeHidden();
  await expect(name).toHaveValue('A. Engineer');
  await seen(page.getByText(t.identity.profile.saved));
  await page.context().close();
});

test('the bell rings, leads there, and is quiet; the network away is not the server away', async ({
  browser,
  town,
}) => {
  const { id } = await one<{ id: string }>(
    town.database.db,
    sql`select id from identity.users where email = ${loginOf('engineer').login}`,
  );
  // The tests before this one share the town: the road leaves the engineer notices that nobody opened.
  await execute(
    town.database.db,
    sql`update platform.notices set read_at = now() where user_id = ${id} and read_at is null`,
  );
  await transaction(town.database.db, (tx) =>
    notify(tx, actor, account(id), {
      kind: 'applications.assigned',
      occasion: 'e2e',
      path: '/all-new-connections?page=1',
      params: { number: '1000000015' },
    }),
  );
  const screen = await open({ browser, town }, 'engineer');
  const { page, t } = screen;
  await press(page, filled(t.common.frame.notices_unread_one, true));
  const notice = say(t.applications.notices.assigned, { number: '1000000015' });
  await page.getByRole('dialog').getByRole('button', { name: notice }).click();
  await arrived(page, /\/all-new-connections/);
  await seen(page.getByRole('button', { name: t.common.frame.notices, exact: true }));

  // The palette is fetched ahead, behind the first page.
  await page.clock.fastForward(2000);
  await expect.poll(() => screen.loaded.some((url) => url.endsWith(paletteFile()))).toBe(true);
  await page.context().setOffline(true);
  await seen(page.getByText(t.common.frame.offline));
  // Pages that are here are still reached.
  await seen((await search(screen, 'dashboard')).first());
  await page.keyboard.press('Escape');
  await page.context().setOffline(false);
  await expect(page.getByText(t.common.frame.offline)).toBeHidden();

  await page.route(/\/(api|health)\//, (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await seen(page.getByText(t.common.frame.server_away));
  await page.unroute(/\/(api|health)\//);
  await page.clock.fastForward(6000);
  await expect(page.getByText(t.common.frame.server_away)).toBeHidden();
  await page.context().close();
});
