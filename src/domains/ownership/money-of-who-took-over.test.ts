/** Money of a new owner pays the bills that they took over; what those do not take goes back to them and never to the earlier owner. */
import { afterEach, expect, test } from 'vitest';
import { applyAdvances } from '#domains/billing/invoices/actions/use-advances.ts';
import { listNotices } from '#domains/identity/notices/contract.ts';
import { effectOf } from '#domains/payments/alarms/booking.rules.ts';
import * as alarms from '#domains/payments/alarms/contract.ts';
import { getPayment, makePayment, paymentHistory, reversePayment } from '#domains/payments/contract.ts';
import { myPayables } from '#domains/payments/payables/contract.ts';
import { decideProposal, listProposals, proposeBackdated } from '#domains/payments/proposals/contract.ts';
import { paymentFacts } from '#domains/payments/queries.ts';
import { askWithdrawal, decideRefund, listRefunds, openRefund } from '#domains/payments/refunds/contract.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { DUE, PROVEN, saleOffice } from './factory-sale.ts';

const { app, office, cashier, sold, begin, atTheBank, comes, counter, of, sms, proofs, settled } =
  await saleOffice();
const second = await app.staff('reviewer');

afterEach(async () => expect(await proofs()).toEqual(PROVEN));

const caseOf = (paymentId: string) =>
  one<{ id: string; state: string; consumer: string; minor: number }>(
    app.db,
    sql`select id, state, consumer_id as consumer, amount_minor as minor from payments.refunds where payment_id = ${paymentId}`,
  );

test.each([
  ['all of it', DUE, null],
  ['a part of it', 1_000, { amountMinor: DUE - 1_000, until: null }],
])(
  'what somebody else paid of the bill meanwhile (%s): the new owner’s money goes back to them',
  async (_, paidMeanwhile, stillDue) => {
    const { before, after, connectionId, taken } = await sold();
    const paymentId = await atTheBank(after, connectionId, DUE);
    await app.call(makePayment, counter(connectionId, paidMeanwhile, true));
    const paid = await comes(after, paymentId);
    expect(paid).toMatchObject({
      ...{ state: 'APPROVED', owedBack: true, invoices: [], advanceMinor: 0, stillDue },
    });
    expect(await settled(taken.id)).toBe(paidMeanwhile);
    expect([await of(connectionId, '2200'), await of(connectionId, '2210')]).toEqual([0, -DUE]);
    expect(await caseOf(paymentId)).toMatchObject({
      state: 'REQUESTED',
      consumer: after.consumerId,
      minor: DUE,
    });
    expect(await sms(`payments.receipt:${paymentId}`)).toMatch(
      stillDue ? /এখন দিতে হবে|is due now/ : /বিলে এত বাকি নেই|the bills you took over/,
    );
    // The earlier owner reads nothing of it.
    expect(await app.codeOf(getPayment, { as: before, params: { id: paymentId } })).toBe('common.not_found');
    const own = await app.call(paymentHistory, { as: before, query: {} });
    expect(own.items.map(({ id }) => id)).not.toContain(paymentId);
    const told = await app.call(listNotices, { as: before, query: {} });
    expect(told.items.map(({ path }) => path)).not.toContain(`/payment-history/${paymentId}`);
  },
);

test('the earlier owner finds no money that goes back to the new one, also without row-level security', async () => {
  const { before, after, connectionId } = await sold();
  const paymentId = await atTheBank(after, connectionId, DUE);
  await app.call(makePayment, counter(connectionId, DUE, true));
  await comes(after, paymentId);
  const found = (as: typeof before) => paymentFacts(app.db, app.actorOf(as), paymentId);
  expect(await found(before)).toBeUndefined();
  expect(await found(after)).toMatchObject({ id: paymentId, owedBack: true });
});

