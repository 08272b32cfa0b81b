/** "Alone up to" has a memory: per person and day, per bill, per connection; one rule for reversals and corrections. */
import { describe, expect, test } from 'vitest';
import * as corrections from '#domains/billing/corrections/contract.ts';
import { leftAlone, mayAlone } from '#domains/billing/corrections/second-person.ts';
import * as bills from '#domains/billing/invoices/contract.ts';
import { getBillingLimits, updateBillingLimits } from '#domains/billing/settings/contract.ts';
import { changeLimits } from '#domains/settings/changes/factory-limits.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { at } from '#test/zone.ts';
import * as contract from './contract.ts';
import { makeDebtor } from './factory.ts';

const app = await testApp();
/** Signed in again when the clock has moved. */
let cashier = await app.staff('cashier');
let admin = await app.staff('admin');
async function moveTo(instant: string): Promise<void> {
  app.clock.set(instant);
  cashier = await app.staff('cashier');
  admin = await app.staff('admin');
}

const LIMIT = 5_000_00;

/** A payment of this amount on a connection of its own, or on the given one. */
async function paid(amountMinor: number, on?: string): Promise<{ id: string; connectionId: string }> {
  const connectionId = on ?? (await transaction(app.db, (tx) => makeDebtor(tx, app.system()))).connectionId;
  const body = { connectionId, amountMinor, tender: { method: 'CASH' as const }, unusual: true };
  const { id } = await app.call(contract.makePayment, { as: cashier, body });
  return { id, connectionId };
}
const reverse = async (id: string, as: Person) =>
  (await app.call(contract.reversePayment, { as, body: { paymentId: id, reason: 'wrong connection' } }))
    .state;
const left = async (id: string, as: Person) =>
  (await app.call(contract.reverseAlone, { as, params: { id } })).leftMinor;

describe('per person and day', () => {
  test('many small ones are one large one; the dialog says what is left; the next day begins at zero', async () => {
    const reviewer = await app.staff('reviewer');
    const [first, second, third] = [await paid(3_000_00), await paid(1_500_00), await paid(1_000_00)];
    expect(await left(first.id, reviewer)).toBe(LIMIT);
    expect(await reverse(first.id, reviewer)).toBe('REVERSED');
    expect(await left(second.id, reviewer)).toBe(2_000_00);
    expect(await reverse(second.id, reviewer)).toBe('REVERSED');
    expect(await reverse(third.id, reviewer)).toBe('APPROVED');
    expect(await reverse((await paid(500_00)).id, await app.staff('reviewer'))).toBe('REVERSED');
    // Half past eleven in the evening is the same day, half past midnight the next one.
    const { person_id: me } = await one<{ person_id: string }>(
      app.db,
      sql`select person_id from billing.alone_acts where source_id = ${first.id}`,
    );
    const about = { limitMinor: LIMIT, connectionId: (await paid(1_00)).connectionId, billIds: [] };
    const leftOn = (now: string, today: string) =>
      leftAlone(app.db, { ...app.actorOf(reviewer), now: new Date(now), today }, about);
    expect(me).toBe(reviewer.userId);
    expect(await leftOn(at('2026-11-15', '23:30'), '2026-11-15')).toBe(500_00);
    expect(await leftOn(at('2026-11-16', '00:30'), '2026-11-16')).toBe(LIMIT);
    await moveTo(at('2026-11-15', '23:45'));
    const evening = await app.staff('reviewer');
    expect(await reverse((await paid(3_000_00)).id, evening)).toBe('REVERSED');
    app.clock.set(at('2026-11-16', '00:15'));
    expect(await left((await paid(1_00)).id, evening)).toBe(LIMIT);
  });

  test('two at once cannot both pass: exactly one stays below the limit', async () => {
    const reviewer = await app.staff('reviewer');
    const payments = [await paid(3_000_00), await paid(3_000_00), await paid(3_000_00), await paid(3_000_00)];
    const states = await Promise.all(payments.map(({ id }) => reverse(id, reviewer)));
    expect(states.toSorted()).toEqual(['APPROVED', 'APPROVED', 'APPROVED', 'REVERSED']);
  });

  test('what a second person decides uses nothing up; an unknown payment is not found', async () => {
    const reviewer = await app.staff('reviewer');
    const large = await paid(9_000_00);
    expect(await reverse(large.id, reviewer)).toBe('APPROVED');
    const { reversal } = await app.call(contract.getPayment, { as: admin, params: { id: large.id } });
    const body = { reversalId: String(reversal?.id), accept: true };
    expect((await app.call(contract.decideReversal, { as: admin, body })).state).toBe('REVERSED');
    const other = await paid(100_00);
    expect([await left(other.id, reviewer), await left(other.id, admin)]).toEqual([LIMIT, LIMIT]);
    const params = { id: crypto.randomUUID() };
    expect((await app.refused(contract.reverseAlone, { as: admin, params })).status).toBe(404);
  });
});

