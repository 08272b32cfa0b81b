/**
 * A building under construction: one person proposes its category with an end, another one approves, the household reads it on its phone.
 * Before the end somebody looks at the connection, or makes it longer.
 */
import { expect } from '@playwright/test';
import { workCategories } from '#domains/billing/categories/actions/turn-categories.ts';
import { bn } from '#domains/billing/web/categories/bn.ts';
import { en } from '#domains/billing/web/categories/en.ts';
import { staff } from '#domains/billing/web/en-staff.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { systemActor } from '#platform/actor.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { addConsumer } from './consumer.ts';
import type { Program } from './program.ts';
import { choose, press, seen, type, typeDay } from './screen.ts';
import { isIn, look, PHONE, type Seat, sit } from './seat.ts';
import { today } from './today.ts';
import { test } from './town.ts';

const actor = systemActor(new Date(), today(), 'e2e');
const OWNER = '1755004001';

async function connection({ database }: Program) {
  return transaction(database.db, async (tx) => {
    const consumerId = await addConsumer(tx, actor, {
      ...{ national: OWNER, name: 'Jahanara Begum', nameBn: 'জাহানারা বেগম' },
    });
    const { id: roadId } = await one<{ id: string }>(
      tx,
      sql`select id from settings.roads order by id limit 1`,
    );
    return makeConnection(tx, actor, { consumerId, roadId, connectedOn: addDays(today(), -20) });
  });
}

/** What the server refuses at its field is what a test asks for; nothing else went wrong. */
const quiet = (...seats: Seat[]) =>
  expect(
    seats.flatMap(({ eye }) => eye.problems).filter((problem) => !/\b(?:409|422)\b/.test(problem)),
  ).toEqual([]);

test('proposed, approved by another person, read on a phone, and looked at before its end', async ({
  browser,
  town,
}) => {
  const { number } = await connection(town);
  const first = await sit(browser, town, { who: 'reviewer' });
  const desk = first.page;
  await desk.goto('/billing/categories?page=1');
  await seen(desk.getByRole('heading', { name: en.title, level: 1 }));
  await look(first);
  await press(desk.locator('main'), en.propose.open);
  const dialog = desk.getByRole('dialog');
  await type(dialog, en.propose.connection, '3999999999');
  await seen(dialog.getByText(staff.connection_field.unknown));
  await choose(dialog, en.propose.category, 1);
  await typeDay(dialog, en.propose.from, today());
  await choose(dialog, en.propose.reason, 0);
  await type(dialog, en.propose.words, 'Six floors are being built');
  await dialog.locator('button[type=submit]').click();
  await seen(dialog.getByText(en.errors.connection_unknown).first());
  await look(first);
  await type(dialog, en.propose.connection, number);
  await seen(dialog.getByText('Jahanara Begum'));
  await choose(dialog, en.propose.next, 0);
  await typeDay(dialog, en.propose.until, addDays(today(), 20));
  await dialog.locator('button[type=submit]').click();
  await isIn(first, en.states.WAITING);
  await seen(desk.getByText(en.next.own).or(desk.getByText(en.next.waits)).first());
  await look(first);

  const second = await sit(browser, town, { who: 'engineer' });
  await second.page.goto(desk.url());
  await press(second.page.locator('main'), en.decide.approve);
  await press(second.page.getByRole('dialog'), en.decide.approve);
  await isIn(second, en.states.APPROVED);
  await look(second);

  const household = await sit(browser, town, { who: { household: OWNER }, language: 'bn', width: PHONE });
  await household.page.goto(desk.url());
  await seen(household.page.getByText(bn.record.days));
  await look(household);

  await workCategories(town.database.db, { now: () => new Date() } as never);
  await desk.goto('/billing/categories?page=1&toCheck=true');
  await seen(desk.getByText(en.list.check, { exact: false }).first());
  await look(first);
  await desk.locator('main a[href*="/billing/categories/"]').first().click();
  await press(desk.locator('main'), en.check.open);
  await type(desk.getByRole('dialog'), en.check.words, 'Families live there');
  await press(desk.getByRole('dialog'), en.check.submit);
  await seen(desk.getByText('Families live there'));
  quiet(first, second, household);
});
