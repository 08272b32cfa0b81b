/** Fees that can be paid: the questions limit a household to its own by themselves, not only row-level security. */
import { expect, test } from 'vitest';
import { FEE, makeFees } from '#domains/ownership/fee/factory-fees.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { findPayables, getPayable, listMyPayables } from './queries.ts';

const app = await testApp();
const fees = await makeFees(app);

test('under the program’s role a household finds the fee of its own request and no other one', async () => {
  const { id, owner, buyer } = await fees.asked();
  const stranger = await app.consumer();
  const due = async (as: typeof owner) =>
    (await listMyPayables(app.db, app.actorOf(as))).items.filter(({ kind }) => kind === 'OWNERSHIP');
  for (const as of [owner, buyer]) expect(await due(as)).toMatchObject([{ id, dueMinor: FEE }]);
  expect(await due(stranger)).toEqual([]);
  const asking = getPayable(app.db, app.actorOf(stranger), { ownershipRequestId: id });
  await expect(asking).rejects.toMatchObject({ error: { code: 'common.not_found' } });
});

test('a counter finds a fee by the plot, and not before it is waited for', async () => {
  const { id, connection, number } = await fees.asked('DOCS_VERIFIED');
  const found = async (search: string) =>
    (await findPayables(app.db, app.actorOf(fees.cashier), search)).items.some((item) => item.id === id);
  expect(await found(number)).toBe(false);
  await fees.office.read(id);
  expect([await found(number), await found(connection.number)]).toEqual([true, true]);
});

test('the counter lists the fees that wait, the oldest first, before anything is searched for', async () => {
  const feesDue = () => app.call(contract.listFeesDue, { as: fees.cashier });
  const before = await feesDue();
  app.clock.advance(60);
  const waits = await fees.asked('DOCS_VERIFIED');
  const { id, number } = await fees.asked();
  app.clock.advance(60);
  await fees.office.read(waits.id);
  const { items, total } = await feesDue();
  expect(total).toBe(before.total + 2);
  expect(items.slice(-2)).toMatchObject([
    { kind: 'OWNERSHIP', id, number, payerName: 'Rahima Khatun', dueMinor: FEE },
    { id: waits.id },
  ]);
  await fees.pay(id);
  expect((await feesDue()).items.map((item) => item.id)).not.toContain(id);
  expect(await app.codeOf(contract.listFeesDue, { as: await app.staff('reader') })).toBe(
    'common.not_permitted',
  );
});

test('of many fees the counter lists the first twenty and says how many there are', async () => {
  const { total: before } = await app.call(contract.listFeesDue, { as: fees.cashier });
  for (let made = before; made < 21; made += 1) await fees.asked();
  const { items, total } = await app.call(contract.listFeesDue, { as: fees.cashier });
  expect([items.length, total]).toEqual([20, 21]);
});
