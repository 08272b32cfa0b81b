/** A bill that a new owner took over: its page says so, and the counter takes the money of the one who pays it. */
import { expect } from '@playwright/test';
import { makeInvoice } from '#domains/billing/factory.ts';
import { takeOverBills } from '#domains/billing/invoices/actions/take-over-bills.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { systemActor } from '#platform/actor.ts';
import { execute, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { addMonths, firstOfMonth } from '#shared/dates.ts';
import { formats } from '#shared/format.ts';
import { ZONE } from '#test/zone.ts';
import { addConsumer } from './consumer.ts';
import { accessible, inspect, watch } from './look.ts';
import type { Program } from './program.ts';
import { arrived, enter, openScreen, press, seen } from './screen.ts';
import { filled, say } from './texts.ts';
import { today } from './today.ts';
import { loginOf, test } from './town.ts';

const DUE = 11_500;
let next = 1759000100;

/** An owner changed; the buyer took over the open bill, and the connection goes on under another number. */
async function sold({ database }: Program) {
  const actor = systemActor(new Date(), today(), 'e2e');
  return transaction(database.db, async (tx) => {
    const person = (name: string, nameBn: string) => {
      next += 1;
      return addConsumer(tx, actor, { national: String(next), name, nameBn });
    };
    const seller = await person('Rahima Khatun', 'রহিমা খাতুন');
    const buyer = await person('Karim Uddin', 'করিম উদ্দিন');
    const { id: connectionId, roadId } = await makeConnection(tx, actor, { consumerId: seller });
    const bill = (inTx: Tx, ago: number) =>
      makeInvoice(inTx, actor, { connectionId, period: firstOfMonth(addMonths(today(), -ago)) });
    // Of three months ago: its last day to pay is over.
    const { id: billId } = await bill(tx, 3);
    await takeOverBills(tx, actor, { connectionId, toConsumerId: buyer });
    await execute(
      tx,
      sql`update meters.connections set status = 'closed', disconnected_on = ${today()} where id = ${connectionId}`,
    );
    const successor = await makeConnection(tx, actor, { consumerId: buyer, roadId, followsId: connectionId });
    const lastBill = () => transaction(database.db, (later) => bill(later, 1));
    return { connectionId, billId, successor, lastBill };
  });
}

for (const [language, width] of [
  ['en', 1280],
  ['bn', 390],
] as const) {
  test(`the page of the bill names who pays it, and the counter takes that one's money (${language}, ${width} px)`, async ({
    browser,
    town,
  }) => {
    const { billId, successor } = await sold(town);
    const screen = await openScreen(browser, { url: town.url, language, width });
    const { page, t } = screen;
    const eye = watch(page);
    const { billing, payments } = t;
    const { money, digits } = formats({ language, bengaliDigits: language === 'bn' }, ZONE);
    const [buyer, seller] = language === 'bn' ? ['করিম উদ্দিন', 'রহিমা খাতুন'] : ['Karim Uddin', 'Rahima Khatun'];
    const amount = money(DUE);
    await enter(screen, loginOf('cashier'));
    await page.goto(`/billing/invoice-list/${billId}`);
    await seen(page.getByText(say(billing.taken_over.who, { name: buyer, amount })));
    await seen(page.getByText(say(billing.taken_rest.no_rest, { name: seller })));
    await seen(page.getByText(billing.taken_over.mark, { exact: true }));
    await expect(
      page.getByRole('link', {
        name: say(billing.taken_rest.successor, { number: digits(successor.number) }),
      }),
    ).toHaveAttribute('href', new RegExp(successor.number));
    await inspect(eye);
    await accessible(eye);

    await press(page, say(billing.invoice.pay, { amount }));
    await arrived(page, /\/take-payment\?/);
    const ofTaker = page.getByRole('radio', {
      name: say(payments.counter.of_taker, { name: buyer, amount }),
    });
    const ofOwner = page.getByRole('radio', { name: say(payments.counter.of_owner_none, { name: seller }) });
    await expect(ofTaker).toBeChecked();
    await seen(page.getByRole('button', { name: say(payments.take.submit, { amount }) }));
    await inspect(eye);
    await accessible(eye);
    // Money of the earlier owner pays no bill: what is kept of it is asked about.
    await ofOwner.check();
    await expect(page.getByRole('button', { name: payments.counter.submit_none })).toBeVisible();
    await page.getByLabel(payments.take.amount).first().fill('115');
    await seen(page.getByText(payments.counter.above_ended));
    await expect(page.getByText(payments.take.becomes_advance)).toHaveCount(0);
    await press(page, say(payments.take.submit, { amount }));
    const keep = page.getByRole('checkbox', { name: say(payments.counter.to_pay_back, { amount }) });
    await seen(keep);
    // The answer is for this sum: another one is asked about again.
    await keep.check();
    await page.getByLabel(payments.take.amount).first().fill('116');
    await expect(keep).toHaveCount(0);
    await page.getByLabel(payments.take.amount).first().fill('115');
    await press(page, say(payments.take.submit, { amount }));
    await seen(keep);
    await expect(keep).not.toBeChecked();
    await inspect(eye);
    await accessible(eye);
    await ofTaker.check();
    await expect(keep).toHaveCount(0);
    await press(page, say(payments.take.submit, { amount }));
    await seen(page.getByRole('heading', { name: filled(payments.counter.done_title) }));
    const paid = await one<{ settled: number }>(
      town.database.db,
      sql`select settled_minor as settled from billing.invoices where id = ${billId}`,
    );
    expect(paid.settled).toBe(DUE);
    // The question is a refusal of the server; nothing else went wrong.
    expect(eye.problems.filter((problem) => !/409/.test(problem))).toEqual([]);
    await page.context().close();
  });
}

test('both have something to pay: nobody is chosen, and nothing is recorded before the cashier chooses', async ({
  browser,
  town,
}) => {
  const { connectionId, lastBill } = await sold(town);
  const { id: ownBill } = await lastBill();
  const screen = await openScreen(browser, { url: town.url, language: 'en' });
  const { page, t } = screen;
  const { money } = formats({ language: 'en', bengaliDigits: false }, ZONE);
  const { counter, take } = t.payments;
  const amount = money(DUE);
  const ofTaker = page.getByRole('radio', { name: say(counter.of_taker, { name: 'Karim Uddin', amount }) });
  const ofOwner = page.getByRole('radio', { name: say(counter.of_owner, { name: 'Rahima Khatun', amount }) });
  await enter(screen, loginOf('cashier'));
  await page.goto(`/take-payment?connectionId=${connectionId}`);
  await seen(ofTaker);
  await expect(ofTaker).not.toBeChecked();
  await expect(ofOwner).not.toBeChecked();
  await page.getByLabel(take.amount).first().fill('115');
  await press(page, say(take.submit, { amount }));
  await seen(page.getByText(t.payments.errors.whose_money).first());
  await ofOwner.check();
  await press(page, say(take.submit, { amount }));
  await seen(page.getByRole('heading', { name: filled(counter.done_title) }));
  const { settled } = await one<{ settled: number }>(
    town.database.db,
    sql`select settled_minor as settled from billing.invoices where id = ${ownBill}`,
  );
  expect(settled).toBe(DUE);
  // The bill of one of them says whose money it is.
  await page.goto(`/take-payment?connectionId=${connectionId}&of=owner`);
  await expect(ofTaker).toBeChecked();
  await page.context().close();
});
