/** Supplementary bills whose lines are not all above zero are paid as any bill: at the counter, in parts, and at the bank. */
import { expect, test } from 'vitest';
import { invariants } from '#domains/ledger/queries.ts';
import * as payments from '#domains/payments/contract.ts';
import { takenAtBank } from '#domains/payments/gateway/factory-at-gateway.ts';
import { differences } from '#domains/payments/queries.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { announce, at, correct, documentsOf, makeTown, OCTOBER, type Town } from './factory-corrections.ts';

type Percent = '0' | '15';
const vat = (percent: Percent) => ({
  ...{ vatWaterPercent: percent, vatFixedPercent: percent },
  ...{ vatMinimumPercent: percent, vatSewerPercent: percent },
});
const cash = { method: 'CASH' as const };

/** Pays all that was billed before, so that only the supplementary bill is open. */
async function payOldBills({ app }: Town, connectionId: string): Promise<void> {
  const { open } = await one<{ open: number }>(
    app.db,
    sql`select sum(total_minor - settled_minor)::bigint as open from billing.invoices
      where connection_id = ${connectionId} and adjusts_id is null`,
  );
  const body = { connectionId, amountMinor: open, tender: cash };
  await app.call(payments.makePayment, { as: await app.staff('cashier'), body });
}

/** Pays the supplementary bill at the bank, which takes the money. */
async function payAtBank({ app }: Town, connectionId: string, amountMinor: number) {
  const as = await app.consumer();
  await execute(
    app.db,
    sql`update meters.connections set consumer_id = ${as.consumerId} where id = ${connectionId}`,
  );
  const body = { connectionId, amountMinor, tender: { method: 'GATEWAY' as const } };
  const { id: paymentId } = await app.call(payments.makePayment, { as, body });
  return takenAtBank(app, { as, id: paymentId });
}

/** What was paid of the supplementary bill, by payment: sewer, water, VAT. */
const partsOf = ({ app }: Town, connectionId: string) =>
  all<{ parts: number[] }>(
    app.db,
    sql`select array[a.sewer_minor, a.water_minor, a.vat_minor] as parts
      from payments.allocations a join billing.invoices i on i.id = a.invoice_id
      where i.connection_id = ${connectionId} and i.adjusts_id is not null order by a.payment_id`,
  ).then((rows) => rows.map(({ parts }) => parts.map(Number)));

async function booksAreTrue({ app }: Town): Promise<void> {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
}

test.each([
  // October is 20 m³. Before: 303.60, rounded to 304. After: with VAT of 45.54, rounded to 349.
  {
    ...{ what: 'more VAT than the total', rate: '15.18', before: vat('0'), after: vat('15') },
    ...{ newRate: '15.18', total: 4500, first: [0, 0, 100], rest: [0, 0, 4400] },
  },
  // Before: 200 and VAT of 30. After: 277 (a day of the old price) without VAT.
  {
    ...{ what: 'VAT below zero', rate: '10', before: vat('15'), after: vat('0') },
    ...{ newRate: '14', total: 4700, first: [0, 100, 0], rest: [0, 4600, 0] },
  },
  // Before: 200 and 200 of sewer. After: 471 (a day of the old price) and a day of sewer, 6.
  {
    ...{
      what: 'sewer below zero',
      rate: '10',
      before: { sewerPercent: '100' },
      after: { sewerPercent: '0' },
    },
    ...{ newRate: '24', total: 7700, first: [0, 100, 0], rest: [0, 7600, 0] },
  },
])(
  'a supplementary bill with $what is paid in parts at the counter, and whole at the bank',
  async (given) => {
    const { rate, newRate, before, after, total, first, rest } = given;
    const town = await makeTown(2, { ...at(rate), ...before, roundOffTo: '1' });
    const [atCounter, atBank] = town.made.map(({ id }) => id) as [string, string];
    await payOldBills(town, atCounter);
    await payOldBills(town, atBank);
    const changed = { ...at(newRate), ...after, roundOffTo: '1', effectiveFrom: OCTOBER };
    await correct(town, await announce(town, changed));
    expect(await documentsOf(town, atCounter)).toMatchObject([{ month: '10', supplement: total }]);

    const as = await town.app.staff('cashier');
    for (const amountMinor of [100, total - 100])
      await town.app.call(payments.makePayment, {
        as,
        body: { connectionId: atCounter, amountMinor, tender: cash },
      });
    expect(await partsOf(town, atCounter)).toEqual([first, rest]);
    expect((await payAtBank(town, atBank, total)).state).toBe('APPROVED');
    expect(await partsOf(town, atBank)).toEqual([first.map((part, index) => part + Number(rest[index]))]);
    await booksAreTrue(town);
  },
);
