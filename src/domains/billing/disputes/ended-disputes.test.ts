/** How disputes end: by corrections of every kind, never by words alone; what is late is told. */
import { afterEach, describe, expect, test } from 'vitest';
import { consumerDashboard } from '#domains/dashboard/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { getPayable } from '#domains/payments/payables/contract.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { asIf } from '#test/database.ts';
import * as runs from '../bill-run/contract.ts';
import { decide as decideRun } from '../bill-run/factory-reversal.ts';
import * as corrections from '../corrections/contract.ts';
import { makeInvoice } from '../factory.ts';
import * as bills from '../invoices/contract.ts';
import { billData } from '../invoices/pdf/bill-pdf.ts';
import { getInvoice } from '../invoices/queries.ts';
import { tellLateDisputes } from './actions/tell-late.ts';
import * as contract from './contract.ts';
import { disputingOffice } from './factory.ts';

const office = await disputingOffice();
const { app, officer, approver, household, decider } = office;
const { bill, ask, get, verdict, decide, kept, log, messages, adjust, cancel, pay, detail } = office;
const START = '2026-11-02';
const goTo = (day: string) => app.clock.set(`${day}T04:00:00Z`);
const open = { state: 'OPEN', isHeld: true, correctionId: null, ended: null };

afterEach(async () => {
  goTo(START);
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  const off = await all(
    app.owner.db,
    sql`select d.id from billing.disputes d where (d.ended_at is null) <> exists (
      select from billing.collection_holds h where h.cause_id = d.id and h.to_day is null)`,
  );
  expect(off).toEqual([]);
});

