/** Demand notes: at the counter, through the bank, and money that comes when the note is paid already. */
import { afterEach, expect, test } from 'vitest';
import { holdApplication, resumeApplication } from '#domains/applications/contract.ts';
import { makeApplication, reissueNote } from '#domains/applications/factory.ts';
import { balanceOf, invariants } from '#domains/ledger/queries.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import * as gatewayContract from './gateway/contract.ts';
import { findPayables } from './payables/contract.ts';

const app = await testApp();
const cashier = await app.staff('cashier');

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

const noteOf = (applicationId: string) =>
  one<{ number: string; total: number; state: string; application: string }>(
    app.db,
    sql`select n.number, n.total_minor as total, n.state, a.state as application from applications.demand_notes n
      join applications.applications a on a.id = n.application_id where a.id = ${applicationId} and n.cancelled_at is null`,
  );

const counter = (applicationId: string, amountMinor: number) => ({
  as: cashier,
  body: { applicationId, amountMinor, tender: { method: 'CASH' as const } },
});

test('paid in cash: settled, posted, receipt; the application goes on to the installation', async () => {
  const { id } = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  const { number, total } = await noteOf(id);
  const { items } = await app.call(findPayables, { as: cashier, query: { search: number } });
  expect(items.map((item) => [item.kind, item.id, item.dueMinor])).toEqual([['DEMAND_NOTE', id, total]]);
  expect((await app.refused(contract.payDemandNote, counter(id, total + 1))).code).toBe(
    'applications.amount_above_balance',
  );
  const payment = await app.call(contract.payDemandNote, counter(id, total));
  expect(payment).toMatchObject({
    source: 'APPLICATION_SURVEY',
    state: 'APPROVED',
    amountMinor: total,
    advanceMinor: 0,
  });
  expect(payment.receiptNumber).toMatch(/^6/);
  expect(await noteOf(id)).toMatchObject({ state: 'PAID', application: 'READY_FOR_METER_INSTALLATION' });
  expect(await balanceOf(app.db, { partyId: id, account: '1110' })).toBe(0);
  const again = await app.refused(contract.payDemandNote, counter(id, total));
  expect(again.status).toBe(409);
  const { fees } = await one<{ fees: number }>(
    app.db,
    sql`select -sum(amount_minor)::bigint as fees from ledger.entries where account_code in ('4100', '2100')`,
  );
  expect(fees).toBe(total);
});

test('50 at once: paid exactly once', async () => {
  const { id } = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  const { total } = await noteOf(id);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, () => app.call(contract.payDemandNote, counter(id, total))),
  );
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled').length).toBe(1);
  expect((await noteOf(id)).state).toBe('PAID');
});

test('through the bank while somebody pays at the counter: what is too much is owed back, never lost', async () => {
  const consumer = await app.consumer();
  const { id } = await makeApplication(app, {
    upTo: 'READY_TO_PAY',
    consumerId: String(consumer.consumerId),
  });
  const { total } = await noteOf(id);
  const started = await app.call(contract.payDemandNote, {
    as: consumer,
    body: { applicationId: id, amountMinor: total, tender: { method: 'GATEWAY' } },
  });
  const { bankUrl } = await app.call(gatewayContract.openOrder, {
    as: consumer,
    body: { paymentId: started.id },
  });
  await app.call(contract.payDemandNote, counter(id, total));
  const address = new URL(bankUrl ?? '', 'http://x').searchParams;
  await app.server.inject({
    method: 'POST',
    url: '/sandbox-bank/pay',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `${address}&decision=approve`,
  });
  const paid = await app.call(gatewayContract.completeGatewayPayment, {
    as: consumer,
    body: { paymentId: started.id },
  });
  expect(paid.state).toBe('APPROVED');
  expect(await balanceOf(app.db, { partyId: id, account: '1110' })).toBe(0);
  expect(await balanceOf(app.db, { partyId: id, account: '2210' })).toBe(-total);
});

