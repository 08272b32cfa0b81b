/** One permission is given by at most twenty keys, letters of the search among them; a row, a column and a preset at once. */
import { expect, type Page } from '@playwright/test';
import { words as billingWords } from '#domains/billing/words.ts';
import { all, one, sql } from '#platform/database/db.ts';
import { usual } from '#shared/words.ts';
import { enter, openScreen, seen, told } from './screen.ts';
import { say } from './texts.ts';
import { loginOf, test } from './town.ts';

const MOST_KEYS = 20;
const { invoices } = billingWords.permissions;

/** Every key that is pressed is counted. */
function keyboard(page: Page) {
  let pressed = 0;
  const press = async (key: string, times = 1) => {
    for (let count = 0; count < times; count += 1) await page.keyboard.press(key);
    pressed += times;
  };
  return {
    press,
    letters: async (text: string) => {
      for (const letter of text) await press(letter);
    },
    /** Tab until this has the focus. */
    tabTo: async (isThere: () => Promise<boolean>) => {
      for (let tabs = 0; tabs < MOST_KEYS; tabs += 1) {
        if (await isThere()) return;
        await press('Tab');
      }
      throw new Error(`not reached with ${MOST_KEYS} tabs`);
    },
    pressed: () => pressed,
  };
}

test('one permission takes at most twenty keys; a row and a column take one', async ({ browser, town }) => {
  const { id } = await one<{ id: string }>(
    town.database.db,
    sql`select id from roles.roles where code = 'installer'`,
  );
  const wordsOf = async () =>
    (
      await all<{ permission: string }>(
        town.database.db,
        sql`select permission from roles.role_permissions where role_id = ${id} order by 1`,
      )
    ).map(({ permission }) => permission);
  const screen = await openScreen(browser, { url: town.url, language: 'en', isByKeyboard: true });
  const { page, t } = screen;
  const { matrix } = t.roles;
  await enter(screen, loginOf('admin'));
  const before = await wordsOf();
  await page.goto(`/role-permission?role=${id}`);
  const grid = page.getByRole('grid', { name: matrix.title });
  await seen(grid);
  const keys = keyboard(page);
  const search = page.getByRole('searchbox', { name: matrix.search });
  const focused = (thing: typeof search) => async () =>
    thing.evaluate((element) => element === document.activeElement);
  // Over the frame by its link to the content.
  await keys.press('Tab');
  await keys.press('Enter');
  await keys.tabTo(focused(search));
  await keys.letters('invo');
  const rows = grid.locator('tbody tr');
  await expect(rows).toHaveCount(1);
  await keys.press('ArrowDown');
  const box = (feature: string) =>
    grid.getByRole('checkbox', { name: say(matrix.pair, { module: invoices.title[0], feature }) });
  await expect(box(usual.view[0])).toBeFocused();
  await keys.press('ArrowRight');
  await expect(box(invoices.features.cancel.name[0])).toBeFocused();
  await keys.press('Space');
  // "Cancel" without "View" of the same module is remarked at its boxes; it can be added there, or saved as it is.
  const remark = rows.getByRole('status');
  const view = usual.view[0];
  await expect(remark).toContainText(say(matrix.view_missing, { view }));
  await remark.getByRole('button', { name: say(matrix.add_view, { view }) }).press('Enter');
  await expect(box(view)).toBeChecked();
  await expect(remark).toHaveCount(0);
  await box(view).press('Space');
  await expect(remark).toHaveCount(1);
  await box(invoices.features.cancel.name[0]).focus();
  await keys.tabTo(focused(page.getByRole('button', { name: matrix.review })));
  await keys.press('Enter');
  await seen(page.getByRole('dialog').getByText(matrix.gives));
  await expect(page.getByRole('button', { name: matrix.save })).toBeFocused();
  await keys.press('Enter');
  await told(screen, matrix.saved);
  expect(keys.pressed(), 'keys for one permission').toBeLessThanOrEqual(MOST_KEYS);
  expect(await wordsOf()).toEqual([...before, 'invoices:cancel'].toSorted());

  // One stop of Tab for all boxes; it is the box that had the focus last.
  await search.fill('');
  await expect(rows.nth(5)).toBeVisible();
  await expect(grid.locator('input[tabindex="0"]')).toHaveCount(1);
  await search.press('ArrowDown');
  await page.keyboard.press('Control+End');
  const last = rows.last().getByRole('checkbox').last();
  await expect(last).toBeFocused();
  await page.keyboard.press('Home');
  // The head of the row is mixed or not, and gives or takes all of it.
  const head = rows.last().getByRole('checkbox').first();
  await expect(head).toBeFocused();
  await page.keyboard.press('Space');
  await expect(head).toBeChecked();
  for (const each of await rows.last().getByRole('checkbox').all()) await expect(each).toBeChecked();
  await page.keyboard.press('Space');
  for (const each of await rows.last().getByRole('checkbox').all()) await expect(each).not.toBeChecked();
  // The head of the column of viewing is mixed, then whole.
  await page.keyboard.press('Control+Home');
  const column = grid.getByRole('checkbox', { name: say(matrix.all_modules, { feature: usual.view[0] }) });
  await expect(column).toBeFocused();
  expect(await column.evaluate((element) => (element as HTMLInputElement).indeterminate)).toBe(true);
  await page.keyboard.press('Space');
  await expect(column).toBeChecked();

  // Presets, of the modules that the search left.
  await search.fill('invo');
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: matrix.preset_none, exact: true }).press('Enter');
  for (const each of await rows.getByRole('checkbox').all()) await expect(each).not.toBeChecked();
  await page.getByRole('button', { name: matrix.preset_view, exact: true }).press('Enter');
  await expect(box(usual.view[0])).toBeChecked();
  await expect(box(invoices.features.cancel.name[0])).not.toBeChecked();
  await page.context().close();
});
