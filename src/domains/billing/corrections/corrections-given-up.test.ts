/** A request to correct a bill ends: a second person corrects the bill or refuses with a reason, or who asked takes it back; then somebody may ask again. */
import { describe, expect, test } from 'vitest';
import { ownWork } from '#domains/dashboard/work/contract.ts';
import { listNotices } from '#domains/identity/notices/contract.ts';
import { all, execute, type Sql, sql } from '#platform/database/db.ts';
import type { Permission } from '#shared/permissions.ts';
import type { Person } from '#test/app.ts';
import * as bills from '../invoices/contract.ts';
import { correctionsToDecide } from '../work-queues.ts';
import * as contract from './contract.ts';
import { makeOffice, OCTOBER } from './factory-corrections.ts';

const office = await makeOffice();
const { app, officer, approver, billed, bodyOf, decide } = office;

type Kind = 'CANCEL' | 'ADJUST';
const WORDS = { CANCEL: 'invoices:cancel', ADJUST: 'invoices:adjust' } as const;

async function ask(kind: Kind, billId: string, as: Person = officer): Promise<string> {
  const body = { ...(await bodyOf(billId, 900_000)), reason: 'wrong' };
  const { id } = await (kind === 'ADJUST'
    ? app.call(contract.adjustMeterReading, { as, body })
    : app.call(contract.cancelInvoice, { as, body: { ...body, freePayment: false } }));
  return id;
}
/** A bill whose correction waits for a second person. */
async function asked(kind: Kind) {
  const { billId } = await billed();
  return { billId, id: await ask(kind, billId) };
}
const back = (correctionId: string, as: Person, reason = 'it is right') =>
  app.codeOf(contract.withdrawCorrection, { as, body: { correctionId, reason } });
const refusal = (correctionId: string, as: Person, remark?: string) =>
  app.refused(contract.decideCorrection, {
    as,
    body: { correctionId, accept: false, ...(remark === undefined ? {} : { remark }) },
  });
const detail = (billId: string, as: Person = approver) =>
  app.call(bills.invoiceDetail, { as, params: { id: billId } });
const told = async (as: Person, billId: string) => {
  const { items } = await app.call(listNotices, { as, query: { limit: 100 } });
  return items.filter(
    ({ kind, path }) => path === `/billing/invoice-list/${billId}` && /correction_(made|refused)$/.test(kind),
  );
};
const reasons = async (billId: string, action: string) =>
  (
    await all<{ reason: string }>(
      app.db,
      sql`select reason from platform.audit where action = ${action} and object_id = ${billId}`,
    )
  ).map(({ reason }) => reason);

