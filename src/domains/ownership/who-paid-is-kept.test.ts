/** Who paid is a fact of the payment: a demand note, an order or a request that is corrected afterwards changes no receipt and no payee. */
import { expect, test } from 'vitest';
import { makeApplication } from '#domains/applications/factory.ts';
import * as payments from '#domains/payments/contract.ts';
import { makeCharges } from '#domains/payments/factory-charges.ts';
import { listRefunds } from '#domains/payments/refunds/contract.ts';
import { execute, one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { makeFees } from './fee/factory-fees.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const fees = await makeFees(app);
const { charged, pay: payOrder } = await makeCharges(app);
const { cashier, office } = fees;

const payerOf = async (id: string) => {
  const { payerName, payerNameBn } = await app.call(payments.getPayment, { as: cashier, params: { id } });
  return { payerName, payerNameBn };
};

test('the fee of an owner change: also the refund of a rejected request goes to who paid', async () => {
  const { id } = await fees.asked();
  // A buyer who is not in the register, and who paid on their own word.
  await execute(
    app.owner.db,
    sql`update ownership.requests set name = 'Karim Buyer', name_bn = 'করিম', phone = '+8801711000777', to_consumer_id = null, asked_as = 'NEW'
      where id = ${id}`,
  );
  const paid = await fees.pay(id);
  const karim = { payerName: 'Karim Buyer', payerNameBn: 'করিম' };
  expect(await payerOf(paid.id)).toEqual(karim);
  await execute(
    app.owner.db,
    sql`update ownership.requests set name = 'Jamal Another', name_bn = 'জামাল', phone = '+8801711000888' where id = ${id}`,
  );
  expect(await payerOf(paid.id)).toEqual(karim);
  const { version } = await office.at(id);
  await app.call(steps.rejectChange, {
    ...{ as: office.admin, query: { requestId: id } },
    body: { version, remark: 'the heirs do not agree', despitePayment: true },
  });
  const { items } = await app.call(listRefunds, { as: cashier, query: {} });
  expect(items.find(({ ownershipRequestId }) => ownershipRequestId === id)).toMatchObject({
    ...{ payeeName: 'Karim Buyer', payeeNameBn: 'করিম', payeePhone: '+8801711000777' },
  });
});

test('a work order of somebody who is not in the register', async () => {
  const { id } = await charged();
  await execute(
    app.owner.db,
    sql`update work_orders.orders set contact_name = 'Anwar First', consumer_id = null, connection_id = null where id = ${id}`,
  );
  const paid = await payOrder(id);
  await execute(
    app.owner.db,
    sql`update work_orders.orders set contact_name = 'Badrul Second' where id = ${id}`,
  );
  expect((await payerOf(paid.id)).payerName).toBe('Anwar First');
});

test('a demand note of an applicant who has no account', async () => {
  const { id } = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  const { total, name } = await one<{ total: number; name: string }>(
    app.db,
    sql`select n.total_minor as total, a.applicant ->> 'name' as name from applications.demand_notes n
      join applications.applications a on a.id = n.application_id where a.id = ${id} and n.cancelled_at is null`,
  );
  const body = { applicationId: id, amountMinor: total, tender: { method: 'CASH' as const } };
  const paid = await app.call(payments.payDemandNote, { as: cashier, body });
  await execute(
    app.owner.db,
    sql`update applications.applications set applicant = applicant || '{"name": "Somebody Else"}' where id = ${id}`,
  );
  expect((await payerOf(paid.id)).payerName).toBe(name);
});
