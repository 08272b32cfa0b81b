/** Cancelling and adjusting posted bills, with what was paid of them: over HTTP, the proofs of the books after each. */
import { afterEach, describe, expect, test } from 'vitest';
import * as corrections from '#domains/billing/corrections/contract.ts';
import * as bills from '#domains/billing/invoices/contract.ts';
import { getBillingLimits, updateBillingLimits } from '#domains/billing/settings/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { changeLimits } from '#domains/settings/changes/factory-limits.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import type { Person } from '#test/app.ts';
import * as contract from './contract.ts';
import { BILL, correctingOffice, OCTOBER, SEPTEMBER } from './factory-corrections.ts';
import { differences } from './queries.ts';

const { app, officer, approver, cashier, run, billed, list, detail, pay, advance, owed, adjust, cancel } =
  await correctingOffice();

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
});

describe('what one person may cancel alone is all that is cancelled', () => {
  const limit = async (cancelAloneUpToMinor: number | null) => {
    const { limits, version } = await app.call(getBillingLimits, { as: officer });
    const body = { limits: { ...limits, cancelAloneUpToMinor }, version };
    if (limits.cancelAloneUpToMinor !== cancelAloneUpToMinor)
      await changeLimits(app, updateBillingLimits, body);
    return limits.cancelAloneUpToMinor;
  };
  const asked = (id: string) =>
    one<{ state: string; amount: number }>(
      app.db,
      sql`select state, amount_minor as amount from billing.corrections where invoice_id = ${id} and kind = 'CANCEL'
        order by requested_at desc limit 1`,
    );
  const cancelAlone = async (id: string) => {
    const as = await app.staff('admin');
    const { version } = await detail(id);
    const body = { invoiceId: id, version, reason: 'wrong category', freePayment: true };
    return (await app.call(corrections.cancelInvoice, { as, body })).state;
  };

  // A correction that was made alone counts on its connection too.
  test.each([
    ['with its supplementary bill', 60_000, 34_500, BILL + 34_500],
    ['less its credit note', 35_000, 40_250, BILL - 40_250],
  ])('%s', async (_, register, used, whole) => {
    const before = await limit(used + whole - 1);
    const [first, second] = [await billed(), await billed()];
    const [mine, other] = [String(first.bills[0]?.id), String(second.bills[0]?.id)];
    await adjust(mine, register, await app.staff('admin'));
    await adjust(other, register, await app.staff('admin'));
    expect(await cancelAlone(mine)).toBe('REQUESTED');
    expect(await asked(mine)).toEqual({ state: 'REQUESTED', amount: -whole });
    await limit(used + whole);
    expect(await cancelAlone(other)).toBe('DONE');
    expect(await asked(other)).toEqual({ state: 'DONE', amount: -whole });
    const noted = await all<{ amount: number; bills: number }>(
      app.db,
      sql`select amount_minor as amount, cardinality(bill_ids) as bills from billing.alone_acts
        where source_id = ${other} and kind = 'CANCEL'`,
    );
    expect(noted).toEqual([{ amount: whole, bills: register === 60_000 ? 2 : 1 }]);
    expect(await owed(second.id)).toBe(0);
    await limit(before);
  });
});