describe('a correction ends it', () => {
  test.each(['UPHELD', 'PARTLY'] as const)('%s: when the bill is corrected, never before', async (what) => {
    const { billId } = await bill();
    const { id } = await ask(billId);
    expect(await decide(id, what)).toBe('TO_CORRECT');
    expect(await kept(id)).toEqual({ ...open, state: 'TO_CORRECT' });
    // A second person may still refuse the correction: the household reads the answer with the corrected bill.
    expect(await get(id, household)).toMatchObject({ verdict: null, answer: null });
    const { id: correctionId } = await adjust(billId, 40_000);
    expect(await kept(id)).toEqual({ state: what, isHeld: false, correctionId, ended: START });
    expect((await get(id)).documents).toMatchObject([{ supplementId: null }]);
    expect(await messages(id)).toEqual(['asked', what.toLowerCase()]);
    expect(await log(id)).toEqual(['dispute.open', 'dispute.decide', 'dispute.correct']);
  });

  test('one that was made since the household asked ends it when it is decided', async () => {
    const { billId } = await bill();
    const { id } = await ask(billId);
    const { id: correctionId } = await adjust(billId, 40_000);
    expect(await kept(id)).toEqual(open);
    expect(await decide(id, 'PARTLY')).toBe('PARTLY');
    expect(await kept(id)).toEqual({ state: 'PARTLY', isHeld: false, correctionId, ended: START });
  });

  test('one that was made before does not', async () => {
    const { billId } = await bill();
    const { id: before } = await adjust(billId, 40_000);
    await asIf(
      app.owner.db,
      'billing.corrections',
      sql`decided_at = decided_at - interval '1 minute' where id = ${before}`,
    );
    const { id } = await ask(billId);
    expect(await decide(id, 'UPHELD')).toBe('TO_CORRECT');
  });

  test('one that waits for its second person keeps it waiting, and opens it again if it is refused', async () => {
    const { billId } = await bill();
    const { id } = await ask(billId);
    await decide(id, 'UPHELD');
    const { version } = await detail(billId);
    const body = { invoiceId: billId, version, reason: 'wrong meter', freePayment: false };
    const waiting = await app.call(corrections.cancelInvoice, { as: officer, body });
    expect(waiting.state).toBe('REQUESTED');
    expect(await get(id)).toMatchObject({ correctionWaits: true, can: { decide: false } });
    expect(await app.codeOf(contract.decideDispute, await verdict(id, 'REJECTED'))).toBe(
      'disputes.correction_waits',
    );
    const decideCorrection = (correctionId: string, accept: boolean) =>
      app.call(corrections.decideCorrection, {
        ...{ as: approver, body: { correctionId, accept, remark: 'it is as it was' } },
      });
    await decideCorrection(waiting.id, false);
    expect(await kept(id)).toEqual(open);
    expect((await get(id)).verdict).toBeNull();
    await decide(id, 'UPHELD');
    const second = await app.call(corrections.cancelInvoice, { as: officer, body });
    await decideCorrection(second.id, true);
    expect(await kept(id)).toMatchObject({ state: 'UPHELD', isHeld: false, correctionId: second.id });
    expect(await log(id)).toEqual([
      'dispute.open',
      'dispute.decide',
      'dispute.open-again',
      'dispute.decide',
      'dispute.correct',
    ]);
  });

  test('a bill that is cancelled meanwhile ends it at once', async () => {
    const { billId } = await bill();
    const { id } = await ask(billId);
    await cancel(billId);
    expect(await kept(id)).toMatchObject({ state: 'CORRECTED', isHeld: false, ended: START });
    expect(await log(id)).toEqual(['dispute.open', 'dispute.correct']);
  });

  test('a run that is reversed ends it in the same transaction', async () => {
    const { billId } = await bill();
    const { id } = await ask(billId);
    const [found] = await all<{ id: string; version: number }>(
      app.db,
      sql`select r.id, r.version from billing.bill_runs r join billing.invoices i on i.run_id = r.id where i.id = ${billId}`,
    );
    const params = { id: String(found?.id) };
    const reason = 'wrong month';
    await app.call(runs.reverseRun, {
      ...{ as: officer, params, body: { version: Number(found?.version), reason, openReadings: false } },
    });
    await app.codeOf(runs.decideReversal, await decideRun({ app, id: params.id }, approver));
    expect((await app.call(bills.invoiceDetail, { as: officer, params: { id: billId } })).state).toBe(
      'CANCELLED',
    );
    expect(await kept(id)).toMatchObject({ state: 'CORRECTED', isHeld: false });
  });

  test('the database keeps no dispute of a cancelled bill, and none without its hold', async () => {
    const { billId } = await bill();
    const { id } = await ask(billId);
    await expect(
      execute(
        app.db,
        sql`update billing.invoices set cancelled_on = ${START}, cancel_reason = 'by hand' where id = ${billId}`,
      ),
    ).rejects.toThrow('is cancelled and disputed');
    await expect(
      execute(
        app.db,
        sql`update billing.disputes set state = 'WITHDRAWN', ended_at = now(), ended_on = ${START} where id = ${id}`,
      ),
    ).rejects.toThrow('do not fit');
    await expect(
      execute(
        app.db,
        sql`update billing.disputes set state = 'UPHELD', verdict = 'UPHELD', answer = 'x', decided_by = asked_by, decided_by_name = 'x',
          decided_at = now(), ended_at = now(), ended_on = ${START} where id = ${id}`,
      ),
    ).rejects.toThrow('disputes_correction_check');
  });
});

test('paying the bill does not end it: a correction gives the money back', async () => {
  const { billId, connectionId } = await bill();
  const { id } = await ask(billId);
  await pay(connectionId, (await detail(billId)).dueMinor);
  expect(await kept(id)).toEqual(open);
  await decide(id, 'UPHELD');
  await adjust(billId, 40_000);
  expect((await kept(id)).state).toBe('UPHELD');
  expect(await office.advance(connectionId)).toBeLessThan(0);
});

