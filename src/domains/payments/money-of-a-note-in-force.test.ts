/** A bank's money for a demand note that is in force pays it: under a hold, and after its last day, on which the night round leaves it. */
import { afterEach, expect, test } from 'vitest';
import * as applications from '#domains/applications/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { runDailyRound } from '#domains/applications/pipeline/actions/run-daily-round.ts';
import { balanceOf, invariants } from '#domains/ledger/queries.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import * as gateway from './gateway/contract.ts';
import { paymentsOfNotes } from './note-payments.ts';
import { getPayable } from './payables/contract.ts';

const app = await testApp();

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

const pageOf = (as: Person, id: string) => app.call(applications.getApplication, { as, params: { id } });
const round = () => runDailyRound(app.db, app.system(), paymentsOfNotes);
const remark = 'look at the papers';

/** A household that is on the page of the bank. */
async function atBank() {
  const owner = await app.consumer('Rahima Khatun');
  const { id } = await makeApplication(app, {
    upTo: 'READY_TO_PAY',
    consumerId: String(owner.consumerId),
  });
  const { dueMinor } = await app.call(getPayable, { as: owner, query: { applicationId: id } });
  const begin = { applicationId: id, amountMinor: dueMinor, tender: { method: 'GATEWAY' as const } };
  const started = await app.call(contract.payDemandNote, { as: owner, body: begin });
  const paymentId = started.id;
  await app.call(gateway.openOrder, { as: owner, body: { paymentId } });
  return { owner, id, dueMinor, paymentId };
}

async function bankTakes(paymentId: string) {
  await execute(
    app.db,
    sql`update payments.sandbox_orders s set status = 'APPROVED', decided_at = ${app.clock.now()}
      from payments.orders o where o.order_id = s.order_id and o.payment_id = ${paymentId}`,
  );
  const as = await app.staff('cashier');
  return app.call(gateway.completeGatewayPayment, { as, body: { paymentId } });
}

const lastDayOf = async (id: string) => (await pageOf(await app.staff('admin'), id)).expiresOn ?? '';
const goTo = (day: string) => app.clock.advance((Date.parse(day) - Date.parse(app.system().today)) / 1000);

test('on hold: the money pays the note, the hold stays, and who put it on hold is told', async () => {
  const { id, dueMinor, paymentId } = await atBank();
  const reviewer = await app.staff('reviewer');
  const { version, atBank: seen } = await pageOf(reviewer, id);
  expect(seen).toMatchObject({ paymentId, amountMinor: dueMinor });
  await app.call(applications.holdApplication, {
    ...{ as: reviewer, body: { applicationId: id, version, remark } },
  });
  expect(await bankTakes(paymentId)).toMatchObject({ state: 'APPROVED', owedBack: false });
  const paid = await pageOf(reviewer, id);
  expect(paid).toMatchObject({
    ...{ state: 'READY_FOR_METER_INSTALLATION', overlay: 'HOLD', paidMinor: dueMinor, dueAt: null },
    goesBack: [],
  });
  const owed = await Promise.all(
    (['1110', '2210'] as const).map((account) => balanceOf(app.db, { partyId: id, account })),
  );
  expect(owed).toEqual([0, 0]);
  const told = await all(
    app.owner.db,
    sql`select user_id as "user", params from platform.notices where kind = 'applications.paid_on_hold' and path like ${`%${id}`}`,
  );
  expect(told).toEqual([{ user: reviewer.userId, params: { number: paid.number, minor: dueMinor } }]);
  // The clock of the next step begins when it goes on, with all of its time.
  await app.call(applications.resumeApplication, {
    ...{ as: reviewer, body: { applicationId: id, version: paid.version, remark } },
  });
  const going = await pageOf(reviewer, id);
  expect(going).toMatchObject({ state: 'READY_FOR_METER_INSTALLATION', overlay: null });
  const cashier = await app.staff('cashier');
  const other = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  const { dueMinor: sum } = await app.call(getPayable, {
    as: cashier,
    query: { applicationId: other.id },
  });
  const cash = { applicationId: other.id, amountMinor: sum, tender: { method: 'CASH' as const } };
  await app.call(contract.payDemandNote, { as: cashier, body: cash });
  expect(going.dueAt).toBe((await pageOf(reviewer, other.id)).dueAt);
});

