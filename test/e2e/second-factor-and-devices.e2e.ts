/** What somebody does about their own sign-in: a second factor, sessions, language and theme, a session that ends. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { createUser } from '#domains/identity/actions/create-user.ts';
import { codeOf, stepAt } from '#domains/identity/second-factor/totp.rules.ts';
import { systemActor } from '#platform/actor.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import type { Program } from './program.ts';
import { arrived, openScreen, press, type Screen, seen, signIn, told, type } from './screen.ts';
import { filled, say } from './texts.ts';
import { today } from './today.ts';
import { loginOf, PASSWORD, test } from './town.ts';

/** Nobody else of the town: a password alone does not sign them in any more, and other tests sign in by it. */
const PROTECTED = { login: 'second-factor@e2e.test', password: PASSWORD };

async function hireOne({ database: { db } }: Program): Promise<void> {
  const account = { email: PROTECTED.login, name: 'Selina Parvin', phone: '+8801799000961' };
  await transaction(db, (tx) =>
    createUser(tx, systemActor(new Date(), today(), 'e2e'), {
      role: 'surveyor',
      ...account,
      password: PASSWORD,
    }),
  );
}

/** A step later each time: no code is taken twice. */
function codes(secret: string) {
  let last = 0;
  return () => {
    last = Math.max(last + 1, stepAt(new Date()) - 1);
    return codeOf(secret, last);
  };
}

/** Sets the second factor up; gives what makes its codes. */
async function protect({ page, t }: Screen): Promise<() => string> {
  const { second_factor: factor, second_step: step, recovery, password } = t.identity;
  await page.goto('/profile');
  await press(page, factor.set_up);
  const dialog = page.getByRole('dialog');
  await type(dialog, password.old, PASSWORD);
  await press(dialog, factor.next);
  const address = await dialog.getByRole('link', { name: factor.on_this_phone }).getAttribute('href');
  const next = codes(new URL(String(address)).searchParams.get('secret') ?? '');
  await type(dialog, step.code, '000000');
  await press(dialog, factor.turn_on);
  await seen(dialog.getByText(t.identity.errors.code_wrong).first());
  await type(dialog, step.code, next());
  await press(dialog, factor.turn_on);
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await dialog.getByLabel(recovery.kept).check();
  await press(dialog, recovery.go_on);
  await seen(page.getByText(factor.on, { exact: true }));
  return next;
}

async function passBoth(screen: Screen, code: string): Promise<void> {
  const { page, t } = screen;
  await page.goto('/login');
  await type(page, t.identity.login.login, PROTECTED.login);
  await type(page, t.identity.login.password, PASSWORD);
  await press(page, t.identity.login.submit);
  await type(page, t.identity.second_step.code, code);
  await press(page, t.identity.login.submit);
  await arrived(page, /dashboard/);
}

const language = (page: Page) => page.locator('html').getAttribute('lang');
const scheme = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme');

test('a second factor, the list of sessions, and signing out everywhere', async ({ browser, town }) => {
  const here = await openScreen(browser, { url: town.url, language: 'en' });
  const there = await openScreen(browser, { url: town.url, language: 'bn' });
  await hireOne(town);
  await signIn(here, PROTECTED);
  const next = await protect(here);
  await passBoth(there, next());
  // Nothing is open there meanwhile: a page that still asks for something would find the end of the session by itself.
  await there.page.goto('about:blank');
  const { sessions } = here.t.identity;
  await here.page.reload();
  const others = here.page.getByRole('listitem').getByRole('button', { name: filled(sessions.end_label) });
  await expect(others).toHaveCount(1);
  // Asked first, with the number of devices; who does not confirm signs nobody out.
  await press(here.page, sessions.end_others);
  const dialog = here.page.getByRole('dialog');
  await seen(dialog.getByText(say(sessions.end_others_detail_one, { count: '1' })));
  await press(dialog, here.t.common.actions.cancel);
  await here.page.reload();
  await expect(others).toHaveCount(1);
  await press(here.page, sessions.end_others);
  await press(dialog, here.t.identity.sessions.end_yes);
  await told(here, sessions.ended_others);
  await expect(others).toHaveCount(0);
  // The other device is told calmly at its next step, and comes back to its page.
  await there.page.goto('/profile');
  await arrived(there.page, /\/login\?.*next=%2Fprofile/);
  await seen(there.page.getByRole('status').filter({ hasText: there.t.identity.login.ended_back }));
  await press(here.page, sessions.end_all);
  await press(here.page.getByRole('dialog'), here.t.identity.sessions.end_yes);
  await arrived(here.page, /\/login$/);
  await Promise.all([here, there].map(({ page }) => page.context().close()));
});

test('language and theme follow a person to another device', async ({ browser, town }) => {
  const { login, password } = loginOf('installer');
  const first = await openScreen(browser, { url: town.url, language: 'en' });
  await signIn(first, { login, password });
  await first.page.goto('/profile');
  const { profile } = first.t.identity;
  await first.page.getByLabel('বাংলা', { exact: true }).check();
  await first.page.getByLabel(profile.theme_dark).check();
  await press(first.page, profile.submit);
  await expect.poll(() => language(first.page)).toBe('bn');
  expect(await scheme(first.page)).toBe('dark');
  await first.page.context().close();
  // Nobody has chosen a language here: the browser's own shows until the sign-in.
  const context = await browser.newContext({ baseURL: town.url, locale: 'en-GB' });
  const second: Screen = { ...first, page: await context.newPage() };
  await signIn(second, { login, password });
  await expect.poll(() => language(second.page)).toBe('bn');
  expect(await scheme(second.page)).toBe('dark');
  // A switch in the header is remembered as well.
  await second.page.getByRole('button', { name: /English/ }).click();
  const saved = () =>
    one<{ language: string }>(
      town.database.db,
      sql`select language from identity.users where email = ${login}`,
    );
  await expect.poll(async () => (await saved()).language).toBe('en');
  await context.close();
});