test('one that is late is told once to those who decide, and stays on their list', async () => {
  const { id } = await ask((await bill()).billId);
  const bells = async () => {
    const rows = await all<{ n: number }>(
      app.owner.db,
      sql`select count(*)::int as n from platform.notices where kind = 'disputes.late' and path like '%' || ${id}
        and user_id = ${decider.userId}`,
    );
    return rows[0]?.n;
  };
  goTo(addDays(START, 15));
  await tellLateDisputes(app.db, app.clock);
  expect(await bells()).toBe(0);
  goTo(addDays(START, 16));
  await tellLateDisputes(app.db, app.clock);
  await tellLateDisputes(app.db, app.clock);
  expect(await bells()).toBe(1);
  goTo(START);
  const late = async () =>
    (await app.call(contract.listDisputes, { as: decider, query: { late: true } })).items.map(
      (row) => row.id,
    );
  expect(await late()).not.toContain(id);
  await asIf(
    app.owner.db,
    'billing.disputes',
    sql`asked_on = asked_on - 16, decide_by = decide_by - 16 where id = ${id}`,
  );
  expect(await late()).toContain(id);
  await decide(id, 'REJECTED');
  expect(await late()).not.toContain(id);
});

describe('as long as it is open', () => {
  test('money pays other bills before it, the household is not asked for it, and pages count it apart', async () => {
    const as = await app.consumer('Salma Begum');
    const older = await office.billed(undefined, String(as.consumerId));
    const olderBill = String(older.bills[0]?.id);
    const { id: newerBill } = await transaction(app.db, (tx) =>
      makeInvoice(tx, app.system(), { connectionId: older.id, issuedOn: START, period: '2026-11-01' }),
    );
    // The older one is paid first, until it is disputed.
    const cart = async () =>
      (await app.call(bills.customerBillCart, { as, query: { connectionId: older.id } })).items.map(
        (row) => row.id,
      );
    await asIf(
      app.owner.db,
      'billing.invoices',
      sql`issued_on = ${addDays(START, -1)}::date where id = ${olderBill}`,
    );
    expect(await cart()).toEqual([olderBill, newerBill]);
    const { id } = await ask(olderBill, as);
    expect(await cart()).toEqual([newerBill, olderBill]);
    const whole = (await detail(olderBill)).dueMinor;
    const home = async () => (await app.call(consumerDashboard, { as, query: {} })).connections[0];
    expect(await home()).toMatchObject({ dueMinor: 115_00, openInvoices: 1, disputedMinor: whole });
    const own = await app.call(bills.billingIds, { as, query: {} });
    expect(own.items[0]).toMatchObject({ dueMinor: 115_00, openInvoices: 1, disputedMinor: whole });
    expect(own.sums.dueMinor).toBe(115_00);
    const ofOffice = await app.call(bills.billingIds, { as: officer, query: { connectionId: older.id } });
    expect(ofOffice.items[0]).toMatchObject({
      dueMinor: 115_00 + whole,
      disputedMinor: whole,
      openInvoices: 2,
    });
    const payable = await app.call(getPayable, { as, query: { connectionId: older.id } });
    expect(payable).toMatchObject({ dueMinor: 115_00 + whole, disputedMinor: whole });
    const list = async (query: { open: boolean }) =>
      (await app.call(bills.searchInvoice, { as, query })).items.map((row) => row.id);
    expect([await list({ open: true }), await list({ open: false })]).toEqual([[newerBill], [olderBill]]);
    await pay(older.id, 115_00);
    expect((await detail(newerBill)).state).toBe('PAID');
    expect((await detail(olderBill)).settledMinor).toBe(0);
    await decide(id, 'REJECTED');
    expect(await home()).toMatchObject({ dueMinor: whole, disputedMinor: 0 });
  });

  test('the paper says since when', async () => {
    const { billId } = await bill();
    const paper = async () => {
      const invoice = await getInvoice(app.db, app.actorOf(officer), billId);
      const choice = {
        language: 'en' as const,
        publicUrl: 'https://water.test',
        actor: app.actorOf(officer),
      };
      const { remarks } = await billData(app.db, invoice, choice);
      return remarks.filter((remark) => remark.startsWith('Under dispute since'));
    };
    expect(await paper()).toEqual([]);
    const { id } = await ask(billId);
    expect(await paper()).toHaveLength(1);
    await decide(id, 'REJECTED');
    expect(await paper()).toEqual([]);
  });
});
