/**
 * A household cannot pay its late bills at once: it asks on its phone, the office proposes, it accepts and pays the first part. A second person
 * decides about a big plan. A plan that is not paid ends, and both read why.
 */
import { expect } from '@playwright/test';
import { makeInvoice } from '#domains/billing/factory.ts';
import { acceptPlan } from '#domains/billing/payment-plans/actions/accept-plan.ts';
import { proposePlan } from '#domains/billing/payment-plans/actions/propose-plan.ts';
import { workPlans } from '#domains/billing/payment-plans/actions/work-plans.ts';
import { bn } from '#domains/billing/web/payment-plans/bn.ts';
import { en } from '#domains/billing/web/payment-plans/en.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { systemActor } from '#platform/actor.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { addDays, addMonths, firstOfMonth } from '#shared/dates.ts';
import { formats } from '#shared/format.ts';
import { ZONE } from '#test/zone.ts';
import { addConsumer } from './consumer.ts';
import { test as testInDemo } from './demo.ts';
import type { Program } from './program.ts';
import { arrived, expectPdf, press, seen, type } from './screen.ts';
import { isIn, look, PHONE, type Seat, sit } from './seat.ts';
import { filled, labelled, say } from './texts.ts';
import { today } from './today.ts';
import { loginOf, test } from './town.ts';

const actor = systemActor(new Date(), today(), 'e2e');
const taka = {
  en: formats({ language: 'en', bengaliDigits: false }, ZONE),
  bn: formats({ language: 'bn', bengaliDigits: true }, ZONE),
};
const [ASKED, BIG, BROKEN] = ['1755003001', '1755003002', '1755003003'];

/** ৳1,150, or so many times as much. */
const lines = (times: number) => [
  { kind: 'water' as const, amountMinor: 60_000 * times },
  { kind: 'sewer' as const, amountMinor: 40_000 * times },
  { kind: 'vat_water' as const, amountMinor: 9_000 * times },
  { kind: 'vat_sewer' as const, amountMinor: 6_000 * times },
];
const BILL = 115_000;

/** A household with bills of three months that are late. */
async function lateBills({ database }: Program, national: string, times = 1) {
  return transaction(database.db, async (tx) => {
    const consumerId = await addConsumer(tx, actor, {
      national,
      name: 'Jahanara Begum',
      nameBn: 'জাহানারা বেগম',
    });
    const { id: roadId } = await one<{ id: string }>(
      tx,
      sql`select id from settings.roads order by id limit 1`,
    );
    const { id: connectionId } = await makeConnection(tx, actor, { consumerId, roadId });
    const bills: string[] = [];
    for (const ago of [5, 4, 3]) {
      const period = firstOfMonth(addMonths(today(), -ago));
      bills.push((await makeInvoice(tx, actor, { connectionId, period, lines: lines(times) })).id);
    }
    return { connectionId, bills };
  });
}
const planOf = ({ database }: Program, connectionId: string) =>
  one<{ id: string; number: string; state: string }>(
    database.db,
    sql`select id, number, state from billing.payment_plans where connection_id = ${connectionId}`,
  );

/** What the server refuses at its field is what a test asks for; nothing else went wrong. */
const quiet = (...seats: Seat[]) =>
  expect(seats.flatMap(({ eye }) => eye.problems).filter((problem) => !/\b422\b/.test(problem))).toEqual([]);