test('the refund is the new owner’s: withdrawn it stays owed to them, and may be asked for again', async () => {
  const { after, connectionId } = await sold();
  const paymentId = await atTheBank(after, connectionId, DUE);
  await app.call(makePayment, counter(connectionId, DUE, true));
  await comes(after, paymentId);
  const { id } = await caseOf(paymentId);
  const { items } = await app.call(listRefunds, { as: cashier, query: { connectionId } });
  expect(items).toMatchObject([{ id, payeeName: 'Karim', amountMinor: DUE }]);
  await app.call(decideRefund, { as: office.clerk, body: { refundId: id, accept: true } });
  await app.call(askWithdrawal, { as: cashier, body: { refundId: id, reason: 'they asked for it' } });
  const proposal = await one<{ id: string }>(
    app.db,
    sql`select id from payments.proposals where refund_id = ${id}`,
  );
  await app.call(decideProposal, { as: second, params: { id: proposal.id }, body: { accept: true } });
  expect([await of(connectionId, '2200'), await of(connectionId, '2210')]).toEqual([0, -DUE]);
  const [withdrawn] = (await app.call(listRefunds, { as: cashier, query: { connectionId } })).items;
  expect(withdrawn).toMatchObject({ state: 'WITHDRAWN', can: { open: true } });
  const again = await app.call(openRefund, {
    as: cashier,
    body: { of: { kind: 'REFUSED', refundId: id }, reason: 'they want it' },
  });
  expect(again).toMatchObject({ state: 'REQUESTED', payeeName: 'Karim' });
});

test('two payments of the new owner at once: one pays the bill, the other is refused or goes back', async () => {
  const { after, connectionId, taken } = await sold();
  const paymentId = await atTheBank(after, connectionId, DUE);
  const [paid, refused] = await Promise.all([
    comes(after, paymentId),
    app.codeOf(makePayment, counter(connectionId, DUE, true)),
  ]);
  expect(paid.owedBack).toBe(refused === undefined);
  expect(await settled(taken.id)).toBe(DUE);
  expect(await of(connectionId, '2200')).toBe(0);
});

test('at the counter: only if it is named, never more than was taken over, and only for bills of that kind', async () => {
  const { after, before, connectionId, taken, bill } = await sold();
  const later = await bill('2026-11-01');
  const more = await app.refused(makePayment, counter(connectionId, DUE + 1, true));
  expect([more.code, more.params]).toEqual(['payments.above_taken', { amount: DUE }]);
  const paid = await app.call(makePayment, counter(connectionId, DUE, true));
  expect(paid).toMatchObject({ payerName: 'Karim', invoices: [{ id: taken.id, amountMinor: DUE }] });
  expect([await settled(taken.id), await settled(later.id)]).toEqual([DUE, 0]);
  expect(await app.codeOf(makePayment, counter(connectionId, 100, true))).toBe('payments.not_due');
  expect((await app.call(getPayment, { as: after, params: { id: paid.id } })).amountMinor).toBe(DUE);
  expect(await app.codeOf(getPayment, { as: before, params: { id: paid.id } })).toBe('common.not_found');
});

test('taken back: the bill is open for the new owner again, and no advance of the earlier owner pays it', async () => {
  const { after, connectionId, taken } = await sold();
  await app.call(makePayment, counter(connectionId, 4_000));
  const { id } = await app.call(makePayment, counter(connectionId, DUE, true));
  await app.call(reversePayment, {
    as: await app.staff('admin'),
    body: { paymentId: id, reason: 'wrong house' },
  });
  expect(await settled(taken.id)).toBe(DUE - DUE);
  expect([await of(connectionId, '1100'), await of(connectionId, '2200')]).toEqual([DUE, -4_000]);
  const { items } = await app.call(myPayables, { as: after });
  expect(items.find((item) => item.id === connectionId)).toMatchObject({ dueMinor: DUE });
});

test('what was taken over is no unusual amount, although nothing is open for the earlier owner', async () => {
  const { connectionId, taken } = await sold();
  const set = (value: object) =>
    execute(
      app.db,
      sql`insert into settings.entries (key, value) values ('payments', ${JSON.stringify(value)}::jsonb)
        on conflict (key) do update set value = settings.entries.value || excluded.value`,
    );
  await set({ unusualAboveMinor: 0 });
  expect(await app.codeOf(makePayment, counter(connectionId, 100))).toBe('payments.unusual_amount');
  expect(await app.codeOf(makePayment, counter(connectionId, DUE, true))).toBeUndefined();
  await set({ unusualAboveMinor: 5_000_00 });
  expect(await settled(taken.id)).toBe(DUE);
});

