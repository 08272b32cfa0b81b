/** What a browser keeps of somebody or something that is gone: it neither hides what is there nor reaches the next person. */
import { expect } from '@playwright/test';
import { makeDebtor } from '#domains/payments/factory.ts';
import { systemActor } from '#platform/actor.ts';
import { transaction } from '#platform/database/db.ts';
import { addConsumer, loginOfConsumer } from './consumer.ts';
import { activate, arrived, enter, openScreen, press, seen } from './screen.ts';
import { filled, say } from './texts.ts';
import { today } from './today.ts';
import { loginOf, test } from './town.ts';

test('a selected place that is not of this person any more hides nothing that they owe', async ({
  browser,
  town,
}) => {
  const actor = systemActor(new Date(), today(), 'e2e');
  const NATIONAL = '1755000977';
  await transaction(town.database.db, async (tx) =>
    makeDebtor(tx, actor, {
      consumerId: await addConsumer(tx, actor, { national: NATIONAL, name: 'Rahima', nameBn: 'রহিমা' }),
    }),
  );
  const screen = await openScreen(browser, { url: town.url, language: 'en', width: 390 });
  await enter(screen, loginOfConsumer(NATIONAL));
  const { page, t } = screen;
  await page.evaluate(() =>
    localStorage.setItem(
      'customerOwner',
      JSON.stringify({
        ...{ applicationId: crypto.randomUUID(), connectionId: crypto.randomUUID(), customerId: '1' },
        ...{ sectorNo: '9', smallRoadNo: '9', plotNo: '9', access: 'SHARED' },
      }),
    ),
  );
  await page.goto('/dashboard');
  await seen(page.getByRole('main').getByText('৳115').first());
  await expect(page.locator('select[name=application]')).toHaveValue('');
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('customerOwner') ?? 'null'))).toBeNull();
  await seen(page.getByRole('button', { name: filled(t.dashboard.own.pay) }).first());
  await page.context().close();
});

test('a failure above the pages shows the screen of the specification', async ({ browser, town }) => {
  const screen = await openScreen(browser, { url: town.url, language: 'en' });
  await enter(screen, loginOf('cashier'));
  const { page, t } = screen;
  // Something that no version of the program wrote.
  await page.evaluate(() => localStorage.setItem('downloadHistory', '{"open":true}'));
  await page.goto('/dashboard');
  await seen(page.getByRole('heading', { name: 'Your internet is slow' }));
  await page.evaluate(() => localStorage.removeItem('downloadHistory'));
  await press(page, t.common.screens.reload);
  await seen(page.locator('header'));
  await page.context().close();
});

test('a download ends with the session of who began it, and the next person reads no names of files', async ({
  browser,
  town,
}) => {
  const screen = await openScreen(browser, { url: town.url, language: 'en' });
  await enter(screen, loginOf('admin'));
  const { page, t } = screen;
  await page.goto('/sector?page=1');
  await seen(page.locator('main tbody tr').first());
  await page.route('**/download*', () => new Promise<void>(() => undefined));
  await press(page, t.common.actions.export);
  await activate(page.getByRole('menuitem', { name: say(t.common.list.export_as, { format: 'CSV' }) }));
  const names = () => page.evaluate(() => localStorage.getItem('downloadHistory') ?? '');
  await expect.poll(names).toContain('Pending');
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/download'));
  await press(page, new RegExp(`^${t.common.frame.profile}`));
  await activate(page.getByRole('menuitem', { name: t.common.frame.log_out }));
  await arrived(page, /\/login/);
  await ended;
  await expect.poll(names).not.toContain('Pending');
  expect(await names()).not.toContain('sector');
  await page.context().close();
});
