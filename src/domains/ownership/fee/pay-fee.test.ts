/** The fee of an ownership change is paid: at the counter, through the bank, by either owner, once, before the change is accepted. */
import { afterEach, describe, expect, test } from 'vitest';
import { staffDashboard } from '#domains/dashboard/contract.ts';
import { ownWork } from '#domains/dashboard/work/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import * as payments from '#domains/payments/contract.ts';
import { openOrder } from '#domains/payments/gateway/contract.ts';
import { getPayable, myPayables } from '#domains/payments/payables/contract.ts';
import { findPayables } from '#domains/payments/payables/queries.ts';
import { decideProposal, listProposals, proposeBackdated } from '#domains/payments/proposals/contract.ts';
import { all, execute, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as contract from '../contract.ts';
import * as steps from '../steps/contract.ts';
import { FEE, makeFees, NET, setFee, VAT } from './factory-fees.ts';

const app = await testApp();
const fees = await makeFees(app);
const { office, cashier, asked, pay, codeOf, state, kept, books, paying } = fees;

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

describe('the fee of a request', () => {
  test('is that of the day on which it was made; a later change of the setting changes nothing of it', async () => {
    const { id } = await asked('REQUESTED');
    await setFee(app, 500_00);
    expect(await kept(id)).toMatchObject({ fee: FEE, vat: VAT, paid: 0 });
    const later = await asked('REQUESTED');
    expect(await kept(later.id)).toMatchObject({ fee: 575_00, vat: 75_00 });
    await setFee(app, NET);
    await expect(
      execute(app.owner.db, sql`update ownership.requests set fee_minor = 1 where id = ${id}`),
    ).rejects.toMatchObject({ constraint: 'requests_fee_fixed' });
  });

  test('of nothing is waited for by nobody', async () => {
    await setFee(app, 0);
    const { id, owner } = await asked();
    await setFee(app, NET);
    expect(await kept(id)).toMatchObject({ state: 'READY_TO_APPROVE', fee: 0, vat: 0 });
    expect((await app.call(contract.getRequest, { as: owner, query: { requestId: id } })).fee).toBeNull();
    expect(await codeOf(id)).toBe('ownership.wrong_state');
    await office.accept(id);
    expect(await state(id)).toBe('COMPLETED');
  });

  test('is told before somebody asks', async () => {
    const told = { feeMinor: FEE, feeVatMinor: VAT };
    expect(await app.call(contract.getFeeOfDay, { as: await app.consumer() })).toEqual(told);
    expect(await app.call(contract.getFeeOfDay, { as: office.clerk })).toEqual(told);
  });

  test('is waited for after the handover is noted, and both owners are told of it', async () => {
    const { id, owner, buyer } = await asked('DOCS_VERIFIED');
    expect(await codeOf(id)).toBe('ownership.wrong_state');
    await office.read(id);
    expect(await state(id)).toBe('READY_TO_PAY');
    const told = await all<{ recipient: string; body: string }>(
      app.owner.db,
      sql`select recipient, body from platform.outbox where event like ${`ownership.feeFirst:${id}:%`} order by event`,
    );
    expect(told.map(({ recipient }) => recipient).toSorted()).toEqual(
      [await fees.phoneOf(owner), await fees.phoneOf(buyer)].toSorted(),
    );
    for (const { body } of told) expect(body.normalize()).toMatch(/1,150\.58|১,১৫০\.৫৮/);
    const bells = await all<{ id: string }>(
      app.owner.db,
      sql`select user_id as id from platform.notices where kind = 'ownership.fee'
        and path = ${`/owner-change-request-list/${id}`}`,
    );
    expect(bells.map((bell) => bell.id).toSorted()).toEqual([owner.userId, buyer.userId].toSorted());
    // The handover is noted again: nobody is told again.
    await office.read(id);
    expect(await state(id)).toBe('READY_TO_PAY');
    expect(
      await all(
        app.owner.db,
        sql`select from platform.outbox where event like ${`ownership.feeFirst:${id}:%`}`,
      ),
    ).toHaveLength(2);
  });
});

describe('a change', () => {
  test('is not accepted before its fee is paid', async () => {
    const { id } = await asked();
    const body = await office.at(id);
    expect(await app.codeOf(steps.acceptChange, { as: office.admin, body })).toBe('ownership.wrong_state');
    await expect(
      execute(app.owner.db, sql`update ownership.requests set state = 'READY_TO_APPROVE' where id = ${id}`),
    ).rejects.toMatchObject({ constraint: 'requests_fee_paid_check' });
    await pay(id);
    await office.accept(id);
    expect(await kept(id)).toMatchObject({ state: 'COMPLETED', paid: FEE });
  });

  test('whose fee is paid waits for no fee after a correction', async () => {
    const { id, owner } = await asked();
    await pay(id);
    await app.call(steps.returnRequest, {
      as: office.clerk,
      body: { ...(await office.at(id)), remark: 'the deed cannot be read' },
    });
    await office.sendAgain(id, owner);
    await office.verify(id);
    await office.read(id);
    expect(await kept(id)).toMatchObject({ state: 'READY_TO_APPROVE', paid: FEE });
  });
});

describe('at the counter', () => {
  test('the fee is paid with its VAT: receipt, books, SMS, history and log say what it was for', async () => {
    const { id, number, owner, connection } = await asked();
    const payment = await pay(id);
    expect(payment).toMatchObject({
      ...{ source: 'OWNERSHIP_CHANGE', state: 'APPROVED', amountMinor: FEE, vatMinor: VAT },
      ...{ targetNumber: number, ownershipRequestId: id, payerName: 'Rahima Khatun' },
    });
    expect(payment.receiptNumber).toMatch(/^\d{10}$/);
    expect(await books(id)).toEqual({ '1000': FEE, '2100': -VAT, '4120': -NET });
    expect(await kept(id)).toEqual({ state: 'READY_TO_APPROVE', fee: FEE, vat: VAT, paid: FEE });
    const [sms] = await all<{ recipient: string; body: string }>(
      app.owner.db,
      sql`select recipient, body from platform.outbox where event = ${`payments.receipt:${payment.id}`}`,
    );
    expect(sms?.recipient).toBe(await fees.phoneOf(owner));
    const listed = await app.call(payments.paymentHistory, {
      as: cashier,
      query: { source: 'OWNERSHIP_CHANGE', search: number },
    });
    expect(listed.items.map((item) => item.id)).toEqual([payment.id]);
    // The receipts of a cashier's day are of all that can be paid.
    const day = await app.call(payments.paymentHistory, {
      as: cashier,
      query: { source: 'ALL', state: 'APPROVED', takenBy: 'me' },
    });
    expect(day.items.map((item) => item.id)).toContain(payment.id);
    const [log] = await all<{ before: object; after: object }>(
      app.owner.db,
      sql`select before, after from platform.audit where object_id = ${id} and action = 'ownership.pay'`,
    );
    expect(log).toMatchObject({
      before: { state: 'READY_TO_PAY', feePaidMinor: 0 },
      after: { state: 'READY_TO_APPROVE', feePaidMinor: FEE },
    });
    expect(connection.number).not.toBe(number);
  });

  test('neither a part nor more is taken, and nothing of it is written', async () => {
    const { id } = await asked();
    for (const amount of [FEE - 1, FEE + 1]) expect(await codeOf(id, amount)).toBe('ownership.fee_whole');
    expect(await codeOf(id, FEE, office.clerk)).toBe('common.not_permitted');
    expect(await kept(id)).toMatchObject({ paid: 0 });
    expect(await books(id)).toEqual({});
  });

  test('a fee is found by its request, its connection, its owners and their phones', async () => {
    const { id, number, connection, buyer } = await asked();
    for (const search of [number, connection.number, await fees.phoneOf(buyer)]) {
      const { items } = await findPayables(app.db, app.actorOf(cashier), search);
      expect([search, items.some((item) => item.id === id && item.dueMinor === FEE)]).toEqual([search, true]);
    }
    await pay(id);
    const { items } = await findPayables(app.db, app.actorOf(cashier), number);
    expect(items.filter((item) => item.id === id)).toEqual([]);
  });

  test('money of a day that is too long ago is proposed by one and taken by another', async () => {
    const { id } = await asked();
    await execute(
      app.owner.db,
      sql`update ownership.requests set asked_at = asked_at - interval '30 days' where id = ${id}`,
    );
    const tender = { method: 'CASH' as const, paidOn: '2026-11-01' };
    expect(
      await app.codeOf(payments.payOwnershipFee, {
        as: cashier,
        body: { ...paying(id), tender, dateReason: 'late' },
      }),
    ).toBe('payments.second_person_date');
    const target = { kind: 'OWNERSHIP' as const, requestId: id };
    const body = { target, amountMinor: FEE, tender, reason: 'the book was found' };
    expect(await app.codeOf(proposeBackdated, { as: office.clerk, body })).toBe('common.not_permitted');
    const early = { ...body, tender: { ...tender, paidOn: '2026-09-01' } };
    expect(await app.codeOf(proposeBackdated, { as: cashier, body: early })).toBe('payments.paid_too_early');
    const {
      id: proposalId,
      targetNumber,
      payerName,
    } = await app.call(proposeBackdated, { as: cashier, body });
    expect([targetNumber, payerName]).toEqual([
      (await app.call(contract.getRequest, { as: office.clerk, query: { requestId: id } })).number,
      'Rahima Khatun',
    ]);
    expect(await app.codeOf(proposeBackdated, { as: cashier, body })).toBe('payments.backdate_waits');
    const accepting = { params: { id: proposalId }, body: { accept: true } };
    await app.call(decideProposal, { as: fees.second, ...accepting });
    expect(await kept(id)).toMatchObject({ state: 'READY_TO_APPROVE', paid: FEE });
    expect(
      (await app.call(listProposals, { as: fees.second, query: { search: targetNumber } })).items,
    ).toMatchObject([{ id: proposalId, state: 'DONE' }]);
  });
});

describe('through the bank', () => {
  test.each(['owner', 'buyer'] as const)(
    'the %s pays, and the other one reads that it is paid, not by whom',
    async (who) => {
      const request = await asked();
      const { id } = request;
      const [as, other] = who === 'owner' ? [request.owner, request.buyer] : [request.buyer, request.owner];
      for (const one of [as, other]) {
        const { items } = await app.call(myPayables, { as: one });
        expect(items.filter((item) => item.kind === 'OWNERSHIP')).toMatchObject([{ id, dueMinor: FEE }]);
      }
      const paymentId = await fees.atBank(id, as);
      const seen = async (one = as) =>
        (await app.call(contract.getRequest, { as: one, query: { requestId: id } })).fee;
      expect((await seen())?.payments.atBank).toEqual({ paymentId, isSetAside: false });
      expect((await seen(other))?.payments.atBank).toEqual({ paymentId: null, isSetAside: false });
      expect(
        await app.codeOf(payments.payOwnershipFee, {
          as: other,
          body: { ...paying(id), tender: { method: 'GATEWAY' } },
        }),
      ).toBe('payments.other_running');
      await fees.approve(paymentId);
      expect(await fees.complete(paymentId, as)).toMatchObject({ state: 'APPROVED', ownershipRequestId: id });
      expect(await books(id)).toEqual({ '1020': FEE, '2100': -VAT, '4120': -NET });
      expect((await seen())?.payments).toMatchObject({ receipt: { paymentId }, atBank: null });
      expect((await seen(other))?.payments).toEqual({
        receipt: null,
        atBank: null,
        goesBack: [],
        refund: null,
      });
      expect(await app.codeOf(payments.getPayment, { as: other, params: { id: paymentId } })).toBe(
        'common.not_found',
      );
      const closed = (one = as) => app.call(getPayable, { as: one, query: { ownershipRequestId: id } });
      expect((await closed()).closed).toMatchObject({ because: 'PAID', receipt: { paymentId } });
      expect((await closed(other)).closed).toEqual({ because: 'PAID', receipt: null });
      expect((await app.call(myPayables, { as })).items.filter((item) => item.kind === 'OWNERSHIP')).toEqual(
        [],
      );
    },
  );

  test('nobody else begins a payment of it or reads it', async () => {
    const { id } = await asked();
    const stranger = await app.consumer();
    const body = { ...paying(id), tender: { method: 'GATEWAY' as const } };
    expect(await app.codeOf(payments.payOwnershipFee, { as: stranger, body })).toBe('common.not_found');
    expect(await app.codeOf(getPayable, { as: stranger, query: { ownershipRequestId: id } })).toBe(
      'common.not_found',
    );
    expect((await app.call(myPayables, { as: stranger })).items).toEqual([]);
    // A household takes no counter money.
    expect(await codeOf(id, FEE, stranger)).toBe('common.not_permitted');
  });

  test('what is not the fee sends nobody to the bank, nor does a fee that was paid at the counter meanwhile', async () => {
    const { id, owner } = await asked();
    const body = { ...paying(id, FEE - 1), tender: { method: 'GATEWAY' as const } };
    expect(await app.codeOf(payments.payOwnershipFee, { as: owner, body })).toBe('ownership.fee_whole');
    const { id: paymentId } = await fees.begin(id, owner);
    await pay(id);
    expect(await app.codeOf(openOrder, { as: owner, body: { paymentId } })).toBe('payments.not_due');
    expect(
      await app.codeOf(payments.payOwnershipFee, { as: owner, body: { ...body, amountMinor: FEE } }),
    ).toBe('ownership.wrong_state');
  });
});

test('the home of a cashier names and counts fees that wait, and those that were taken today', async () => {
  const { id, number } = await asked();
  const home = async () => {
    const { queues, items } = await app.call(ownWork, { as: cashier, query: {} });
    return {
      total: queues.find(({ name }) => name === 'ownership-fees')?.total ?? 0,
      list: queues.find(({ name }) => name === 'ownership-fees')?.list,
      row: items.find((item) => item.id === id),
    };
  };
  const before = await home();
  expect(before).toMatchObject({
    list: { path: '/take-payment' },
    row: {
      ...{ queue: 'ownership-fees', number, name: 'Rahima Khatun', amountMinor: FEE },
      to: { path: '/take-payment', query: { ownershipRequestId: id } },
    },
  });
  const takenToday = async () =>
    (await app.call(staffDashboard, { as: cashier })).counter?.OWNERSHIP_CHANGE ?? { minor: 0, receipts: 0 };
  const first = await takenToday();
  await pay(id);
  expect(await home()).toMatchObject({ total: before.total - 1, row: undefined });
  expect(await takenToday()).toEqual({ minor: Number(first.minor) + FEE, receipts: first.receipts + 1 });
});
