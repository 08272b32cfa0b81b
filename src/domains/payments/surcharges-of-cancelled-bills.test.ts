/** A bill that is cancelled: what had paid it was there for the later bills, so their surcharges are what they would have been. */
import { expect, test } from 'vitest';
import { cancelInvoice, decideCorrection } from '#domains/billing/corrections/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { execute, one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { surchargeCalls } from './factory-surcharges.ts';
import { differences } from './queries.ts';

const app = await testApp({ now: '2026-06-01T04:00:00Z' });
const { minor, goTo, charge, until, billed, surcharges } = surchargeCalls(app);

test('the surcharge of a later bill is taken back if the money of a cancelled bill would have paid it in time', async () => {
  const rule = {
    ...{
      onceMode: 'percent',
      oncePercent: '10',
      onceBasis: 'original',
      onceAfterDays: 0,
      monthlyMode: 'none',
    },
  };
  await execute(
    app.owner.db,
    sql`insert into settings.dated_entries (key, valid_from, value, state, two_persons, reason, planned_by_name, planned_at, approved_at)
      values ('surcharges', '2026-01-01', ${JSON.stringify(rule)}::jsonb, 'APPROVED', false, 'x', 'x', now(), now())`,
  );
  await charge();
  const wrong = await billed('2026-06-01', '2026-06-20');
  goTo('2026-06-10');
  await app.call(contract.makePayment, {
    as: await app.staff('cashier'),
    body: { connectionId: wrong.connectionId, amountMinor: minor(115_00), tender: { method: 'CASH' } },
  });
  await until('2026-07-01', { daily: true });
  const later = await billed('2026-07-01', '2026-07-20', wrong.connectionId);
  await until('2026-07-25', { daily: true });
  expect(await surcharges(later.billId)).toMatchObject([{ amount: 11_50, state: 'ISSUED' }]);
  const [asks, decides] = [await app.staff('admin'), await app.staff('admin')];
  const { version } = await one<{ version: number }>(
    app.db,
    sql`select version from billing.invoices where id = ${wrong.billId}`,
  );
  const asked = await app.call(cancelInvoice, {
    as: asks,
    body: { invoiceId: wrong.billId, version, reason: 'Nobody lived there', freePayment: true },
  });
  if (asked.state === 'REQUESTED')
    await app.call(decideCorrection, { as: decides, body: { correctionId: asked.id, accept: true } });
  expect(await surcharges(later.billId)).toMatchObject([{ amount: 11_50, state: 'CANCELLED' }]);
  const bill = await one(
    app.db,
    sql`select settled_minor as settled, total_minor as total from billing.invoices where id = ${later.billId}`,
  );
  expect(bill).toEqual({ settled: 115_00, total: 115_00 });
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
});
