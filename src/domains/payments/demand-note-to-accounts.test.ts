/** Which account each posting about a demand note and its money touches, with VAT on it. */
import { expect, test } from 'vitest';
import { withdrawAfterPayment } from '#domains/applications/demand-note/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { makePayment, payDemandNote } from './contract.ts';
import { makeDebtor } from './factory.ts';

const app = await testApp();
const cashier = await app.staff('cashier');
await execute(
  app.db,
  sql`insert into settings.entries (key, value)
  values ('applications', ${JSON.stringify({ vatPercent: '15' })}::jsonb)`,
);

/** Entries of the journals of a kind, by account. */
async function posted(kind: string): Promise<Record<string, number>> {
  const rows = await all<{ account: string; amount: number }>(
    app.db,
    sql`select e.account_code as account, sum(e.amount_minor)::bigint as amount
      from ledger.entries e join ledger.journals j on j.id = e.journal_id where j.kind = ${kind} group by 1`,
  );
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
}

test('a demand note with VAT, paid by card, then withdrawn', async () => {
  const made = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  const { total, vat } = await one<{ total: number; vat: number }>(
    app.db,
    sql`select total_minor as total, vat_minor as vat from applications.demand_notes where application_id = ${made.id}`,
  );
  expect(vat).toBeGreaterThan(0);
  const tender = { method: 'POS' as const, receiptNumber: 'T-1' };
  await app.call(payDemandNote, {
    as: cashier,
    body: { applicationId: made.id, amountMinor: total, tender },
  });
  expect(await posted('DEMAND_NOTE')).toEqual({
    [ACCOUNTS.applicants]: total,
    [ACCOUNTS.connectionFees]: vat - total,
    [ACCOUNTS.vat]: -vat,
  });
  expect(await posted('PAYMENT')).toEqual({ [ACCOUNTS.cardTerminal]: total, [ACCOUNTS.applicants]: -total });
  const { version } = await one<{ version: number }>(
    app.db,
    sql`select version from applications.applications where id = ${made.id}`,
  );
  const body = { applicationId: made.id, version, remark: 'moved' };
  await app.call(withdrawAfterPayment, { as: cashier, body });
  expect(await posted('WITHDRAWAL')).toEqual({
    [ACCOUNTS.connectionFees]: total - vat,
    [ACCOUNTS.vat]: vat,
    [ACCOUNTS.refundable]: -total,
  });
});

test.each([
  ['CASH', ACCOUNTS.cash],
  ['POS', ACCOUNTS.cardTerminal],
  ['BANK', ACCOUNTS.bank],
] as const)('a bill paid by %s is on its own account', async (method, account) => {
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const before = await posted('PAYMENT');
  const tender = method === 'CASH' ? { method } : { method, receiptNumber: 'T-2' };
  await app.call(makePayment, { as: cashier, body: { connectionId, amountMinor: 5000, tender } });
  const after = await posted('PAYMENT');
  expect((after[account] ?? 0) - (before[account] ?? 0)).toBe(5000);
  expect((after[ACCOUNTS.receivable] ?? 0) - (before[ACCOUNTS.receivable] ?? 0)).toBe(-5000);
});

test('a bill that is issued by hand leaves its audit row', async () => {
  const { invoices } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const rows = await all<{ action: string }>(
    app.db,
    sql`select action from platform.audit where object = 'invoice' and object_id = ${invoices[0]?.id}`,
  );
  expect(rows).toEqual([{ action: 'invoice.issue' }]);
});
