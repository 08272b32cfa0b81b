/** What correcting a bill refuses, over HTTP, each for its own reason; and a reading that a run is about to bill. */
import { describe, expect, test } from 'vitest';
import { makeConnection } from '#domains/meters/factory.ts';
import * as imports from '#domains/meters/imports/contract.ts';
import { approveUnflagged, listReadings, reviewReading } from '#domains/meters/readings/contract.ts';
import * as payments from '#domains/payments/contract.ts';
import * as refunds from '#domains/payments/refunds/contract.ts';
import { changeLimits } from '#domains/settings/changes/factory-limits.ts';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { workPosting } from '../bill-run/actions/work-run.ts';
import * as settings from '../settings/contract.ts';
import * as contract from './contract.ts';
import { makeOffice, OCTOBER, SEPTEMBER } from './factory-corrections.ts';

const office = await makeOffice();
const { app, officer, approver, actor, begin, post, billed, billsOf, adjust, preview, decide } = office;
const { bodyOf, cancelBody, askCancel } = office;

/** Adjusting and its preview refuse the same. */
const both = async (invoiceId: string, registerLitres: number) => [
  await preview(invoiceId, registerLitres),
  await adjust(invoiceId, registerLitres),
];
const twice = (code: string) => [code, code];

describe('a bill is not adjusted, and a preview of it not made', () => {
  test.each([
    ['to what it says already', 50_000, 'billing.nothing_to_adjust'],
    ['to less than the register showed before', 20_000, 'meters.no_consumption'],
    ['to more than the register can show', 100_000_000, 'meters.beyond_register'],
  ])('%s', async (_, registerLitres, code) => {
    const { billId } = await billed();
    expect(await both(billId, registerLitres)).toEqual(twice(code));
    expect(await adjust(billId, 40_000)).toBeUndefined();
  });

  test('if the same figures do not give the same bill', async () => {
    const { billId } = await billed();
    const sewer = (percent: string) =>
      execute(
        app.owner.db,
        sql`update billing.invoices set explanation =
            jsonb_set(explanation::jsonb, '{0,sewerPercent}', to_jsonb(${percent}::text))::json where id = ${billId}`,
      );
    await sewer('50');
    expect(await both(billId, 40_000)).toEqual(twice('billing.bill_not_reproducible'));
    await sewer('100');
    expect(await adjust(billId, 40_000)).toBeUndefined();
  });

  test('while a correction of it waits for the second person', async () => {
    const { billId } = await billed();
    expect(await adjust(billId, 900_000)).toBeUndefined();
    expect(await adjust(billId, 40_000)).toBeUndefined();
    expect(await adjust(billId, 900_000)).toBe('billing.correction_waits');
  });

  test('if it has been changed since it was looked at; it is not cancelled either', async () => {
    const { billId } = await billed();
    const body = await cancelBody(billId);
    expect(await adjust(billId, 60_000)).toBeUndefined();
    const { invoiceId, version } = body;
    const preview = { invoiceId, version, registerLitres: 50_000 };
    expect(await app.codeOf(contract.previewAdjustment, { as: officer, body: preview })).toBe(
      'common.stale_version',
    );
    expect(await app.codeOf(contract.cancelInvoice, { as: officer, body })).toBe('common.stale_version');
  });

  test('if there is none', async () => {
    const none = {
      invoiceId: '0190ffff-ffff-7fff-8fff-ffffffffffff',
      ...{ version: 1, registerLitres: 1 },
    };
    const body = { ...none, reason: 'misread' };
    expect(await app.codeOf(contract.previewAdjustment, { as: officer, body: none })).toBe(
      'common.not_found',
    );
    expect(await app.codeOf(contract.adjustMeterReading, { as: officer, body })).toBe('common.not_found');
  });

  test('if it is cancelled, or supplements another one', async () => {
    const { id, billId } = await billed();
    expect(await adjust(billId, 60_000)).toBeUndefined();
    const supplement = (await billsOf(id)).find(({ isSupplement }) => isSupplement);
    expect(await both(String(supplement?.id), 40_000)).toEqual(twice('billing.invoice_is_supplement'));
    await app.call(contract.decideCorrection, {
      as: approver,
      body: { correctionId: await askCancel(billId), accept: true },
    });
    expect(await both(billId, 40_000)).toEqual(twice('billing.invoice_cancelled'));
  });
});

const pay = (connectionId: string, amountMinor: number) =>
  app.call(payments.makePayment, {
    as: officer,
    body: { connectionId, amountMinor, tender: { method: 'CASH' } },
  });

describe('what came between asking for a cancellation and the second person', () => {
  test('money for the bill, which nobody allowed to become credit', async () => {
    const { id, billId } = await billed();
    const correctionId = await askCancel(billId);
    await pay(id, 1_00);
    expect(await decide(correctionId, true)).toBe('billing.invoice_paid');
    expect(await decide(correctionId, false)).toBeUndefined();
  });
});