test('money of a day long ago: two people, for the bills that were taken over', async () => {
  const { connectionId, taken } = await sold();
  const paidOn = '2026-11-01';
  await execute(
    app.owner.db,
    sql`update meters.connections set connected_on = '2026-01-01' where id = ${connectionId}`,
  );
  const body = {
    ...{ target: { kind: 'CONNECTION' as const, connectionId, takenOver: true }, reason: 'power cut' },
    ...{ amountMinor: DUE, tender: { method: 'CASH' as const, paidOn } },
  };
  expect(await app.codeOf(proposeBackdated, { as: cashier, body: { ...body, amountMinor: DUE + 1 } })).toBe(
    'payments.above_taken',
  );
  const { id } = await app.call(proposeBackdated, { as: cashier, body });
  await app.call(decideProposal, { as: second, params: { id }, body: { accept: true } });
  expect(await settled(taken.id)).toBe(DUE);
});

test('money of a day long ago for bills that were paid meanwhile: who decides is refused, and nothing is booked', async () => {
  const { connectionId, taken } = await sold();
  await execute(
    app.owner.db,
    sql`update meters.connections set connected_on = '2026-01-01' where id = ${connectionId}`,
  );
  const { id } = await app.call(proposeBackdated, {
    as: cashier,
    body: {
      ...{ target: { kind: 'CONNECTION' as const, connectionId, takenOver: true }, reason: 'power cut' },
      ...{ amountMinor: DUE, tender: { method: 'CASH' as const, paidOn: '2026-11-01' } },
    },
  });
  await app.call(makePayment, counter(connectionId, DUE, true));
  const decided = { as: second, params: { id }, body: { accept: true } };
  expect(await app.codeOf(decideProposal, decided)).toBe('payments.not_due');
  expect([await settled(taken.id), await of(connectionId, '2200')]).toEqual([DUE, 0]);
});

test.each([
  ['all of them', DUE],
  ['a part of them', 1_000],
])(
  'money of a day long ago for bills of which %s was paid meanwhile: it is recorded, and goes back to the new owner',
  async (_, paidMeanwhile) => {
    const { after, connectionId, taken } = await sold();
    await execute(
      app.owner.db,
      sql`update meters.connections set connected_on = '2026-01-01' where id = ${connectionId}`,
    );
    const paidOn = '2026-11-01';
    const target = { kind: 'CONNECTION' as const, connectionId, takenOver: true };
    const tender = { method: 'CASH' as const, paidOn };
    const { id, goesBack } = await app.call(proposeBackdated, {
      as: cashier,
      body: { target, amountMinor: DUE, tender, reason: 'power cut' },
    });
    expect(goesBack).toBe(false);
    await app.call(makePayment, counter(connectionId, paidMeanwhile, true));
    const { items } = await app.call(listProposals, {
      as: second,
      query: { state: 'REQUESTED', limit: 100 },
    });
    expect(items.find((item) => item.id === id)?.goesBack).toBe(true);
    const { paymentId } = await app.call(decideProposal, {
      ...{ as: second, params: { id }, body: { accept: true, sendBack: true } },
    });
    const paid = await app.call(getPayment, { as: cashier, params: { id: String(paymentId) } });
    expect(paid).toMatchObject({
      paidOn,
      owedBack: true,
      amountMinor: DUE,
      payerName: 'Karim',
      invoices: [],
    });
    expect(await settled(taken.id)).toBe(paidMeanwhile);
    expect([await of(connectionId, '2200'), await of(connectionId, '2210')]).toEqual([0, -DUE]);
    expect(await caseOf(paid.id)).toMatchObject({
      ...{ state: 'REQUESTED', consumer: after.consumerId, minor: DUE },
    });
  },
);

test('other money of a day long ago is an advance of the earlier owner, whether it may go back or not', async () => {
  const { connectionId } = await sold();
  await execute(
    app.owner.db,
    sql`update meters.connections set connected_on = '2026-01-01' where id = ${connectionId}`,
  );
  const { id, goesBack } = await app.call(proposeBackdated, {
    as: cashier,
    body: {
      ...{ target: { kind: 'CONNECTION' as const, connectionId, takenOver: false }, reason: 'power cut' },
      ...{ toPayBack: true, amountMinor: 3_000, tender: { method: 'CASH' as const, paidOn: '2026-11-01' } },
    },
  });
  expect(goesBack).toBe(false);
  const { paymentId } = await app.call(decideProposal, {
    ...{ as: second, params: { id }, body: { accept: true, sendBack: true } },
  });
  const params = { id: String(paymentId) };
  expect((await app.call(getPayment, { as: cashier, params })).owedBack).toBe(false);
  expect(await of(connectionId, '2210')).toBe(0);
});

