/** What noting, crediting and approving a leak are refused with, each by what became true in between. */
import { describe, expect, test } from 'vitest';
import { closePeriod } from '#domains/ledger/actions/close-period.ts';
import { execute, type Sql, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { expireLeaks } from './actions/end-leaks.ts';
import * as contract from './contract.ts';
import { CREDIT, leakOffice, ruleOfLeaks, SAID } from './factory.ts';
import { leakRules } from './leak.rules.ts';
import * as settings from './settings-contract.ts';

const office = await leakOffice();
const { app, cashier, household, decider, second, bill, note, ready, credit, approval } = office;
const { get, kept, messages, detail } = office;
const NOBODY = '0190ffff-ffff-7fff-8fff-ffffffffffff';
const asOwner = async (table: string, change: Sql) => {
  const of = sql.raw(table);
  await execute(app.owner.db, sql`alter table ${of} disable trigger user`);
  await execute(app.owner.db, change);
  await execute(app.owner.db, sql`alter table ${of} enable trigger user`);
};

test('the office notes no leak of a bill that has none', async () => {
  const noted = (invoiceId: string, more: { repairedOn?: string; proofId?: string } = {}) =>
    app.codeOf(contract.noteLeak, { as: cashier, body: { ...note(invoiceId).body, ...SAID, ...more } });
  /** What the page of the bill tells who notes leaks; the household reads nothing of it. */
  const told = async (invoiceId: string) => {
    expect((await detail(invoiceId, household)).noLeak).toBeNull();
    return (await detail(invoiceId, cashier)).noLeak;
  };
  const { billId } = await bill();
  expect(await told(billId)).toBeNull();
  expect(await noted(NOBODY)).toBe('common.not_found');
  const usual = await bill(15_000);
  expect(await noted(usual.billId)).toBe('leaks.not_unusual');
  expect(await told(usual.billId)).toEqual({ why: 'not_unusual', params: { percent: 200, litres: 10_000 } });
  expect(await noted(billId, { repairedOn: addDays(SAID.repairedOn, 2) })).toBe('leaks.repair_day');
  expect(await noted(billId, { proofId: NOBODY })).toBe('leaks.proof_unknown');
  await ruleOfLeaks(app, { on: false });
  expect(await noted(billId)).toBe('leaks.off');
  expect(await told(billId)).toEqual({ why: 'off', params: {} });
  await ruleOfLeaks(app, { leastMonths: 6 });
  expect(await noted(billId)).toBe('leaks.no_history');
  expect(await told(billId)).toEqual({ why: 'no_history', params: { least: 6 } });
  await ruleOfLeaks(app);
  expect(await noted(billId)).toBeUndefined();
  expect(await noted(billId)).toBe('leaks.within_year');
  expect(await told(billId)).toEqual({ why: 'within_year', params: {} });
});

/** What is changed, as the database would not let it be, and changed back. */
const CHANGES: Record<string, { of: string; there: (made: Made) => Sql; back: (made: Made) => Sql }> = {
  'leaks.bill_unfit': {
    of: 'meters.readings',
    there: (made) => sql`update meters.readings set source = 'ESTIMATE' where ${ofBill(made)}`,
    back: (made) => sql`update meters.readings set source = 'MANUAL' where ${ofBill(made)}`,
  },
  'leaks.no_history': {
    of: 'meters.readings',
    there: (made) => sql`update meters.readings set source = 'ESTIMATE' where ${before(made)}`,
    back: (made) => sql`update meters.readings set source = 'MANUAL' where ${before(made)}`,
  },
  'leaks.not_unusual': {
    of: 'meters.readings',
    there: (made) =>
      sql`update meters.readings set consumption_litres = consumption_litres * 4 where ${before(made)}`,
    back: (made) =>
      sql`update meters.readings set consumption_litres = consumption_litres / 4 where ${before(made)}`,
  },
  'leaks.not_back': {
    of: 'meters.readings',
    there: (made) => sql`update meters.readings set state = 'VALID' where ${after(made)}`,
    back: (made) => sql`update meters.readings set state = 'APPROVED' where ${after(made)}`,
  },
  'leaks.bill_disputed': {
    of: 'billing.collection_holds',
    there: (made) =>
      sql`update billing.collection_holds set cause = 'dispute' where invoice_id = ${made.billId}`,
    back: (made) => sql`update billing.collection_holds set cause = 'leak' where invoice_id = ${made.billId}`,
  },
  'leaks.correction_waits': {
    of: 'billing.corrections',
    there: (
      made,
    ) => sql`insert into billing.corrections (invoice_id, kind, state, reason, amount_minor, invoice_version, two_person, requested_at)
      values (${made.billId}, 'CANCEL', 'REQUESTED', 'x', 0, 1, true, now())`,
    back: (made) =>
      sql`update billing.corrections set state = 'REFUSED', decided_at = now(), answer = 'x' where invoice_id = ${made.billId}`,
  },
  'billing.bill_not_reproducible': {
    of: 'billing.invoices',
    there: (made) => sewer(made, '50'),
    back: (made) => sewer(made, '100'),
  },
};
type Made = Awaited<ReturnType<typeof ready>>;
const ofBill = ({ connectionId }: Made) => sql`connection_id = ${connectionId} and period = '2026-10-01'`;
const before = ({ connectionId }: Made) => sql`connection_id = ${connectionId} and period < '2026-10-01'`;
const after = ({ connectionId }: Made) => sql`connection_id = ${connectionId} and period > '2026-10-01'`;
const sewer = ({ billId }: Made, percent: string) =>
  sql`update billing.invoices set explanation =
    jsonb_set(explanation::jsonb, '{0,sewerPercent}', to_jsonb(${percent}::text))::json where id = ${billId}`;

describe('what became true since then refuses the credit, and its approval', () => {
  test.each(Object.keys(CHANGES))('%s', async (code) => {
    const change = CHANGES[code];
    if (!change) throw new Error(code);
    const made = await ready();
    const call = await credit(made.id);
    await asOwner(change.of, change.there(made));
    expect(await app.codeOf(contract.creditLeak, call)).toBe(code);
    await asOwner(change.of, change.back(made));
    const other = await waiting();
    const word = await approval(other.id);
    await asOwner(change.of, change.there(other));
    expect(await app.codeOf(contract.approveLeak, word)).toBe(code);
    await asOwner(change.of, change.back(other));
    expect(await app.codeOf(contract.approveLeak, word)).toBeUndefined();
    expect(await app.codeOf(contract.creditLeak, call)).toBeUndefined();
  });
});

describe('after the last day to wait for a reading, a request waits for the office', () => {
  test.each(Object.keys(CHANGES))('%s', async (code) => {
    const change = CHANGES[code];
    if (!change) throw new Error(code);
    const made = await ready();
    await asOwner(change.of, change.there(made));
    app.clock.set(`${addDays('2026-11-02', 91)}T04:00:00Z`);
    await expireLeaks(app.db, app.clock);
    const late = { as: await app.staff('engineer'), query: { ready: true, invoiceId: made.billId } };
    const { total } = await app.call(contract.listLeaks, late);
    app.clock.set('2026-11-02T04:00:00Z');
    expect([total, await kept(made.id)]).toEqual([1, { state: 'OPEN', isHeld: true, ended: null }]);
    expect(await messages(made.id)).toEqual(['asked']);
    await asOwner(change.of, change.back(made));
  });
});

async function waiting(): Promise<Made> {
  await ruleOfLeaks(app, { aloneUpToMinor: null });
  const made = await ready();
  expect((await app.call(contract.creditLeak, await credit(made.id))).state).toBe('WAITING');
  await ruleOfLeaks(app);
  return made;
}

test('a step on a leak that is unknown, or was seen in another version', async () => {
  const { id } = await waiting();
  const at = { as: second, params: { id: NOBODY } };
  expect(await app.codeOf(contract.approveLeak, { ...at, body: { version: 1, accept: true } })).toBe(
    'common.not_found',
  );
  expect(
    await app.codeOf(contract.creditLeak, {
      ...at,
      as: decider,
      body: { version: 1, amountMinor: CREDIT, answer: 'x' },
    }),
  ).toBe('common.not_found');
  expect(
    await app.codeOf(contract.refuseLeak, { ...at, as: decider, body: { version: 1, answer: 'x' } }),
  ).toBe('common.not_found');
  const stale = { as: second, params: { id }, body: { version: 1, accept: true } };
  expect(await app.codeOf(contract.approveLeak, stale)).toBe('common.stale_version');
  expect((await get(id)).state).toBe('WAITING');
});

test('nothing is posted in a month of the books that is closed', async () => {
  const [alone, other] = [await ready(), await waiting()];
  const [call, word] = [await credit(alone.id), await approval(other.id)];
  await transaction(app.db, (tx) => closePeriod(tx, app.system(), '2026-11-01'));
  expect(await app.codeOf(contract.creditLeak, call)).toBe('ledger.period_closed');
  expect(await app.codeOf(contract.approveLeak, word)).toBe('ledger.period_closed');
  expect((await get(alone.id)).state).toBe('OPEN');
});

test('a rule that needs more readings than it looks at is refused at its field', async () => {
  const as = await app.staff('admin');
  const plan = (leastMonths: number) => {
    const value = leakRules.parse({ months: 2, leastMonths });
    return { as, body: { validFrom: '2026-12-01', value, reason: 'Resolution' } };
  };
  expect(await app.refused(settings.planLeakRules, plan(3))).toMatchObject({
    code: 'leaks.least_above_most',
    fields: [{ path: 'value.leastMonths' }],
  });
  expect(await app.codeOf(settings.planLeakRules, plan(2))).toBeUndefined();
});
