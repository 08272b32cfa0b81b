/** Alarms as a work list; a bank that took another amount: two people book it or send it back, exactly and once. */
import { afterEach, describe, expect, test } from 'vitest';
import { ownWork } from '#domains/dashboard/work/contract.ts';
import { listNotices } from '#domains/identity/notices/contract.ts';
import { balanceOf, invariants } from '#domains/ledger/queries.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import type { Person } from '#test/app.ts';
import * as contract from '../contract.ts';
import * as gatewayContract from '../gateway/contract.ts';
import { getPayable } from '../payables/contract.ts';
import { decideProposal, listProposals } from '../proposals/contract.ts';
import { differences } from '../queries.ts';
import { askWithdrawal, decideRefund, listRefunds, openRefund, payRefund } from '../refunds/contract.ts';
import * as alarms from './contract.ts';
import { alarmOffice } from './factory-alarms.ts';

const { app, cashier, reviewer, second, wrongAmount, propose, decide, alarmOf, owner, audited, AGREE } =
  await alarmOffice();

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
});

describe('the work list', () => {
  test('an alarm is told to those who can act, is shown on their dashboard, and has an owner', async () => {
    const { alarmId } = await wrongAmount();
    // The notice and the row of the home lead to the alarm itself, also who takes no payments.
    const watcher = await app.staffWith(['dashboard:view', 'payments:alarms']);
    const again = await wrongAmount();
    for (const [as, id] of [
      [cashier, alarmId],
      [watcher, again.alarmId],
    ] as const) {
      const told = await app.call(listNotices, { as, query: {} });
      expect(told.items.map(({ path }) => path)).toContain(`/alarms/${id}`);
      const { items } = await app.call(ownWork, { as });
      expect(items.map(({ to }) => to)).toContainEqual({ path: `/alarms/${id}` });
      expect((await app.call(alarms.getAlarm, { as, params: { id } })).id).toBe(id);
    }
    const list = () => app.call(alarms.listAlarms, { as: cashier, query: { state: 'OPEN' } });
    const figures = async (as: Person) => {
      const { queues } = await app.call(ownWork, { as });
      const of = (wanted: string) => queues.find(({ name }) => name === wanted)?.total ?? 0;
      return { open: of('open-alarms'), mine: of('own-alarms') };
    };
    const open = (await list()).total;
    expect(await figures(cashier)).toEqual({ open, mine: 0 });
    expect(await figures(await app.staff('engineer'))).toEqual({ open: 0, mine: 0 });
    const taken = await app.call(
      alarms.setAlarmOwner,
      owner(alarmId, { ownerId: cashier.userId, wasOwnerId: null }),
    );
    expect(taken).toMatchObject({ state: 'TAKEN', ownerId: cashier.userId, owner: 'Karim Uddin' });
    expect(await figures(cashier)).toEqual({ open: open - 1, mine: 1 });
    const mine = await app.call(alarms.listAlarms, { as: cashier, query: { owner: 'me' } });
    expect(mine.items.map(({ id }) => id)).toEqual([alarmId]);
    expect(mine.counts.TAKEN).toBe(1);
    const found = await app.call(alarms.listAlarms, {
      as: cashier,
      query: { search: taken.orderId ?? '', kind: 'AMOUNT' },
    });
    // The bank's call and its answer to our question.
    expect(found.items.map(({ id }) => id)).toContain(alarmId);
    expect(found.items).toHaveLength(2);
  });

  test('of two who take it at once one has it; it is handed over and given back', async () => {
    const { alarmId } = await wrongAmount();
    const take = (as: Person) =>
      app.codeOf(alarms.setAlarmOwner, owner(alarmId, { ownerId: as.userId, wasOwnerId: null }, as));
    const codes = await Promise.all([take(cashier), take(reviewer), take(second)]);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(new Set(codes.filter(Boolean))).toEqual(new Set(['payments.alarm_taken']));
    const { ownerId } = await alarmOf(alarmId);
    const engineer = await app.staff('engineer');
    const to = (person: Person | null) =>
      owner(alarmId, { ownerId: person?.userId ?? null, wasOwnerId: ownerId });
    expect((await app.refused(alarms.setAlarmOwner, to(engineer))).code).toBe('payments.alarm_owner');
    const people = await app.call(alarms.listAlarmPeople, { as: cashier });
    expect(people.items.map(({ id }) => id)).toContain(second.userId);
    expect(people.items.map(({ id }) => id)).not.toContain(engineer.userId);
    const other = ownerId === second.userId ? reviewer : second;
    await app.call(alarms.setAlarmOwner, to(other));
    const told = await app.call(listNotices, { as: other, query: {} });
    expect(told.items.some(({ kind }) => kind === 'payments.alarm_handed')).toBe(true);
    const back = owner(alarmId, { ownerId: null, wasOwnerId: other.userId });
    expect(await app.call(alarms.setAlarmOwner, back)).toMatchObject({ state: 'OPEN', owner: null });
    expect((await audited(alarmId)).map(({ action }) => action)).toEqual([
      'alarm.own',
      'alarm.own',
      'alarm.own',
    ]);
  });

  test('without money it ends with a remark; with money nobody ends it alone, not by SQL either', async () => {
    const { alarmId } = await wrongAmount();
    const solve = { as: cashier, params: { id: alarmId }, body: { remark: 'looks fine' } };
    expect((await app.refused(alarms.noteAlarm, solve)).code).toBe('payments.alarm_has_money');
    const message = { message: 'no json', signature: crypto.randomUUID() };
    await app.call(gatewayContract.gatewayCallback, { body: message });
    const { items } = await app.call(alarms.listAlarms, { as: cashier, query: { kind: 'SIGNATURE' } });
    const id = String(items[0]?.id);
    const without = { as: cashier, params: { id }, body: { remark: 'somebody tried the address' } };
    const book = { kind: 'BOOK' as const, amountMinor: 1, reason: 'x' };
    expect(
      (await app.refused(alarms.proposeForAlarm, { as: cashier, params: { id }, body: book })).code,
    ).toBe('payments.alarm_without_money');
    expect(await app.call(alarms.noteAlarm, without)).toMatchObject({ state: 'SOLVED', solution: 'NOTED' });
    expect((await app.refused(alarms.noteAlarm, without)).code).toBe('payments.alarm_solved');
    expect(
      (await app.refused(alarms.setAlarmOwner, owner(id, { ownerId: cashier.userId, wasOwnerId: null })))
        .code,
    ).toBe('payments.alarm_solved');
    await expect(
      execute(app.db, sql`update payments.alarms set remark = 'other' where id = ${id}`),
    ).rejects.toMatchObject({ constraint: 'alarms_frozen' });
  });
});

