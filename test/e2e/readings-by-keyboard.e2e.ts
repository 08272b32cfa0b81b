/**
 * A reader types in a road of meters without a mouse: the use is shown beside the field, a fall is asked about once,
 * the meter before is a key away. A reviewer goes through what was flagged: look, approve, mark several.
 */
import { expect, type Page } from '@playwright/test';
import { makeConnection } from '#domains/meters/factory.ts';
import { monthInForce } from '#domains/meters/readings/month-in-force.rules.ts';
import { systemActor } from '#platform/actor.ts';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import { addDays, addMonths, firstOfMonth } from '#shared/dates.ts';
import { becomesQuiet, watch } from './look.ts';
import type { Program } from './program.ts';
import { enter, openScreen, press, type Screen, seen } from './screen.ts';
import { filled, say } from './texts.ts';
import { today } from './today.ts';
import { loginOf, test } from './town.ts';

const METERS = 4;
const MONTHS = 4;
const USE = 20_000;
const SHOTS = process.env.SHOTS;

const lastDay = (month: string) => addDays(addMonths(month, 1), -1);

/** Meters of one road that used 20 m³ in each month before that in force; gives the road's sector and the register. */
async function road({ database }: Program): Promise<{ sectorId: string; register: number }> {
  const month = monthInForce(today());
  const actor = systemActor(new Date(), today(), 'e2e');
  const sector = await one<{ id: string }>(
    database.db,
    sql`select s.id from settings.sectors s where exists (select from settings.roads d where d.sector_id = s.id)
      and not exists (select from settings.roads d join meters.connections c on c.road_id = d.id where d.sector_id = s.id)
      order by s.id limit 1`,
  );
  const place = await one<{ id: string }>(
    database.db,
    sql`select id from settings.roads where sector_id = ${sector.id} order by id limit 1`,
  );
  const months = Array.from({ length: MONTHS }, (_, ago) => addMonths(month, ago - MONTHS));
  await transaction(database.db, async (tx) => {
    for (let plot = 1; plot <= METERS; plot += 1) {
      await makeConnection(tx, actor, {
        roadId: place.id,
        plotNumber: `K${plot}`,
        connectedOn: addDays(months[0] ?? month, -1),
        readings: months.map((period, index) => [period, lastDay(period), (index + 1) * USE]),
        approve: true,
      });
    }
  });
  return { sectorId: sector.id, register: MONTHS * USE };
}

async function typeReadings(screen: Screen, { sectorId, register }: Awaited<ReturnType<typeof road>>) {
  const { page, t } = screen;
  const { capture, reading } = t.meters;
  await page.goto(`/meter-reading?page=1&read=no&sectorId=${sectorId}`);
  const rows = page.locator('tr[data-row]');
  await expect(rows).toHaveCount(METERS);
  await helpKeys(screen, ['t', 'PageUp', 'PageDown']);
  await press(rows.first(), reading.take);
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel(t.meters.register).first();
  const use = (verdict: string) => dialog.locator(`[data-verdict=${verdict}]`);
  const saved = dialog.getByRole('region', { name: capture.last }).getByRole('listitem');
  const typed = async (cubicMetres: number, key = 'Enter') => {
    await expect(field).toBeFocused();
    await field.fill(String(cubicMetres));
    if (key) await page.keyboard.press(key);
  };
  /** Presses Enter until the question was there long enough. */
  const confirmed = (count: number) =>
    expect(async () => {
      await page.keyboard.press('Enter');
      await expect(saved).toHaveCount(count, { timeout: 500 });
    }).toPass();
  const before = register / 1000;

  // As usual: Enter saves, and the next meter is there with its empty field.
  await typed(before + 20, '');
  await seen(use('normal'));
  await page.keyboard.press('Enter');
  await expect(saved).toHaveCount(1);
  await expect(field).toHaveValue('');

  // A fall is asked about below the field, once; another figure is asked about again. It is three times the usual use: of
  // four times that, two people would have to approve it.
  await typed(before - 5);
  await seen(use('fall').getByText(filled(capture.ask_fall)));
  await expect(saved).toHaveCount(1);
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/capture-fall.${screen.language}.png` });
  await typed(before + 60);
  // A key that bounces or is held does not answer the question; an Enter after it was read does.
  await page.keyboard.press('Enter');
  await seen(use('high').getByText(filled(capture.ask_outlier)));
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(saved).toHaveCount(1);
  await confirmed(2);

  // The meter before is a key away, with its reading to correct; the next one without a reading too.
  await expect(field).toHaveValue('');
  await page.keyboard.press('PageUp');
  await expect(field).toHaveValue(String(before + 60));
  await page.keyboard.press('PageDown');
  await expect(field).toHaveValue('');
  await typed(before + 61, '');
  await page.keyboard.press('Enter');
  await confirmed(3);
  // Nothing is put over the dialog.
  await expect(page.locator('[class*=Notification]')).toHaveCount(0);
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/capture-saved.${screen.language}.png` });
  await saved.nth(2).getByRole('button', { name: capture.reopen }).press('Enter');
  await expect(field).toHaveValue(String(before + 20));
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await typed(before + 62);
  // All are read.
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0, { timeout: 500 });
  }).toPass();
}

