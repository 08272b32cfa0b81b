/** Counter money that came before the owner changed, and is entered or agreed to afterwards, pays the bills of that time. */
import { afterEach, expect, test } from 'vitest';
import { makePayment, reversePayment } from '#domains/payments/contract.ts';
import { myPayables } from '#domains/payments/payables/contract.ts';
import { decideProposal, proposeBackdated } from '#domains/payments/proposals/contract.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import type { Person } from '#test/app.ts';
import { DUE, PROVEN, saleOffice } from './factory-sale.ts';

const { app, cashier, sold, of, proofs, settled } = await saleOffice();
const second = await app.staff('reviewer');

afterEach(async () => expect(await proofs()).toEqual(PROVEN));

const asked = async (as: Person, id: string) =>
  (await app.call(myPayables, { as })).items.find((item) => item.id === id)?.dueMinor ?? 0;
const connectedLongAgo = (id: string) =>
  execute(app.owner.db, sql`update meters.connections set connected_on = '2026-01-01' where id = ${id}`);
const tender = (paidOn: string) => ({ method: 'CASH' as const, paidOn });

test('it waited for a second person: agreed to, it pays the bills, and the new owner is asked for nothing', async () => {
  const { after, connectionId, taken } = await sold();
  await connectedLongAgo(connectionId);
  const paidOn = addDays(app.system().today, -10);
  const { id } = await app.call(proposeBackdated, {
    as: cashier,
    body: {
      ...{
        target: { kind: 'CONNECTION', connectionId, takenOver: false },
        amountMinor: DUE,
        reason: 'receipt book',
      },
      tender: tender(paidOn),
    },
  });
  await app.call(decideProposal, { as: second, params: { id }, body: { accept: true } });
  expect([await settled(taken.id), await of(connectionId, '2200')]).toEqual([DUE, 0]);
  expect(await asked(after, connectionId)).toBe(0);
  const { ofTaker } = await one<{ ofTaker: boolean }>(
    app.db,
    sql`select of_taker as "ofTaker" from billing.paid_of_taken where invoice_id = ${taken.id}`,
  );
  expect(ofTaker).toBe(false);
});

test.each([
  ['the day before', -1, DUE],
  ['the day itself: it may have come after the change', 0, 0],
])('it is entered for %s', async (_, days, paid) => {
  const { after, connectionId, taken } = await sold();
  await connectedLongAgo(connectionId);
  const paidOn = addDays(app.system().today, days);
  const body = {
    ...{ connectionId, amountMinor: DUE, tender: tender(paidOn) },
    ...{ takenOver: false, dateReason: 'power cut' },
  };
  // What may have come after the change pays no bill of theirs: that is asked about.
  const refused = paid === DUE ? undefined : 'payments.pays_no_bill';
  expect(await app.codeOf(makePayment, { as: cashier, body })).toBe(refused);
  if (refused) await app.call(makePayment, { as: cashier, body: { ...body, toPayBack: true } });
  expect([await settled(taken.id), await of(connectionId, '2200')]).toEqual([paid, paid - DUE]);
  expect(await asked(after, connectionId)).toBe(DUE - paid);
});

test('both owners are told: whose bills it pays, what the new owner still pays, and that it was taken back', async () => {
  const { after, before, connectionId, number } = await sold();
  await connectedLongAgo(connectionId);
  const body = {
    ...{ connectionId, amountMinor: 6_000, tender: tender(addDays(app.system().today, -1)) },
    ...{ takenOver: false, dateReason: 'power cut' },
  };
  const payment = await app.call(makePayment, { as: cashier, body });
  await app.call(reversePayment, { as: second, body: { paymentId: payment.id, reason: 'counted twice' } });
  const amount = (minor: number) => `Tk ${(minor / 100).toFixed(2).replace(/\.00$/, '')}`;
  const sms = await all<{ event: string; body: string }>(
    app.owner.db,
    sql`select split_part(event, ':', 1) as event, body from platform.outbox where event like ${`payments.%:${payment.id}%`} order by id`,
  );
  expect(sms.map(({ event }) => event).toSorted()).toEqual([
    'payments.receipt',
    'payments.taken-back',
    'payments.taken_open_again',
    'payments.taken_paid',
  ]);
  const of = (event: string) => sms.find((message) => message.event === `payments.${event}`)?.body;
  expect(of('receipt')).toContain('the new owner had taken over');
  expect(of('taken_paid')).toContain(number);
  expect(of('taken_paid')).toContain(`${amount(DUE - 6_000)} of them`);
  expect(of('taken_open_again')).toContain(`${amount(DUE)} of them`);
  const bell = await all<{ user: string; kind: string; due: number | null }>(
    app.owner.db,
    sql`select user_id as "user", kind, (params ->> 'due')::int as due from platform.notices where kind like 'payments.taken%' and user_id in (${after.userId}, ${before.userId}) order by id`,
  );
  expect(bell).toEqual([
    { user: after.userId, kind: 'payments.taken_paid', due: DUE - 6_000 },
    { user: after.userId, kind: 'payments.taken_open_again', due: DUE },
    { user: before.userId, kind: 'payments.taken_back', due: null },
  ]);
});