describe('the payer is not locked out', () => {
  test('another payment may begin; the first one is shown as looked at', async () => {
    const { as, paymentId, connectionId } = await wrongAmount();
    expect(await app.call(contract.getPayment, { as, params: { id: paymentId } })).toMatchObject({
      state: 'PROCESSING',
      isSetAside: true,
    });
    const payable = await app.call(getPayable, { as, query: { connectionId } });
    expect([payable.running, payable.setAsideMinor, payable.dueMinor]).toEqual([null, 11_500, 11_500]);
    const body = { connectionId, amountMinor: 100, tender: { method: 'GATEWAY' as const } };
    expect((await app.call(contract.makePayment, { as, body })).state).toBe('CREATED');
  });
});

describe('book what really came', () => {
  test('one proposes, another one decides: payment of the true amount, receipt, ledger, alarm solved', async () => {
    const { paymentId, connectionId, alarmId, as } = await wrongAmount();
    const asked = await propose(alarmId, 'BOOK');
    expect(asked.proposal).toMatchObject({ kind: 'BOOK', requestedBy: 'Karim Uddin' });
    const again = { kind: 'SEND_BACK' as const, amountMinor: 11_400, reason: 'other way' };
    const call = { as: second, params: { id: alarmId }, body: again };
    expect((await app.refused(alarms.proposeForAlarm, call)).code).toBe('payments.proposal_waits');
    const waiting = await app.call(listProposals, { as: reviewer, query: { state: 'REQUESTED' } });
    // "Decide" on the alarm leads to this one alone.
    await propose((await wrongAmount()).alarmId, 'BOOK');
    const { items: found } = await app.call(listProposals, {
      ...{ as: reviewer, query: { state: 'REQUESTED', search: asked.orderId ?? '' } },
    });
    expect(found.map((proposal) => proposal.id)).toEqual([asked.proposal?.id]);
    const decisions = async (as: Person) =>
      (await app.call(ownWork, { as })).queues.find(({ name }) => name === 'second-person')?.total;
    expect(await decisions(reviewer)).toBe(waiting.total + 1);
    expect(await decisions(cashier)).toBeUndefined();
    const told = await app.call(listNotices, { as: reviewer, query: {} });
    expect(told.items.some(({ kind }) => kind === 'payments.decision_waiting')).toBe(true);
    const id = asked.proposal?.id;
    expect((await app.refused(decideProposal, decide(id, { accept: true }, cashier))).status).toBe(402);
    const done = await app.call(decideProposal, decide(id, { accept: true }));
    expect(done).toMatchObject({ state: 'DONE', amountMinor: 11_400, paymentId: expect.any(String) });
    expect((await app.refused(decideProposal, decide(id, { accept: true }, second))).code).toBe(
      'payments.proposal_decided',
    );
    expect((await app.refused(alarms.proposeForAlarm, call)).code).toBe('payments.alarm_solved');
    const booked = await app.call(contract.getPayment, { as, params: { id: String(done.paymentId) } });
    expect(booked).toMatchObject({ state: 'APPROVED', method: 'GATEWAY', amountMinor: 11_400 });
    expect(booked.receiptNumber).toMatch(/^6/);
    expect(booked.invoices.map(({ amountMinor }) => amountMinor)).toEqual([11_400]);
    expect(await balanceOf(app.db, { partyId: connectionId, account: '1100' })).toBe(100);
    expect(await alarmOf(alarmId)).toMatchObject({
      state: 'SOLVED',
      solution: 'BOOKED',
      can: { own: false },
    });
    const wrong = await app.call(contract.getPayment, { as, params: { id: paymentId } });
    expect(wrong).toMatchObject({ state: 'DECLINED', replacedById: done.paymentId });
    expect((await audited(alarmId)).map(({ action }) => action)).toEqual(['alarm.propose', 'alarm.solve']);
    // The alarm that the bank's own call raised about the same order ends with it.
    const left = await app.call(alarms.listAlarms, { as: cashier, query: { search: asked.orderId ?? '' } });
    expect(left.items.map(({ state, solution }) => [state, solution])).toEqual([
      ['SOLVED', 'BOOKED'],
      ['SOLVED', 'BOOKED'],
    ]);
  });

  test('who proposed does not decide; a refusal says why, and it may be proposed again', async () => {
    const { alarmId } = await wrongAmount();
    const { proposal } = await propose(alarmId, 'BOOK', reviewer);
    expect((await app.refused(decideProposal, decide(proposal?.id, { accept: true }))).code).toBe(
      'payments.proposal_asker',
    );
    const refusal = (remark?: string) => ({ accept: false, ...(remark ? { remark } : {}) });
    expect((await app.refused(decideProposal, decide(proposal?.id, refusal(), second))).code).toBe(
      'payments.refusal_reason',
    );
    await app.call(decideProposal, decide(proposal?.id, refusal('it is not on the statement'), second));
    expect(await alarmOf(alarmId)).toMatchObject({ state: 'OPEN', proposal: null, can: { propose: true } });
    await propose(alarmId, 'BOOK', reviewer);
    await expect(
      execute(
        app.db,
        sql`update payments.proposals set state = 'DONE', decided_by = requested_by, decided_at = now(),
          payment_id = (select id from payments.payments limit 1) where alarm_id = ${alarmId} and state = 'REQUESTED'`,
      ),
    ).rejects.toMatchObject({ constraint: 'proposals_two_persons' });
  });

  test('twenty decide at once: one payment, one journal', async () => {
    const { alarmId, connectionId } = await wrongAmount();
    const { proposal } = await propose(alarmId, 'BOOK');
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        app.codeOf(decideProposal, decide(proposal?.id, { accept: true }, index % 2 ? reviewer : second)),
      ),
    );
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    const { paid } = await one<{ paid: number }>(
      app.db,
      sql`select count(*)::int as paid from payments.payments where connection_id = ${connectionId} and state = 'APPROVED'`,
    );
    expect(paid).toBe(1);
  });

  test('the amount that was proposed is compared with what the bank says now', async () => {
    const { alarmId, paymentId } = await wrongAmount();
    const body = { kind: 'BOOK' as const, amountMinor: 11_500, reason: 'x' };
    const call = { as: cashier, params: { id: alarmId }, body };
    expect((await app.refused(alarms.proposeForAlarm, call)).code).toBe('payments.alarm_moved');
    const { proposal } = await propose(alarmId, 'BOOK');
    await execute(
      app.db,
      sql`update payments.sandbox_orders set paid_minor = 11300 where order_id = (
        select order_id from payments.orders where payment_id = ${paymentId})`,
    );
    const params = { id: paymentId };
    await app.call(gatewayContract.revalidateGatewayPayment, { as: cashier, params });
    expect((await alarmOf(alarmId)).bankMinor).toBe(11_300);
    expect((await app.refused(decideProposal, decide(proposal?.id, { accept: true }))).code).toBe(
      'payments.alarm_moved',
    );
  });

  test('the bank says the ordered amount after all: paid once, the alarm ends by itself', async () => {
    const { alarmId, paymentId, connectionId } = await wrongAmount();
    const { proposal } = await propose(alarmId, 'BOOK');
    const right = sql`update payments.sandbox_orders set paid_minor = 11500 where order_id = (
      select order_id from payments.orders where payment_id = ${paymentId})`;
    await execute(app.db, right);
    const asked = { as: cashier, params: { id: paymentId } };
    expect((await app.call(gatewayContract.revalidateGatewayPayment, asked)).state).toBe('APPROVED');
    expect(await alarmOf(alarmId)).toMatchObject({ state: 'SOLVED', solution: 'CAME_RIGHT' });
    expect((await app.refused(decideProposal, decide(proposal?.id, { accept: true }))).code).toBe(
      'payments.alarm_moved',
    );
    expect(await balanceOf(app.db, { partyId: connectionId, account: '1100' })).toBe(0);
  });

  // An order that expired may still be paid; one that is being paid is declined when the true amount is booked.
  test.each(['PROCESSING', 'EXPIRED'])(
    'after the true amount of an order in %s is booked the ordered one is never booked too: somebody looks again',
    async (state) => {
      const { alarmId, paymentId, connectionId } = await wrongAmount();
      if (state === 'EXPIRED') {
        await execute(
          app.db,
          sql`update payments.payments set state = 'EXPIRED', decided_at = now() where id = ${paymentId}`,
        );
      }
      const { proposal } = await propose(alarmId, 'BOOK');
      await app.call(decideProposal, decide(proposal?.id, { accept: true }));
      await execute(
        app.db,
        sql`update payments.sandbox_orders set paid_minor = 11500 where order_id = (
        select order_id from payments.orders where payment_id = ${paymentId})`,
      );
      await app.call(gatewayContract.revalidateGatewayPayment, { as: cashier, params: { id: paymentId } });
      expect(await balanceOf(app.db, { partyId: connectionId, account: '1100' })).toBe(100);
      const raised = await all<{ kind: string }>(
        app.db,
        sql`select kind from payments.alarms where payment_id = ${paymentId} and state = 'OPEN'`,
      );
      expect(raised).toEqual([{ kind: 'AFTER_REVERSAL' }]);
      await expect(
        execute(app.db, sql`update payments.payments set replaced_by_id = id where id = ${paymentId}`),
      ).rejects.toMatchObject({ constraint: 'payments_frozen' });
    },
  );
});