describe('per connection and per bill', () => {
  test('several people share the limit of a connection for 30 days', async () => {
    const one = await paid(3_000_00);
    expect(await reverse(one.id, await app.staff('reviewer'))).toBe('REVERSED');
    const again = await paid(3_000_00, one.connectionId);
    await moveTo(at('2026-12-14', '10:00'));
    const other = await app.staff('reviewer');
    expect(await left(again.id, other)).toBe(2_000_00);
    expect(await reverse(again.id, other)).toBe('APPROVED');
    // Both paid the same bill: it always remembers. A payment that pays none has only the connection's days.
    await moveTo(at('2026-12-16', '01:00'));
    const third = await app.staff('reviewer');
    expect(await left(again.id, third)).toBe(2_000_00);
    const ahead = await paid(3_000_00, one.connectionId);
    expect(await left(ahead.id, third)).toBe(LIMIT);
    expect(await reverse(ahead.id, third)).toBe('REVERSED');
  });

  test('two people at once on one connection cannot both pass', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await paid(3_000_00);
      const two = await paid(3_000_00, one.connectionId);
      const [first, second] = [await app.staff('reviewer'), await app.staff('reviewer')];
      const states = await Promise.all([reverse(one.id, first), reverse(two.id, second)]);
      expect(states.toSorted()).toEqual(['APPROVED', 'REVERSED']);
    }
  });

  test('reversals and cancellations count together, within the limit of each', async () => {
    const { limits, version } = await app.call(getBillingLimits, { as: admin });
    await changeLimits(app, updateBillingLimits, {
      limits: { ...limits, cancelAloneUpToMinor: 200_00 },
      version,
    });
    const debtor = await transaction(app.db, (tx) => makeDebtor(tx, app.system(), { months: 2 }));
    const reviewer = await app.staff('reviewer');
    const cancel = async (id: string | undefined) => {
      const bill = await app.call(bills.invoiceDetail, { as: reviewer, params: { id: String(id) } });
      const body = { invoiceId: bill.id, version: bill.version, reason: 'twice', freePayment: true };
      return (await app.call(corrections.cancelInvoice, { as: reviewer, body })).state;
    };
    const [older, newer] = debtor.invoices;
    const aloneFor = async (id: string | undefined) =>
      (await app.call(corrections.aloneLeft, { as: reviewer, params: { id: String(id) } })).leftMinor;
    expect(await aloneFor(older?.id)).toBe(200_00);
    expect(await cancel(older?.id)).toBe('DONE');
    expect(await aloneFor(newer?.id)).toBe(85_00);
    expect(await cancel(newer?.id)).toBe('REQUESTED');
    const payment = await paid(4_900_00);
    expect(await left(payment.id, reviewer)).toBe(LIMIT - 115_00);
    expect(await reverse(payment.id, reviewer)).toBe('APPROVED');
    const params = { id: crypto.randomUUID() };
    expect((await app.refused(corrections.aloneLeft, { as: admin, params })).status).toBe(404);
  });

  test('what was done alone is a fact', async () => {
    const { n } = await one<{ n: number }>(app.db, sql`select count(*)::int as n from billing.alone_acts`);
    expect(n).toBeGreaterThan(0);
    await expect(execute(app.db, sql`update billing.alone_acts set amount_minor = 0`)).rejects.toMatchObject({
      code: '42501',
    });
  });

  test('without a limit nobody acts alone', async () => {
    const { connectionId, invoices } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
    const act = { kind: 'CANCEL' as const, limitMinor: null, amountMinor: 0, connectionId };
    const ids = { billIds: [String(invoices[0]?.id)], sourceId: String(invoices[0]?.id) };
    const alone = await transaction(app.db, (tx) => mayAlone(tx, app.actorOf(admin), { ...act, ...ids }));
    expect(alone).toBe(false);
  });
});
