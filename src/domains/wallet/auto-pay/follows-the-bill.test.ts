/** What is planned is what is open of the bill: shown at once, told again if it is more, paid as it is on the day, dropped with its bill. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makePayment, reversePayment } from '#domains/payments/contract.ts';
import { all, execute, sql } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import { payBills } from './actions/work-tries.ts';
import { updateAutoPay } from './contract.ts';
import { autoPayCalls, on } from './factory.ts';

const app = await testApp();
const { START, clock, run, runOn, goTo, seen, tries, told, bells, household, settle, balance } =
  await autoPayCalls(app);
const reviewer = await app.staff('reviewer');

beforeEach(() => {
  goTo(0);
  app.clock.set(`${START}T04:00:00Z`);
});
afterEach(settle);

type House = Awaited<ReturnType<typeof household>>;
/** At the counter or from the wallet: a part of the bill by hand. */
const payPart = ({ as, connectionId }: House, amountMinor: number) =>
  app.call(makePayment, {
    as,
    body: { connectionId, amountMinor: minor(amountMinor), tender: { method: 'WALLET' } },
  });
const takeBack = (paymentId: string) =>
  app.call(reversePayment, { as: reviewer, body: { paymentId, reason: 'paid twice' } });
const PAID = [['PAID', '', 100_00, 3]];

test('a part payment: the list shows what is left at once, and that is paid on the day that was told', async () => {
  const house = await household(300_00);
  await run();
  await payPart(house, 15_00);
  // Before any run of the job.
  expect(await tries(house.as)).toEqual([['PLANNED', '', 100_00, 3]]);
  await runOn(1);
  expect(await told(house.as)).toEqual(['wallet.auto_coming']);
  await runOn(3);
  expect(await tries(house.as)).toEqual(PAID);
  expect(await balance(house.as)).toEqual([185_00, 0]);
});

/** The job of a day, and what happens after its plan and before it pays. */
async function runWith(day: number, meanwhile: () => Promise<unknown>): Promise<void> {
  goTo(day);
  let isFirst = true;
  const isAlive = async () => {
    if (isFirst) await meanwhile();
    isFirst = false;
  };
  await payBills(app.db, clock, { isStopped: () => false, isAlive });
}

test('a part payment between the plan of the day and its payment: what is left is paid', async () => {
  const house = await household(300_00);
  await run();
  await runWith(3, () => payPart(house, 15_00));
  expect(await tries(house.as)).toEqual(PAID);
  expect(await balance(house.as)).toEqual([185_00, 0]);
});

test('more than was told is told again with as many days, and not paid before', async () => {
  const house = await household(300_00);
  const part = await payPart(house, 15_00);
  await run();
  expect(await tries(house.as)).toEqual([['PLANNED', '', 100_00, 3]]);
  await takeBack(part.id);
  expect(await tries(house.as)).toEqual([['PLANNED', '', 115_00, 3]]);
  await runOn(2);
  expect(await told(house.as)).toEqual(['wallet.auto_coming', 'wallet.auto_coming']);
  expect(await bells(house.as)).toEqual(['wallet.auto_coming', 'wallet.auto_bill_changed']);
  await runOn(3);
  expect(await tries(house.as)).toEqual([['PLANNED', '', 115_00, 5]]);
  expect(await balance(house.as)).toEqual([300_00, 0]);
  await runOn(5);
  expect(await tries(house.as)).toEqual([['PAID', '', 115_00, 5]]);
});

test('raised between the plan of the day and its payment: not paid on that day, and told first', async () => {
  const house = await household(300_00);
  const part = await payPart(house, 15_00);
  await run();
  await runWith(3, () => takeBack(part.id));
  expect(await balance(house.as)).toEqual([300_00, 0]);
  expect(await told(house.as)).toEqual(['wallet.auto_coming']);
  await runOn(4);
  expect(await told(house.as)).toEqual(['wallet.auto_coming', 'wallet.auto_coming']);
  await runOn(6);
  expect(await balance(house.as)).toEqual([300_00, 0]);
  await runOn(7);
  expect(await balance(house.as)).toEqual([185_00, 0]);
});

test('a bill that is cancelled is not shown any more, and dropped with its reason', async () => {
  const house = await household(300_00);
  await run();
  const cancel = async (isCancelled: boolean) => {
    await execute(app.owner.db, sql`alter table billing.invoices disable trigger user`);
    await execute(
      app.owner.db,
      sql`update billing.invoices set cancelled_on = case when ${isCancelled}::boolean then issued_on end,
          cancel_reason = case when ${isCancelled}::boolean then 'wrong meter' end
        where id = ${house.invoices[0]?.id}`,
    );
    await execute(app.owner.db, sql`alter table billing.invoices enable trigger user`);
  };
  await cancel(true);
  expect(await tries(house.as)).toEqual([]);
  await runOn(1);
  const kept = await all<{ state: string; reason: string }>(
    app.db,
    sql`select state, reason from wallet.auto_payments where consumer_id = ${house.as.consumerId}`,
  );
  expect(kept).toEqual([{ state: 'DROPPED', reason: 'BILL_CANCELLED' }]);
  await cancel(false);
});

test('who begins a wish sees the open bills as money pays them, and which was taken back', async () => {
  const house = await household(500_00, {}, 2);
  const openOf = async () => (await seen(house.as)).connections[0]?.open;
  expect(await openOf()).toMatchObject([
    { id: house.invoices[0]?.id, openMinor: 115_00, isTakenBack: false },
    { id: house.invoices[1]?.id, openMinor: 115_00, isTakenBack: false },
  ]);
  await run();
  await runOn(3);
  expect(await openOf()).toEqual([]);
  const { results } = await seen(house.as);
  const first = results.find(({ invoiceId }) => invoiceId === house.invoices[0]?.id);
  await takeBack(String(first?.paymentId));
  expect(await openOf()).toMatchObject([{ id: house.invoices[0]?.id, isTakenBack: true }]);
  await app.call(updateAutoPay, on(house.as, { ceiling: 200_00 }));
  await runOn(9);
  expect((await seen(house.as)).planned).toEqual([]);
});
