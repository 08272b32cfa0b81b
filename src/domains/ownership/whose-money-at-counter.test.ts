/**
 * Whose money the counter counts if bills were taken over, and money that pays no bill of a connection that has ended: it is asked about
 * before it is the earlier owner's advance, and not taken online.
 */
import { afterEach, expect, test } from 'vitest';
import { sharingOf } from '#domains/meters/sharing/factory.ts';
import { settleInvoicePayments } from '#domains/payments/actions/settle-payments.ts';
import * as payments from '#domains/payments/contract.ts';
import { getPayable } from '#domains/payments/payables/contract.ts';
import { decideProposal, listProposals, proposeBackdated } from '#domains/payments/proposals/contract.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import type { Person } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { DUE, PROVEN, saleOffice } from './factory-sale.ts';

const { app, cashier, sold, lastBillToCome, begin, counter, of, proofs, settled } = await saleOffice();
const { share } = sharingOf(app);
const second = await app.staff('reviewer');

afterEach(async () => expect(await proofs()).toEqual(PROVEN));

type Body = { takenOver?: boolean; toPayBack?: boolean; method?: 'CASH' | 'POS' };
const slips = { next: 0 };
const at = (connectionId: string, amountMinor: number, { method = 'CASH', ...answers }: Body = {}) => {
  slips.next += 1;
  const tender = method === 'CASH' ? { method } : { method, receiptNumber: `slip ${slips.next}` };
  return { as: cashier, body: { connectionId, amountMinor, tender, ...answers } };
};
const codeAt = (connectionId: string, amountMinor: number, answers?: Body) =>
  app.codeOf(payments.makePayment, at(connectionId, amountMinor, answers));
const online = (as: Person, connectionId: string, amountMinor: number) =>
  app.codeOf(payments.makePayment, {
    as,
    body: { connectionId, amountMinor, tender: { method: 'GATEWAY' } },
  });
type Backdated = { takenOver?: boolean; toPayBack?: boolean; paidOn?: string; amountMinor?: number };
const backdated = (
  connectionId: string,
  { takenOver, toPayBack, paidOn = '2026-11-01', amountMinor = DUE }: Backdated = {},
) => ({
  as: cashier,
  body: {
    target: {
      ...{ kind: 'CONNECTION' as const, connectionId },
      ...(takenOver === undefined ? {} : { takenOver }),
    },
    ...{ amountMinor, reason: 'power cut', ...(toPayBack ? { toPayBack } : {}) },
    tender: { method: 'CASH' as const, paidOn },
  },
});

const logged = (id: string, action: string) =>
  all<{ before: object; after: object }>(
    app.owner.db,
    sql`select before, after from platform.audit where object_id = ${id} and action = ${action}`,
  );

test('the last bill of the earlier owner is still to come: the counter asks with that, online they pay ahead of it', async () => {
  const { connectionId, before } = await sold();
  await lastBillToCome(connectionId);
  const paid = { takenOver: false };
  const { code, params } = await app.refused(payments.makePayment, at(connectionId, 5_000, paid));
  expect([code, params]).toEqual(['payments.ahead_of_last_bill', { amount: 5_000 }]);
  // On that day the bills were still the earlier owner's: this money pays them, and is too much.
  const ofThatDay = { ...paid, amountMinor: DUE + 5_000 };
  expect(await app.codeOf(proposeBackdated, backdated(connectionId, ofThatDay))).toBe(code);
  const query = { connectionId };
  expect((await app.call(getPayable, { as: before, query })).surplus).toBe('NEXT_BILL');
  expect(await online(before, connectionId, 5_000)).toBeUndefined();
  const kept = await app.call(payments.makePayment, at(connectionId, 5_000, { ...paid, toPayBack: true }));
  expect(kept).toMatchObject({ advanceMinor: 5_000, isBilledOut: false });
  await execute(
    app.owner.db,
    sql`update meters.readings set state = 'BILLED' where connection_id = ${connectionId}`,
  );
  // The receipt that is printed now says that no bill uses it.
  const { isBilledOut } = await app.call(payments.getPayment, { as: cashier, params: { id: kept.id } });
  expect(isBilledOut).toBe(true);
});

