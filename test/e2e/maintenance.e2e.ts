/** Maintenance: an administrator switches it on, others get its page, and a person who may end it gets in and ends it. */
import { type Browser, expect } from '@playwright/test';
import { USUAL_SENTENCE } from '#domains/settings/website/maintenance.rules.ts';
import type { Language } from '#web/texts/texts.ts';
import type { Program } from './program.ts';
import { arrived, confirm, enter, openScreen, press, type Screen, seen, told, type } from './screen.ts';
import { loginOf, type Role, test } from './town.ts';

async function open(town: Program, browser: Browser, role: Role, language: Language = 'en') {
  const screen = await openScreen(browser, { url: town.url, language });
  await enter(screen, loginOf(role));
  return screen;
}

async function turn(screen: Screen, button: string, message: string) {
  await press(screen.page, button);
  await confirm(screen);
  await told(screen, message);
}

test('others get its page; who may work during it signs in and ends it', async ({ browser, town }) => {
  const cashier = await open(town, browser, 'cashier', 'bn');
  await cashier.page.goto('/dashboard');
  const admin = await open(town, browser, 'admin');
  const { maintenance } = admin.t.settings.config;
  await admin.page.goto('/configuration/website');
  await turn(admin, maintenance.switch_on, maintenance.switched_on);
  await seen(admin.page.getByText(admin.t.common.frame.maintenance));

  // The page that is open learns it from its next call; both languages are on it.
  await cashier.page.reload();
  await arrived(cashier.page, /\/maintenance$/);
  await seen(cashier.page.getByText(USUAL_SENTENCE.bn));
  await seen(cashier.page.getByText(USUAL_SENTENCE.en));
  await press(cashier.page, cashier.t.common.actions.retry);
  await expect(cashier.page).toHaveURL(/\/maintenance$/);

  // On another machine: from the first address to the form.
  const other = await openScreen(browser, { url: town.url, language: 'en' });
  await other.page.goto('/');
  await arrived(other.page, /\/maintenance$/);
  await other.page.getByRole('link', { name: other.t.common.screens.maintenance_staff }).click();
  const { login, password } = loginOf('admin');
  await type(other.page, other.t.identity.login.login, login);
  await type(other.page, other.t.identity.login.password, password);
  await press(other.page, other.t.identity.login.submit);
  await arrived(other.page, /\/dashboard/);
  await other.page.getByRole('link', { name: other.t.common.frame.maintenance_change }).click();
  await turn(other, maintenance.switch_off, maintenance.switched_off);
  await expect(other.page.getByText(other.t.common.frame.maintenance)).toHaveCount(0);

  await press(cashier.page, cashier.t.common.actions.retry);
  await arrived(cashier.page, /\/dashboard/);
  for (const { page } of [admin, other, cashier]) await page.context().close();
});
