/** A bank's money whose sum is another one when it comes goes back, and its payer is told what is still to be paid, and until when. */
import { afterAll, afterEach, expect, test } from 'vitest';
import * as applications from '#domains/applications/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { execute, one, sql } from '#platform/database/db.ts';
import { closePdf } from '#platform/pdf/render.ts';
import { formatsOfPapers } from '#shared/format.ts';
import { type Person, testApp } from '#test/app.ts';
import { textOfPdf } from '#test/read-pdf.ts';
import * as contract from './contract.ts';
import { DUE, makeCharges } from './factory-charges.ts';
import * as gateway from './gateway/contract.ts';

const app = await testApp();
const { charged, estimate } = await makeCharges(app);
await execute(
  app.db,
  sql`insert into settings.entries (key, value) values ('applications', '{"partialPayment": true, "vatPercent": "15"}'::jsonb)
    on conflict (key) do update set value = excluded.value`,
);
afterAll(closePdf);
afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

async function bankTakes(paymentId: string, as: Person) {
  await execute(
    app.db,
    sql`update payments.sandbox_orders s set status = 'APPROVED', decided_at = ${app.clock.now()}
      from payments.orders o where o.order_id = s.order_id and o.payment_id = ${paymentId}`,
  );
  return app.call(gateway.completeGatewayPayment, { as, body: { paymentId } });
}
const smsOf = async (paymentId: string) =>
  (
    await one<{ body: string }>(
      app.owner.db,
      sql`select body from platform.outbox where event = ${`payments.receipt:${paymentId}`}`,
    )
  ).body;
const reasonOf = async (paymentId: string) =>
  (
    await one<{ reason: string }>(
      app.db,
      sql`select reason from payments.refunds where payment_id = ${paymentId}`,
    )
  ).reason;
async function receiptOf(paymentId: string, as: Person): Promise<string> {
  const { rawPayload } = await app.server.inject({
    url: `/api/billing${contract.paymentReceipt.path.replace('{id}', paymentId)}?language=en`,
    headers: { authorization: `Bearer ${as.idToken}` },
  });
  return textOfPdf(rawPayload);
}
const english = formatsOfPapers({ language: 'en', bengaliDigits: false });

/** A household is at the bank with the whole note. */
async function atBank() {
  const owner = await app.consumer('Rahima Khatun');
  const { id } = await makeApplication(app, {
    ...{ upTo: 'READY_TO_PAY', consumerId: String(owner.consumerId) },
  });
  const { total, until } = await one<{ total: number; until: string }>(
    app.db,
    sql`select n.total_minor as total, a.expires_on as until from applications.demand_notes n
      join applications.applications a on a.id = n.application_id where a.id = ${id} and n.cancelled_at is null`,
  );
  const { id: paymentId } = await app.call(contract.payDemandNote, {
    ...{ as: owner, body: { applicationId: id, amountMinor: total as never, tender: { method: 'GATEWAY' } } },
  });
  await app.call(gateway.openOrder, { as: owner, body: { paymentId } });
  return { owner, id, total, until, paymentId };
}

test('a part came at the counter: message, page, receipt and refund say what is still to be paid, and until when', async () => {
  const { owner, id, total, until, paymentId } = await atBank();
  const part = { applicationId: id, amountMinor: 100_000 as never, tender: { method: 'CASH' as const } };
  await app.call(contract.payDemandNote, { as: await app.staff('cashier'), body: part });
  const rest = total - 100_000;
  expect(await bankTakes(paymentId, owner)).toMatchObject({
    ...{ state: 'APPROVED', owedBack: true, stillDue: { amountMinor: rest, until } },
  });
  const sms = await smsOf(paymentId);
  expect(sms).toContain(english.amount(rest));
  expect(sms).toContain(english.day(until));
  expect(sms).not.toContain('needs no money');
  const paper = await receiptOf(paymentId, owner);
  expect(paper).toContain('Still due');
  expect(paper).toContain(english.amount(rest));
  expect(paper).toContain('Last day to pay it');
  expect(await reasonOf(paymentId)).toContain('another sum');
  // After it is paid, nothing more is asked for.
  const left = { ...part, amountMinor: rest as never };
  await app.call(contract.payDemandNote, { as: await app.staff('cashier'), body: left });
  expect(await app.call(contract.getPayment, { as: owner, params: { id: paymentId } })).toMatchObject({
    ...{ owedBack: true, stillDue: null },
  });
});

test('the application ended, or waits for nothing: the money is not needed, and nothing is asked for', async () => {
  const { owner, id, paymentId } = await atBank();
  const { version } = await app.call(applications.getApplication, { as: owner, params: { id } });
  await app.call(applications.updateState, {
    ...{ as: owner, body: { applicationId: id, version, action: 'withdraw' } },
  });
  expect(await bankTakes(paymentId, owner)).toMatchObject({ owedBack: true, stillDue: null });
  expect(await smsOf(paymentId)).toContain('needs no money');
  expect(await reasonOf(paymentId)).not.toContain('another sum');
  expect(await receiptOf(paymentId, owner)).not.toContain('Still due');
});

test('the charge of work is another one when the money comes: the new one is asked for', async () => {
  const { id, household } = await charged();
  const { id: paymentId } = await app.call(contract.payWorkOrder, {
    ...{ as: household, body: { orderId: id, amountMinor: DUE as never, tender: { method: 'GATEWAY' } } },
  });
  await app.call(gateway.openOrder, { as: household, body: { paymentId } });
  await estimate(id, 60_000);
  expect(await bankTakes(paymentId, household)).toMatchObject({
    ...{ owedBack: true, stillDue: { amountMinor: 69_000, until: null } },
  });
  const sms = await smsOf(paymentId);
  expect(sms).toContain(english.amount(69_000));
  expect(sms).not.toContain('needs no money');
  expect(await reasonOf(paymentId)).toContain('another sum');
});
