/** Withdrawing after payment and what follows: two persons, one journal each, never twice. */
import { afterEach, describe, expect, test } from 'vitest';
import * as applications from '#domains/applications/contract.ts';
import { withdrawAfterPayment } from '#domains/applications/demand-note/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { balanceOf, invariants } from '#domains/ledger/queries.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { textOfPdf } from '#test/read-pdf.ts';
import { getPayment, payDemandNote } from '../contract.ts';
import * as gateway from '../gateway/contract.ts';
import * as contract from './contract.ts';

const app = await testApp();
const [cashier, reviewer, admin] = [
  await app.staff('cashier'),
  await app.staff('reviewer'),
  await app.staff('admin'),
];
// Who asked does not pay.
const payer = await app.staff('cashier');

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

const allowParts = (partialPayment: boolean) =>
  execute(
    app.db,
    sql`insert into settings.entries (key, value) values ('applications', ${JSON.stringify({ partialPayment })}::jsonb)
    on conflict (key) do update set value = excluded.value`,
  );

const detail = (id: string, as: Person = admin) =>
  app.call(applications.getApplication, { as, params: { id } });
const balance = (id: string, account: '1110' | '2210') => balanceOf(app.db, { partyId: id, account });
const pay = (applicationId: string, amountMinor: number) =>
  app.call(payDemandNote, {
    as: cashier,
    body: { applicationId, amountMinor, tender: { method: 'CASH' } },
  });
const caseOf = async (applicationId: string) => {
  const { items } = await app.call(contract.listRefunds, { as: cashier, query: { applicationId } });
  const [refund] = items;
  if (!refund) throw new Error('there is no refund case');
  return refund;
};
const decide = (as: Person, refundId: string, accept = true, remark?: string) => ({
  as,
  body: { refundId, accept, ...(remark ? { remark } : {}) },
});
const cash = (as: Person, refundId: string) => ({
  as,
  body: { refundId, tender: { method: 'CASH' as const } },
});

/** An application with an account's owner, its note paid at the counter. */
type Given = { consumer?: Person; part?: number; named?: { name: string; nameBn: string } };
async function paidApplication(given: Given = {}) {
  const made = await makeApplication(app, {
    upTo: 'READY_TO_PAY',
    ...(given.consumer ? { consumerId: String(given.consumer.consumerId) } : {}),
  });
  if (given.named)
    await execute(
      app.owner.db,
      sql`update applications.applications set applicant = applicant || ${JSON.stringify(given.named)}::jsonb where id = ${made.id}`,
    );
  const { totalMinor } = await detail(made.id);
  const total = totalMinor ?? 0;
  await pay(made.id, given.part ?? total);
  return { id: made.id, total, version: (await detail(made.id)).version };
}

async function withdrawn(as: Person, given: Given = {}) {
  const made = await paidApplication(given);
  await app.call(withdrawAfterPayment, {
    as,
    body: { applicationId: made.id, version: made.version, remark: 'moved to Khulna' },
  });
  return { ...made, refund: await caseOf(made.id) };
}