/** After one approval. */
const MOST_QUESTIONS = 4;

/** What the page asks the server from now on. */
function questionsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/api/'))
      asked.push(new URL(request.url()).pathname);
  });
  return asked;
}

/** The help shows these keys of readings, and none of another page or person. */
async function helpKeys({ page, t }: Screen, wanted: readonly string[]) {
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: t.frame.keys.title });
  await seen(help);
  const part = (name: string) => help.locator('section').filter({ hasText: name }).locator('kbd');
  await expect(part(t.frame.keys.readings)).toHaveText([...wanted]);
  // Of rows only what this list knows: a list without boxes marks nothing.
  const boxes = await page.locator('main [data-row] input[type=checkbox]').count();
  await expect(part(t.frame.keys.lists).filter({ hasText: /^x$/ })).toHaveCount(boxes > 0 ? 1 : 0);
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
}

async function review(screen: Screen, sectorId: string) {
  const { page, t } = screen;
  const { review, month } = t.meters;
  await page.goto(`/preview-review?page=1&sectorId=${sectorId}`);
  await expect(page.getByLabel(month)).toHaveValue(monthInForce(today()));
  const rows = page.locator('tr[data-row]');
  await expect(rows).toHaveCount(3);
  await expect(async () => {
    await page.keyboard.press((await rows.locator('a:focus').count()) > 0 ? 'k' : 'j');
    await expect(rows.first().getByRole('link')).toBeFocused({ timeout: 500 });
  }).toPass();
  // The sheet beside the list follows the keys.
  await page.keyboard.press('v');
  const sheet = page.getByRole('complementary', { name: review.view });
  await seen(sheet);
  await page.keyboard.press('j');
  const second = (await rows.nth(1).getByRole('link').textContent()) ?? '';
  await seen(sheet.getByRole('heading', { name: say(t.meters.reading.take_title, { meter: second }) }));
  await seen(sheet.getByRole('figure'));
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/review-sheet.${screen.language}.png` });
  await page.keyboard.press('k');
  const dialog = page.getByRole('dialog');
  // Corrected, and read again, by a key each.
  for (const [key, act] of [
    ['e', review.edit],
    ['r', review.reread],
  ] as const) {
    await page.keyboard.press(key);
    await seen(dialog.getByRole('button', { name: act, exact: true }));
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  // Approved by a key; the next row has the focus.
  await page.keyboard.press('a');
  const asked = questionsOf(page);
  // Who decides sees both readings and the use between them.
  for (const name of [t.meters.previous, t.meters.register, t.meters.used])
    await seen(dialog.getByRole('term').filter({ hasText: name }));
  await dialog.getByLabel(review.reason).fill('asked the household');
  const eye = watch(page);
  asked.length = 0;
  await press(dialog, review.approve);
  await expect(rows).toHaveCount(2);
  expect(await becomesQuiet(eye, screen.language)).toBe(true);
  // Rows, counts of the tabs, badges, and the bills that the rows would make.
  expect(asked.length, asked.join(' ')).toBeLessThanOrEqual(MOST_QUESTIONS);
  await helpKeys(screen, ['a', 'e', 'r', 'o', 'v']);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(async () => {
    if ((await rows.locator('a:focus').count()) === 0) await page.keyboard.press('j');
    await expect(rows.first().getByRole('link')).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Shift+J');
  await expect(page.locator('tr[data-selected]')).toHaveCount(2);
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/review-marked.${screen.language}.png` });
  await page.keyboard.press('a');
  await dialog.getByLabel(review.reason).fill('asked all of them');
  await press(dialog, review.approve_marked);
  await expect(rows).toHaveCount(0);
  // What was approved is opened again by a key.
  await page.goto(`/preview-review?page=1&sectorId=${sectorId}&state=APPROVED`);
  await seen(rows.first());
  await expect(async () => {
    if ((await rows.locator('a:focus').count()) === 0) await page.keyboard.press('j');
    await expect(rows.first().getByRole('link')).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('o');
  await seen(dialog.getByRole('button', { name: review.reopen, exact: true }));
  await page.keyboard.press('Escape');
}

/** Runs in the browser: goes to the day just before the dialog's own timer, which takes the focus to its first field, is over. */
function goToDayFirst() {
  const own = window.setTimeout;
  const DIALOG_MS = 90;
  const later = (run: () => void, wait?: number) =>
    own(() => {
      const [, day] = document.querySelectorAll<HTMLInputElement>('[role=dialog] input:not([type=hidden])');
      if (wait === DIALOG_MS) day?.focus();
      run();
      if (wait === DIALOG_MS) document.documentElement.dataset.waited = '';
    }, wait);
  window.setTimeout = later as typeof window.setTimeout;
}

/** What is typed next would come into the register. */
async function stayInDay({ page, t }: Screen, sectorId: string): Promise<void> {
  await page.goto(`/meter-reading?page=1&read=no&sectorId=${sectorId}`);
  const row = page.locator('tr[data-row]').first();
  await seen(row);
  // Opened one time before: its fields are loaded, and are there when the timer comes, also on a slow machine.
  await press(row, t.meters.reading.take);
  await seen(page.getByRole('dialog').getByLabel(t.meters.reading.day));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.evaluate(goToDayFirst);
  await press(row, t.meters.reading.take);
  await seen(page.locator('html[data-waited]').getByRole('dialog'));
  await expect(page.getByRole('dialog').getByLabel(t.meters.reading.day)).toBeFocused();
}

test('readings are typed and reviewed by keys alone', async ({ browser, town }) => {
  const made = await road(town);
  const reader = await openScreen(browser, { url: town.url, language: 'en' });
  await enter(reader, loginOf('reader'));
  await stayInDay(reader, made.sectorId);
  await typeReadings(reader, made);
  await reader.page.context().close();
  const reviewer = await openScreen(browser, { url: town.url, language: 'en' });
  await enter(reviewer, loginOf('reviewer'));
  await review(reviewer, made.sectorId);
  await reviewer.page.context().close();
  const done = await all<{ state: string; litres: number }>(
    town.database.db,
    sql`select r.state, r.consumption_litres as litres from meters.readings r join meters.connections c on c.id = r.connection_id
      join settings.roads d on d.id = c.road_id
      where d.sector_id = ${made.sectorId} and r.period = ${firstOfMonth(monthInForce(today()))} order by r.consumption_litres`,
  );
  expect(done).toEqual([
    { state: 'VALID', litres: 20_000 },
    ...[60_000, 61_000, 62_000].map((litres) => ({ state: 'APPROVED', litres })),
  ]);
});
