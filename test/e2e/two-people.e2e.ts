/** Two people at once: both change one record, and one gives or takes rights while the other's page is open. */
import { type Browser, expect } from '@playwright/test';
import { makeSector } from '#domains/settings/factory.ts';
import { systemActor } from '#platform/actor.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import type { Permission } from '#shared/permissions.ts';
import { makeApplicationIn } from './applications.ts';
import type { Program } from './program.ts';
import { makeRepairUpTo } from './repairs.ts';
import { activate, arrived, enter, openScreen, press, type Screen, seen, told, type } from './screen.ts';
import { filled, labelled } from './texts.ts';
import { today } from './today.ts';
import { loginOf, test } from './town.ts';

type Role = Parameters<typeof loginOf>[0];

const actor = systemActor(new Date(), today(), 'e2e');

async function open(browser: Browser, { url }: Program, role: Role): Promise<Screen> {
  const screen = await openScreen(browser, { url, language: 'en' });
  await enter(screen, loginOf(role));
  return screen;
}

async function editSector({ page, t }: Screen, number: string) {
  await page.goto(`/sector?page=1&search=${number}`);
  const row = page.getByRole('row').filter({ hasText: number });
  await row.getByRole('button', { name: filled(t.common.actions.more) }).click();
  await page.getByRole('menuitem', { name: t.common.actions.edit, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await seen(dialog.getByLabel(labelled(t.settings.sectors.name)));
  return dialog;
}

test('both change one record: each field shows both values, and what is chosen is saved', async ({
  browser,
  town,
}) => {
  const sector = await transaction(town.database.db, (tx) => makeSector(tx, actor, { number: '931' }));
  const [first, second] = [await open(browser, town, 'admin'), await open(browser, town, 'admin')];
  const { sectors } = first.t.settings;
  const { conflict } = first.t.frame;
  const mine = await editSector(second, '931');
  await type(mine, sectors.name, 'Lake View');
  const theirs = await editSector(first, '931');
  await type(theirs, sectors.name, 'Lakeside');
  await type(theirs, sectors.name_bn, 'লেকের ধার');
  await press(theirs, sectors.save);
  await told(first, sectors.updated);

  await press(mine, sectors.save);
  const panel = mine.getByRole('alert').filter({ hasText: conflict.title });
  await seen(panel);
  await expect(panel).toBeFocused();
  const name = panel.getByRole('group', { name: sectors.name, exact: true });
  await expect(name).toContainText('Lake View');
  await expect(name).toContainText('Lakeside');
  await expect(name.getByRole('radio', { name: conflict.mine })).toBeChecked();
  // What only the other one changed is taken over.
  await expect(mine.getByLabel(labelled(sectors.name_bn))).toHaveValue('লেকের ধার');
  await press(panel, conflict.all_theirs);
  await expect(mine.getByLabel(labelled(sectors.name))).toHaveValue('Lakeside');
  await name.getByRole('radio', { name: conflict.mine }).check();
  await expect(mine.getByLabel(labelled(sectors.name))).toHaveValue('Lake View');
  await press(mine, sectors.save);
  await told(second, sectors.updated);
  const saved = await one(
    town.database.db,
    sql`select name, name_bn as "nameBn", version from settings.sectors where id = ${sector.id}`,
  );
  expect(saved).toEqual({ name: 'Lake View', nameBn: 'লেকের ধার', version: sector.version + 2 });
  await Promise.all([first, second].map(({ page }) => page.context().close()));
});

test('a page that fetches its record again keeps what is typed, and says so when it is saved', async ({
  browser,
  town,
}) => {
  const [first, second] = [await open(browser, town, 'admin'), await open(browser, town, 'admin')];
  const { security } = first.t.identity;
  const hours = labelled(security.staffIdleHours);
  await second.page.clock.install();
  for (const { page } of [first, second]) await page.goto('/settings/security');
  await second.page.getByLabel(hours).fill('5');
  await first.page.getByLabel(hours).fill('6');
  await press(first.page, security.save);
  await told(first, security.saved);
  // The browser comes back to this window after a while: the page asks again.
  await second.page.clock.fastForward(20_000);
  const asked = second.page.waitForResponse(/settings\/security/);
  await second.page.evaluate(() => {
    window.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('focus'));
  });
  await asked;
  await expect(second.page.getByLabel(hours)).toHaveValue('5');
  await press(second.page, security.save);
  const panel = second.page.getByRole('alert').filter({ hasText: second.t.frame.conflict.title });
  await press(panel, second.t.frame.conflict.all_mine);
  await press(second.page, security.save);
  await told(second, security.saved);
  await Promise.all([first, second].map(({ page }) => page.context().close()));
});

const setWord = ({ database }: Program, role: Role, word: Permission, isGiven: boolean) =>
  execute(
    database.db,
    isGiven
      ? sql`insert into roles.role_permissions (role_id, permission)
          select id, ${word} from roles.roles where code = ${role} on conflict do nothing`
      : sql`delete from roles.role_permissions
          where permission = ${word} and role_id = (select id from roles.roles where code = ${role})`,
  );

test('a right that is given or taken counts in the open page from the next click on, without a reload', async ({
  browser,
  town,
}) => {
  const screen = await open(browser, town, 'installer');
  const { page, t } = screen;
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.goto('/dashboard');
  const menu = page.getByRole('navigation', { name: t.common.frame.main_menu });
  const line = menu.getByRole('link', { name: 'Materials', exact: true });
  await expect(line).toHaveCount(0);
  const before = loads;
  await setWord(town, 'installer', 'materials:view', true);
  await menu.getByRole('link', { name: 'Dashboard' }).click();
  await press(menu, 'Settings');
  await seen(line);
  await line.click();
  await arrived(page, /\/materials\/FIXED/);
  await seen(page.getByLabel(t.settings.materials.search));
  await setWord(town, 'installer', 'materials:view', false);
  // The next click asks the server for anything: menu and page follow.
  await page.getByLabel(t.settings.materials.search).fill('pipe');
  await seen(page.getByRole('heading', { name: t.common.screens.not_found_title }));
  await expect(line).toHaveCount(0);
  await expect(page).toHaveTitle(new RegExp(t.common.screens.not_found_title));
  // The frame stays: menu and search.
  await seen(menu);
  await press(page.locator('main'), t.common.frame.search);
  await seen(page.getByRole('combobox', { name: t.common.frame.search }));
  expect(loads).toBe(before);
  await page.context().close();
});

test('a page that is refused or unknown keeps the frame and a search', async ({ browser, town }) => {
  const screen = await open(browser, town, 'cashier');
  const { page, t } = screen;
  for (const path of ['/error', '/bill-run', '/no-such-page']) {
    await page.goto(path);
    await seen(page.getByRole('heading', { name: t.common.screens.not_found_title, level: 1 }));
    await seen(page.getByRole('navigation', { name: t.common.frame.main_menu }));
    await seen(page.locator('main').getByRole('button', { name: t.common.frame.search }));
    if (path !== '/error') await expect(page).toHaveTitle(new RegExp(t.common.screens.not_found_title));
  }
  await page.context().close();
});

/** A step of a record: a button, or in the menu of the others. */
async function take({ page, t }: Screen, name: string) {
  await seen(page.locator('article > header'));
  const button = page.getByRole('button', { name, exact: true });
  if ((await button.count()) === 0) await press(page, t.common.actions.more_actions);
  await activate(button.or(page.getByRole('menuitem', { name, exact: true })).first());
}

/** The dialog of who was later: it tells who did what, keeps what was typed, and offers nothing but to close. */
async function tellsWho({ page, t }: Screen, { texts, step }: { texts: readonly string[]; step: string }) {
  const dialog = page.getByRole('dialog');
  await press(dialog, step);
  await seen(dialog.getByRole('alert').filter({ hasText: t.frame.over.title }));
  for (const text of texts) await seen(dialog.getByText(text, { exact: false }).first());
  await expect(dialog.getByRole('button', { name: step, exact: true })).toHaveCount(0);
  await activate(dialog.getByRole('button', { name: t.common.actions.close }).last());
  await expect(dialog).toHaveCount(0);
}

test('who decides later on a work order or an application is told who decided, also in a dialog of a list', async ({
  browser,
  town,
}) => {
  const order = await makeRepairUpTo(town, '1755000971', 'ON_REVIEW');
  const application = await makeApplicationIn(town, { upTo: 'PENDING' });
  const [first, second] = [await open(browser, town, 'reviewer'), await open(browser, town, 'admin')];
  const { name } = await one<{ name: string }>(
    town.database.db,
    sql`select name from identity.users where email = ${loginOf('reviewer').login}`,
  );
  const [orders, applications] = [second.t['work-orders'], second.t.applications];
  const dialogs = [first, second].map(({ page }) => page.getByRole('dialog'));
  const [faster = second.page.getByRole('dialog'), later = faster] = dialogs;

  await second.page.goto(`/repair-request?page=1&state=ON_REVIEW&search=${order.number}`);
  await second.page
    .getByRole('button', { name: filled(second.t.common.actions.more) })
    .first()
    .click();
  await activate(second.page.getByRole('menuitem', { name: orders.act.close_request, exact: true }));
  await type(later, orders.ending.remark, 'Nobody was at home');
  await first.page.goto(`/work-order-list/${order.id}`);
  await take(first, orders.act.reject);
  await type(faster, orders.ending.remark, 'It is your own pipe');
  await press(faster, orders.act.reject);
  await told(first, orders.act.status_updated);
  await tellsWho(second, {
    texts: [name, 'It is your own pipe', orders.event.reject, 'Nobody was at home'],
    step: orders.act.reject,
  });

  await second.page.goto(`/all-new-connections/${application.id}`);
  await take(second, applications.actions.reject);
  await type(later, applications.dialogs.remark, 'The plan is of another plot');
  await first.page.goto(`/all-new-connections/${application.id}`);
  await take(first, applications.actions.reject);
  await type(faster, applications.dialogs.remark, 'The plot has a connection');
  await press(faster, applications.actions.reject);
  await told(first, applications.done.reject);
  await tellsWho(second, {
    texts: [name, 'The plot has a connection', 'The plan is of another plot'],
    step: applications.actions.reject,
  });
  await Promise.all([first, second].map(({ page }) => page.context().close()));
});

test('the page of a record keeps its line in the menu', async ({ browser, town }) => {
  const screen = await open(browser, town, 'admin');
  const { page, t } = screen;
  const current = page
    .getByRole('navigation', { name: t.common.frame.main_menu })
    .locator('[aria-current=page]');
  const { id } = await one<{ id: string }>(
    town.database.db,
    sql`select id from identity.users where email = ${loginOf('cashier').login}`,
  );
  await page.goto(`/user/user-list/${id}`);
  await seen(page.getByRole('heading', { level: 1 }));
  await expect(current).toHaveCount(1);
  await expect(current).toHaveAttribute('href', /\/user\/user-list/);
  await page.goto('/settings/security');
  await expect(current).toHaveAttribute('href', /\/settings/);
  await page.context().close();
});
