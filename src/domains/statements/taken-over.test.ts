/** Bills that a new owner took over: each owner's statement has their own bills and money only, and closes with what they owe by the books. */
import { expect, test } from 'vitest';
import { CREDIT, LESS, takenOffice } from '#domains/ownership/factory-taken.ts';
import { BILL } from '#domains/payments/factory-corrections.ts';
import type { Person } from '#test/app.ts';
import * as contract from './contract.ts';

const { app, cashier, officer, adjust, sold, asked, reverse, pay, advance, owed } = await takenOffice();

const later = () => app.clock.set(new Date(app.clock.now().getTime() + 60_000).toISOString());
/** The lines of a statement, the oldest first; the office reads the same as the owner. */
async function linesOf(as: Person, query: Record<string, string> = {}) {
  const own = await app.call(contract.statement, { as, query });
  const office = await app.call(contract.statement, {
    as: cashier,
    query: { consumerId: String(as.consumerId), ...query },
  });
  expect(office).toEqual(own);
  let balance = 0;
  const lines = own.items.toReversed().map(({ kind, owedMinor, paidMinor, balanceMinor, paymentId }) => {
    balance += (owedMinor ?? 0) - (paidMinor ?? 0);
    expect(balanceMinor).toBe(balance);
    expect(paymentId !== null).toBe(kind.startsWith('PAYMENT'));
    return [kind, (owedMinor ?? 0) - (paidMinor ?? 0)];
  });
  expect(own.sums.closingMinor).toBe(balance);
  return lines;
}

test('what was taken over leaves the one and comes into the other; the money of who took it over is theirs alone', async () => {
  const house = await sold(40_000);
  const left = [
    ['BILL', BILL],
    ['PAYMENT', -40_000],
    ['LEFT_TO_NEW_OWNER', -26_250],
  ];
  expect(await linesOf(house.before)).toEqual(left);
  expect(await linesOf(house.after)).toEqual([['TAKEN_OVER', 26_250]]);
  later();
  const { id } = await house.payTaken(20_000);
  expect(await linesOf(house.before)).toEqual(left);
  expect(await linesOf(house.after)).toEqual([
    ['TAKEN_OVER', 26_250],
    ['PAYMENT', -20_000],
  ]);
  later();
  await reverse(id);
  expect(await linesOf(house.before)).toEqual(left);
  expect((await linesOf(house.after)).at(-1)).toEqual(['PAYMENT_REVERSED', 20_000]);
  expect(await asked(house)).toEqual([0, 26_250]);
});

test('a credit of it: what lowers it is a line of both, what was moved to the new owner is no line of the earlier one', async () => {
  const house = await sold();
  later();
  await house.payTaken(30_000);
  later();
  await adjust(house.billId, LESS);
  expect(await linesOf(house.before)).toEqual([
    ['BILL', BILL],
    ['LEFT_TO_NEW_OWNER', -BILL],
    ['CREDIT', -CREDIT],
    ['TAKEN_CHANGED', CREDIT],
  ]);
  // ৳362.50 were open; ৳40 of their money are an advance of the connection that they have.
  const lines = await linesOf(house.after);
  expect(lines.slice(0, 2)).toEqual([
    ['TAKEN_OVER', BILL],
    ['PAYMENT', -30_000],
  ]);
  expect(lines.slice(2).toSorted()).toEqual([
    ['OTHER', -4_000],
    ['TAKEN_CHANGED', -(BILL - 30_000)],
  ]);
  expect(await asked(house)).toEqual([0, 0]);
});

test('other money that comes for the connection is the earlier owner’s', async () => {
  const house = await sold();
  later();
  await pay(house.id, 5_000, { takenOver: false, toPayBack: true });
  expect((await linesOf(house.before)).at(-1)).toEqual(['PAYMENT', -5_000]);
  expect(await linesOf(house.after)).toEqual([['TAKEN_OVER', BILL]]);
  expect([await owed(house.id), await advance(house.id)]).toEqual([BILL, -5_000]);
});

test('of one connection; who has nothing to do with it finds nothing', async () => {
  const house = await sold();
  const query = { connectionId: house.id };
  expect(await linesOf(house.after, query)).toEqual([['TAKEN_OVER', BILL]]);
  const office = await app.call(contract.statement, { as: officer, query });
  expect(office.items.map(({ kind }) => kind)).toEqual(['LEFT_TO_NEW_OWNER', 'BILL']);
  const stranger = await app.consumer('Selina');
  expect(await app.codeOf(contract.statement, { as: stranger, query })).toBe('common.not_found');
  const file = await app.server.inject({
    url: `/api/billing${contract.statementDownload.path}`,
    query: { format: 'csv', language: 'en' },
    headers: { authorization: `Bearer ${house.after.idToken}` },
  });
  expect(file.body).toContain('Bills of the earlier owner, taken over');
});
