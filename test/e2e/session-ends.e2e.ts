/** A session that ends takes nothing away: the password is asked for over the page, and what was sent is sent again. */
import { type Browser, expect, type Route } from '@playwright/test';
import { createConsumer } from '#domains/consumers/actions/register-consumer.ts';
import { createUser } from '#domains/identity/actions/create-user.ts';
import { systemActor } from '#platform/actor.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import type { Program } from './program.ts';
import { arrived, enter, openScreen, press, type Screen, seen, told, type } from './screen.ts';
import { filled, labelled, say } from './texts.ts';
import { today } from './today.ts';
import { loginOf, PASSWORD, test } from './town.ts';

type Role = Parameters<typeof loginOf>[0];
type Given = { browser: Browser; town: Program };

const endSessions = ({ database }: Program, login: string) =>
  execute(
    database.db,
    sql`update identity.sessions set ended_at = now(), end_reason = 'e2e'
      where user_id in (select id from identity.users where ${login} in (email, phone)) and ended_at is null`,
  );

const layerOf = ({ page, t }: Pick<Screen, 'page' | 't'>) =>
  page.getByRole('dialog', { name: t.frame.session.ended });

async function signInAgain(screen: Screen, password = PASSWORD) {
  const layer = layerOf(screen);
  await type(layer, screen.t.identity.login.password, password);
  await press(layer, screen.t.frame.session.sign_in);
}

async function open({ browser, town }: Given, role: Role, language: 'en' | 'bn' = 'en', width?: number) {
  const screen = await openScreen(browser, { url: town.url, language, ...(width ? { width } : {}) });
  await enter(screen, loginOf(role));
  return screen;
}

const sectors = async ({ database }: Program, number: string) =>
  (
    await one<{ count: number }>(
      database.db,
      sql`select count(*)::int as count from settings.sectors where number = ${number}`,
    )
  ).count;

/** A dialog with a new sector in it. */
async function typeSector({ page, t }: Screen, number: string) {
  await page.goto('/sector?page=1');
  await press(page, t.settings.sectors.add);
  const dialog = page.getByRole('dialog', { name: t.settings.sectors.add });
  await type(dialog, t.settings.sectors.number, number);
  await type(dialog, t.settings.sectors.name, 'Lakeside');
  return dialog;
}

test('a form in a dialog is sent after the password; Escape leaves it as it was', async ({
  browser,
  town,
}) => {
  const given = { browser, town };
  const screen = await open(given, 'admin');
  const { page, t } = screen;
  const dialog = await typeSector(screen, '901');
  // What the page asks by itself waits: noticed by that, the end would come before the press.
  const asked: Route[] = [];
  await page.route('**/api/**', async (route) => {
    if (route.request().method() === 'GET') asked.push(route);
    else await route.continue();
  });
  await endSessions(town, loginOf('admin').login);
  await press(dialog, t.settings.sectors.save);
  const layer = layerOf(screen);
  await seen(layer);
  // Taken over before they go on: a call that the page gave up meanwhile is handled already.
  await Promise.all(asked.splice(0).map((route) => route.continue().catch(() => undefined)));
  await page.unroute('**/api/**');
  await seen(layer.getByText(say(t.frame.session.again_help, { name: 'Nasrin Sultana' })));
  await expect(layer.getByLabel(labelled(t.identity.login.password))).toBeFocused();
  // Nothing that the page asks by itself makes a second layer.
  await expect(layer).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(layer).toBeHidden();
  await expect(dialog.getByLabel(labelled(t.settings.sectors.name))).toHaveValue('Lakeside');
  await seen(page.getByRole('status').filter({ hasText: t.frame.session.later }));
  expect(await sectors(town, '901')).toBe(0);
  await press(dialog, t.settings.sectors.save);
  await signInAgain(screen, 'not-this-one');
  await seen(layer.getByRole('alert').filter({ hasText: t.identity.errors.wrong_credentials }));
  await signInAgain(screen);
  await told(screen, t.settings.sectors.added);
  await expect(layer).toBeHidden();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: t.frame.session.later })).toBeHidden();
  expect(await sectors(town, '901')).toBe(1);
  await page.context().close();
});

test('an upload is sent again with its file', async ({ browser, town }) => {
  const screen = await open({ browser, town }, 'reader');
  const { page } = screen;
  await page.goto('/bulk-upload');
  await seen(page.getByRole('heading', { level: 1 }));
  await endSessions(town, loginOf('reader').login);
  await page.locator('main input[type=file]').setInputFiles({
    ...{ name: 'readings.csv', mimeType: 'text/csv' },
    buffer: Buffer.from('Meter number;Current reading;Reading date\r\nX-1;5;2026-11-01'),
  });
  await seen(layerOf(screen));
  await signInAgain(screen);
  await arrived(page, /\/bulk-upload\/./);
  await page.context().close();
});

