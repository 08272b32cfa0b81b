/** What waits for the bank or for a second person: in the list, on the first page, and before its month is closed; each the same rows. */
import { expect, test } from 'vitest';
import { ownWork } from '#domains/dashboard/work/contract.ts';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { makeDebtor } from './factory.ts';
import { waysAtGateway } from './gateway/factory-at-gateway.ts';
import { hindrances } from './hindrances.ts';
import { proposeBackdated } from './proposals/contract.ts';

const app = await testApp();
const ways = waysAtGateway(app);
const cashier = await app.staff('cashier');
const [asking, second] = [await app.staff('admin'), await app.staff('admin')];

const hindranceOf = (kind: string) => hindrances.find((found) => found.kind === kind);
const hinders = (kind: string, month: string) => hindranceOf(kind)?.count(app.db, month);
/** The rows that the list shows to which a hindrance leads. */
const listed = async (path: string) => {
  const query = Object.fromEntries(new URL(path, 'http://x').searchParams);
  return (await app.call(contract.paymentHistory, { as: cashier, query: { ...query, page: 1 } as never }))
    .items;
};
const queueOf = async () =>
  (await app.call(ownWork, { as: second })).queues.find(({ name }) => name === 'reversals-to-decide');
const rowsOfQueue = async () =>
  (await app.call(ownWork, { as: second })).items.filter(({ queue }) => queue === 'reversals-to-decide');

test('a reversal that waits is listed, is work of the second person, and keeps its month open', async () => {
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const body = { connectionId, amountMinor: 500_001, tender: { method: 'CASH' as const }, unusual: true };
  const { id } = await app.call(contract.makePayment, { as: cashier, body });
  const path = String(hindranceOf('reversals')?.path);
  expect([await hinders('reversals', '2026-11-01'), await listed(path)]).toEqual([0, []]);
  const reason = 'wrong connection';
  const { reversal } = await app.call(contract.reversePayment, {
    as: asking,
    body: { paymentId: id, reason },
  });
  expect((await listed(path)).map((row) => [row.id, row.reversal?.state])).toEqual([[id, 'REQUESTED']]);
  expect(await hinders('reversals', '2026-11-01')).toBe(1);
  expect(await hinders('reversals', '2026-10-01')).toBe(0);
  const found = await queueOf();
  expect(found).toMatchObject({ total: 1, list: { path: '/payment-history' } });
  expect(await rowsOfQueue()).toMatchObject([
    { id, amountMinor: 500_001, to: { path: `/payment-history/${id}` } },
  ]);
  const decision = { reversalId: String(reversal?.id), accept: true };
  await app.call(contract.decideReversal, { as: second, body: decision });
  expect([await hinders('reversals', '2026-11-01'), await listed(path)]).toEqual([0, []]);
  expect((await queueOf())?.total ?? 0).toBe(0);
});

test('a household does not learn that its payment may be taken back', async () => {
  const as = await app.consumer();
  const { connectionId } = await transaction(app.db, (tx) =>
    makeDebtor(tx, app.system(), { consumerId: String(as.consumerId) }),
  );
  const body = { connectionId, amountMinor: 500_002, tender: { method: 'CASH' as const }, unusual: true };
  const { id: paymentId } = await app.call(contract.makePayment, { as: cashier, body });
  await app.call(contract.reversePayment, { as: asking, body: { paymentId, reason: 'x' } });
  const { items } = await app.call(contract.paymentHistory, { as, query: { waits: 'REVERSAL' } });
  expect(items).toEqual([]);
});

test('what the bank has not decided: the list has what hinders the month, of all kinds, also what did not reach the bank', async () => {
  const [started, atBank, repair] = [
    await ways.startPayment(),
    await ways.atTheGateway('sandbox'),
    await ways.startPayment(),
  ];
  // A deposit into a wallet is undecided as well.
  await execute(
    app.owner.db,
    sql`insert into payments.payments (source, method, state, amount_minor, consumer_id, wallet_of, payer_name, created_by, created_at)
      select 'WALLET_RECHARGE', 'GATEWAY', 'CREATED', 100, p.consumer_id, p.consumer_id, 'x', p.created_by, p.created_at
      from payments.payments p where p.id = ${repair.id}`,
  );
  const rows = await listed(String(hindranceOf('payments')?.path));
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining([started.id, atBank.id]));
  expect(new Set(rows.map(({ source }) => source))).toEqual(new Set(['INVOICE', 'WALLET_RECHARGE']));
  expect(rows).toHaveLength(4);
  expect(await hinders('payments', '2026-11-01')).toBe(4);
});

test('counter money of an earlier month waits for its second person: that month is not closed before', async () => {
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const before = await hinders('proposals', '2026-10-01');
  await app.call(proposeBackdated, {
    as: cashier,
    body: {
      ...{
        target: { kind: 'CONNECTION', connectionId },
        amountMinor: 100_00,
        reason: 'found in the receipt book',
      },
      tender: { method: 'CASH', paidOn: '2026-10-20' },
    },
  });
  expect(await hinders('proposals', '2026-10-01')).toBe(Number(before) + 1);
  expect(await hinders('proposals', '2026-09-01')).toBe(before);
});
