/** Who asked for a refund takes the request back before it is decided: alone, one time, with a reason; its money may be asked for again. */
import { afterEach, describe, expect, test } from 'vitest';
import { getApplication, getTimeline, updateState } from '#domains/applications/contract.ts';
import { withdrawAfterPayment } from '#domains/applications/demand-note/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { makeInvoice } from '#domains/billing/factory.ts';
import { listNotices } from '#domains/identity/notices/contract.ts';
import { balanceOf, invariants } from '#domains/ledger/queries.ts';
import { getRequest } from '#domains/ownership/contract.ts';
import { FEE, makeFees } from '#domains/ownership/fee/factory-fees.ts';
import * as steps from '#domains/ownership/steps/contract.ts';
import { all, execute, first, one, type Sql, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import * as payments from '../contract.ts';
import { makeDebtor } from '../factory.ts';
import { differences } from '../queries.ts';
import { decideRefund } from './actions/decide-refund.ts';
import { giveUpRefund } from './actions/give-up-refund.ts';
import * as contract from './contract.ts';

const app = await testApp();
const [cashier, other] = [await app.staff('cashier'), await app.staff('cashier')];
const [reviewer, admin] = [await app.staff('reviewer'), await app.staff('admin')];

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
});

const of = (partyId: string, account: '1100' | '2200' | '2210') => balanceOf(app.db, { partyId, account });
const refund = (id: string, as = cashier) => app.call(contract.getRefund, { as, params: { id } });
const giving = (refundId: string, as: Person = cashier, reason = 'typed twice') => ({
  as,
  body: { refundId, reason },
});
const codeOf = (refundId: string, as: Person = cashier) =>
  app.codeOf(contract.giveUpRefund, giving(refundId, as));
const decide = (refundId: string, accept = true) => ({
  as: reviewer,
  body: { refundId, accept, ...(accept ? {} : { remark: 'no' }) },
});
const entries = (id: string) =>
  all<{ reason: string; before: string; after: object }>(
    app.db,
    sql`select reason, before ->> 'state' as before, after from platform.audit
      where action = 'refund.give-up' and object = 'refund' and object_id = ${id}`,
  );
const told = async (refundId: string) =>
  (
    await first<{ body: string }>(
      app.owner.db,
      sql`select body from platform.outbox where event = ${`payments.refund:${refundId}:GIVEN_UP`}`,
    )
  )?.body;

/** A refund of ৳50 of an advance that the cashier asked for. */
async function asked() {
  const debtor = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const { connectionId } = debtor;
  const body = { connectionId, amountMinor: 16_500, tender: { method: 'CASH' as const } };
  await app.call(payments.makePayment, { as: cashier, body });
  const ask = { of: { kind: 'ADVANCE' as const, connectionId, amountMinor: 5_000 }, reason: 'moves away' };
  const { id } = await app.call(contract.openRefund, { as: cashier, body: ask });
  return { ...debtor, id, ask: { as: cashier, body: ask } };
}

/** The case of an application that was withdrawn after it was paid. */
async function withdrawn(as: Person = admin, consumerId: string | null = null) {
  const made = await makeApplication(app, { upTo: 'READY_TO_PAY', ...(consumerId ? { consumerId } : {}) });
  const page = () => app.call(getApplication, { as: admin, params: { id: made.id } });
  const tender = { method: 'CASH' as const };
  const paid = { applicationId: made.id, amountMinor: (await page()).totalMinor ?? 0, tender };
  await app.call(payments.payDemandNote, { as: cashier, body: paid });
  const body = { applicationId: made.id, version: (await page()).version, remark: 'moved' };
  await app.call(withdrawAfterPayment, { as, body });
  const { id, minor } = await one<{ id: string; minor: number }>(
    app.db,
    sql`select id, amount_minor as minor from payments.refunds where application_id = ${made.id}`,
  );
  return { id, applicationId: made.id, minor };
}

