/** Money for a demand note that was taken at the counter for the wrong application: one asks to take it back, a second one agrees. */
import { expect } from '@playwright/test';
import { createUser } from '#domains/identity/actions/create-user.ts';
import { systemActor } from '#platform/actor.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { type Made, makeApplicationIn } from './applications.ts';
import type { Program } from './program.ts';
import { arrived, enter, openScreen, press, type Screen, seen, told, type } from './screen.ts';
import { filled } from './texts.ts';
import { today } from './today.ts';
import { loginOf, PASSWORD, test } from './town.ts';

const SECOND = 'second-reverser@e2e.test';
const REASON = 'taken for the wrong application';

const actor = () => systemActor(new Date(), today(), 'e2e');

/** An application whose note waits for its money, and a second administrator; no amount is reversed by one person alone. */
async function prepare(town: Program): Promise<Made> {
  const { db } = town.database;
  await transaction(db, (tx) =>
    createUser(tx, actor(), {
      ...{
        role: 'admin',
        email: SECOND,
        name: 'Second Reverser',
        phone: '+8801799000951',
        password: PASSWORD,
      },
    }),
  );
  await execute(
    db,
    sql`insert into settings.entries (key, value) values ('payments', '{"reverseAloneUpToMinor": 0}')
      on conflict (key) do update set value = settings.entries.value || excluded.value`,
  );
  return makeApplicationIn(town, { upTo: 'READY_TO_PAY' });
}

const stateOf = async ({ database: { db } }: Program, id: string) =>
  one<{ state: string; note: string; settled: number }>(
    db,
    sql`select a.state, n.state as note, n.settled_minor as settled from applications.applications a
      join applications.demand_notes n on n.application_id = a.id and n.cancelled_at is null where a.id = ${id}`,
  );

/** The record of the payment, found in the list of money for demand notes. */
async function openPayment({ page }: Screen, number: string) {
  await page.goto(`/payment-history?page=1&source=APPLICATION_SURVEY&search=${number}`);
  await page.locator('tr[data-row]').first().getByRole('link').first().click();
  await arrived(page, /\/payment-history\/[0-9a-f-]{36}/);
}

test('money for a demand note is taken back by two people, and the note is open again', async ({
  browser,
  town,
}) => {
  const { id, number } = await prepare(town);
  const open = async (login: { login: string; password: string }) => {
    const screen = await openScreen(browser, { url: town.url, language: 'en' });
    await enter(screen, login);
    return screen;
  };
  const cashier = await open(loginOf('cashier'));
  const { payments } = cashier.t;
  await cashier.page.goto('/take-payment');
  await type(cashier.page, payments.counter.search, number);
  await cashier.page.getByRole('button').filter({ hasText: number }).click();
  await press(cashier.page, filled(payments.take.submit));
  await seen(cashier.page.getByRole('heading', { name: filled(payments.counter.done_title) }));
  const paid = await stateOf(town, id);
  expect(paid).toMatchObject({ state: 'READY_FOR_METER_INSTALLATION', note: 'PAID' });

  const first = await open(loginOf('admin'));
  await openPayment(first, number);
  await press(first.page, payments.record.reverse);
  const dialog = first.page.getByRole('dialog');
  await seen(dialog.getByText(payments.reverse.about_note));
  await seen(dialog.getByText(filled(payments.reverse.needs_two)));
  await type(dialog, payments.reverse.reason, REASON);
  await press(dialog, filled(payments.reverse.submit));
  await told(first, payments.record.reversal_requested);
  // Who asked decides nothing, and nothing was taken back yet.
  await expect(first.page.getByRole('button', { name: payments.record.accept_reversal })).toHaveCount(0);
  expect(await stateOf(town, id)).toEqual(paid);

  const second = await open({ login: SECOND, password: PASSWORD });
  await openPayment(second, number);
  await seen(second.page.getByText(REASON).first());
  await press(second.page, payments.record.accept_reversal);
  await told(second, payments.record.reversed);
  expect(await stateOf(town, id)).toEqual({ state: 'READY_TO_PAY', note: 'ISSUED', settled: 0 });
  // At the counter it is due again.
  await cashier.page.goto('/take-payment');
  await type(cashier.page, payments.counter.search, number);
  await cashier.page.getByRole('button').filter({ hasText: number }).click();
  await seen(cashier.page.getByRole('button', { name: filled(payments.take.submit) }));
  await Promise.all([cashier, first, second].map(({ page }) => page.context().close()));
});
