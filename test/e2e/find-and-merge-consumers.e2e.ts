/** A clerk finds people by name and meter, looks at everything of one of them, and makes one of two entries. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { makeInvoice } from '#domains/billing/factory.ts';
import { createConsumer } from '#domains/consumers/actions/register-consumer.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { systemActor } from '#platform/actor.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { addMonths, firstOfMonth } from '#shared/dates.ts';
import type { Program } from './program.ts';
import { enter, openScreen, press, seen, told, type } from './screen.ts';
import { filled } from './texts.ts';
import { today } from './today.ts';
import { loginOf, test } from './town.ts';

const PHONE = '+8801733445566';

/** One woman, registered twice: with an unpaid bill under her Bengali name, and by the counter in Latin letters. */
async function registeredTwice({ database }: Program) {
  const actor = systemActor(new Date(), today(), 'e2e');
  return transaction(database.db, async (tx) => {
    const named = { name: 'Shahnaz Parvin', nameBn: 'শাহনাজ পারভীন', phone: PHONE };
    const known = await createConsumer(tx, actor, named);
    const { id: roadId } = await one<{ id: string }>(
      tx,
      sql`select id from settings.roads order by id limit 1`,
    );
    const connection = await makeConnection(tx, actor, {
      consumerId: known.id,
      roadId,
      meterNumber: 'SH-70311',
    });
    const period = firstOfMonth(addMonths(actor.today, -1));
    await makeInvoice(tx, actor, { connectionId: connection.id, period });
    const again = await createConsumer(tx, actor, { name: 'Shanaz Parveen', phone: PHONE });
    return { known, again, meter: connection.meterNumber, connection: connection.number };
  });
}

const inBengali = (number: string) => number.replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)] ?? '');

test('a consumer is found by name and meter, looked at from all sides, and merged with a duplicate', async ({
  browser,
  town,
}) => {
  const { known, again, meter, connection } = await registeredTwice(town);
  const screen = await openScreen(browser, { url: town.url, language: 'bn' });
  const { page, t } = screen;
  const { list, merge, record, steps, twins } = t.consumers;
  await enter(screen, loginOf('admin'));

  await page.goto('/customer-management?page=1');
  const search = page.getByRole('searchbox', { name: list.search });
  const row = page.getByRole('row').filter({ hasText: inBengali(known.number) });
  await search.fill('Shahnaz');
  await expect(row).toContainText('শাহনাজ পারভীন');
  await search.fill(meter);
  await expect(page.getByRole('row').filter({ hasText: inBengali(again.number) })).toHaveCount(0);
  await expect(row).toContainText('শাহনাজ পারভীন');
  // The row is pressed before the search is sent, and the record's page takes longer than that.
  await page.route('**/*.js', async (route) => {
    await sleep(1000);
    await route.continue();
  });
  await search.fill('শাহনাজ');
  await row.getByRole('link').first().click();

  await seen(page.getByRole('heading', { name: 'শাহনাজ পারভীন', level: 1 }));
  await page.unrouteAll({ behavior: 'wait' });
  await seen(page.getByText(inBengali(connection)));
  const tabs = page.getByRole('tab');
  const names = await tabs.allInnerTexts();
  expect(names.length).toBeGreaterThanOrEqual(7);
  for (let index = 0; index < names.length; index += 1) {
    await tabs.nth(index).click();
    await expect(tabs.nth(index)).toHaveAttribute('aria-selected', 'true');
    await seen(page.getByRole('tabpanel').getByRole('heading').first());
    await expect(page.getByRole('tabpanel').getByRole('alert')).toHaveCount(0);
  }
  await expect(page.getByRole('tabpanel')).toContainText(t.consumers.actions.create);

  await press(page, t.common.actions.more_actions);
  await page.getByRole('menuitem', { name: steps.merge }).click();
  await seen(page.getByRole('heading', { name: merge.alike }));
  await page.getByRole('button', { name: new RegExp(`Shanaz Parveen.*${twins.phone}`) }).click();
  await expect(page.getByRole('columnheader', { name: merge.stays })).toContainText(inBengali(known.number));
  const typed = page.getByLabel(filled(merge.confirm));
  await typed.fill(known.number);
  await type(page, steps.reason, 'একই ফোন, একই ঠিকানা');
  await press(page, filled(merge.submit));
  await seen(page.getByRole('link', { name: t.consumers.errors.wrong_number }));
  await typed.fill(again.number);
  await press(page, filled(merge.submit));
  await told(screen, merge.done);

  await seen(page.getByText(record.merged_from));
  await page.getByRole('link', { name: inBengali(again.number) }).click();
  await seen(page.getByText(record.merged_title));
  await page.goto(`/customer-management?page=1&search=${again.number}`);
  await expect(row).toContainText('শাহনাজ পারভীন');
  await page.context().close();
});