describe('an advance', () => {
  test('is the connection’s again, pays what is open, and may be asked for again', async () => {
    const { id, connectionId, ask } = await asked();
    await transaction(app.db, (tx) => makeInvoice(tx, app.system(), { connectionId, period: '2026-11-01' }));
    expect([await of(connectionId, '1100'), await of(connectionId, '2210')]).toEqual([11_500, -5_000]);
    expect((await refund(id)).can).toMatchObject({ giveUp: true, decide: false });
    const given = await app.call(contract.giveUpRefund, giving(id));
    expect(given).toMatchObject({
      ...{ state: 'GIVEN_UP', decidedBy: 'Karim Uddin', decisionRemark: 'typed twice', number: null },
      can: { giveUp: false, decide: false, pay: false, withdraw: false, open: false, voucher: false },
    });
    const accounts = ['1100', '2200', '2210'] as const;
    expect(await Promise.all(accounts.map((account) => of(connectionId, account)))).toEqual([6_500, 0, 0]);
    expect(await entries(id)).toEqual([
      { reason: 'typed twice', before: 'REQUESTED', after: { state: 'GIVEN_UP', amountMinor: 5_000 } },
    ]);
    expect((await told(id))?.normalize()).toMatch(/is not paid back for now|আপাতত ফেরত যাচ্ছে না/);
    expect((await app.refused(contract.openRefund, ask)).code).toBe('payments.above_advance');
    const more = { connectionId, amountMinor: 11_500, tender: { method: 'CASH' as const } };
    await app.call(payments.makePayment, { as: cashier, body: more });
    expect((await app.call(contract.openRefund, ask)).state).toBe('REQUESTED');
  });

  test('has a tab of what was taken back, and a word for it in the file', async () => {
    const { id } = await asked();
    const tab = async () =>
      app.call(contract.listRefunds, { as: cashier, query: { state: 'GIVEN_UP', limit: 100 } });
    const before = (await tab()).total;
    await app.call(contract.giveUpRefund, giving(id));
    const after = await tab();
    expect([after.total, after.counts.GIVEN_UP]).toEqual([before + 1, before + 1]);
    const file = await app.server.inject({
      url: '/api/billing/refund/download?format=csv&language=en&state=GIVEN_UP',
      headers: { authorization: `Bearer ${cashier.idToken}` },
    });
    expect(file.body).toContain('Taken back');
  });
});

describe('nobody else, and once', () => {
  test('another cashier and the second person are refused; without the word, and without a reason', async () => {
    const { id } = await asked();
    expect(await codeOf(id, other)).toBe('payments.not_asker');
    expect(await codeOf(id, reviewer)).toBe('payments.not_asker');
    expect((await refund(id, other)).can.giveUp).toBe(false);
    expect(await codeOf(id, await app.staff('surveyor'))).toBe('common.not_permitted');
    expect(await app.codeOf(contract.giveUpRefund, giving(id, cashier, ' '))).toBe('common.invalid_input');
    expect(await codeOf(crypto.randomUUID())).toBe('common.not_found');
    expect((await refund(id)).state).toBe('REQUESTED');
  });

  test('what was taken back is not taken back again, decided or paid', async () => {
    const { id } = await asked();
    await app.call(contract.giveUpRefund, giving(id));
    expect(await codeOf(id)).toBe('payments.refund_decided');
    for (const accept of [true, false])
      expect(await app.codeOf(contract.decideRefund, decide(id, accept))).toBe('payments.refund_decided');
    const pay = { as: other, body: { refundId: id, tender: { method: 'CASH' as const } } };
    expect(await app.codeOf(contract.payRefund, pay)).toBe('payments.refund_not_approved');
    expect(await entries(id)).toHaveLength(1);
  });

  test.each([true, false])('what was decided (%s) is not taken back', async (accept) => {
    const { id } = await asked();
    await app.call(contract.decideRefund, decide(id, accept));
    expect(await codeOf(id)).toBe('payments.refund_decided');
    // Who asked was told.
    const { items } = await app.call(listNotices, { as: cashier, query: {} });
    expect(items.map(({ kind, path }) => [kind, path])).toContainEqual([
      accept ? 'payments.refund_approved' : 'payments.refund_refused',
      `/refund/${id}`,
    ]);
  });

  test('decided at this moment, and taken back at this moment: the first of the two counts', async () => {
    const [decided, given] = [await asked(), await asked()];
    const late = await duringChange(
      app,
      (tx) => decideRefund(tx, app.actorOf(reviewer), decide(decided.id).body),
      () => codeOf(decided.id),
    );
    expect([late, (await refund(decided.id)).state]).toEqual(['payments.refund_decided', 'APPROVED']);
    const tooLate = await duringChange(
      app,
      (tx) => giveUpRefund(tx, app.actorOf(cashier), { refundId: given.id, reason: 'typed twice' }),
      () => app.codeOf(contract.decideRefund, decide(given.id)),
    );
    expect([tooLate, (await refund(given.id)).state]).toEqual(['payments.refund_decided', 'GIVEN_UP']);
  });

  test('the database lets nobody else take it back, nor without a reason; what was taken back stays so', async () => {
    const { id } = await asked();
    const set = (sets: Sql) => execute(app.db, sql`update payments.refunds set ${sets} where id = ${id}`);
    const ended = sql`state = 'GIVEN_UP', decided_at = now(), decided_by_name = 'x'`;
    const by = (person: Person) => sql`decided_by = ${person.userId}`;
    await expect(set(sql`${ended}, ${by(other)}, decision_remark = 'x'`)).rejects.toMatchObject({
      constraint: 'refunds_two_persons',
    });
    await expect(set(sql`${ended}, ${by(cashier)}`)).rejects.toMatchObject({
      constraint: 'refunds_refused_check',
    });
    await app.call(contract.giveUpRefund, giving(id));
    for (const state of ['REQUESTED', 'APPROVED', 'REFUSED'])
      await expect(set(sql`state = ${state}`)).rejects.toMatchObject({ constraint: 'refunds_transition' });
  });
});

