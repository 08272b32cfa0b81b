/** What follows a corrected bill: whose the supplementary bill is and what pays it, and what a cancelled credit note leaves. */
import { afterEach, describe, expect, test } from 'vitest';
import * as corrections from '#domains/billing/corrections/contract.ts';
import { makeInvoice } from '#domains/billing/factory.ts';
import { applyAdvances } from '#domains/billing/invoices/actions/use-advances.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { reversePayment } from './contract.ts';
import { BILL, correctingOffice } from './factory-corrections.ts';
import { differences } from './queries.ts';

const { app, officer, billed, adjust, pay, advance, cancel } = await correctingOffice();

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
});

const settledOf = async (id: string) =>
  (
    await one<{ settled: number }>(
      app.db,
      sql`select settled_minor as settled from billing.invoices where id = ${id}`,
    )
  ).settled;

describe('too little was billed', () => {
  const supplementOf = (bill: string) =>
    one<{ holder: string; issued: string; due: string; used: number; total: number; settled: number }>(
      app.db,
      sql`select consumer_id as holder, issued_on as issued, due_on as due, usage_litres as used,
          total_minor as total, settled_minor as settled
        from billing.invoices where adjusts_id = ${bill}`,
    );

  test('the holder of the old bill gets the supplementary bill, although the connection is somebody else’s since', async () => {
    const { id, consumerId, bills } = await billed();
    const buyer = await app.consumer('Salma Begum');
    await execute(
      app.db,
      sql`update meters.connections set consumer_id = ${buyer.consumerId} where id = ${id}`,
    );
    const bill = String(bills[0]?.id);
    await adjust(bill, 51_000);
    // As many days to pay as the old bill gave.
    expect(await supplementOf(bill)).toMatchObject({
      ...{ holder: consumerId, issued: '2026-11-02', due: '2026-11-23' },
      ...{ used: 1000, settled: 0 },
    });
  });

  test('the advance of the connection pays it at once', async () => {
    const { id, bills } = await billed();
    await pay(id, BILL + 10_000);
    const bill = String(bills[0]?.id);
    await adjust(bill, 51_000);
    const { total, settled } = await supplementOf(bill);
    expect(total).toBeGreaterThan(0);
    expect([settled, await advance(id)]).toEqual([total, total - 10_000]);
  });
});

test('too much was billed, and then the bill is cancelled: its credit is taken back from the bill that it paid', async () => {
  const { id, bills } = await billed();
  const bill = String(bills[0]?.id);
  const { id: paymentId } = await pay(id, BILL);
  await adjust(bill, 48_000);
  const credit = -(await advance(id));
  expect(credit).toBeGreaterThan(0);
  const later = await transaction(app.db, async (tx) => {
    const made = await makeInvoice(tx, app.system(), { connectionId: id, period: '2026-11-01' });
    const connections = sql`select ${id}::uuid as id`;
    await applyAdvances(tx, app.system(), { connections, businessDate: '2026-11-02' });
    return made;
  });
  expect(await settledOf(later.id)).toBe(credit);
  await app.call(reversePayment, { as: officer, body: { paymentId, reason: 'wrong connection' } });
  expect(await settledOf(later.id)).toBe(credit);
  await cancel(bill);
  expect([await settledOf(later.id), await advance(id)]).toEqual([0, 0]);
});

test('who may only adjust bills does not decide about a cancellation', async () => {
  const { bills } = await billed();
  const invoiceId = String(bills[0]?.id);
  const body = { invoiceId, version: 1, reason: 'wrong category', freePayment: false };
  const { id: correctionId } = await app.call(corrections.cancelInvoice, { as: officer, body });
  const adjuster = await app.staffWith(['invoices:view', 'invoices:adjust']);
  const decision = { correctionId, accept: true };
  const refused = await app.refused(corrections.decideCorrection, { as: adjuster, body: decision });
  expect([refused.status, refused.code]).toEqual([402, 'common.not_permitted']);
  const canceller = await app.staffWith(['invoices:view', 'invoices:cancel']);
  expect((await app.call(corrections.decideCorrection, { as: canceller, body: decision })).state).toBe(
    'DONE',
  );
});
