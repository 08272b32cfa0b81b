/**
 * An application is withdrawn while the page of the bank is open, and the bank takes the money all the same: nothing is lost and
 * nothing is paid with it. Everybody who looks is told that it goes back, and later that it went.
 */
import { afterAll, expect, test } from 'vitest';
import * as applications from '#domains/applications/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { checkPaper } from '#domains/papers/contract.ts';
import { execute, one, sql } from '#platform/database/db.ts';
import { closePdf } from '#platform/pdf/render.ts';
import { type Person, testApp } from '#test/app.ts';
import { textOfPdf } from '#test/read-pdf.ts';
import * as contract from './contract.ts';
import * as gateway from './gateway/contract.ts';
import { moneyThatGoesBack } from './goes-back.ts';
import { getPayable } from './payables/contract.ts';
import * as refunds from './refunds/contract.ts';

const app = await testApp();
afterAll(closePdf);

const pageOf = (as: Person, id: string) => app.call(applications.getApplication, { as, params: { id } });

async function bankTakes(paymentId: string, as: Person) {
  await execute(
    app.db,
    sql`update payments.sandbox_orders s set status = 'APPROVED', decided_at = ${app.clock.now()}
      from payments.orders o where o.order_id = s.order_id and o.payment_id = ${paymentId}`,
  );
  return app.call(gateway.completeGatewayPayment, { as, body: { paymentId } });
}

async function codeOnReceipt(paymentId: string, as: Person): Promise<string> {
  const { rawPayload } = await app.server.inject({
    url: `/api/billing${contract.paymentReceipt.path.replace('{id}', paymentId)}?language=en`,
    headers: { authorization: `Bearer ${as.idToken}` },
  });
  return /\b([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})\b/.exec(textOfPdf(rawPayload))?.[1] ?? '';
}

test('an application is withdrawn while the page of the bank is open: the money that comes goes back, and all are told', async () => {
  const owner = await app.consumer('Rahima Khatun');
  const consumerId = String(owner.consumerId);
  const { id } = await makeApplication(app, { upTo: 'READY_TO_PAY', consumerId });
  const { dueMinor } = await app.call(getPayable, { as: owner, query: { applicationId: id } });
  const { id: paymentId } = await app.call(contract.payDemandNote, {
    ...{ as: owner, body: { applicationId: id, amountMinor: dueMinor, tender: { method: 'GATEWAY' } } },
  });
  await app.call(gateway.openOrder, { as: owner, body: { paymentId } });
  expect((await pageOf(owner, id)).goesBack).toEqual([]);

  const { version } = await pageOf(owner, id);
  await app.call(applications.updateState, {
    ...{ as: owner, body: { applicationId: id, version, action: 'withdraw' } },
  });
  expect((await pageOf(owner, id)).state).toBe('WITHDRAWN');
  const paid = await bankTakes(paymentId, owner);
  expect(paid).toMatchObject({ state: 'APPROVED', owedBack: true });

  const cashier = await app.staffWith([
    'applications:view',
    'applications:view-all',
    'demand-notes:view',
    'payments:view',
  ]);
  const late = { paymentId, amountMinor: dueMinor, paidOn: app.system().today };
  for (const as of [owner, cashier])
    expect((await pageOf(as, id)).goesBack).toEqual([{ ...late, refundState: 'REQUESTED', paidOutOn: null }]);
  expect(await pageOf(owner, id)).toMatchObject({ state: 'WITHDRAWN', paidMinor: 0 });
  const paidInTime = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  const { dueMinor: sum } = await app.call(getPayable, {
    as: cashier,
    query: { applicationId: paidInTime.id },
  });
  const cash = { applicationId: paidInTime.id, amountMinor: sum, tender: { method: 'CASH' as const } };
  await app.call(contract.payDemandNote, { as: await app.staff('cashier'), body: cash });
  expect((await pageOf(cashier, paidInTime.id)).goesBack).toEqual([]);
  // Who sees no payments reads nothing of it, and another household neither, also without row-level security.
  const clerk = await app.staffWith(['applications:view', 'applications:view-all']);
  expect((await pageOf(clerk, id)).goesBack).toEqual([]);
  const other = { ...app.actorOf(await app.consumer()), permissions: new Set(['payments:view'] as const) };
  expect(await moneyThatGoesBack(app.db, other, sql`p.application_id = ${id}`)).toEqual([]);

  const code = await codeOnReceipt(paymentId, owner);
  const check = () => app.call(checkPaper, { body: { code } });
  expect(await check()).toMatchObject({ state: 'valid', goesBack: true });

  const { id: refused } = await one<{ id: string }>(
    app.db,
    sql`select id from payments.refunds where payment_id = ${paymentId}`,
  );
  const [decider, payer] = [await app.staff('reviewer'), await app.staff('cashier')];
  await app.call(refunds.decideRefund, {
    ...{ as: decider, body: { refundId: refused, accept: false, remark: 'another account' } },
  });
  // Asked for again and taken back by who asked, it is not paid back for now.
  const asker = await app.staff('cashier');
  const again = async (of: string) => {
    app.clock.advance(60);
    const body = { of: { kind: 'REFUSED' as const, refundId: of }, reason: 'the right account' };
    return (await app.call(refunds.openRefund, { as: asker, body })).id;
  };
  const givenUp = await again(refused);
  expect((await pageOf(owner, id)).goesBack).toMatchObject([{ refundState: 'REQUESTED' }]);
  await app.call(refunds.giveUpRefund, { as: asker, body: { refundId: givenUp, reason: 'typed twice' } });
  expect((await pageOf(owner, id)).goesBack).toMatchObject([{ refundState: 'REFUSED', paidOutOn: null }]);
  const refundId = await again(givenUp);
  await app.call(refunds.decideRefund, { as: decider, body: { refundId, accept: true } });
  expect((await pageOf(owner, id)).goesBack).toMatchObject([{ refundState: 'APPROVED', paidOutOn: null }]);
  const tender = { method: 'BANK' as const, reference: 'TRX 77' };
  await app.call(refunds.payRefund, { as: payer, body: { refundId, tender } });
  const paidOutOn = app.system().today;
  expect((await pageOf(owner, id)).goesBack).toMatchObject([{ refundState: 'PAID_OUT', paidOutOn }]);
  expect(await check()).toMatchObject({ state: 'ended', endedOn: paidOutOn, goesBack: true });
});
