/** A meter is changed: the installer asks with both figures, a reviewer accepts, another person confirms the figure with which the old one went. */
import { expect } from '@playwright/test';
import { addMeter } from '#domains/meters/actions/add-meter.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { systemActor } from '#platform/actor.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { addDays, addMonths, firstOfMonth } from '#shared/dates.ts';
import { addConsumer } from './consumer.ts';
import type { Program } from './program.ts';
import { activate, choose, press, seen, told, type } from './screen.ts';
import { look, PHONE, type Seat, sit } from './seat.ts';
import { filled } from './texts.ts';
import { today } from './today.ts';
import { test } from './town.ts';

/** Chooses what the only row offers: a card has a button for its only act, a row its menu. */
async function chooseAct({ page, t }: Seat, path: string, act: string): Promise<void> {
  await page.goto(path);
  const menu = page.getByRole('button', { name: filled(t.common.actions.more) });
  const own = page.getByRole('button', { name: act, exact: true });
  await seen(menu.or(own).first());
  if (await own.isVisible()) return activate(own);
  await activate(menu);
  await activate(page.getByRole('menuitem', { name: act, exact: true }));
}

/** A connection that was read at the end of last month with 20 m³, and a meter in stock. */
async function place(town: Program) {
  const actor = { ...systemActor(new Date(), today(), 'e2e'), permissions: new Set<never>() };
  const last = firstOfMonth(today());
  return transaction(town.database.db, async (tx) => {
    const consumerId = await addConsumer(tx, actor, {
      national: '1755000951',
      name: 'Salma Begum',
      nameBn: 'সালমা বেগম',
    });
    const { roadId } = await one<{ roadId: string }>(
      tx,
      sql`select id as "roadId" from settings.roads order by id limit 1`,
    );
    const made = await makeConnection(tx, actor, {
      ...{ consumerId, roadId },
      connectedOn: addMonths(last, -2),
      readings: [[addMonths(last, -1), addDays(last, -1), 20_000]],
      approve: true,
    });
    const number = `N${made.meterNumber}`;
    await addMeter(tx, actor, { number, make: 'Itron', sizeMm: 20, registerDigits: 5, sealNumber: null });
    return { ...made, newNumber: number };
  });
}

test('asked for by the installer, accepted by a reviewer, and its last figure corrected by another person', async ({
  browser,
  town,
}) => {
  const made = await place(town);
  const installer = await sit(browser, town, { who: 'installer', language: 'bn', width: PHONE });
  const { page, t } = installer;
  const { changes } = t.meters;
  await chooseAct(installer, `/connection-meter-list?page=1&search=${made.number}`, changes.ask);
  const dialog = page.getByRole('dialog');
  await press(dialog, changes.submit);
  await seen(dialog.getByText(t.common.errors.required).first());
  await look(installer);
  await type(dialog, changes.final, '19');
  await choose(dialog, changes.cause, 1);
  await type(dialog, changes.reason, 'চাকা ঘোরে না');
  await type(dialog, changes.number, made.newNumber);
  await type(dialog, changes.opening, '2');
  await type(dialog, changes.seal_number, 'S-77');
  await press(dialog, changes.submit);
  await dialog.getByRole('checkbox', { name: changes.finalUnusual }).check();
  await look(installer);
  await type(dialog, changes.final, '31');
  // What was confirmed is not of another figure.
  await expect(dialog.getByRole('checkbox')).toHaveCount(0);
  await press(dialog, changes.submit);
  await told(installer, changes.asked_for);

  const reviewer = await sit(browser, town, { who: 'reviewer', language: 'en', width: 1280 });
  const en = reviewer.t.meters;
  const pending = `/pending-meter-list?page=1&search=${made.number}`;
  await reviewer.page.goto(pending);
  await seen(reviewer.page.getByText(made.newNumber).first());
  await look(reviewer);
  await chooseAct(reviewer, pending, en.changes.accept);
  await look(reviewer);
  await press(reviewer.page.getByRole('dialog'), en.changes.accept);
  await told(reviewer, en.changes.accepted);

  const { changeId, meterId } = await one<{ changeId: string; meterId: string }>(
    town.database.db,
    sql`select id as "changeId", new_meter_id as "meterId" from meters.change_requests where connection_id = ${made.id}`,
  );
  await reviewer.page.goto(`/pending-meter-list/${changeId}`);
  await seen(reviewer.page.getByText(en.changes.no_papers));
  await look(reviewer);
  await reviewer.page.goto(`/meter-list/${meterId}`);
  await seen(reviewer.page.getByRole('heading', { name: en.store.history }));
  await seen(reviewer.page.getByRole('heading', { level: 1 }));
  await look(reviewer);

  const admin = await sit(browser, town, { who: 'admin', language: 'bn', width: 1280 });
  const bn = admin.t.meters;
  const finals = `/deactivate-meter-readings?page=1&search=${made.number}`;
  await admin.page.goto(finals);
  await seen(admin.page.getByRole('heading', { level: 1 }));
  await look(admin);
  await chooseAct(admin, finals, bn.finals.confirm);
  const confirm = admin.page.getByRole('dialog');
  await type(confirm, bn.finals.figure, '30');
  await press(confirm, bn.finals.confirm);
  await seen(confirm.getByText(bn.errors.final_reason).first());
  await type(confirm, bn.finals.reason, 'ছবিতে ৩০');
  await look(admin);
  await press(confirm, bn.finals.confirm);
  await told(admin, bn.finals.done);
  const { litres } = await one<{ litres: number }>(
    town.database.db,
    sql`select final_litres as litres from meters.assignments where connection_id = ${made.id} and final_status = 'DUMPED_CONFIRMED'`,
  );
  expect(litres).toBe(30_000);
  // Questions about the figures, and a reason that is missing, are answers here.
  const problems = [installer, reviewer, admin].flatMap(({ eye }) => eye.problems);
  expect(problems.filter((problem) => !/\b4(09|22)\b/.test(problem))).toEqual([]);
  for (const { page: one } of [installer, reviewer, admin]) await one.context().close();
});
