/** The counter, and a household that pays online, pay for what their page showed: if that is paid meanwhile, they are told. */
import { expect, test } from 'vitest';
import { walletCalls } from '#domains/wallet/factory.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { makePayment as payAtCounter } from './actions/make-payment.ts';
import * as contract from './contract.ts';
import { makeDebtor } from './factory.ts';
import { getPayable } from './payables/contract.ts';
import { proposeBackdated } from './proposals/contract.ts';

const app = await testApp();
const [cashier, asker] = [await app.staff('cashier'), await app.staff('admin')];

test('two counters show the same open bills: the second to record is told that they are paid, also at the same moment', async () => {
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const { dueMinor } = await app.call(getPayable, { as: cashier, query: { connectionId } });
  const body = {
    connectionId,
    amountMinor: dueMinor,
    tender: { method: 'CASH' as const },
    seenDueMinor: dueMinor,
  };
  const codes = await Promise.all(
    [cashier, asker].map((as) => app.codeOf(contract.makePayment, { as, body })),
  );
  expect(new Set(codes)).toEqual(new Set([undefined, 'payments.due_moved']));
  const late = await app.refused(contract.makePayment, { as: asker, body });
  expect([late.code, late.params]).toEqual(['payments.due_moved', { open: 0 }]);
  // Who knows that nothing is open pays ahead.
  const ahead = { ...body, amountMinor: 5_000, seenDueMinor: 0 };
  expect((await app.call(contract.makePayment, { as: cashier, body: ahead })).advanceMinor).toBe(5_000);
  // Money of a day long ago waits for a second person: it is compared when it is asked for.
  await execute(
    app.owner.db,
    sql`update meters.connections set connected_on = '2026-01-01' where id = ${connectionId}`,
  );
  const target = { kind: 'CONNECTION' as const, connectionId };
  const tender = { method: 'CASH' as const, paidOn: '2026-11-01' };
  const { seenDueMinor } = body;
  const asked = { target, tender, amountMinor: dueMinor, reason: 'power cut', seenDueMinor };
  expect(await app.codeOf(proposeBackdated, { as: cashier, body: asked })).toBe('payments.due_moved');
  // Nobody took bills over here.
  const taken = { ...asked, target: { ...target, takenOver: true } };
  expect(await app.codeOf(proposeBackdated, { as: cashier, body: taken })).toBe('payments.not_due');
});

const BILL = 115_00;
const { withMoney, balance } = await walletCalls(app);

/** A household with one bill and money in its wallet, and what its page showed. */
async function household() {
  const as = await withMoney(500_00);
  const { connectionId } = await transaction(app.db, (tx) =>
    makeDebtor(tx, app.system(), { consumerId: String(as.consumerId) }),
  );
  const shown = async () => (await app.call(getPayable, { as, query: { connectionId } })).dueMinor;
  return { as, connectionId, shown };
}
const paying = (
  connectionId: string,
  method: 'GATEWAY' | 'WALLET' | 'CASH',
  { amountMinor = BILL, seenDueMinor }: { amountMinor?: number; seenDueMinor?: number } = {},
) => ({
  ...{ connectionId, amountMinor: minor(amountMinor), tender: { method } },
  ...(seenDueMinor === undefined ? {} : { seenDueMinor: minor(seenDueMinor) }),
});
const refusedFor = async (as: Person, body: ReturnType<typeof paying>) => {
  const { code, params } = await app.refused(contract.makePayment, { as, body });
  return [code, params];
};
const startedOf = (connectionId: string) =>
  all<{ state: string; open: number }>(
    app.db,
    sql`select state, begun_open_minor as open from payments.payments
      where connection_id = ${connectionId} and method = 'GATEWAY' order by created_at, id`,
  );

test('a bill that was paid between the page and the button is not paid ahead online: nothing begins, the wallet keeps its money', async () => {
  const { as, connectionId, shown } = await household();
  const seenDueMinor = await shown();
  expect(seenDueMinor).toBe(BILL);
  await app.call(contract.makePayment, {
    as: cashier,
    body: paying(connectionId, 'CASH', { amountMinor: 15_00 }),
  });
  const moved = ['payments.due_moved', { open: 100_00 }];
  expect(await refusedFor(as, paying(connectionId, 'GATEWAY', { seenDueMinor }))).toEqual(moved);
  expect(await refusedFor(as, paying(connectionId, 'WALLET', { amountMinor: 100_00, seenDueMinor }))).toEqual(
    moved,
  );
  expect([await startedOf(connectionId), await balance(as)]).toEqual([[], [500_00, 0]]);
  // Who has seen the new sum pays, also a part of it.
  const part = paying(connectionId, 'WALLET', { amountMinor: 60_00, seenDueMinor: await shown() });
  expect((await app.call(contract.makePayment, { as, body: part })).state).toBe('APPROVED');
  const rest = paying(connectionId, 'GATEWAY', { amountMinor: 40_00, seenDueMinor: await shown() });
  expect((await app.call(contract.makePayment, { as, body: rest })).state).toBe('CREATED');
  // What was started before does not give way to what is refused.
  await app.call(contract.makePayment, {
    as: cashier,
    body: paying(connectionId, 'CASH', { amountMinor: 40_00 }),
  });
  expect(await refusedFor(as, paying(connectionId, 'GATEWAY', { seenDueMinor: 40_00 }))).toEqual([
    ...['payments.due_moved', { open: 0 }],
  ]);
  expect(await startedOf(connectionId)).toEqual([{ state: 'CREATED', open: 40_00 }]);
  // Who knows that nothing is due pays ahead.
  const ahead = paying(connectionId, 'GATEWAY', { seenDueMinor: await shown() });
  await app.call(contract.makePayment, { as, body: ahead });
  expect(await startedOf(connectionId)).toEqual([
    { state: 'EXPIRED', open: 40_00 },
    { state: 'CREATED', open: 0 },
  ]);
});

test.each(['GATEWAY', 'WALLET'] as const)(
  '%s: money that the counter is just recording is waited for',
  async (method) => {
    const { as, connectionId, shown } = await household();
    const body = paying(connectionId, method, { seenDueMinor: await shown() });
    const code = await duringChange(
      app,
      (tx) => payAtCounter(tx, app.system(), paying(connectionId, 'CASH', { amountMinor: 15_00 })),
      () => app.codeOf(contract.makePayment, { as, body }),
    );
    expect([code, await startedOf(connectionId)]).toEqual(['payments.due_moved', []]);
  },
);
