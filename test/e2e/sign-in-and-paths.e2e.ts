import { expect } from '@playwright/test';
import { arrived, openScreen, press, seen, signIn, type } from './screen.ts';
import { loginOf, test } from './town.ts';

test('a wrong password is refused in the language of the screen', async ({ browser, town }) => {
  const screen = await openScreen(browser, { url: town.url, language: 'bn' });
  const { page, t } = screen;
  const { login, errors } = t.identity;
  await page.goto('/login');
  await type(page, login.login, loginOf('cashier').login);
  await type(page, login.password, 'not-this-one');
  await press(page, login.submit);
  await expect(page.getByRole('alert')).toContainText(errors.wrong_credentials);
  await arrived(page, /\/login/);
  await page.context().close();
});

test('the chosen language is kept over a reload', async ({ browser, town }) => {
  const screen = await openScreen(browser, { url: town.url, language: 'bn' });
  const { page, t } = screen;
  await page.goto('/login');
  await page.getByRole('button', { name: `${t.common.frame.language}: English` }).click();
  await seen(page.getByRole('heading', { name: 'Sign in' }));
  await page.reload();
  await seen(page.getByRole('heading', { name: 'Sign in' }));
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.context().close();
});

test('a path that is not for the role is not there', async ({ browser, town }) => {
  const screen = await openScreen(browser, { url: town.url, language: 'en' });
  const { page, t } = screen;
  await signIn(screen, loginOf('cashier'));
  for (const path of ['/global-setting', '/bill-run', '/pm-panel', '/no-such-page']) {
    await page.goto(path);
    await seen(page.getByRole('heading', { name: t.common.screens.not_found_title }));
  }
  await page.context().close();
});

test('a link to a page of staff leads there after signing in', async ({ browser, town }) => {
  const screen = await openScreen(browser, { url: town.url, language: 'en' });
  const { page, t } = screen;
  const { login, password } = loginOf('cashier');
  await page.goto('/take-payment');
  await arrived(page, /\/login\?next=%2Ftake-payment/);
  await type(page, t.identity.login.login, login);
  await type(page, t.identity.login.password, password);
  await press(page, t.identity.login.submit);
  await arrived(page, /\/take-payment/);
  await seen(page.getByRole('heading', { level: 1 }));
  await page.context().close();
});