test('what a note does not take sends nobody to the bank', async () => {
  const consumer = await app.consumer();
  const consumerId = String(consumer.consumerId);
  const { id, version } = await makeApplication(app, { upTo: 'READY_TO_PAY', consumerId });
  const { total } = await noteOf(id);
  const codeOf = (amountMinor: number) => {
    const body = { applicationId: id, amountMinor, tender: { method: 'GATEWAY' as const } };
    return app.codeOf(contract.payDemandNote, { as: consumer, body });
  };
  expect(await codeOf(total + 1)).toBe('applications.amount_above_balance');
  expect(await codeOf(total - 1)).toBe('applications.partial_payment');
  const admin = await app.staff('admin');
  const body = { applicationId: id, version, remark: 'wait' };
  const held = await app.call(holdApplication, { as: admin, body });
  expect(await codeOf(total)).toBe('applications.on_hold');
  await app.call(resumeApplication, { as: admin, body: { ...body, version: held.version } });
  await app.call(contract.payDemandNote, counter(id, total));
  expect(await codeOf(total)).toBe('applications.wrong_state');
});

test('a payment that was started is not brought to the bank after the note is paid, cancelled or on hold', async () => {
  const consumer = await app.consumer();
  const consumerId = String(consumer.consumerId);
  const started = async () => {
    const made = await makeApplication(app, { upTo: 'READY_TO_PAY', consumerId });
    const { total } = await noteOf(made.id);
    const body = { applicationId: made.id, amountMinor: total, tender: { method: 'GATEWAY' as const } };
    const { id: paymentId } = await app.call(contract.payDemandNote, { as: consumer, body });
    const open = () => app.codeOf(gatewayContract.openOrder, { as: consumer, body: { paymentId } });
    return { ...made, total, open };
  };
  const [paid, held, cancelled] = [await started(), await started(), await started()];
  await app.call(contract.payDemandNote, counter(paid.id, paid.total));
  expect(await paid.open()).toBe('payments.not_due');
  const admin = await app.staff('admin');
  const body = { applicationId: held.id, version: held.version, remark: 'wait' };
  const { version } = await app.call(holdApplication, { as: admin, body });
  expect(await held.open()).toBe('payments.not_due');
  await app.call(resumeApplication, { as: admin, body: { ...body, version } });
  expect(await held.open()).toBeUndefined();
  // Another note takes its place.
  const system = { ...app.system(), kind: 'system' as const };
  await transaction(app.db, (tx) => reissueNote(tx, system, cancelled.id));
  expect(await cancelled.open()).toBe('payments.not_due');
});

test('through the bank alone', async () => {
  const consumer = await app.consumer();
  const { id } = await makeApplication(app, {
    upTo: 'READY_TO_PAY',
    consumerId: String(consumer.consumerId),
  });
  const { total } = await noteOf(id);
  const body = { applicationId: id, amountMinor: total, tender: { method: 'GATEWAY' as const } };
  expect((await app.refused(contract.payDemandNote, { as: await app.consumer('Other'), body })).status).toBe(
    404,
  );
  const started = await app.call(contract.payDemandNote, { as: consumer, body });
  const { bankUrl } = await app.call(gatewayContract.openOrder, {
    as: consumer,
    body: { paymentId: started.id },
  });
  await app.server.inject({
    method: 'POST',
    url: '/sandbox-bank/pay',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `${new URL(bankUrl ?? '', 'http://x').searchParams}&decision=approve&manner=repeat`,
  });
  expect(await noteOf(id)).toMatchObject({ state: 'PAID', application: 'READY_FOR_METER_INSTALLATION' });
  const history = await app.call(contract.paymentHistory, {
    as: consumer,
    query: { source: 'APPLICATION_SURVEY' },
  });
  expect(history.items.map((item) => [item.id, item.state])).toEqual([[started.id, 'APPROVED']]);
});