test('money that two people book: what the bank took is the new owner’s, told before and so booked', async () => {
  const { after, connectionId, taken } = await sold();
  const paymentId = await atTheBank(after, connectionId, DUE);
  // The bank took ৳1 less.
  await execute(
    app.db,
    sql`update payments.sandbox_orders set amount_minor = ${DUE - 100}, status = 'APPROVED', decided_at = ${app.clock.now()}
      where order_id = (select order_id from payments.orders where payment_id = ${paymentId})`,
  );
  await comes(after, paymentId);
  const alarm = await one<{ id: string }>(
    app.db,
    sql`select id from payments.alarms where payment_id = ${paymentId}`,
  );
  const read = () => app.call(alarms.getAlarm, { as: cashier, params: { id: alarm.id } });
  const told = async () => {
    const { target } = await read();
    return target && effectOf(target, DUE - 100);
  };
  expect(await told()).toEqual({ what: 'LEAVES_REST', amountMinor: 100 });
  await app.call(makePayment, counter(connectionId, DUE, true));
  expect((await read()).target).toEqual({ kind: 'TAKEN_OVER', dueMinor: 0, takesPart: true });
  expect(await told()).toEqual({ what: 'NOTHING_DUE', amountMinor: DUE - 100 });
  const { proposal } = await app.call(alarms.proposeForAlarm, {
    ...{ as: cashier, params: { id: alarm.id } },
    body: { kind: 'BOOK', amountMinor: DUE - 100, reason: 'on the statement' },
  });
  const booked = await app.call(decideProposal, {
    ...{ as: second, params: { id: String(proposal?.id) }, body: { accept: true } },
  });
  expect(await caseOf(String(booked.paymentId))).toMatchObject({
    consumer: after.consumerId,
    minor: DUE - 100,
  });
  expect(await of(connectionId, '2200')).toBe(0);
  expect(await settled(taken.id)).toBe(DUE);
});

test('the earlier owner’s money pays their own bills, and the rest is their advance', async () => {
  const { before, after, connectionId, taken, bill } = await sold();
  const last = await bill('2026-11-01');
  const ordered = await atTheBank(before, connectionId, 3_000);
  const exact = await app.call(makePayment, counter(connectionId, DUE));
  expect(exact.invoices).toMatchObject([{ id: last.id, amountMinor: DUE }]);
  const more = await comes(before, ordered);
  expect(more).toMatchObject({ owedBack: false, invoices: [], advanceMinor: 3_000 });
  await transaction(app.db, (tx) =>
    applyAdvances(tx, app.system(), {
      connections: sql`select ${connectionId}::uuid as id`,
      businessDate: app.system().today,
    }),
  );
  expect([await settled(taken.id), await settled(last.id)]).toEqual([0, DUE]);
  expect([await of(connectionId, '1100'), await of(connectionId, '2200')]).toEqual([DUE, -3_000]);
  const { items } = await app.call(myPayables, { as: after });
  expect(items.find((item) => item.id === connectionId)).toMatchObject({ dueMinor: DUE });
  // The advance may be paid back to the earlier owner, and nothing of the open bill keeps it.
  const ask = { of: { kind: 'ADVANCE' as const, connectionId, amountMinor: 3_000 }, reason: 'moved away' };
  expect(await app.call(openRefund, { as: cashier, body: ask })).toMatchObject({ payeeName: 'Rahima' });
});

test('an earlier owner’s payment at the bank pays their last bill first, then what was open when they began it', async () => {
  const { before, connectionId, taken, bill, waits } = await sold(DUE + 5_000);
  const last = await bill('2026-11-01');
  const paid = await comes(before, String(waits));
  expect(paid).toMatchObject({ owedBack: false, advanceMinor: 0 });
  expect([await settled(last.id), await settled(taken.id)]).toEqual([DUE, 5_000]);
  expect(await of(connectionId, '2200')).toBe(0);
});

test('who took bills over begins no payment of more than them', async () => {
  const { after, connectionId } = await sold();
  await begin(after, connectionId, DUE);
  await app.call(makePayment, counter(connectionId, 500, true));
  const body = { connectionId, amountMinor: DUE, tender: { method: 'GATEWAY' as const } };
  expect(await app.codeOf(makePayment, { as: after, body })).toBe('payments.above_taken');
});
