/** Money that a bank took for something else than bills and took back itself: two people reverse it, and what it paid waits for its payment again. */
import { expect, test } from 'vitest';
import * as applications from '#domains/applications/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import type { Person } from '#test/app.ts';
import * as contract from '../contract.ts';
import { DUE, makeCharges } from '../factory-charges.ts';
import * as gateway from '../gateway/contract.ts';
import { getPayable } from '../payables/contract.ts';
import { raiseBankFile } from './contract.ts';
import { bankOffice } from './factory-bank-files.ts';

const { app, take, cashier, paid } = await bankOffice();
const { charged, detail, booked } = await makeCharges(app);
const GATEWAY = { method: 'GATEWAY' as const };

/** The bank says yes, and its answer comes. */
async function atBank(as: Person, paymentId: string) {
  await app.call(gateway.openOrder, { as, body: { paymentId } });
  const { order } = await one<{ order: string }>(
    app.db,
    sql`select order_id as "order" from payments.orders where payment_id = ${paymentId}`,
  );
  await execute(
    app.db,
    sql`update payments.sandbox_orders set status = 'APPROVED', decided_at = ${app.clock.now()} where order_id = ${order}`,
  );
  await app.call(gateway.completeGatewayPayment, { as, body: { paymentId } });
  return { paymentId, order };
}
async function work() {
  const { id, household: as } = await charged();
  const body = { orderId: id, amountMinor: DUE, tender: GATEWAY };
  const paid = await atBank(as, (await app.call(contract.payWorkOrder, { as, body })).id);
  const isOpenAgain = async () => {
    expect(await detail(id)).toMatchObject({ state: 'ON_REVIEW', openMinor: DUE });
    expect(await booked(id)).toEqual({});
  };
  return { ...paid, amountMinor: DUE, isOpenAgain };
}
async function note() {
  const as = await app.consumer('Rahima Khatun');
  const { id } = await makeApplication(app, { upTo: 'READY_TO_PAY', consumerId: String(as.consumerId) });
  const { dueMinor } = await app.call(getPayable, { as, query: { applicationId: id } });
  const body = { applicationId: id, amountMinor: dueMinor, tender: GATEWAY };
  const paid = await atBank(as, (await app.call(contract.payDemandNote, { as, body })).id);
  const isOpenAgain = async () => {
    const { state } = await app.call(applications.getApplication, { as, params: { id } });
    expect(state).toBe('READY_TO_PAY');
    expect((await app.call(getPayable, { as, query: { applicationId: id } })).dueMinor).toBe(dueMinor);
  };
  return { ...paid, amountMinor: dueMinor, isOpenAgain };
}

const alarms = (paymentId: string) =>
  all(
    app.db,
    sql`select a.state, a.solution, a.solved_by as "solvedBy", (select count(*)::int from platform.audit u
        where u.action = 'alarm.solve' and u.object_id = a.id::text) as entries
      from payments.alarms a where a.payment_id = ${paymentId} and a.kind like 'FILE\\_%'`,
  );

test.each([
  ['a work order', work],
  ['a demand note', note],
])(
  'of %s, after the file of the bank has it taken back, not before, and by two people',
  async (_what, pay) => {
    const { paymentId, order, amountMinor, isOpenAgain } = await pay();
    const [asker, second] = [await app.staff('admin'), await app.staff('admin')];
    const read = (as: Person) => app.call(contract.getPayment, { as, params: { id: paymentId } });
    const asking = { as: asker, body: { paymentId, reason: 'taken back by the bank' } };
    expect((await read(asker)).can.reverse).toBe(false);
    expect(await app.codeOf(contract.reversePayment, asking)).toBe('payments.not_reversible');
    const taka = (amountMinor / 100).toFixed(2);
    const file = await take([
      { order, taka },
      { order, taka: `-${taka}`, state: 'Reversed' },
    ]);
    await app.call(raiseBankFile, { as: cashier, params: { id: file } });
    expect((await read(asker)).can.reverse).toBe(true);
    const asked = await app.call(contract.reversePayment, asking);
    expect([asked.state, asked.reversal?.state]).toEqual(['APPROVED', 'REQUESTED']);
    const deciding = { body: { reversalId: String(asked.reversal?.id), accept: true } };
    expect(await alarms(paymentId)).toMatchObject([{ state: 'OPEN', solution: null }]);
    expect((await app.call(contract.decideReversal, { as: second, ...deciding })).state).toBe('REVERSED');
    await isOpenAgain();
    // The books have what the bank has: nobody waits for another file.
    expect(await alarms(paymentId)).toEqual([
      { state: 'SOLVED', solution: 'CAME_RIGHT', solvedBy: second.userId, entries: 1 },
    ]);
  },
);

test('of bills: an alarm ends with the reversal only if the bank has what the books have then', async () => {
  const [gone, other] = [await paid(), await paid()];
  const file = await take([
    { order: gone.order, taka: '115.00' },
    { order: gone.order, reference: `B-${gone.order}`, taka: '-115.00', state: 'Reversed' },
    { order: other.order, taka: '115.01' },
  ]);
  await app.call(raiseBankFile, { as: cashier, params: { id: file } });
  const [asker, second] = [await app.staff('admin'), await app.staff('admin')];
  for (const { id: paymentId } of [gone, other]) {
    const asking = { as: asker, body: { paymentId, reason: 'booked on a wrong connection' } };
    const { state, reversal } = await app.call(contract.reversePayment, asking);
    const deciding = { as: second, body: { reversalId: String(reversal?.id), accept: true } };
    if (state !== 'REVERSED') await app.call(contract.decideReversal, deciding);
  }
  expect([await alarms(gone.id), await alarms(other.id)]).toMatchObject([
    [{ state: 'SOLVED', solution: 'CAME_RIGHT' }],
    [{ state: 'OPEN', solution: null, entries: 0 }],
  ]);
});