test('asked for on a phone, proposed, accepted, and its first part paid', async ({ browser, town }) => {
  const { connectionId, bills } = await lateBills(town, ASKED);
  const household = await sit(browser, town, { who: { household: ASKED }, language: 'bn', width: PHONE });
  const { page } = household;
  const main = page.locator('main');
  await page.goto(`/billing/invoice-list/${bills[0]}`);
  await press(main, household.t.billing.invoice.plan);
  const ask = page.getByRole('dialog');
  await seen(ask.getByText(bn.request.about));
  await ask.locator('button[type=submit]').click();
  await expect(ask.getByLabel(labelled(bn.request.words))).toHaveAttribute('aria-invalid', 'true');
  await look(household);
  await type(ask, bn.request.words, 'দোকান বন্ধ ছিল');
  await type(ask, bn.request.instalments, '২');
  await ask.locator('button[type=submit]').click();
  await isIn(household, bn.states.REQUESTED);
  await seen(main.getByText(bn.next.requested_own));
  await look(household);
  // Who asks again gets the way to it.
  await page.goto(`/billing/invoice-list/${bills[1]}`);
  await press(main, household.t.billing.invoice.plan);
  await seen(page.getByRole('dialog').getByText(bn.errors.already_open));

  const office = await sit(browser, town, { who: 'engineer' });
  const desk = office.page;
  const { id, number } = await planOf(town, connectionId);
  await desk.goto('/billing/payment-plans?page=1&state=REQUESTED');
  await seen(desk.getByRole('heading', { name: en.title, level: 1 }));
  await look(office);
  await desk.locator(`main a[href*="${id}"]`).first().click();
  await seen(desk.getByText('দোকান বন্ধ ছিল'));
  await look(office);
  await press(desk.locator('main'), office.t.billing.on_bill.plan);
  const proposal = desk.getByRole('dialog');
  await seen(proposal.getByText(say(en.propose.accept_by, { day: '' }).slice(0, 20)));
  await type(proposal, en.propose.instalments, '13');
  await proposal.locator('button[type=submit]').click();
  await seen(proposal.getByText(say(en.errors.too_many, { most: '12' })).first());
  await look(office);
  await type(proposal, en.propose.instalments, '2');
  await seen(proposal.locator('tbody tr').nth(2));
  await look(office);
  await proposal.locator('button[type=submit]').click();
  await isIn(office, en.states.PROPOSED);
  await seen(desk.getByText(filled(en.next.proposed)));
  await look(office);
  await expectPdf(office, en.record.pdf_en);

  // The link of the SMS.
  await page.goto(`/n/${number}`);
  await arrived(page, new RegExp(id));
  await isIn(household, bn.states.PROPOSED);
  await look(household);
  await page.goto('/dashboard');
  await seen(main.getByRole('alert').filter({ hasText: filled(bn.notice.proposed_own) }));
  await look(household);
  await press(main, bn.notice.read);
  await press(main, bn.accept.own);
  await isIn(household, bn.states.ACTIVE);
  await look(household);

  // A fifth of ৳3,450.
  const first = 69_000;
  const next = taka.bn.money(first);
  for (const path of ['/dashboard', `/billing/invoice-list/${bills[0]}`]) {
    await page.goto(path);
    await seen(
      main
        .getByRole('alert')
        .filter({ hasText: say(bn.notice.next, { amount: next, day: '' }).slice(0, 15) }),
    );
    await look(household);
  }
  await press(main, say(bn.record.pay, { amount: next }));
  await arrived(page, /\/pay\?/);
  await expect(page.getByLabel(labelled(household.t.payments.pay.amount))).toHaveValue(/৬৯০/);
  await look(household);
  await page.locator('main form button[type=submit]').click();
  await page.waitForURL(/\/sandbox-bank\//);
  await page.locator('button').first().click();
  await page.waitForURL(/\/payment\/approved/);
  await page.goto(`/billing/payment-plans/${id}`);
  await seen(main.getByText(bn.parts.PAID, { exact: true }).first());
  await look(household);
  const { left } = await one<{ left: number }>(
    town.database.db,
    sql`select sum(total_minor - settled_minor)::bigint as left from billing.invoices where connection_id = ${connectionId}`,
  );
  expect(left).toBe(3 * BILL - first);

  // The counter is asked for the next part, not for all that is late.
  const cashier = await sit(browser, town, { who: 'cashier' });
  await cashier.page.goto(`/take-payment?connectionId=${connectionId}`);
  await seen(cashier.page.getByText(filled(en.notice.next)));
  await look(cashier);
  quiet(household, office, cashier);
});

test('a second person decides about a big plan; who proposed it does not', async ({ browser, town }) => {
  const { connectionId, bills } = await lateBills(town, BIG, 10);
  const proposer = await sit(browser, town, { who: 'reviewer', language: 'bn', width: PHONE });
  const { page } = proposer;
  await page.goto(`/billing/invoice-list/${bills[0]}`);
  await press(page.locator('main'), proposer.t.billing.on_bill.plan);
  const proposal = page.getByRole('dialog');
  await seen(proposal.getByText(bn.propose.second_sum));
  await look(proposer);
  await proposal.locator('button[type=submit]').click();
  await isIn(proposer, bn.states.WAITING);
  await look(proposer);
  const { id } = await planOf(town, connectionId);

  const engineer = await sit(browser, town, { who: 'engineer' });
  await engineer.page.goto('/dashboard');
  await seen(engineer.page.getByText('Payment plans that wait for a second person').first());
  await engineer.page.goto(`/billing/payment-plans/${id}`);
  await isIn(engineer, en.states.WAITING);
  await look(engineer);
  await press(engineer.page.locator('main'), en.decide.refuse);
  const dialog = engineer.page.getByRole('dialog');
  await dialog.locator('button[type=submit]').click();
  await expect(dialog.getByLabel(labelled(en.decide.reason))).toHaveAttribute('aria-invalid', 'true');
  await look(engineer);
  await press(dialog, engineer.t.common.actions.cancel);
  await press(engineer.page.locator('main'), en.decide.open);
  await press(engineer.page.getByRole('dialog'), en.decide.open);
  await isIn(engineer, en.states.PROPOSED);

  // Signed on paper at the counter; then the office ends it with a reason.
  const cashier = await sit(browser, town, { who: 'cashier' });
  await cashier.page.goto(`/billing/payment-plans/${id}`);
  await press(cashier.page.locator('main'), en.accept.paper);
  await look(cashier);
  await cashier.page.getByRole('dialog').locator('button[type=submit]').click();
  await isIn(cashier, en.states.ACTIVE);
  await engineer.page.goto(`/billing/payment-plans/${id}`);
  await press(engineer.page.locator('main'), en.cancel.open);
  await type(engineer.page.getByRole('dialog'), en.cancel.reason, 'Sold the house');
  await look(engineer);
  await engineer.page.getByRole('dialog').locator('button[type=submit]').click();
  await isIn(engineer, en.states.CANCELLED);
  await look(engineer);
  quiet(proposer, engineer, cashier);
});

// What it writes into the log is older than the log: a demo town alone may do that.
testInDemo('a plan that is not paid ends, and the household reads it', async ({ browser, demo }) => {
  const { database } = demo;
  const { connectionId, bills } = await lateBills(demo, BROKEN);
  const { id: officer } = await one<{ id: string }>(
    database.db,
    sql`select id from identity.users where email = ${loginOf('engineer').login}`,
  );
  const on = (ago: number) => ({
    ...systemActor(new Date(Date.now() - ago * 86_400_000), addDays(today(), -ago), 'e2e'),
    userId: officer,
  });
  const terms = {
    ...{ connectionId, billIds: bills, sumMinor: 3 * BILL, firstMinor: 100_000 },
    ...{ instalments: 2, dayOfMonth: 10, request: null },
  };
  const { id } = await transaction(database.db, (tx) => proposePlan(tx, on(20), terms));
  await transaction(database.db, (tx) => acceptPlan(tx, on(19), { id, version: 1, signedBy: 'Jahanara' }));
  for (let ago = 18; ago >= 0; ago -= 1)
    await workPlans(database.db, { now: () => on(ago).now, timeZone: ZONE });
  const household = await sit(browser, demo, { who: { household: BROKEN }, language: 'en', width: PHONE });
  await household.page.goto(`/billing/payment-plans/${id}`);
  await isIn(household, en.states.BROKEN);
  await seen(household.page.getByText(en.because.INSTALMENT_MISSED));
  await look(household);
  const office = await sit(browser, demo, { who: 'engineer', language: 'bn' });
  await office.page.goto('/billing/payment-plans?page=1&state=BROKEN&stillOwed=true');
  await seen(office.page.locator(`main a[href*="${id}"]`).first());
  await look(office);
  await office.page.goto('/configuration/payment-plans');
  await seen(office.page.getByText(bn.settings.about));
  await look(office);
  quiet(household, office);
});