describe('a wrong reading on a bill', () => {
  test('the preview shows old and new line by line, and keeps nothing', async () => {
    const made = await billed();
    const [bill] = made.bills;
    const body = { invoiceId: String(bill?.id), version: 1, registerLitres: 35_000 };
    const preview = await app.call(corrections.previewAdjustment, { as: officer, body });
    expect(preview).toMatchObject({ amountMinor: -40_250, twoPerson: false });
    expect(preview.bills).toHaveLength(1);
    expect(preview.bills[0]).toMatchObject({
      before: { previousLitres: 25_000, currentLitres: 50_000, usageLitres: 25_000, totalMinor: BILL },
      after: { previousLitres: 25_000, currentLitres: 35_000, usageLitres: 10_000, totalMinor: 26_000 },
    });
    const lines = preview.bills[0]?.lines.map((line) => [line.kind, line.beforeMinor, line.afterMinor]);
    expect(lines).toEqual([
      ['water', 27_500, 10_000],
      ['fixed', 3000, 3000],
      ['sewer', 27_500, 10_000],
      ['vat_water', 4125, 1500],
      ['vat_sewer', 4125, 1500],
    ]);
    const readings = await all(
      app.db,
      sql`select state from meters.readings where connection_id = ${made.id} and period = ${OCTOBER}`,
    );
    expect(readings).toEqual([{ state: 'BILLED' }]);
    expect(await detail(bill?.id)).toMatchObject({ adjustments: [], settledMinor: 0, version: 1 });
  });

  test('too much billed becomes a credit note, which pays this bill first; the bill itself stays', async () => {
    const made = await billed();
    const id = String(made.bills[0]?.id);
    expect(await adjust(id, 35_000)).toMatchObject({ state: 'DONE', amountMinor: -40_250 });
    const bill = await detail(id);
    expect(bill).toMatchObject({
      totalMinor: BILL,
      settledMinor: 40_250,
      dueMinor: 26_000,
      adjustedMinor: -40_250,
    });
    expect(bill.adjustments).toMatchObject([
      { amountMinor: -40_250, reason: 'misread', supplement: null, after: { totalMinor: 26_000 } },
    ]);
    expect(bill.adjustments[0]?.number).toMatch(/^91\d{9}$/);
    expect(bill.history.at(-1)).toMatchObject({ usageLitres: 10_000, totalMinor: 26_000 });
    expect([await owed(made.id), await advance(made.id)]).toEqual([26_000, 0]);
    const states = await all<{ state: string; litres: number }>(
      app.db,
      sql`select state, register_litres as litres from meters.readings where connection_id = ${made.id} and period = ${OCTOBER} order by id`,
    );
    expect(states).toEqual([
      { state: 'SUPERSEDED', litres: 50_000 },
      { state: 'BILLED', litres: 35_000 },
    ]);
  });

  test('a paid bill keeps its payment: the credit is an advance', async () => {
    const made = await billed();
    await pay(made.id, BILL);
    await adjust(String(made.bills[0]?.id), 35_000);
    expect(await advance(made.id)).toBe(-40_250);
    expect(await detail(made.bills[0]?.id)).toMatchObject({ state: 'PAID', settledMinor: BILL });
  });

  test('too little billed becomes a supplementary bill; a second correction starts from the first', async () => {
    const made = await billed();
    const id = String(made.bills[0]?.id);
    await adjust(id, 60_000);
    const { items, total } = await list(made.id);
    const extra = items.find((item) => item.isSupplement);
    // 35 m³: 425 + 30 + 425 + 2 × 63.75 = 1007.50
    expect([total, extra?.totalMinor, extra?.dueMinor]).toEqual([2, 34_500, 34_500]);
    const supplement = await detail(extra?.id);
    expect(supplement.adjustments[0]).toMatchObject({ invoiceId: id, supplement: { id: extra?.id } });
    expect(supplement.can).toMatchObject({ pay: true, cancel: false, adjust: false });
    const byItself = {
      invoiceId: String(extra?.id),
      version: supplement.version,
      reason: 'x',
      freePayment: false,
    };
    expect(await app.codeOf(corrections.cancelInvoice, { as: officer, body: byItself })).toBe(
      'billing.invoice_is_supplement',
    );
    for (const [number, language] of [
      [id, 'en'],
      [id, 'bn'],
      [extra?.id, 'bn'],
    ]) {
      const paper = await app.server.inject({
        url: `/api/billing/invoice-detail/${number}/pdf?language=${language}`,
        headers: { authorization: `Bearer ${officer.idToken}` },
      });
      expect([paper.statusCode, paper.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    }
    expect(await owed(made.id)).toBe(100_750);
    expect(await adjust(id, 50_000)).toMatchObject({ amountMinor: -34_500 });
    expect(await owed(made.id)).toBe(BILL);
    expect((await detail(id)).adjustedMinor).toBe(0);
  });

  test('the next bill was measured from it: both are calculated again, what is open is checked again', async () => {
    const made = await billed([SEPTEMBER, OCTOBER]);
    const [september, october] = made.bills;
    const done = await adjust(String(september?.id), 15_000);
    expect(done.bills.map(({ invoiceId, amountMinor }) => [invoiceId, amountMinor])).toEqual([
      // Its first month counts 30 of 31 days: block of 19.355 m³.
      [september?.id, -29_492],
      [october?.id, 34_500],
    ]);
    expect((await detail(october?.id)).adjustments[0]).toMatchObject({
      before: { previousLitres: 25_000, usageLitres: 25_000 },
      after: { previousLitres: 15_000, usageLitres: 35_000 },
    });
    expect(await owed(made.id)).toBe(Number(september?.totalMinor) - 29_492 + BILL + 34_500);
  });

  test('the same correction twice, at once or later, is made once', async () => {
    const made = await billed();
    const invoiceId = String(made.bills[0]?.id);
    const body = { invoiceId, version: 1, registerLitres: 35_000, reason: 'misread' };
    const twice = await Promise.allSettled(
      [1, 2].map(() => app.call(corrections.adjustMeterReading, { as: officer, body })),
    );
    expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await app.refused(corrections.adjustMeterReading, { as: officer, body })).code).toBe(
      'common.stale_version',
    );
    const same = { ...body, version: 2 };
    expect((await app.refused(corrections.previewAdjustment, { as: officer, body: same })).code).toBe(
      'billing.nothing_to_adjust',
    );
    expect(await owed(made.id)).toBe(26_000);
  });

  test('above the limit another person decides (G26), and the consumer sees the document, not the request', async () => {
    const consumer = await app.consumer();
    const made = await billed([OCTOBER], String(consumer.consumerId));
    const id = String(made.bills[0]?.id);
    const asked = await adjust(id, 700_000);
    expect(asked).toMatchObject({ state: 'REQUESTED', twoPerson: true });
    expect(await owed(made.id)).toBe(BILL);
    const decide = (as: Person) => ({ as, body: { correctionId: asked.id, accept: true } });
    expect((await app.refused(corrections.decideCorrection, decide(officer))).code).toBe(
      'billing.correction_second_person',
    );
    expect((await app.refused(corrections.decideCorrection, decide(cashier))).status).toBe(402);
    expect((await detail(id, consumer)).correction).toBeNull();
    expect((await detail(id, approver)).correction).toMatchObject({
      kind: 'ADJUST',
      registerLitres: 700_000,
    });
    expect((await detail(id, approver)).can).toMatchObject({ decide: true, adjust: false, cancel: false });
    await app.call(corrections.decideCorrection, decide(approver));
    const seen = await detail(id, consumer);
    expect(seen.adjustments).toHaveLength(1);
    expect(await owed(made.id)).toBe(BILL + seen.adjustedMinor);
    const stranger = await app.consumer('Stranger');
    expect((await app.refused(bills.invoiceDetail, { as: stranger, params: { id } })).status).toBe(404);
    expect((await app.refused(corrections.decideCorrection, decide(approver))).code).toBe(
      'billing.correction_decided',
    );
  });

  test('a register that nothing explains, and a bill that does not come out the same, are refused', async () => {
    const made = await billed();
    const invoiceId = String(made.bills[0]?.id);
    const body = { invoiceId, version: 1, registerLitres: 20_000 };
    expect((await app.refused(corrections.previewAdjustment, { as: officer, body })).code).toBe(
      'meters.no_consumption',
    );
    await execute(
      app.owner.db,
      sql`update meters.connections set pipe_size_mm = 50, dwelling_units = 3, category = 'commercial' where id = ${made.id}`,
    );
    const fine = { ...body, registerLitres: 35_000 };
    expect((await app.call(corrections.previewAdjustment, { as: officer, body: fine })).amountMinor).toBe(
      -40_250,
    );
    // Lines never change; here one does, as if the bill had been made by another calculation.
    await transaction(app.owner.db, async (tx) => {
      await execute(tx, sql`alter table billing.invoice_lines disable trigger append_only`);
      await execute(
        tx,
        sql`update billing.invoice_lines set amount_minor = 28_500 where kind = 'sewer' and invoice_id = ${invoiceId}`,
      );
      await execute(tx, sql`alter table billing.invoice_lines enable trigger append_only`);
    });
    expect((await app.refused(corrections.previewAdjustment, { as: officer, body: fine })).code).toBe(
      'billing.bill_not_reproducible',
    );
  });
});