test('a bill whose credit was paid back to the consumer is not cancelled, alone or by two people, and not asked for', async () => {
  const { id: connectionId, billId } = await billed();
  const { id: paymentId } = await pay(connectionId, 500_00);
  expect(await adjust(billId, 40_000)).toBeUndefined();
  const body = { ...(await cancelBody(billId)), freePayment: true };
  const { id: correctionId } = await app.call(contract.cancelInvoice, { as: officer, body });
  await app.call(refunds.openRefund, {
    as: officer,
    body: { of: { kind: 'ADVANCE', connectionId, amountMinor: 200_00 }, reason: 'moves away' },
  });
  await app.call(payments.reversePayment, { as: officer, body: { paymentId, reason: 'wrong connection' } });
  expect(await decide(correctionId, true)).toBe('billing.advance_gone');
  expect(await decide(correctionId, false)).toBeUndefined();
  const asked = await app.codeOf(contract.cancelInvoice, { as: officer, body: await cancelBody(billId) });
  expect(asked).toBe('billing.advance_gone');
  const { limits, version } = await app.call(settings.getBillingLimits, { as: officer });
  const limit = (cancelAloneUpToMinor: number | null, at: number) =>
    changeLimits(app, settings.updateBillingLimits, {
      limits: { ...limits, cancelAloneUpToMinor },
      version: at,
    });
  await limit(50_000_00, version);
  const alone = await app.codeOf(contract.cancelInvoice, { as: officer, body: await cancelBody(billId) });
  expect(alone).toBe('billing.advance_gone');
  await limit(null, version + 1);
});

/** A correction that waits for the second person. */
async function asked(kind: 'CANCEL' | 'ADJUST'): Promise<string> {
  const { billId } = await billed();
  const body = { ...(await bodyOf(billId, 900_000)), reason: 'wrong' };
  const { id } = await (kind === 'ADJUST'
    ? app.call(contract.adjustMeterReading, { as: officer, body })
    : app.call(contract.cancelInvoice, { as: officer, body: { ...body, freePayment: false } }));
  return id;
}
describe.each(['CANCEL', 'ADJUST'] as const)('%s', (kind) => {
  test.each([true, false])('is decided once, by another person than asked (accepted: %s)', async (accept) => {
    const id = await asked(kind);
    expect(await decide(id, accept, officer)).toBe('billing.correction_second_person');
    expect(await decide(id, accept)).toBeUndefined();
    for (const again of [true, false]) expect(await decide(id, again)).toBe('billing.correction_decided');
  });

  test('is decided by who may make it: the word for the other kind is not enough', async () => {
    const id = await asked(kind);
    const words = { CANCEL: 'invoices:cancel', ADJUST: 'invoices:adjust' } as const;
    const other = await app.staffWith([words[kind === 'CANCEL' ? 'ADJUST' : 'CANCEL']]);
    expect(await decide(id, true, other)).toBe('common.not_permitted');
    expect(await decide(id, true, await app.staffWith([words[kind]]))).toBeUndefined();
  });
});

/** Opens the approved reading of October again. */
async function openAgain(connectionId: string): Promise<string | undefined> {
  const query = { connectionId, period: OCTOBER };
  const { items } = await app.call(listReadings, { as: officer, query });
  const { id = '', version = 0 } = items[0] ?? {};
  const body = { id, version, action: 'reopen' as const, reason: 'misread' };
  return app.codeOf(reviewReading, { as: officer, body });
}

test('a reading that a run is about to bill stays: its file is not undone, the bill before it not adjusted', async () => {
  const made = await transaction(app.db, (tx) =>
    makeConnection(tx, actor, {
      ...{ connectedOn: '2026-08-31', approve: true },
      readings: [[SEPTEMBER, '2026-09-30', 25_000]],
    }),
  );
  await post(SEPTEMBER);
  const [september] = await billsOf(made.id);
  const content = `Meter,Register\n${made.meterNumber},50\n`;
  const file = { as: officer, content, name: 'october.csv' };
  const { id } = (await app.sendFile(imports.uploadImport, file)).data;
  const mapping = { meter: 0, register: 1, period: OCTOBER };
  const checked = await app.call(imports.checkImport, { as: officer, params: { id }, body: mapping });
  const { version } = await app.call(imports.commitImport, {
    ...{ as: officer, params: { id }, body: { version: checked.version } },
  });
  await app.call(approveUnflagged, { as: approver, body: { period: OCTOBER } });
  const run = await begin(OCTOBER);
  const undo = () => app.codeOf(imports.undoImport, { as: officer, params: { id }, body: { version } });
  expect(await undo()).toBe('meters.reading_in_posting');
  expect(await openAgain(made.id)).toBe('meters.reading_in_posting');
  expect(await both(String(september?.id), 20_000)).toEqual(twice('meters.reading_in_posting'));
  await workPosting(app.db, app.clock, run);
  expect(await undo()).toBe('meters.import_billed');
  expect(await adjust(String(september?.id), 20_000)).toBeUndefined();
});