test('money of a day long ago for bills that were taken over names who took them over, and both may ask for the same sum', async () => {
  const { connectionId, after, number } = await sold();
  const ofTaker = await app.call(proposeBackdated, backdated(connectionId, { takenOver: true }));
  expect(ofTaker).toMatchObject({ payerName: 'Karim', takenOver: true, targetNumber: number });
  const ofOwner = { takenOver: false, toPayBack: true };
  expect(await app.call(proposeBackdated, backdated(connectionId, ofOwner))).toMatchObject({
    ...{ payerName: 'Rahima', takenOver: false },
  });
  const { items } = await app.call(listProposals, { as: second, query: {} });
  expect(items.find(({ id }) => id === ofTaker.id)).toMatchObject({ payerName: 'Karim', takenOver: true });
  const { payerName } = await app.call(decideProposal, {
    ...{ as: second, params: { id: ofTaker.id }, body: { accept: true } },
  });
  expect(payerName).toBe('Karim');
  const [proposed] = await logged(ofTaker.id, 'payment.propose');
  expect(proposed).toMatchObject({ after: { takenOver: true, connectionId } });
  const money = { target: number, amountMinor: DUE, method: 'CASH', paidOn: '2026-11-01' };
  expect(await logged(ofTaker.id, 'proposal.accept')).toMatchObject([
    {
      before: { state: 'REQUESTED' },
      after: { ...money, state: 'DONE', payer: 'Karim', takenOver: true, paymentId: expect.any(String) },
    },
  ]);
  const own = items.find(({ takenOver }) => !takenOver);
  const refusal = { params: { id: String(own?.id) }, body: { accept: false, remark: 'no slip' } };
  await app.call(decideProposal, { as: second, ...refusal });
  expect(await logged(String(own?.id), 'proposal.refuse')).toMatchObject([
    { before: { state: 'REQUESTED' }, after: { ...money, state: 'REFUSED', payer: 'Rahima' } },
  ]);
  expect(after.consumerId).not.toBeNull();
});

test('bills were taken over: the counter says whose money it is, of today and of a day long ago', async () => {
  const { connectionId, taken, bill } = await sold();
  await bill('2026-11-01');
  const refused = await app.refused(payments.makePayment, at(connectionId, DUE));
  expect(refused).toMatchObject({
    code: 'payments.whose_money',
    fields: [{ path: 'takenOver' }],
  });
  expect(await app.codeOf(proposeBackdated, backdated(connectionId))).toBe('payments.whose_money');
  expect([await settled(taken.id), await of(connectionId, '2200')]).toEqual([0, 0]);
  expect(await codeAt(connectionId, DUE, { takenOver: false })).toBeUndefined();
  expect(await codeAt(connectionId, DUE, { takenOver: true })).toBeUndefined();
  expect(await settled(taken.id)).toBe(DUE);
});

test.each(['CASH', 'POS'] as const)(
  'money of the earlier owner with nothing due (%s) is asked about, and then kept for them with a trace',
  async (method) => {
    const { connectionId, taken } = await sold();
    const refused = await app.refused(
      payments.makePayment,
      at(connectionId, DUE, { method, takenOver: false }),
    );
    expect(refused).toMatchObject({
      ...{ code: 'payments.pays_no_bill', params: { amount: DUE } },
      fields: [{ path: 'toPayBack' }],
    });
    expect(await of(connectionId, '2200')).toBe(0);
    const paid = await app.call(
      payments.makePayment,
      at(connectionId, DUE, { method, takenOver: false, toPayBack: true }),
    );
    expect(paid).toMatchObject({ advanceMinor: DUE, payerName: 'Rahima' });
    expect([await settled(taken.id), await of(connectionId, '2200')]).toEqual([0, -DUE]);
    const { after } = await one<{ after: { toPayBack?: boolean } }>(
      app.owner.db,
      sql`select after from platform.audit where action = 'payment.make' and object_id = ${paid.id}`,
    );
    expect(after.toPayBack).toBe(true);
  },
);