test('at the counter nothing is taken while it is on hold', async () => {
  const { id, dueMinor } = await atBank();
  const { version } = await pageOf(await app.staff('admin'), id);
  await app.call(applications.holdApplication, {
    ...{ as: await app.staff('reviewer'), body: { applicationId: id, version, remark } },
  });
  const cash = { applicationId: id, amountMinor: dueMinor, tender: { method: 'CASH' as const } };
  expect(await app.codeOf(contract.payDemandNote, { as: await app.staff('cashier'), body: cash })).toBe(
    'applications.on_hold',
  );
});

test('the night round leaves a note whose payment is at the bank; when it comes, it pays', async () => {
  const { id, paymentId } = await atBank();
  goTo(addDays(await lastDayOf(id), 20));
  await round();
  const admin = await app.staff('admin');
  expect((await pageOf(admin, id)).state).toBe('READY_TO_PAY');
  expect(await bankTakes(paymentId)).toMatchObject({ state: 'APPROVED', owedBack: false });
  expect((await pageOf(admin, id)).state).toBe('READY_FOR_METER_INSTALLATION');
});

test.each([
  ['the bank refused it', sql`state = 'DECLINED', decided_at = now()`],
  ['a person set it aside long ago', sql`set_aside_at = '2026-11-16'`],
])('it ends when %s', async (_, change) => {
  const { id, paymentId } = await atBank();
  goTo(addDays(await lastDayOf(id), 20));
  await round();
  expect((await pageOf(await app.staff('admin'), id)).state).toBe('READY_TO_PAY');
  await execute(app.owner.db, sql`update payments.payments set ${change} where id = ${paymentId}`);
  await round();
  expect((await pageOf(await app.staff('admin'), id)).state).toBe('EXPIRED');
});

test('a payment that a person set aside some days ago keeps it', async () => {
  const { id, paymentId } = await atBank();
  goTo(addDays(await lastDayOf(id), 20));
  const at = new Date(app.clock.now().getTime() - 13 * 86_400_000);
  await execute(app.owner.db, sql`update payments.payments set set_aside_at = ${at} where id = ${paymentId}`);
  await round();
  expect((await pageOf(await app.staff('admin'), id)).state).toBe('READY_TO_PAY');
});

test('a payment that was started in time is not brought to the bank after the last day', async () => {
  const owner = await app.consumer();
  const { id } = await makeApplication(app, { upTo: 'READY_TO_PAY', consumerId: String(owner.consumerId) });
  const { dueMinor } = await app.call(getPayable, { as: owner, query: { applicationId: id } });
  const body = { applicationId: id, amountMinor: dueMinor, tender: { method: 'GATEWAY' as const } };
  const { id: paymentId } = await app.call(contract.payDemandNote, { as: owner, body });
  await execute(
    app.owner.db,
    sql`update applications.applications set expires_on = ${app.system().today}::date - 1 where id = ${id}`,
  );
  expect(await app.codeOf(gateway.openOrder, { as: owner, body: { paymentId } })).toBe('payments.not_due');
});

test('counter money of the last day is taken the next morning, with its reason; money of a later day is not', async () => {
  const { id } = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  const lastDay = await lastDayOf(id);
  goTo(addDays(lastDay, 1));
  await round();
  const cashier = await app.staff('cashier');
  const { total } = await one<{ total: number }>(
    app.db,
    sql`select total_minor as total from applications.demand_notes where application_id = ${id}`,
  );
  const paying = (paidOn: string, more: object = {}) => ({
    as: cashier,
    body: { applicationId: id, amountMinor: total, tender: { method: 'CASH' as const, paidOn }, ...more },
  });
  const dateReason = 'taken yesterday at 16:50, power cut';
  const codeOf = (paidOn: string) => app.codeOf(contract.payDemandNote, paying(paidOn));
  expect(await codeOf(addDays(lastDay, 1))).toBe('applications.note_expired');
  expect(await codeOf(lastDay)).toBe('payments.date_reason');
  const paid = await app.call(contract.payDemandNote, paying(lastDay, { dateReason }));
  expect(paid).toMatchObject({ paidOn: lastDay, state: 'APPROVED' });
  expect((await pageOf(await app.staff('admin'), id)).state).toBe('READY_FOR_METER_INSTALLATION');
});

test('the round ends a note when one person cannot enter money of its last day any more', async () => {
  const { id } = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  const lastDay = await lastDayOf(id);
  for (const [days, state] of [
    [3, 'READY_TO_PAY'],
    [4, 'EXPIRED'],
  ] as const) {
    goTo(addDays(lastDay, days));
    await round();
    expect((await pageOf(await app.staff('admin'), id)).state).toBe(state);
  }
});