test('two tabs with forms: one sign-in brings both back, and somebody else sends nothing', async ({
  browser,
  town,
}) => {
  const screen = await open({ browser, town }, 'admin');
  const { page, t } = screen;
  const other: Screen = { ...screen, page: await page.context().newPage() };
  const here = await typeSector(screen, '902');
  const there = await typeSector(other, '903');
  await endSessions(town, loginOf('admin').login);
  await press(here, t.settings.sectors.save);
  await seen(layerOf(screen));
  // The other tab learns of it by itself.
  await seen(layerOf(other));
  await signInAgain(screen);
  await told(screen, t.settings.sectors.added);
  await expect(layerOf(other)).toBeHidden();
  await expect(there.getByLabel(labelled(t.settings.sectors.number))).toHaveValue('903');

  // A colleague signs in in a third tab: what is typed here is not theirs.
  await endSessions(town, loginOf('admin').login);
  await press(there, t.settings.sectors.save);
  await seen(layerOf(other));
  const third: Screen = { ...screen, page: await page.context().newPage() };
  await third.page.goto('/login');
  await type(third.page, t.identity.login.login, loginOf('cashier').login);
  await type(third.page, t.identity.login.password, PASSWORD);
  await press(third.page, t.identity.login.submit);
  await arrived(third.page, /dashboard/);
  const layer = layerOf(other);
  await seen(layer.getByRole('button', { name: filled(t.frame.session.leave_as) }));
  expect(await sectors(town, '903')).toBe(0);
  await press(layer, filled(t.frame.session.sign_in_as));
  await signInAgain(other);
  await told(other, t.settings.sectors.added);
  expect(await sectors(town, '903')).toBe(1);
  await page.context().close();
});

test('who is somebody else leaves by a press that says what is lost', async ({ browser, town }) => {
  const screen = await open({ browser, town }, 'admin');
  const { page, t } = screen;
  const dialog = await typeSector(screen, '904');
  await endSessions(town, loginOf('admin').login);
  await press(dialog, t.settings.sectors.save);
  const layer = layerOf(screen);
  await press(layer, filled(t.frame.session.other));
  await press(layer, t.frame.session.back);
  await seen(layer.getByLabel(labelled(t.identity.login.password)));
  await press(layer, filled(t.frame.session.other));
  await press(layer, t.frame.session.leave);
  await arrived(page, /\/login/);
  expect(await sectors(town, '904')).toBe(0);
  await page.context().close();
});

test('a page that only shows goes to login and back, as specified', async ({ browser, town }) => {
  const screen = await open({ browser, town }, 'cashier');
  const { page, t } = screen;
  await page.goto('/billing/invoice-list?page=1');
  await seen(page.getByRole('heading', { level: 1 }));
  // The page itself may ask something first, and go before the link is pressed.
  await endSessions(town, loginOf('cashier').login);
  await page
    .getByRole('link', { name: 'Dashboard' })
    .click()
    .catch(() => undefined);
  await arrived(page, /\/login\?ended=1/);
  const { ended, ended_back } = t.identity.login;
  const told = page.getByRole('status').filter({ hasText: new RegExp(`^(${ended}|${ended_back})$`) });
  await seen(told);
  // If they go back to the page, they are told it too.
  await page.goBack();
  await arrived(page, /\/login\?ended=1/);
  await seen(told);
  await page.context().close();
});

const PHONE = '1766000111';

async function household({ database }: Program) {
  const actor = systemActor(new Date(), today(), 'e2e');
  await transaction(database.db, async (tx) => {
    const { id } = await createConsumer(tx, actor, {
      name: 'Salma Begum',
      nameBn: 'সালমা বেগম',
      phone: `+880${PHONE}`,
    });
    await createUser(tx, actor, {
      role: 'consumer',
      name: 'সালমা বেগম',
      phone: `+880${PHONE}`,
      password: PASSWORD,
      consumerId: id,
    });
  });
}

test('a householder who forgot the password goes on by a code, and her form is sent', async ({
  browser,
  town,
}) => {
  await household(town);
  const screen = await openScreen(browser, { url: town.url, language: 'bn', width: 390 });
  const { page, t } = screen;
  await enter(screen, { login: `+880${PHONE}`, password: PASSWORD });
  await page.goto('/profile');
  const name = page.getByLabel(labelled(t.identity.profile.name));
  await name.fill('সালমা খাতুন');
  await endSessions(town, `+880${PHONE}`);
  await name.press('Enter');
  const layer = layerOf(screen);
  await press(layer, t.frame.session.forgot);
  const since = new Date();
  await type(layer, t.identity.code.phone, PHONE);
  await press(layer, t.identity.code.send);
  const text = await town.smsTo(`+880${PHONE}`, since);
  await type(layer, t.identity.code.title, /\d{6}/.exec(text)?.[0] ?? '');
  await press(layer, t.identity.code.verify);
  await type(layer, t.identity.reset.password, 'pukur-par-77');
  await press(layer, t.identity.reset.submit);
  await told(screen, t.identity.profile.saved);
  await expect(layer).toBeHidden();
  const saved = () =>
    one<{ name: string }>(
      town.database.db,
      sql`select name from identity.users where phone = ${`+880${PHONE}`}`,
    );
  expect((await saved()).name).toBe('সালমা খাতুন');
  await page.context().close();
});
