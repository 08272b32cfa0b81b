/** Somebody comes, may less from one click to the next, and leaves with their work handed over. */
import { expect } from '@playwright/test';
import { words as consumerWords } from '#domains/consumers/words.ts';
import { words as dashboardWords } from '#domains/dashboard/words.ts';
import { createUser } from '#domains/identity/actions/create-user.ts';
import { systemActor } from '#platform/actor.ts';
import { execute, first, sql, transaction } from '#platform/database/db.ts';
import { usual } from '#shared/words.ts';
import { accessible, inspect, watch } from './look.ts';
import type { Program } from './program.ts';
import { arrived, choose, enter, openScreen, press, seen, signIn, told, type } from './screen.ts';
import { filled, say } from './texts.ts';
import { today } from './today.ts';
import { loginOf, PASSWORD, test } from './town.ts';

const SHOTS = process.env.SHOTS;
const PERSON = {
  name: 'শিরিন আক্তার',
  email: 'shirin@utility.test',
  phone: '1811223344',
  password: 'নদী-৭-জোয়ার',
};
const ROLE = { name: 'Front desk', code: 'front-desk' };

test('a person is made with a role of its own, chooses the password by mail, and loses a right at once', async ({
  browser,
  town,
}) => {
  const office = await openScreen(browser, { url: town.url, language: 'en' });
  const { page, t } = office;
  const { users, errors } = t.identity;
  const { list, matrix, names } = t.roles;
  await enter(office, loginOf('admin'));

  await page.goto('/user/role-list?page=1');
  await press(page, list.add);
  const roleForm = page.getByRole('dialog');
  await type(roleForm, list.name, ROLE.name);
  await type(roleForm, list.code, ROLE.code);
  await choose(roleForm, list.copy_of, names.cashier);
  await press(roleForm, list.save);
  await told(office, list.added);

  await page.goto('/user/user-list?page=1');
  await press(page, users.add);
  const form = page.getByRole('dialog');
  await type(form, users.name, PERSON.name);
  // An address that somebody has already is reported when the field is left.
  await type(form, users.email, loginOf('cashier').login);
  await type(form, users.phone, PERSON.phone);
  await expect(form).toContainText(errors.email_taken);
  await type(form, users.email, PERSON.email);
  await choose(form, users.role, ROLE.name);
  await press(form, users.save);
  await told(office, users.added);
  await expect(page.getByRole('row').filter({ hasText: PERSON.name })).toContainText(users.invited);

  const [, address = ''] = /(\/user\/choose-password#[\w-]+)/.exec(await town.mailTo(PERSON.email)) ?? [];
  const desk = await openScreen(browser, { url: town.url, language: 'en' });
  await desk.page.goto(address);
  await type(desk.page, t.identity.choose.password, PERSON.password);
  await press(desk.page, t.identity.choose.submit);
  await signIn(desk, { login: PERSON.email, password: PERSON.password });
  const menu = desk.page.getByRole('navigation', { name: t.common.frame.main_menu });
  const customers = menu.getByRole('link', { name: 'Customer Management' });
  await seen(customers);

  await page.goto('/user/role-list?page=1');
  await page.getByRole('link', { name: ROLE.name, exact: true }).click();
  await page
    .getByRole('checkbox', {
      name: say(matrix.pair, {
        module: consumerWords.permissions.consumers.title[0],
        feature: usual.view[0],
      }),
    })
    .click();
  // The keys alone move from box to box; modules are in the order of their names.
  await page.keyboard.press('ArrowDown');
  const below = say(matrix.pair, {
    module: dashboardWords.permissions.dashboard.title[0],
    feature: usual.view[0],
  });
  await expect(page.getByRole('checkbox', { name: below })).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Space');
  await press(page, matrix.review);
  const review = page.getByRole('dialog');
  await expect(review).toContainText(t.common.confirm.submit);
  await expect(review).toContainText('Customer Management');
  await expect(review).toContainText(filled(matrix.people_one));
  await press(review, matrix.save);
  await told(office, matrix.saved);

  await customers.click();
  await seen(desk.page.getByRole('heading', { name: t.common.screens.not_found_title }));
  await expect(customers).toHaveCount(0);
  await desk.page.context().close();
  await page.context().close();
});

test('one’s own e-mail and phone are not changed here, but on the profile', async ({ browser, town }) => {
  const self = await first<{ name: string }>(
    town.database.db,
    sql`select name from identity.users where email = ${loginOf('admin').login}`,
  );
  for (const [language, width] of [
    ['bn', 390],
    ['en', 1280],
  ] as const) {
    const { page, t } = await openScreen(browser, { url: town.url, language, width });
    const { users } = t.identity;
    const eye = watch(page);
    await enter({ page, t, language }, loginOf('admin'));
    await page.goto('/user/user-list?page=1');
    await page.getByRole('link', { name: self?.name ?? '' }).click();
    // The list is left: its rows have a button of this name, too.
    await seen(page.getByRole('heading', { name: self?.name ?? '' }));
    await press(page, t.common.actions.edit);
    const dialog = page.getByRole('dialog');
    await seen(dialog.getByText(users.own_contact));
    await expect(dialog.getByRole('textbox')).toHaveCount(1);
    await inspect(eye);
    await accessible(eye);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/own-account.${language}.png` });
    await type(dialog, users.name, `${self?.name}`);
    await press(dialog, users.save);
    await expect(dialog).toHaveCount(0);
    expect(eye.problems).toEqual([]);
    await page.context().close();
  }
});

test('a person who leaves hands the open work over', async ({ browser, town }) => {
  const { name } = await officerOfDesk(town);
  const office = await openScreen(browser, { url: town.url, language: 'en' });
  const { page, t } = office;
  const { users } = t.identity;
  await enter(office, loginOf('admin'));
  await page.goto('/user/user-list?page=1');
  await page.getByRole('link', { name }).click();
  await seen(page.getByRole('heading', { name, level: 1 }));
  await press(page, t.common.actions.delete);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(t.common.confirm.delete);
  await expect(dialog).toContainText(say(users.has_work, { name }));
  await press(dialog, users.delete_submit);
  await seen(dialog.getByText(users.choose_successor).last());
  await dialog.getByRole('combobox').selectOption({ index: 1 });
  await press(dialog, users.delete_submit);
  await told(office, users.deleted);
  await arrived(page, /\/user\/user-list\?/);
  await seen(page.getByRole('link', { name: 'Nasrin Sultana' }));
  await expect(page.getByRole('link', { name })).toHaveCount(0);
  const desk = await first<{ officer: string }>(
    town.database.db,
    sql`select u.email as officer from applications.desks d join identity.users u on u.id = d.officer_id
      where d.role_code = 'rajukSAE'`,
  );
  expect(desk?.officer).toBe(loginOf('rajukSAE').login);
  await page.context().close();
});

/** Somebody whose name is on a desk of the planning authority. */
async function officerOfDesk({ database }: Program): Promise<{ name: string }> {
  const actor = systemActor(new Date(), today(), 'e2e');
  const name = 'Leaving Officer';
  await transaction(database.db, async (tx) => {
    const { id } = await createUser(tx, actor, {
      ...{
        role: 'rajukSAE',
        name,
        email: 'leaving@utility.test',
        phone: '+8801811999888',
        password: PASSWORD,
      },
    });
    await execute(tx, sql`update applications.desks set officer_id = ${id} where role_code = 'rajukSAE'`);
  });
  return { name };
}
