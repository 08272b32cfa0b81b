/** A price that law puts in force on billed days: from the tariff's page to the consumer's document, by two people. */
import { expect } from '@playwright/test';
import { announcedTariff, tariffAuthor } from '#domains/billing/tariffs/factory.ts';
import { en as corrections } from '#domains/billing/web/corrections/en.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { makeRoad } from '#domains/settings/factory.ts';
import { systemActor } from '#platform/actor.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { addDays, addMonths, firstOfMonth } from '#shared/dates.ts';
import { billMonth } from './bill-month.ts';
import type { Program } from './program.ts';
import { activate, arrived, confirm, enter, openScreen, press, seen, told, type } from './screen.ts';
import { filled } from './texts.ts';
import { today } from './today.ts';
import { loginOf, test } from './town.ts';

/** Of this test alone, so that it corrects nobody else's bills. */
const CATEGORY = 'government';

/** A billed connection, and a dearer version from the middle of its month on that is announced. */
async function fill(town: Program): Promise<{ tariffId: string; billId: string }> {
  const { db } = town.database;
  const actor = systemActor(new Date(), today(), 'e2e');
  const period = addMonths(firstOfMonth(today()), -1);
  const last = addDays(addMonths(period, 1), -1);
  const { sectorId, connectionId } = await transaction(db, async (tx) => {
    const road = await makeRoad(tx, actor);
    const { id } = await makeConnection(tx, actor, {
      ...{ roadId: road.id, category: CATEGORY, connectedOn: addDays(period, -1), approve: true },
      readings: [[period, last, 20_000]],
    });
    return { sectorId: road.sectorId, connectionId: id };
  });
  await billMonth(town, { sectorId, period });
  const bill = await one<{ id: string }>(
    db,
    sql`select id from billing.invoices where connection_id = ${connectionId}`,
  );
  const tariff = {
    ...{ category: CATEGORY, name: 'By order 214', effectiveFrom: addDays(period, 14) },
    blocks: [{ from: '0', to: null, rate: '90' }],
  };
  // Written now: the logs of this town are verified by another test.
  const tariffId = await announcedTariff(db, tariff, { ...actor, userId: tariffAuthor.userId });
  return { tariffId, billId: bill.id };
}

test('a tariff begins on a billed day: preview, second person, documents', async ({ browser, town }) => {
  const { tariffId, billId } = await fill(town);
  const reviewer = await openScreen(browser, { url: town.url, language: 'en' });
  const engineer = await openScreen(browser, { url: town.url, language: 'en' });
  await enter(reviewer, loginOf('reviewer'));
  await enter(engineer, loginOf('engineer'));
  const { page, t } = reviewer;
  const { correction_run: words, runs } = t.billing;

  await page.goto(`/configuration/billing/${tariffId}`);
  await press(page, words.start);
  const dialog = page.getByRole('dialog');
  await type(dialog, words.order_number, 'SRO 214/2026');
  await type(dialog, words.reason, 'The order counts from the middle of the month.');
  await press(dialog, words.submit);
  await arrived(page, /\/bill-run\/[0-9a-f-]+$/);
  await seen(page.getByText(words.biggest));
  await seen(page.getByText('SRO 214/2026'));
  const run = new URL(page.url()).pathname;
  await page.goto(`${run}/items?page=1`);
  await seen(page.getByRole('table').getByRole('link').first());

  // Planned a second time, it says which run is in the way, and leads there.
  await page.goto(`/configuration/billing/${tariffId}`);
  await press(page, words.start);
  await type(dialog, words.order_number, 'SRO 214/2026');
  await type(dialog, words.reason, 'Asked twice.');
  await press(dialog, words.submit);
  await seen(dialog.getByRole('alert').getByText(filled(t.billing.errors.run_exists)));
  await dialog.getByRole('link', { name: filled(runs.in_the_way_of_town) }).click();
  const leaving = page.getByRole('dialog').filter({ hasText: t.common.confirm.leave });
  await press(leaving, t.common.confirm.go);
  await arrived(page, new RegExp(`${run}$`));

  await engineer.page.goto(run);
  await press(engineer.page, filled(runs.approve));
  await confirm(engineer);
  await told(engineer, runs.approved_now);

  await page.goto(run);
  await press(page, filled(runs.post));
  await confirm(reviewer);
  await seen(page.getByRole('button', { name: runs.result }));
  await expect(page.getByText(runs.equal, { exact: true })).toHaveCount(2);

  await page.goto(`/billing/invoice-list/${billId}`);
  await seen(page.getByText('SRO 214/2026').first());
  await activate(page.getByText(corrections.how));
  await seen(page.getByText(/By order 214/).first());
  await Promise.all([page.context().close(), engineer.page.context().close()]);
});