describe.each(['CANCEL', 'ADJUST'] as const)('%s', (kind) => {
  test('refused with a reason, which is told at its field: the bill says why, and who asked is told', async () => {
    const { billId, id } = await asked(kind);
    expect(await refusal(id, approver)).toMatchObject({
      code: 'billing.refusal_reason',
      fields: [{ path: 'remark', code: 'billing.refusal_reason' }],
    });
    expect((await refusal(id, approver, ' ')).code).toBe('common.invalid_input');
    expect(await decide(id, false)).toBeUndefined();
    expect(await detail(billId)).toMatchObject({
      ...{ state: 'ISSUED', correction: null },
      refusedCorrection: { kind, isWithdrawn: false, reason: 'wrong', answer: 'it is right' },
    });
    expect(await told(officer, billId)).toMatchObject([
      { kind: 'billing.correction_refused', params: { reason: 'it is right' } },
    ]);
    expect(await reasons(billId, 'invoice.refuse-correction')).toEqual(['it is right']);
    const again = await ask(kind, billId, approver);
    expect(await detail(billId)).toMatchObject({ correction: { id: again }, refusedCorrection: null });
    expect(await told(approver, billId)).toEqual([]);
  });

  test('agreed to: who asked is told, and nobody else', async () => {
    const { billId, id } = await asked(kind);
    expect(await decide(id, true)).toBeUndefined();
    expect((await told(officer, billId)).map((notice) => notice.kind)).toEqual(['billing.correction_made']);
    expect(await told(approver, billId)).toEqual([]);
    expect((await detail(billId)).refusedCorrection).toBeNull();
    expect(await back(id, officer)).toBe('billing.correction_decided');
  });

  test('taken back by who asked, and by nobody else; once; then somebody else may ask', async () => {
    const { billId, id } = await asked(kind);
    expect((await detail(billId, officer)).correction).toMatchObject({ id, isOwn: true });
    expect((await detail(billId)).correction).toMatchObject({ id, isOwn: false });
    expect(await back(id, approver)).toBe('billing.correction_not_own');
    const other = await app.staffWith([WORDS[kind === 'CANCEL' ? 'ADJUST' : 'CANCEL']]);
    expect(await back(id, other)).toBe('common.not_permitted');
    expect(await back(crypto.randomUUID(), officer)).toBe('common.not_found');
    expect(await back(id, officer, ' ')).toBe('common.invalid_input');
    const both = await Promise.all([back(id, officer), back(id, officer)]);
    expect(both.toSorted()).toEqual(['billing.correction_decided', undefined]);
    expect(await detail(billId)).toMatchObject({
      ...{ state: 'ISSUED', correction: null },
      refusedCorrection: { kind, isWithdrawn: true, answer: 'it is right' },
    });
    expect(await reasons(billId, 'invoice.withdraw-correction')).toEqual(['it is right']);
    expect(await told(officer, billId)).toEqual([]);
    for (const accept of [true, false]) expect(await decide(id, accept)).toBe('billing.correction_decided');
    const later = await ask(kind, billId, approver);
    expect(await back(later, officer)).toBe('billing.correction_not_own');
    expect(await decide(later, true, officer)).toBeUndefined();
  });
});

test('the database keeps it to who asked, and wants the reason', async () => {
  const { id } = await asked('CANCEL');
  const end = (change: Sql) =>
    execute(app.owner.db, sql`update billing.corrections set decided_at = now(), ${change} where id = ${id}`);
  await expect(
    end(sql`state = 'WITHDRAWN', answer = 'x', decided_by = ${approver.userId}`),
  ).rejects.toMatchObject({ constraint: 'corrections_two_persons' });
  for (const state of ['REFUSED', 'WITHDRAWN'])
    await expect(
      end(sql`state = ${state}, decided_by = ${state === 'REFUSED' ? approver.userId : officer.userId}`),
    ).rejects.toMatchObject({ constraint: 'corrections_answer_check' });
});

test('a correction that waits is work of who may make it, and a filter of the list; a household does not read of it', async () => {
  const { billId, id } = await asked('ADJUST');
  const queueOf = async (as: Person) =>
    (await app.call(ownWork, { as })).queues.find(({ name }) => name === correctionsToDecide.name)?.total;
  const work = async (...words: Permission[]) => {
    const actor = { ...app.system(), kind: 'staff' as const, permissions: new Set(words) };
    const { items } = await correctionsToDecide.first(app.db, actor, 100);
    return items.filter((item) => item.id === billId);
  };
  const listed = async (as: Person) =>
    (await app.call(bills.searchInvoice, { as, query: { correctionAsked: true, limit: 200 } })).items.map(
      (bill) => bill.id,
    );
  const { items } = await app.call(bills.searchInvoice, { as: approver, query: { limit: 200 } });
  const number = items.find((bill) => bill.id === billId)?.number;
  expect(await work('invoices:adjust')).toMatchObject([
    { number, month: OCTOBER, since: expect.anything(), to: { path: `/billing/invoice-list/${billId}` } },
  ]);
  expect(await work('invoices:cancel')).toEqual([]);
  const canceller = await app.staffWith(['dashboard:view', 'invoices:view', 'invoices:cancel']);
  const adjuster = await app.staffWith(['dashboard:view', 'invoices:view', 'invoices:adjust']);
  const cancelling = (await queueOf(canceller)) ?? 0;
  expect(await queueOf(approver)).toBe(cancelling + ((await queueOf(adjuster)) ?? 0));
  expect(await listed(approver)).toContain(billId);
  expect(await listed(await app.consumer())).toEqual([]);
  expect(await back(id, officer)).toBeUndefined();
  expect([await work('invoices:adjust'), (await listed(approver)).includes(billId)]).toEqual([[], false]);
});
