/** A list as one works through it: keys, columns, a saved view on another device, records one after the other, Back. */
import { expect } from '@playwright/test';
import { makeInvoice } from '#domains/billing/factory.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { systemActor } from '#platform/actor.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { addMonths, firstOfMonth } from '#shared/dates.ts';
import { bn } from '#web/ui/list/bn.ts';
import { en } from '#web/ui/list/en.ts';
import type { Program } from './program.ts';
import { arrived, enter, openScreen, press, type Screen, seen } from './screen.ts';
import { filled, say } from './texts.ts';
import { today } from './today.ts';
import { loginOf, test } from './town.ts';

const BILLS = 12;
const PAGE = 10;
const LIST = '/billing/invoice-list';
const NAME = 'সেক্টরের বিল, ছোট';

/** A connection with twelve bills; gives its number. */
function billed({ database }: Program): Promise<string> {
  const actor = systemActor(new Date(), today(), 'e2e');
  return transaction(database.db, async (tx) => {
    const road = await one<{ id: string }>(tx, sql`select id from settings.roads limit 1`);
    const { id } = await makeConnection(tx, actor, { roadId: road.id, plotNumber: 'L1' });
    for (let ago = BILLS; ago > 0; ago -= 1)
      await makeInvoice(tx, actor, { connectionId: id, period: firstOfMonth(addMonths(actor.today, -ago)) });
    const found = await one<{ number: string }>(
      tx,
      sql`select number from meters.connections where id = ${id}`,
    );
    return found.number;
  });
}

async function rows({ page }: Screen, count: number) {
  const found = page.locator('tr[data-row]');
  await expect(found).toHaveCount(count);
  return found;
}

const positionOf = (place: number) => say(en.trail.position, { place: String(place), count: String(BILLS) });

async function workThrough(screen: Screen, address: string) {
  const { page } = screen;
  await page.goto(address);
  const all = await rows(screen, PAGE);
  // The keys come with the code that is loaded after the rows. A press that was only slow may have gone one too far.
  await expect(async () => {
    await page.keyboard.press((await all.locator('a:focus').count()) > 0 ? 'k' : 'j');
    await expect(all.first().getByRole('link')).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await seen(page.getByText(positionOf(2), { exact: true }));
  await page.keyboard.press('j');
  await seen(page.getByText(positionOf(3), { exact: true }));
  await page.goBack();
  await rows(screen, PAGE);
  await expect(all.nth(2).getByRole('link')).toBeFocused();
  // Beyond the page that was on the screen the server is asked.
  await all
    .nth(PAGE - 1)
    .getByRole('link')
    .click();
  await seen(page.getByText(positionOf(PAGE)));
  await press(page, en.trail.next);
  await seen(page.getByText(positionOf(PAGE + 1)));
  await page.getByRole('button', { name: filled(en.trail.back) }).click();
  await rows(screen, PAGE);
}

async function arrange({ page, t }: Screen) {
  const { paid, total, due_on } = t.billing.invoices;
  // Its name says too how many columns start hidden.
  await page.getByRole('button', { name: en.columns.button }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: say(en.columns.show, { name: total }) }).click();
  await dialog.getByRole('checkbox', { name: say(en.columns.show, { name: paid }) }).click();
  await press(dialog, say(en.columns.earlier, { name: due_on }));
  await dialog.getByText(en.columns.comfortable).click();
  await press(dialog, t.common.actions.close);
  await expect(page.getByRole('columnheader', { name: total })).toHaveCount(0);
  await seen(page.getByRole('columnheader', { name: paid }));
  await expect(page.locator('table')).toHaveAttribute('data-density', 'comfortable');
}

async function saveView({ page }: Screen) {
  await press(page, en.views.title);
  await page.getByRole('menuitem', { name: en.views.save_new }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(en.views.name).fill(NAME);
  await dialog.getByLabel(en.views.default).check();
  await dialog.getByLabel(en.views.pin).check();
  await press(dialog, en.views.save);
  await arrived(page, /view=/);
}

test('a list is worked through by keys, arranged, saved, and the same on another device', async ({
  browser,
  town,
}) => {
  const search = await billed(town);
  const first = await openScreen(browser, { url: town.url, language: 'en' });
  await enter(first, loginOf('cashier'));
  await workThrough(first, `${LIST}?page=1&size=${PAGE}&sort=number&search=${search}`);
  await arrange(first);
  await saveView(first);
  await first.page.context().close();

  const second = await openScreen(browser, { url: town.url, language: 'bn' });
  const { page, t } = second;
  await enter(second, loginOf('cashier'));
  await page.goto('/dashboard');
  await seen(page.getByRole('link', { name: NAME }));
  // Opened by the menu, the list opens with the view that was chosen for it.
  await page.goto(`${LIST}?page=1`);
  await rows(second, PAGE);
  await arrived(page, new RegExp(`search=${search}.*view=`));
  await expect(page.getByRole('columnheader', { name: t.billing.invoices.total })).toHaveCount(0);
  await seen(page.getByRole('columnheader', { name: t.billing.invoices.paid }));
  await expect(page.locator('table')).toHaveAttribute('data-density', 'comfortable');
  await page.getByRole('searchbox').fill('');
  await seen(page.getByText(bn.views.changed));
  await press(page, bn.views.reset);
  await rows(second, PAGE);
  await expect(page.getByText(bn.views.changed)).toHaveCount(0);
  await page.context().close();
});