test('only what is above the open bills is asked about; what they take is not', async () => {
  const { connectionId, bill } = await sold();
  await bill('2026-11-01');
  const refused = await app.refused(payments.makePayment, at(connectionId, DUE + 700, { takenOver: false }));
  expect(refused).toMatchObject({ code: 'payments.pays_no_bill', params: { amount: 700 } });
  expect(await codeAt(connectionId, DUE, { takenOver: false })).toBeUndefined();
});

test('a connection that goes on takes an advance without a question; one that ended asks also if nobody has to pay any more', async () => {
  const { connectionId, successorId } = await sold();
  expect(await codeAt(successorId, 2_000)).toBeUndefined();
  expect(await codeAt(connectionId, DUE, { takenOver: true })).toBeUndefined();
  expect(await codeAt(connectionId, 2_000)).toBe('payments.pays_no_bill');
});

test('the same money is entered by two cashiers: the second one is asked, because the first has paid the bill', async () => {
  const { connectionId, bill } = await sold();
  const last = await bill('2026-11-01');
  const code = await duringChange(
    app,
    async (tx) => {
      const { id } = await one<{ id: string }>(
        tx,
        sql`insert into payments.payments (source, method, state, amount_minor, connection_id, consumer_id, paid_on, created_by, created_at, decided_at)
          select 'INVOICE', 'CASH', 'APPROVED', ${DUE}, c.id, c.consumer_id, ${app.system().today}, ${cashier.userId}, ${app.clock.now()}, ${app.clock.now()}
          from meters.connections c where c.id = ${connectionId} returning id`,
      );
      await settleInvoicePayments(tx, app.actorOf(cashier), [
        { paymentId: id, connectionId, account: '1000', amountMinor: DUE, paidOn: app.system().today },
      ]);
    },
    () => codeAt(connectionId, DUE, { takenOver: false }),
  );
  expect(code).toBe('payments.pays_no_bill');
  expect([await settled(last.id), await of(connectionId, '2200')]).toEqual([DUE, 0]);
});

test('money of a day long ago that pays no bill is asked about before a second person decides', async () => {
  const { connectionId } = await sold();
  await execute(
    app.owner.db,
    sql`update meters.connections set connected_on = '2026-01-01' where id = ${connectionId}`,
  );
  // It was in the drawer before the owner changed: it pays what was open then.
  const first = backdated(connectionId, { takenOver: false });
  expect(await app.codeOf(proposeBackdated, first)).toBeUndefined();
  await app.call(payments.makePayment, counter(connectionId, DUE, true));
  const paidOn = '2026-11-02';
  expect(await app.codeOf(proposeBackdated, backdated(connectionId, { paidOn }))).toBe(
    'payments.pays_no_bill',
  );
  const { id } = await app.call(proposeBackdated, backdated(connectionId, { paidOn, toPayBack: true }));
  await app.call(decideProposal, { as: second, params: { id }, body: { accept: true } });
  expect(await of(connectionId, '2200')).toBe(-DUE);
});

test('online: the earlier owner, and who pays for them, begin nothing if nothing is due; a bill that comes is paid', async () => {
  const { before, after, connectionId, bill } = await sold();
  const guest = await app.consumer('Salma');
  await share({ holder: before, guest, connectionId, mayPay: true });
  expect(await online(before, connectionId, DUE)).toBe('payments.nothing_ahead');
  expect(await online(guest, connectionId, DUE)).toBe('payments.nothing_ahead');
  await begin(after, connectionId, DUE);
  await bill('2026-11-01');
  expect(await online(before, connectionId, DUE)).toBeUndefined();
  const { surplus } = await app.call(getPayable, { as: before, query: { connectionId } });
  expect(surplus).toBe('PAID_BACK');
});

test('the counter reads on which day the bills were taken over: money of a day before pays them, and its question counts so', async () => {
  const { connectionId } = await sold();
  const query = { connectionId };
  const { taker, dueMinor } = await app.call(getPayable, { as: cashier, query });
  expect(dueMinor).toBe(0);
  expect(taker?.items).toMatchObject([{ openMinor: DUE, takenOn: app.system().today }]);
});