/** Brings the sandbox bank to say something else about the order, and asks it. */
describe('send it back', () => {
  test('owed back, no bill is paid; the refund case pays it out by another person', async () => {
    const { alarmId, connectionId } = await wrongAmount();
    const { proposal } = await propose(alarmId, 'SEND_BACK');
    const done = await app.call(decideProposal, decide(proposal?.id, { accept: true }));
    expect(await alarmOf(alarmId)).toMatchObject({ solution: 'SENT_BACK' });
    const paid = await app.call(contract.getPayment, {
      as: reviewer,
      params: { id: String(done.paymentId) },
    });
    expect(paid).toMatchObject({ owedBack: true, advanceMinor: 0, invoices: [], can: { reverse: false } });
    const reverse = { paymentId: paid.id, reason: 'x' };
    expect((await app.refused(contract.reversePayment, { as: reviewer, body: reverse })).code).toBe(
      'payments.not_reversible',
    );
    expect(await balanceOf(app.db, { partyId: connectionId, account: '1100' })).toBe(11_500);
    expect(await balanceOf(app.db, { partyId: connectionId, account: '2210' })).toBe(-11_400);
    const cases = await app.call(listRefunds, { as: cashier, query: { connectionId } });
    expect(cases.items).toMatchObject([
      { cause: 'PAYMENT', amountMinor: 11_400, state: 'REQUESTED', payeeName: 'Rahima Khatun' },
    ]);
    const refundId = String(cases.items[0]?.id);
    await app.call(decideRefund, { as: reviewer, body: { refundId, accept: true } });
    const body = { refundId, tender: { method: 'BANK' as const, reference: 'TRX 1' } };
    await app.call(payRefund, { as: await app.staff('cashier'), body });
    expect(await balanceOf(app.db, { partyId: connectionId, account: '2210' })).toBe(0);
  });

  test('withdrawn after its approval it is the advance of the connection, and pays the bill', async () => {
    const { alarmId, connectionId } = await wrongAmount();
    const { proposal } = await propose(alarmId, 'SEND_BACK');
    const done = await app.call(decideProposal, decide(proposal?.id, AGREE));
    const { items } = await app.call(listRefunds, { as: cashier, query: { connectionId } });
    const refundId = String(items[0]?.id);
    await app.call(decideRefund, { as: reviewer, body: { refundId, accept: true } });
    await app.call(askWithdrawal, { as: cashier, body: { refundId, reason: 'it may pay the bill' } });
    const { id } = await one<{ id: string }>(
      app.db,
      sql`select id from payments.proposals where refund_id = ${refundId}`,
    );
    await app.call(decideProposal, decide(id, AGREE));
    expect(await balanceOf(app.db, { partyId: connectionId, account: '1100' })).toBe(100);
    expect(await balanceOf(app.db, { partyId: connectionId, account: '2210' })).toBe(0);
    const again = { of: { kind: 'PAYMENT' as const, paymentId: String(done.paymentId) }, reason: 'x' };
    expect((await app.refused(openRefund, { as: cashier, body: again })).code).toBe(
      'payments.payment_refund_open',
    );
  });
});