describe('a bill that should not be', () => {
  test('one asks, another cancels: opposite journal, state, reason; the month is billed again', async () => {
    const made = await billed();
    const id = String(made.bills[0]?.id);
    const body = { invoiceId: id, version: 1, reason: 'wrong category' };
    const asked = await app.call(corrections.cancelInvoice, { as: officer, body });
    expect(asked.state).toBe('REQUESTED');
    expect((await app.refused(corrections.cancelInvoice, { as: officer, body })).code).toBe(
      'billing.correction_waits',
    );
    const word = (as: Person) => ({ as, body: { correctionId: asked.id, accept: true } });
    expect((await app.refused(corrections.decideCorrection, word(officer))).code).toBe(
      'billing.correction_second_person',
    );
    await app.call(corrections.decideCorrection, word(approver));
    expect(await detail(id)).toMatchObject({
      state: 'CANCELLED',
      cancelReason: 'wrong category',
      dueMinor: 0,
    });
    expect(await owed(made.id)).toBe(0);
    const { kinds } = await one<{ kinds: string[] }>(
      app.db,
      sql`select array_agg(kind order by kind) as kinds from ledger.journals where source_id = ${id}`,
    );
    expect(kinds).toEqual(['INVOICE', 'REVERSAL']);
    await run(OCTOBER);
    const { items } = await list(made.id);
    expect(items.map(({ state }) => state).toSorted()).toEqual(['CANCELLED', 'ISSUED']);
    expect(await owed(made.id)).toBe(BILL);
    expect((await app.refused(corrections.cancelInvoice, { as: officer, body })).code).toBe(
      'billing.invoice_cancelled',
    );
  });

  test('a refused request leaves the bill as it was', async () => {
    const made = await billed();
    const body = { invoiceId: String(made.bills[0]?.id), version: 1, reason: 'wrong' };
    const asked = await app.call(corrections.cancelInvoice, { as: officer, body });
    await app.call(corrections.decideCorrection, {
      as: approver,
      body: { correctionId: asked.id, accept: false, remark: 'it is right' },
    });
    expect(await detail(made.bills[0]?.id)).toMatchObject({ state: 'ISSUED', correction: null, version: 1 });
  });

  test('paid: refused, unless the payment becomes credit; reversing it later takes the credit', async () => {
    const made = await billed();
    const id = String(made.bills[0]?.id);
    const payment = await pay(made.id, 50_000);
    const body = { invoiceId: id, version: 1, reason: 'wrong category' };
    const refused = await app.refused(corrections.cancelInvoice, { as: officer, body });
    expect([refused.code, refused.fields[0]?.path, refused.params.amount]).toEqual([
      'billing.invoice_paid',
      'freePayment',
      50_000,
    ]);
    await cancel(id, true);
    expect(await detail(id)).toMatchObject({ state: 'CANCELLED', settledMinor: 0 });
    expect([await owed(made.id), await advance(made.id)]).toEqual([0, -50_000]);
    const reversal = { paymentId: payment.id, reason: 'bounced' };
    await app.call(contract.reversePayment, { as: officer, body: reversal });
    expect([await owed(made.id), await advance(made.id)]).toEqual([0, 0]);
  });

  test('with its documents: the credit note is reversed, the supplementary bill cancelled', async () => {
    const made = await billed([SEPTEMBER, OCTOBER]);
    const [september, october] = made.bills;
    await adjust(String(september?.id), 15_000);
    await pay(made.id, 200_000);
    const before = await advance(made.id);
    await cancel(String(october?.id), true);
    const { items } = await list(made.id);
    expect(items.filter(({ state }) => state === 'CANCELLED')).toHaveLength(2);
    expect(await advance(made.id)).toBe(before - BILL - 34_500);
    await cancel(String(september?.id), true);
    expect([await owed(made.id), await advance(made.id)]).toEqual([0, -200_000]);
  });

  test('rights: the cashier may not, an unknown bill is not found', async () => {
    const body = { invoiceId: crypto.randomUUID(), version: 1, reason: 'x' };
    expect((await app.refused(corrections.cancelInvoice, { as: cashier, body })).status).toBe(402);
    expect((await app.refused(corrections.cancelInvoice, { as: officer, body })).status).toBe(404);
    const adjusting = { invoiceId: body.invoiceId, version: 1, registerLitres: 1, reason: 'x' };
    expect((await app.refused(corrections.adjustMeterReading, { as: cashier, body: adjusting })).status).toBe(
      402,
    );
  });
});