test('a household withdraws after paying, another person approves, a third hands out the money', async () => {
  const consumer = await app.consumer();
  const [name, nameBn] = ['Anwara Begum', 'আনোয়ারা বেগম'];
  const { id, total, refund } = await withdrawn(consumer, { consumer, named: { name, nameBn } });
  const application = await detail(id, consumer);
  expect(application.state).toBe('WITHDRAWN');
  expect(application.demandNotes[0]).toMatchObject({
    state: 'CANCELLED',
    refundableMinor: total,
    refundState: 'REQUESTED',
  });
  const meters = await all(app.db, sql`select from meters.meters where reserved_for = ${id}`);
  expect(meters).toEqual([]);
  expect([await balance(id, '1110'), await balance(id, '2210')]).toEqual([0, -total]);
  const fees = sql<{ left: number }>`select coalesce(sum(amount_minor), 0)::bigint as left
    from ledger.entries e join ledger.journals j on j.id = e.journal_id
    where account_code in ('4100', '2100') and (j.source_id = ${refund.id} or j.source_id in
      (select id from applications.demand_notes where application_id = ${id}))`;
  expect((await one(app.db, fees)).left).toBe(0);
  expect(refund).toMatchObject({ state: 'REQUESTED', amountMinor: total, cause: 'WITHDRAWAL', number: null });
  expect(refund.receipts).toHaveLength(1);
  expect(Object.values(refund.can)).not.toContain(true);

  expect((await app.refused(contract.payRefund, cash(payer, refund.id))).code).toBe(
    'payments.refund_not_approved',
  );
  expect((await app.refused(contract.decideRefund, decide(cashier, refund.id))).status).toBe(402);
  const approved = await app.call(contract.decideRefund, decide(reviewer, refund.id));
  expect(approved).toMatchObject({ state: 'APPROVED', decidedBy: 'Karim Uddin' });
  expect((await app.refused(contract.payRefund, cash(reviewer, refund.id))).code).toBe(
    'payments.refund_approver',
  );
  const paid = await app.call(contract.payRefund, cash(payer, refund.id));
  expect(paid).toMatchObject({ state: 'PAID_OUT', method: 'CASH', paidOn: '2026-11-15' });
  expect(paid.number).toMatch(/^9/);
  expect([await balance(id, '1110'), await balance(id, '2210')]).toEqual([0, 0]);

  const after = await detail(id, consumer);
  expect(after.demandNotes[0]?.refundState).toBe('PAID_OUT');
  const { items } = await app.call(applications.getTimeline, { as: consumer, query: { applicationId: id } });
  expect(items.map((entry) => [entry.action, entry.details.refundState ?? null]).slice(0, 3)).toEqual([
    ['refund', 'PAID_OUT'],
    ['refund', 'APPROVED'],
    ['withdraw-paid', null],
  ]);
  const messages = await all(
    app.db,
    sql`select from platform.outbox where event like ${`payments.refund:${refund.id}:%`} order by id`,
  );
  expect(messages).toHaveLength(3);
  expect(await caseOf(id)).toMatchObject({ payeeName: name, payeeNameBn: nameBn });
  for (const language of ['en', 'bn'] as const) {
    const pdf = await app.server.inject({
      url: `/api/billing/refund/voucher/${refund.id}?language=${language}`,
      headers: { authorization: `Bearer ${cashier.idToken}` },
    });
    expect([pdf.statusCode, pdf.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    const text = textOfPdf(pdf.rawPayload);
    expect([text.includes(name), text.includes(nameBn)]).toEqual([language === 'en', language === 'bn']);
  }
  // The file is closed: no way back, no way to delete it.
  const reopen = { applicationId: id, version: after.version, action: 'reopen' as const, remark: 'again' };
  expect((await app.refused(applications.updateState, { as: admin, body: reopen })).code).toBe(
    'applications.refund_asked',
  );
});

test('who asked does not decide; a refusal needs a reason, and may be asked for again', async () => {
  const { id, refund, total } = await withdrawn(admin);
  expect((await app.refused(contract.decideRefund, decide(admin, refund.id))).code).toBe(
    'payments.refund_asker',
  );
  const silent = await app.refused(contract.decideRefund, decide(reviewer, refund.id, false));
  expect([silent.code, silent.fields.map((field) => field.path)]).toEqual([
    'payments.refusal_reason',
    ['remark'],
  ]);
  const refused = await app.call(
    contract.decideRefund,
    decide(reviewer, refund.id, false, 'no identity card'),
  );
  expect(refused).toMatchObject({ state: 'REFUSED', decisionRemark: 'no identity card' });
  expect((await app.refused(contract.decideRefund, decide(reviewer, refund.id))).code).toBe(
    'payments.refund_decided',
  );
  expect(await balance(id, '2210')).toBe(-total);
  const again = { of: { kind: 'REFUSED' as const, refundId: refund.id }, reason: 'card shown' };
  const second = await app.call(contract.openRefund, { as: cashier, body: again });
  expect(second.state).toBe('REQUESTED');
  expect((await app.refused(contract.openRefund, { as: cashier, body: again })).code).toBe(
    'payments.refund_open',
  );
  expect((await detail(id)).demandNotes[0]?.refundState).toBe('REQUESTED');
  const archive = { applicationId: id, version: (await detail(id)).version, action: 'archive' as const };
  expect((await app.refused(applications.updateState, { as: admin, body: archive })).code).toBe(
    'applications.refund_open',
  );
});

test('paid in part: what is owed no more leaves the books, what was paid goes back by bank', async () => {
  await allowParts(true);
  const { id, refund } = await withdrawn(cashier, { part: 10_000 });
  await allowParts(false);
  expect(refund.amountMinor).toBe(10_000);
  expect([await balance(id, '1110'), await balance(id, '2210')]).toEqual([0, -10_000]);
  await app.call(contract.decideRefund, decide(reviewer, refund.id));
  const early = { method: 'BANK' as const, reference: 'BEFTN 77', paidOn: '2026-11-14' };
  const tooEarly = await app.refused(contract.payRefund, {
    as: payer,
    body: { refundId: refund.id, tender: early },
  });
  expect(tooEarly.code).toBe('payments.paid_before_decision');
  const paid = await app.call(contract.payRefund, {
    as: payer,
    body: { refundId: refund.id, tender: { method: 'BANK', reference: 'BEFTN 77' } },
  });
  expect(paid).toMatchObject({ method: 'BANK', reference: 'BEFTN 77' });
  const { bank } = await one<{ bank: number }>(
    app.db,
    sql`select sum(amount_minor)::bigint as bank from ledger.entries where account_code = '1030'`,
  );
  expect(bank).toBe(-10_000);
});

describe('the way without money', () => {
  test('an unpaid note is cancelled and nothing is refunded', async () => {
    const { id, version } = await makeApplication(app, { upTo: 'READY_TO_PAY' });
    const body = { applicationId: id, version, remark: 'too dear' };
    expect((await app.refused(withdrawAfterPayment, { as: cashier, body })).code).toBe(
      'applications.nothing_paid',
    );
    await app.call(applications.updateState, { as: cashier, body: { ...body, action: 'withdraw' } });
    expect((await detail(id)).demandNotes[0]).toMatchObject({ state: 'CANCELLED', refundState: null });
    expect(await all(app.db, sql`select from payments.refunds where application_id = ${id}`)).toEqual([]);
  });

  test('a paid one goes the long way only, and not after the meter is installed', async () => {
    const { id, version } = await paidApplication();
    const plain = { applicationId: id, version, action: 'withdraw' as const };
    expect((await app.refused(applications.updateState, { as: cashier, body: plain })).status).toBe(409);
    const { meterNumber } = await detail(id);
    await execute(
      app.db,
      sql`insert into applications.installations (application_id, meter_id, installed_on, seal_number, opening_litres,
        installed_by_name, recorded_at)
      select ${id}, m.id, '2026-11-15', 'S-1', 0, 'x', now() from meters.meters m where m.number = ${meterNumber}`,
    );
    const body = { applicationId: id, version, remark: 'too late' };
    expect((await app.refused(withdrawAfterPayment, { as: cashier, body })).code).toBe(
      'applications.installed_already',
    );
  });
});

test('money that a bank took too late goes back as well, once', async () => {
  const consumer = await app.consumer();
  const { id } = await makeApplication(app, {
    upTo: 'READY_TO_PAY',
    consumerId: String(consumer.consumerId),
  });
  const total = (await detail(id)).totalMinor ?? 0;
  const started = await app.call(payDemandNote, {
    as: consumer,
    body: { applicationId: id, amountMinor: total, tender: { method: 'GATEWAY' } },
  });
  const { bankUrl } = await app.call(gateway.openOrder, { as: consumer, body: { paymentId: started.id } });
  const counter = await pay(id, total);
  await app.server.inject({
    method: 'POST',
    url: '/sandbox-bank/pay',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `${new URL(bankUrl ?? '', 'http://x').searchParams}&decision=approve`,
  });
  await app.call(gateway.completeGatewayPayment, { as: consumer, body: { paymentId: started.id } });
  const of = (paymentId: string) => ({
    as: cashier,
    body: { of: { kind: 'PAYMENT' as const, paymentId }, reason: 'paid twice' },
  });
  expect((await app.refused(contract.openRefund, of(counter.id))).code).toBe('payments.nothing_refundable');
  const seen = (id: string, as: Person = cashier) => app.call(getPayment, { as, params: { id } });
  expect([(await seen(started.id)).can.refund, (await seen(counter.id)).can.refund]).toEqual([false, false]);
  expect((await seen(started.id, consumer)).owedBack).toBe(true);
  // Its refund was asked for when the money came.
  const { items } = await app.call(contract.listRefunds, { as: cashier, query: { applicationId: id } });
  const [refund = { id: '' }] = items;
  expect(items).toMatchObject([{ cause: 'PAYMENT', amountMinor: total, state: 'REQUESTED' }]);
  expect((await app.refused(contract.openRefund, of(started.id))).code).toBe('payments.payment_refund_open');
  await app.call(contract.decideRefund, decide(reviewer, refund.id));
  await app.call(contract.payRefund, cash(payer, refund.id));
  expect(await balance(id, '2210')).toBe(0);
  expect((await detail(id)).state).toBe('READY_FOR_METER_INSTALLATION');
});

test('thirty at once: withdrawn once, approved once, paid out once', async () => {
  const made = await paidApplication();
  const body = { applicationId: made.id, version: made.version, remark: 'moved' };
  const once = async (work: () => Promise<unknown>) => {
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, work));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  };
  await once(() => app.call(withdrawAfterPayment, { as: admin, body }));
  const refund = await caseOf(made.id);
  await once(() => app.call(contract.decideRefund, decide(reviewer, refund.id)));
  await once(() => app.call(contract.payRefund, cash(payer, refund.id)));
  expect(await balance(made.id, '2210')).toBe(0);
});

test('the database keeps the facts of a case, for every writer', async () => {
  const { refund } = await withdrawn(admin);
  const direct = (change: string) =>
    sql.raw(`update payments.refunds set ${change} where id = '${refund.id}'`).execute(app.db);
  await expect(direct('amount_minor = amount_minor + 1')).rejects.toThrow(/is a fact/);
  await expect(direct(`state = 'PAID_OUT'`)).rejects.toThrow(/does not go/);
  await expect(execute(app.db, sql`delete from payments.refunds`)).rejects.toThrow();
});

test('consumers and other staff see no case', async () => {
  for (const person of [await app.consumer(), await app.staff('surveyor')]) {
    expect((await app.refused(contract.listRefunds, { as: person })).status).toBe(402);
  }
});
