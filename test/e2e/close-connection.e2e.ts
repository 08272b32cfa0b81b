/** A connection without a meter ends, and is opened again: from the list, after a person saw what happens with bills and advance. */
import { type Browser, expect } from '@playwright/test';
import { makeInvoice } from '#domains/billing/factory.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { makePayment } from '#domains/payments/actions/make-payment.ts';
import { systemActor } from '#platform/actor.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { formats } from '#shared/format.ts';
import { positiveMinorSchema } from '#shared/money.ts';
import type { Language } from '#web/texts/texts.ts';
import { addConsumer } from './consumer.ts';
import { accessible, inspect, watch } from './look.ts';
import type { Program } from './program.ts';
import { activate, enter, openScreen, press, type Screen, seen, told, type } from './screen.ts';
import { filled } from './texts.ts';
import { today } from './today.ts';
import { loginOf, test } from './town.ts';

const actor = systemActor(new Date(), today(), 'e2e');

/** Its meter went with a figure that no reading has; a bill is open, or ৳35 were paid too much. */
async function settle({ database }: Program, national: string, paid?: number) {
  return transaction(database.db, async (tx) => {
    const consumerId = await addConsumer(tx, actor, {
      ...{ national, name: 'Rokeya Khatun', nameBn: 'রোকেয়া খাতুন' },
    });
    const { id: roadId } = await one<{ id: string }>(
      tx,
      sql`select id from settings.roads order by id limit 1`,
    );
    const connection = await makeConnection(tx, actor, { consumerId, roadId });
    await makeInvoice(tx, actor, { connectionId: connection.id });
    if (paid !== undefined)
      await makePayment(tx, actor, {
        ...{ connectionId: connection.id, amountMinor: positiveMinorSchema.parse(paid) },
        tender: { method: 'CASH' },
      });
    await execute(
      tx,
      sql`update meters.assignments set removed_on = ${today()}, final_litres = 12000, final_status = 'DUMPED_CONFIRMED'
        where connection_id = ${connection.id}`,
    );
    return connection;
  });
}

async function open(browser: Browser, { url }: Program, language: Language, width?: number): Promise<Screen> {
  const screen = await openScreen(browser, { url, language, ...(width ? { width } : {}) });
  await enter(screen, loginOf('reviewer'));
  return screen;
}

/** Finds the connection in the list and chooses what its row offers. */
async function chooseAct({ page, t }: Screen, number: string, act: string) {
  await page.goto(`/connection-meter-list?page=1&search=${number}`);
  const menu = page.getByRole('button', { name: filled(t.common.actions.more) });
  const own = page.getByRole('button', { name: act, exact: true });
  await seen(menu.or(own).first());
  // A card has a button for its only act, a row its menu.
  if (await own.isVisible()) return activate(own);
  await activate(menu);
  await activate(page.getByRole('menuitem', { name: act, exact: true }));
}

for (const [language, width, national, paid] of [
  ['en', undefined, '1755000701', undefined],
  ['bn', 390, '1755000702', 15_000],
] as const)
  test(`a reviewer closes a connection without a meter and opens it again, in ${language}`, async ({
    browser,
    town,
  }) => {
    const { number } = await settle(town, national, paid);
    const screen = await open(browser, town, language, width);
    const { page, t } = screen;
    const { closure } = t.meters;
    const eye = watch(page);
    const { closed, active } = t.meters.connection_states;
    const stateIs = (state: string) => seen(page.getByText(state, { exact: true }).filter({ visible: true }));
    const { digits, money } = formats({ language, bengaliDigits: true }, 'Asia/Dhaka');

    await chooseAct(screen, number, closure.close);
    const dialog = page.getByRole('dialog');
    const facts = dialog.getByRole('list', { name: closure.consequences });
    await seen(facts);
    await expect(facts).toContainText(digits('12'));
    await expect(facts).toContainText(
      paid === undefined ? money(11_500) : closure.advance.replace('{{amount}}', money(3_500)),
    );
    await expect(facts).toContainText(paid === undefined ? closure.no_advance : closure.nothing_open);
    await inspect(eye);
    await accessible(eye);
    // Without a reason nothing happens.
    await press(dialog, closure.close);
    await seen(dialog.getByRole('alert'));
    await type(dialog, closure.reason, 'house is gone');
    await press(dialog, closure.close);
    await told(screen, closure.closed_unmetered.replace('{{number}}', digits(number)));
    await stateIs(closed);

    await chooseAct(screen, number, closure.reopen);
    await type(page.getByRole('dialog'), closure.reason, 'closed by mistake');
    await inspect(eye);
    await press(page.getByRole('dialog'), closure.reopen);
    await told(screen, closure.reopened.replace('{{number}}', digits(number)));
    await stateIs(active);
    expect(eye.problems).toEqual([]);
    await page.context().close();
  });
