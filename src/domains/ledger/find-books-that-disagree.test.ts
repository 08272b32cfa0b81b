/** The books against the documents: a row of any kind that does not fit shows in the proof. */
import { afterEach, expect, test } from 'vitest';
import { makeApplication } from '#domains/applications/factory.ts';
import * as payments from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { execute, one, type Sql, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { invariants } from './queries.ts';

const app = await testApp();
const cashier = await app.staff('cashier');

const difference = async () => (await invariants(app.db)).subledgerDifferenceMinor;
afterEach(async () => {
  expect(await difference()).toBe(0);
});

class TakenBack extends Error {}

/** What the proof says while something is broken; then it is taken back. */
async function whileBroken(statement: Sql): Promise<number> {
  let found = 0;
  const broken = transaction(app.owner.db, async (tx) => {
    await execute(tx, statement);
    found = (await invariants(tx)).subledgerDifferenceMinor;
    throw new TakenBack();
  });
  await expect(broken).rejects.toBeInstanceOf(TakenBack);
  return found;
}

test('a bill that is settled without money', async () => {
  const { invoices } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const id = String(invoices[0]?.id);
  expect(await whileBroken(sql`update billing.invoices set settled_minor = 100 where id = ${id}`)).toBe(100);
});

test('an advance that the books do not know', async () => {
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const body = { connectionId, amountMinor: 150_00, tender: { method: 'CASH' as const } };
  const { id } = await app.call(payments.makePayment, { as: cashier, body });
  const copy = sql`insert into payments.payments (source, method, state, amount_minor, consumer_id, connection_id, paid_on, created_at)
    select source, method, state, 77, consumer_id, connection_id, paid_on, created_at from payments.payments where id = ${id}`;
  expect(await whileBroken(copy)).toBe(77);
});

test('a demand note that was settled for less than was posted', async () => {
  const { id } = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  const { total } = await one<{ total: number }>(
    app.db,
    sql`select total_minor as total from applications.demand_notes where application_id = ${id}`,
  );
  await app.call(payments.payDemandNote, {
    as: cashier,
    body: { applicationId: id, amountMinor: total, tender: { method: 'CASH' } },
  });
  const less = sql`update applications.demand_notes set settled_minor = settled_minor - 500
    where application_id = ${id} and settled_minor > 0`;
  // Open again on 1110, and owed back on 2210.
  expect(await whileBroken(less)).toBe(1000);
});

test('money that is owed back without an entry', async () => {
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const owed = sql`insert into payments.payments (source, method, state, amount_minor, consumer_id, connection_id, paid_on,
      owed_back, created_at)
    select 'INVOICE', 'GATEWAY', 'APPROVED', 33, consumer_id, id, '2026-11-15', true, now()
    from meters.connections where id = ${connectionId}`;
  expect(await whileBroken(owed)).toBe(33);
});