describe('money of an application', () => {
  test('stays owed; the applicant reads the reason; it may be asked for again, or the application archived', async () => {
    const { id, applicationId, minor } = await withdrawn();
    const given = await app.call(contract.giveUpRefund, giving(id, admin, 'another account'));
    expect(given).toMatchObject({ state: 'GIVEN_UP', can: { open: true } });
    expect(await of(applicationId, '2210')).toBe(-minor);
    const page = () => app.call(getApplication, { as: admin, params: { id: applicationId } });
    expect((await page()).demandNotes[0]?.refundState).toBe('REFUSED');
    const { items } = await app.call(getTimeline, { as: admin, query: { applicationId } });
    expect(items[0]).toMatchObject({ action: 'refund', remark: 'another account' });
    const again = { of: { kind: 'REFUSED' as const, refundId: id }, reason: 'the right account' };
    const second = await app.call(contract.openRefund, { as: cashier, body: again });
    expect([second.state, (await page()).demandNotes[0]?.refundState]).toEqual(['REQUESTED', 'REQUESTED']);
    // The old case is not asked for again beside the new one.
    expect((await refund(id)).can.open).toBe(false);
    expect((await app.refused(contract.openRefund, { as: cashier, body: again })).code).toBe(
      'payments.refund_open',
    );
    await app.call(contract.giveUpRefund, giving(second.id));
    const { version } = await page();
    const archive = { applicationId, version, action: 'archive' as const };
    expect(await app.codeOf(updateState, { as: admin, body: archive })).toBeUndefined();
  });

  const ofApplication = (change: Sql) => (id: string) =>
    sql`update applications.applications set ${change} where id = ${id}`;
  const ofNote = (change: Sql) => (id: string) =>
    sql`update applications.demand_notes set ${change} where application_id = ${id}`;

  test.each([
    [
      'applications.archived',
      ofApplication(sql`archived_at = now()`),
      ofApplication(sql`archived_at = null`),
    ],
    [
      'applications.on_hold',
      ofApplication(sql`overlay = 'HOLD', overlay_reason = 'x'`),
      ofApplication(sql`overlay = null, overlay_reason = null`),
    ],
    [
      'applications.wrong_state',
      ofApplication(sql`state = 'EXPIRED'`),
      ofApplication(sql`state = 'WITHDRAWN'`),
    ],
    [
      'applications.no_refund',
      ofNote(sql`settled_minor = 0, refundable_minor = 0, refund_state = null`),
      ofNote(sql`settled_minor = total_minor, refundable_minor = total_minor, refund_state = 'REQUESTED'`),
    ],
  ] as const)('%s: it waits, and is taken back without it', async (code, wrong, right) => {
    const { id, applicationId } = await withdrawn();
    await execute(app.owner.db, wrong(applicationId));
    const refused = await codeOf(id, admin);
    await execute(app.owner.db, right(applicationId));
    expect([refused, await codeOf(id, admin)]).toEqual([code, undefined]);
  });

  test('a household that withdrew has no such call: the second person refuses', async () => {
    const as = await app.consumer();
    const { id } = await withdrawn(as, as.consumerId);
    expect(await codeOf(id, as)).toBe('common.not_permitted');
    expect(await codeOf(id, admin)).toBe('payments.not_asker');
  });
});

test('the fee of an ownership change stays owed: both owners read that it is not paid back for now', async () => {
  const fees = await makeFees(app);
  const { office } = fees;
  const { id, owner } = await fees.asked();
  await fees.pay(id);
  await app.call(steps.rejectChange, {
    ...{ as: office.admin, query: { requestId: id } },
    body: {
      version: (await office.at(id)).version,
      remark: 'the heirs do not agree',
      despitePayment: true,
    },
  });
  const refundId = String((await fees.refunds(id))[0]?.id);
  const seen = async () =>
    (await app.call(getRequest, { as: owner, query: { requestId: id } })).fee?.payments.refund;
  expect((await seen())?.state).toBe('REQUESTED');
  await app.call(contract.giveUpRefund, giving(refundId, office.admin));
  expect((await seen())?.state).toBe('REFUSED');
  expect(await of(id, '2210')).toBe(-FEE);
  const again = { of: { kind: 'REFUSED' as const, refundId }, reason: 'asked for by the payer' };
  expect((await app.call(contract.openRefund, { as: fees.cashier, body: again })).state).toBe('REQUESTED');
  expect((await seen())?.state).toBe('REQUESTED');
});
