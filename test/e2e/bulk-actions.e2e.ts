/**
 * One act on many applications: chosen by the keyboard, looked at, done by the server, and what was not done is found again. In both
 * languages, and the board of the same applications.
 */
import { expect, type Page } from '@playwright/test';
import { applicationsInBulk } from '#domains/applications/bulk/bulk-part.ts';
import { execute, one, sql } from '#platform/database/db.ts';
import { test } from './demo.ts';
import { accessible, watch } from './look.ts';
import { activate, arrived, enter, openScreen, press, seen, type } from './screen.ts';
import { filled, say } from './texts.ts';
import { loginOf } from './town.ts';

/** What the buttons say is the server's word, in both languages. */
const titleOf = (name: string, language: 'en' | 'bn') =>
  applicationsInBulk.actions.find((action) => action.name === name)?.title[language === 'en' ? 0 : 1] ?? name;

/** The first row has the focus: the keys come with the code that is loaded after the rows. */
async function toFirstRow(page: Page) {
  const first = page.locator('tr[data-row]').first();
  await seen(first);
  await expect(async () => {
    await page.keyboard.press((await page.locator('tr[data-row] a:focus').count()) > 0 ? 'k' : 'j');
    await expect(first.getByRole('link').first()).toBeFocused({ timeout: 500 });
  }).toPass();
}

const RUNNING = /\/bulk\/jobs\?.*state=RUNNING/;

test('two new applications are accepted by the keyboard; the page of the job is found again', async ({
  browser,
  demo,
}) => {
  const screen = await openScreen(browser, { url: demo.url, language: 'en', isByKeyboard: true });
  const { page, t } = screen;
  const eye = watch(page);
  await enter(screen, loginOf('reviewer'));
  await page.goto('/new-connections?page=1');
  await toFirstRow(page);
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  const bar = page.locator('[data-bulk]');
  await expect(bar).toContainText('2');
  const ids = await page
    .locator('tr[data-selected]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')));
  expect(ids).toHaveLength(2);
  await page.keyboard.press('b');
  await expect(
    bar.getByRole('button', { name: titleOf('applications.accept', 'en'), exact: true }),
  ).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await seen(dialog.getByText(/It will be done to|It cannot be done/));
  await accessible(eye);
  await press(dialog, /^Accept \(\d+\)$/);
  await expect(dialog).toHaveCount(0);
  await seen(page.getByRole('region', { name: t.bulk.running.title }));
  await expect(async () => {
    const { moved } = await one<{ moved: number }>(
      demo.database.db,
      sql`select count(*)::int as moved from applications.applications
        where id = any(${ids}::uuid[]) and state = 'WAITING_FOR_REVIEW'`,
    );
    expect(moved).toBe(2);
  }).toPass();
  await page.goto('/bulk-jobs?page=1');
  await activate(page.locator('tr[data-row] a').first());
  await arrived(page, /\/bulk-jobs\/[0-9a-f-]+/);
  await seen(page.locator('main').getByText(say(t.bulk.running.done, { done: '2' })));
  await accessible(eye);
  expect(eye.problems).toEqual([]);
  await page.context().close();
});

test('what was not done says why, in Bengali, and can be tried again', async ({ browser, demo }) => {
  const screen = await openScreen(browser, { url: demo.url, language: 'bn' });
  const { page, t } = screen;
  await enter(screen, loginOf('reviewer'));
  await page.goto('/all-new-connections?page=1&stateId=CONNECTED');
  await toFirstRow(page);
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  const ids = await page
    .locator('tr[data-selected]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')));
  const hold = titleOf('applications.hold', 'bn');
  await press(page.locator('[data-bulk]'), hold);
  await seen(page.getByRole('dialog').getByText(t.bulk.dialog.none));
  await press(page.getByRole('dialog'), t.common.actions.close);
  await press(page.locator('[data-bulk]'), titleOf('applications.archive', 'bn'));
  const dialog = page.getByRole('dialog');
  await type(dialog, t.bulk.dialog.remark_optional, 'পুরোনো');
  // Somebody else is at one of them between the dialog and the act.
  await execute(
    demo.database.db,
    sql`update applications.applications set version = version + 1 where id = ${ids[0]}`,
  );
  // The job is over before the page is told that it runs.
  await page.route(RUNNING, async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    return route.fulfill({ response, json: { ...rest, data: { ...data, items: [], total: 0 } } });
  });
  await press(dialog, new RegExp(`^${titleOf('applications.archive', 'bn')}`));
  await expect(dialog).toHaveCount(0);
  const strip = page.getByRole('region', { name: t.bulk.running.title });
  await activate(strip.getByRole('link', { name: t.bulk.running.why }));
  await arrived(page, /\/bulk-jobs\/[0-9a-f-]+/);
  await seen(page.getByText(t.bulk.reasons.stale));
  await press(page, filled(t.bulk.job.again));
  await press(page.getByRole('dialog'), new RegExp(`^${titleOf('applications.archive', 'bn')}`));
  await expect(async () => {
    const { archived } = await one<{ archived: number }>(
      demo.database.db,
      sql`select count(*)::int as archived from applications.applications
        where id = any(${ids}::uuid[]) and archived_at is not null`,
    );
    expect(archived).toBe(2);
  }).toPass();
  await page.context().close();
});

test('the board has the applications by state; a phone shows one column at a time', async ({
  browser,
  demo,
}) => {
  const screen = await openScreen(browser, { url: demo.url, language: 'en', isByKeyboard: true });
  const { page, t } = screen;
  const eye = watch(page);
  await enter(screen, loginOf('reviewer'));
  await page.goto('/all-new-connections?page=1&overdue=false');
  const views = page.getByRole('navigation', { name: t.applications.board.views });
  await activate(views.getByRole('link', { name: t.applications.board.board }));
  await arrived(page, /view=board/);
  expect(new URL(page.url()).searchParams.get('overdue')).toBe('false');
  await page.goto('/all-new-connections?page=1&view=board');
  const column = page.locator('[data-column]');
  await expect(column).toHaveCount(7);
  const card = column.first().locator('[data-row]').first();
  await seen(card);
  await expect(async () => {
    await page.keyboard.press((await page.locator('[data-row] a:focus').count()) > 0 ? 'k' : 'j');
    await expect(card.getByRole('link')).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('ArrowRight');
  await expect(card.getByRole('link')).not.toBeFocused();
  await accessible(eye);
  expect(eye.problems).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(column).toHaveCount(1);
  await activate(page.getByRole('tab', { name: new RegExp(t.applications.states.READY_TO_PAY) }));
  await arrived(page, /column=READY_TO_PAY/);
  await expect(column).toHaveCount(1);
  await page.context().close();
});
