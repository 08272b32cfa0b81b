/** A household on a phone has its bills paid from its wallet: a wrong day is told at its field, the wish shows in the line, and ends by one tap. */
import { expect } from '@playwright/test';
import { CONSUMER_EMAIL, DEMO_PASSWORD } from '#app/demo/logins.ts';
import { bn } from '#domains/wallet/web/bn.ts';
import { test } from './demo.ts';
import { accessible, inspect, watch } from './look.ts';
import { enter, openScreen, press, seen } from './screen.ts';
import { filled } from './texts.ts';

const { auto } = bn;

test('auto-pay is changed in a dialog, and switched off', async ({ browser, demo }) => {
  const screen = await openScreen(browser, { url: demo.url, language: 'bn', width: 390 });
  const { page } = screen;
  const eye = watch(page);
  await enter(screen, { login: CONSUMER_EMAIL, password: DEMO_PASSWORD });
  await page.goto('/customer-wallet-manage');
  const line = page
    .locator('main li')
    .filter({ hasText: filled(auto.connection) })
    .first();
  await press(line, auto.change);
  const dialog = page.getByRole('dialog');
  const day = dialog.getByLabel(auto.day).last();
  await day.fill('২৯');
  await dialog.locator('button[type=submit]').click();
  await expect(day).toHaveAttribute('aria-invalid', 'true');
  await accessible(eye);
  await day.fill('৫');
  await dialog.locator('button[type=submit]').click();
  await seen(line.getByText(/মাসের ৫ তারিখে/));
  await inspect(eye);
  await press(line, auto.stop);
  await seen(line.getByText(auto.off, { exact: true }));
  expect(eye.problems).toEqual([]);
});
