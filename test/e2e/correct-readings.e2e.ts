/**
 * A meter that was misread for three months: the office corrects all of them in one act, a second person sees each figure and agrees, and the
 * household sees its bill before and after.
 */
import { expect } from '@playwright/test';
import { en as corrections } from '#domains/billing/web/corrections/en.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { makeRoad } from '#domains/settings/factory.ts';
import { systemActor } from '#platform/actor.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { addDays, addMonths, firstOfMonth } from '#shared/dates.ts';
import { billMonth } from './bill-month.ts';
import { addConsumer } from './consumer.ts';
import type { Program } from './program.ts';
import { confirm, press, seen, told, type } from './screen.ts';
import { look, PHONE, quiet, sit } from './seat.ts';
import { filled } from './texts.ts';
import { today } from './today.ts';
import { test } from './town.ts';

const HOUSEHOLD = '1755004201';
const RIGHT = 10_000;
/** A digit that was misread: more than one person corrects alone. */
const ERROR = 200_000;

/** Three billed months, each with the error; the id of the first bill. */
async function fill(town: Program): Promise<string> {
  const { db } = town.database;
  const actor = systemActor(new Date(), today(), 'e2e');
  const now = firstOfMonth(today());
  const months = [-4, -3, -2, -1].map((ago) => addMonths(now, ago));
  const { sectorId, connectionId } = await transaction(db, async (tx) => {
    const consumerId = await addConsumer(tx, actor, {
      national: HOUSEHOLD,
      name: 'Jamila Khatun',
      nameBn: 'জামিলা খাতুন',
    });
    const road = await makeRoad(tx, actor);
    const { id } = await makeConnection(tx, actor, {
      ...{ roadId: road.id, consumerId, connectedOn: addDays(months[0] ?? now, -1) },
      readings: months.map((month, n) => [
        ...([month, addDays(addMonths(month, 1), -1)] as const),
        RIGHT * (n + 1) + (n === 0 ? 0 : ERROR),
      ]),
    });
    return { sectorId: road.sectorId, connectionId: id };
  });
  // The checks hold such a month for a reviewer, who looked at it.
  await execute(
    db,
    sql`update meters.readings set state = case when period = ${months[0]}::date then 'BILLED' else 'APPROVED' end
      where connection_id = ${connectionId}`,
  );
  for (const period of months.slice(1)) await billMonth(town, { sectorId, period });
  const bill = await one<{ id: string }>(
    db,
    sql`select id from billing.invoices where connection_id = ${connectionId} and period = ${months[1]}`,
  );
  return bill.id;
}

test('three readings are corrected in one act, by two people', async ({ browser, town }) => {
  const billId = await fill(town);
  const clerk = await sit(browser, town, { who: 'admin', language: 'bn' });
  const { page } = clerk;
  const words = clerk.t.billing.correcting;
  await page.goto(`/billing/invoice-list/${billId}`);
  await press(page.locator('main'), words.adjust);
  const dialog = page.getByRole('dialog');
  // Only the first one: the next bill would get the whole error.
  await type(dialog, words.register, '20');
  await expect(dialog.getByRole('table')).toHaveCount(2);
  await look(clerk);
  await dialog.getByLabel(words.later).check();
  await expect(dialog.getByLabel(filled(words.later_reading))).toHaveCount(2);
  const lines = dialog.getByLabel(filled(words.later_reading));
  // Less than the month before: told at its own line while it is only tried, and gone with another figure.
  await lines.nth(1).fill('5');
  await expect(lines.nth(1)).toHaveAttribute('aria-invalid', 'true');
  await expect(lines.nth(0)).not.toHaveAttribute('aria-invalid', 'true');
  await seen(dialog.getByText(filled(clerk.t.meters.errors.no_consumption)));
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await look(clerk);
  const figures = ['30', '40'];
  for (const [n, figure] of figures.entries()) {
    await lines.nth(n).fill(figure);
  }
  await expect(dialog.getByRole('table')).toHaveCount(3);
  await expect(lines.nth(1)).not.toHaveAttribute('aria-invalid', 'true');
  await look(clerk);
  await type(dialog, words.reason, 'প্রথম অঙ্ক ভুল পড়া হয়েছিল');
  await press(dialog, words.adjust_submit);
  await told(clerk, words.requested);
  await seen(page.getByText(filled(words.waits_later)).first());
  await look(clerk);

  const engineer = await sit(browser, town, { who: 'engineer', width: PHONE });
  await engineer.page.goto(`/billing/invoice-list/${billId}`);
  const agree = engineer.t.billing.correcting;
  await expect(engineer.page.getByText(filled(agree.waits_later))).toHaveCount(2);
  await seen(engineer.page.getByRole('figure').nth(2));
  await look(engineer);
  await engineer.page.getByRole('button', { name: agree.accept_ADJUST, exact: true }).first().click();
  await confirm(engineer);
  await told(engineer, agree.done_ADJUST);

  const household = await sit(browser, town, { who: { household: HOUSEHOLD }, width: PHONE });
  await household.page.goto(`/billing/invoice-list/${billId}`);
  await seen(household.page.getByText(filled(corrections.credit_title)).first());
  await look(household);
  const uses = await all<{ litres: number }>(
    town.database.db,
    sql`select r.consumption_litres as litres from meters.readings r
      join billing.invoices i on i.connection_id = r.connection_id where i.id = ${billId} and r.living order by r.period`,
  );
  expect(uses.map(({ litres }) => litres)).toEqual([RIGHT, RIGHT, RIGHT, RIGHT]);
  quiet(engineer, household);
  expect(clerk.eye.problems.filter((problem) => !/\b(?:409|422)\b/.test(problem))).toEqual([]);
});
