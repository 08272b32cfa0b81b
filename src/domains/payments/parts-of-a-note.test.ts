/** A demand note that is paid in parts: each part has its share of the VAT, none is tiny, and the rest is not forgotten. */
import { afterEach, describe, expect, test } from 'vitest';
import * as applications from '#domains/applications/contract.ts';
import { withdrawAfterPayment } from '#domains/applications/demand-note/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { runDailyRound } from '#domains/applications/pipeline/actions/run-daily-round.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { paymentsOfNotes } from './note-payments.ts';
import { decideProposal, proposeBackdated } from './proposals/contract.ts';

const app = await testApp();
const setting = (key: string, value: object) =>
  execute(
    app.db,
    sql`insert into settings.entries (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value`,
  );
await setting('applications', { partialPayment: true, vatPercent: '7.5' });
await setting('payments', { reverseAloneUpToMinor: 1_000_000_00 });

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

const noteOf = (id: string) =>
  one<{ total: number; vat: number; settled: number }>(
    app.db,
    sql`select total_minor as total, vat_minor as vat, settled_minor as settled from applications.demand_notes
      where application_id = ${id} and cancelled_at is null`,
  );
async function toPay() {
  const { id } = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  return { id, ...(await noteOf(id)) };
}
const cash = (applicationId: string, amountMinor: number) => ({
  applicationId,
  amountMinor,
  tender: { method: 'CASH' as const },
});
const pay = async (id: string, amountMinor: number) =>
  app.call(contract.payDemandNote, { as: await app.staff('cashier'), body: cash(id, amountMinor) });
const codeOf = async (id: string, amountMinor: number) =>
  app.codeOf(contract.payDemandNote, { as: await app.staff('cashier'), body: cash(id, amountMinor) });
const page = async (id: string) =>
  app.call(applications.getApplication, { as: await app.staff('admin'), params: { id } });

describe('VAT', () => {
  const shares = async (id: string) =>
    all<{ state: string; vat: number; amount: number }>(
      app.db,
      sql`select state, vat_minor as vat, amount_minor as amount from payments.payments
        where application_id = ${id} order by created_at, id`,
    );
  const booked = async () =>
    (
      await one<{ vat: number }>(
        app.db,
        sql`select -coalesce(sum(amount_minor), 0)::bigint as vat from ledger.entries where account_code = '2100'`,
      )
    ).vat;

  test('the shares of all parts are the VAT of the note, and each is that of its part', async () => {
    const before = await booked();
    const { id, total, vat } = await toPay();
    expect(vat).toBeGreaterThan(0);
    const first = await pay(id, 100_01);
    const second = await pay(id, 333_33);
    const third = await pay(id, total - 100_01 - 333_33);
    const parts = [first, second, third].map(({ vatMinor, amountMinor }) => [vatMinor, amountMinor] as const);
    for (const [share, amount] of parts) expect(Math.abs(share - (vat * amount) / total)).toBeLessThan(1);
    expect(parts.reduce((sum, [share]) => sum + share, 0)).toBe(vat);
    expect((await booked()) - before).toBe(vat);
    const { items } = await app.call(contract.paymentHistory, {
      as: await app.staff('cashier'),
      query: { source: 'APPLICATION_SURVEY' },
    });
    const listed = items.filter(({ applicationId }) => applicationId === id);
    expect(listed.reduce((sum, { vatMinor }) => sum + vatMinor, 0)).toBe(vat);
  });

  test('a part that is taken back takes its share back, and the next part has it', async () => {
    const { id, total, vat } = await toPay();
    const first = await pay(id, 100_01);
    await pay(id, 150_03);
    const as = await app.staff('admin');
    await app.call(contract.reversePayment, { as, body: { paymentId: first.id, reason: 'wrong one' } });
    await pay(id, 100_07);
    await pay(id, total - 250_10);
    const living = (await shares(id)).filter(({ state }) => state === 'APPROVED');
    expect(living.reduce((sum, part) => sum + part.vat, 0)).toBe(vat);
    for (const part of living)
      expect(Math.abs(part.vat - (vat * part.amount) / total)).toBeLessThanOrEqual(2);
  });

  test('a note that is paid as a whole has all of it on one receipt', async () => {
    const { id, total, vat } = await toPay();
    expect((await pay(id, total)).vatMinor).toBe(vat);
  });
});

test('a part is at least ৳100, or the rest', async () => {
  const { id, total } = await toPay();
  const refused = await app.refused(contract.payDemandNote, {
    ...{ as: await app.staff('cashier'), body: cash(id, 99_99) },
  });
  expect([refused.code, refused.params]).toEqual(['applications.part_too_small', { least_minor: 100_00 }]);
  await pay(id, 100_00);
  await pay(id, total - 100_50);
  expect(await codeOf(id, 49)).toBe('applications.part_too_small');
  expect(await codeOf(id, 50)).toBeUndefined();
});

test('the rest of a note, told of a day long ago, is no rest any more when a part was taken back meanwhile', async () => {
  const { id, total } = await toPay();
  const paidOn = app.system().today;
  const part = await pay(id, total - 50_00);
  app.clock.advance(10 * 86_400);
  const { id: proposalId } = await app.call(proposeBackdated, {
    as: await app.staff('cashier'),
    body: {
      ...{ target: { kind: 'DEMAND_NOTE', applicationId: id }, amountMinor: 50_00, reason: 'receipt book' },
      tender: { method: 'CASH', paidOn },
    },
  });
  const body = { paymentId: part.id, reason: 'wrong one' };
  await app.call(contract.reversePayment, { as: await app.staff('admin'), body });
  const decided = { as: await app.staff('reviewer'), params: { id: proposalId }, body: { accept: true } };
  expect(await app.codeOf(decideProposal, decided)).toBe('applications.part_too_small');
  expect((await noteOf(id)).settled).toBe(0);
});

describe('a part is paid, and the last day passes', () => {
  async function over() {
    const owner = await app.consumer();
    const { id } = await makeApplication(app, {
      upTo: 'READY_TO_PAY',
      consumerId: String(owner.consumerId),
    });
    const { total } = await noteOf(id);
    await pay(id, 500_00);
    const lastDay = (await page(id)).expiresOn ?? '';
    const today = addDays(lastDay, 4);
    app.clock.advance((Date.parse(today) - Date.parse(app.system().today)) / 1000);
    return { id, total, lastDay, today, owner };
  }
  const round = () => runDailyRound(app.db, app.system(), paymentsOfNotes);

  test('the household and who may give more days are told one time; it does not end by itself', async () => {
    const admin = await app.staff('admin');
    const { id, owner } = await over();
    expect((await round()).expired).toBe(0);
    await round();
    expect(await page(id)).toMatchObject({ state: 'READY_TO_PAY', paidMinor: 500_00 });
    const told = await all<{ user: string }>(
      app.owner.db,
      sql`select user_id as "user" from platform.notices where kind = 'applications.rest_over' and path like ${`%${id}`}`,
    );
    const people = told.map(({ user }) => user);
    expect(people).toContain(admin.userId);
    expect(people.filter((user) => user === owner.userId)).toHaveLength(1);
    expect(new Set(people).size).toBe(people.length);
    const messages = await all(
      app.db,
      sql`select from platform.outbox where event like ${`application.restOver:${id}:%`}`,
    );
    expect(messages).toHaveLength(1);
  });

  test('the office gives new days: what was paid stays, the rest is paid', async () => {
    const { id, total, today } = await over();
    const act = async () => ({ applicationId: id, version: (await page(id)).version, remark: 'was abroad' });
    const as = await app.staff('admin');
    const reopen = async () =>
      app.codeOf(applications.updateState, { as, body: { ...(await act()), action: 'reopen' } });
    expect(await codeOf(id, total - 500_00)).toBe('applications.note_expired');
    expect(await reopen()).toBeUndefined();
    const lastDay = addDays(today, 30);
    expect(await page(id)).toMatchObject({
      ...{ state: 'READY_TO_PAY', paidMinor: 500_00, expiresOn: lastDay },
      demandNotes: [{ dueOn: lastDay, settledMinor: 500_00, versionNo: 1 }],
    });
    expect(await reopen()).toBe('applications.days_left');
    expect(await codeOf(id, total - 500_00)).toBeUndefined();
    expect((await page(id)).state).toBe('READY_FOR_METER_INSTALLATION');
  });

  test('or the office ends it, and the part goes back by a refund', async () => {
    const { id } = await over();
    const { version } = await page(id);
    const body = { applicationId: id, version, remark: 'nobody answers' };
    await app.call(withdrawAfterPayment, { as: await app.staff('admin'), body });
    const cases = await all(
      app.db,
      sql`select state, amount_minor as minor from payments.refunds where application_id = ${id}`,
    );
    expect(cases).toEqual([{ state: 'REQUESTED', minor: 500_00 }]);
    expect((await page(id)).state).toBe('WITHDRAWN');
  });
});
