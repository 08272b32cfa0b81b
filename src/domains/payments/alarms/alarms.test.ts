/** Alarms as a work list; a bank that took another amount: two people book it or send it back, exactly and once. */
import { afterEach, describe, expect, test } from 'vitest';
import { staffDashboard } from '#domains/dashboard/contract.ts';
import { listNotices } from '#domains/identity/notices/contract.ts';
import { balanceOf, invariants } from '#domains/ledger/queries.ts';
import { all, execute, one, type Sql, sql, transaction } from '#platform/database/db.ts';
import type { EndpointInput } from '#shared/endpoint.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from '../contract.ts';
import { makeDebtor } from '../factory.ts';
import * as gatewayContract from '../gateway/contract.ts';
import { hindrances } from '../hindrances.ts';
import { getPayable } from '../payables/contract.ts';
import { decideProposal, listProposals } from '../proposals/contract.ts';
import { differences } from '../queries.ts';
import { askWithdrawal, decideRefund, listRefunds, openRefund, payRefund } from '../refunds/contract.ts';
import type { Manner } from '../sandbox/choices.rules.ts';
import * as alarms from './contract.ts';

const app = await testApp();
const cashier = await app.staff('cashier');
const reviewer = await app.staff('reviewer');
const second = await app.staff('reviewer');

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
});

type Wrong = { as: Person; paymentId: string; connectionId: string; alarmId: string };

/**
 * A bill of ৳115 whose consumer pressed "pay"; the bank took ৳114.
 * @param says what else the bank answers
 */
async function wrongAmount(manner: Manner = 'wrong-amount', says?: Sql): Promise<Wrong> {
  const as = await app.consumer();
  const { connectionId } = await transaction(app.db, (tx) =>
    makeDebtor(tx, app.system(), { consumerId: String(as.consumerId) }),
  );
  const body = { connectionId, amountMinor: 11_500, tender: { method: 'GATEWAY' as const } };
  const { id } = await app.call(contract.makePayment, { as, body });
  const { bankUrl } = await app.call(gatewayContract.openOrder, { as, body: { paymentId: id } });
  const address = new URL(bankUrl ?? '', 'http://x').searchParams;
  const form = new URLSearchParams({ decision: 'approve', manner });
  for (const name of ['ORDERID', 'SESSIONID']) form.set(name, address.get(name) ?? '');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const url = '/sandbox-bank/pay';
  await app.server.inject({ method: 'POST', url, headers, payload: form.toString() });
  if (says) await setAnswer(id, says);
  await app.call(gatewayContract.completeGatewayPayment, { as, body: { paymentId: id } });
  const alarm = await all<{ id: string }>(
    app.db,
    sql`select id from payments.alarms where payment_id = ${id} and kind = 'AMOUNT'`,
  );
  return { as, paymentId: id, connectionId, alarmId: alarm[0]?.id ?? '' };
}

const setAnswer = (paymentId: string, sets: Sql) =>
  execute(
    app.db,
    sql`update payments.sandbox_orders set ${sets} where order_id = (
      select order_id from payments.orders where payment_id = ${paymentId})`,
  );
const propose = (alarmId: string, kind: 'BOOK' | 'SEND_BACK', as = cashier) =>
  app.call(alarms.proposeForAlarm, {
    as,
    params: { id: alarmId },
    body: { kind, amountMinor: 11_400, reason: 'the statement of the bank says so' },
  });
const decide = (id: string | undefined, body: { accept: boolean; remark?: string }, as = reviewer) => ({
  as,
  params: { id: String(id) },
  body,
});
const alarmOf = (id: string, as = cashier) => app.call(alarms.getAlarm, { as, params: { id } });
const owner = (id: string, body: { ownerId: string | null; wasOwnerId: string | null }, as = cashier) => ({
  as,
  params: { id },
  body,
});
const audited = (objectId: string) =>
  all<{ action: string }>(
    app.db,
    sql`select action from platform.audit where object_id = ${objectId} order by id`,
  );

describe('the work list', () => {
  test('an alarm is told to those who can act, is shown on their dashboard, and has an owner', async () => {
    const { alarmId } = await wrongAmount();
    const told = await app.call(listNotices, { as: cashier, query: {} });
    expect(told.items.some(({ path }) => path.startsWith('/alarms?page=1&search='))).toBe(true);
    const list = () => app.call(alarms.listAlarms, { as: cashier, query: { state: 'OPEN' } });
    const figures = async (as: Person) => (await app.call(staffDashboard, { as })).alarms;
    const open = (await list()).total;
    expect(await figures(cashier)).toEqual({ open, mine: 0 });
    expect(await figures(await app.staff('engineer'))).toBeNull();
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
    const dashboard = await app.call(staffDashboard, { as: reviewer });
    expect(dashboard.decisions).toEqual({ waiting: waiting.total });
    expect((await app.call(staffDashboard, { as: cashier })).decisions).toBeNull();
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
async function bankSays(paymentId: string, sets: Sql, as = cashier) {
  await setAnswer(paymentId, sets);
  return app.call(gatewayContract.revalidateGatewayPayment, { as, params: { id: paymentId } });
}
const openAlarms = (paymentId: string) =>
  all<{ id: string; kind: string }>(
    app.db,
    sql`select id, kind from payments.alarms where payment_id = ${paymentId} and state <> 'SOLVED' order by kind`,
  );
const ask = (
  id: string,
  body: NonNullable<EndpointInput<typeof alarms.proposeForAlarm>['body']>,
  as = cashier,
) => ({
  as,
  params: { id },
  body,
});
const AGREE = { accept: true };

describe('the bank corrects itself after a part was booked', () => {
  /** ৳114 of ৳115 is booked, and then the bank says ৳115. */
  async function corrected() {
    const made = await wrongAmount();
    const { proposal } = await propose(made.alarmId, 'BOOK');
    await app.call(decideProposal, decide(proposal?.id, AGREE));
    await bankSays(made.paymentId, sql`paid_minor = 11500`);
    const [alarm] = await openAlarms(made.paymentId);
    return { ...made, again: String(alarm?.id) };
  }

  test.each(['BOOK', 'SEND_BACK'] as const)('%s: only what the books do not have', async (kind) => {
    const { again, connectionId, paymentId } = await corrected();
    expect(await alarmOf(again)).toMatchObject({
      kind: 'AFTER_REVERSAL',
      ...{ bankMinor: 11_500, bookedMinor: 11_400, openMinor: 100, can: { book: true, note: false } },
    });
    const all115 = { kind, amountMinor: 11_500, reason: 'x' };
    expect((await app.refused(alarms.proposeForAlarm, ask(again, all115))).code).toBe('payments.alarm_moved');
    const { proposal } = await app.call(alarms.proposeForAlarm, ask(again, { ...all115, amountMinor: 100 }));
    const done = await app.call(decideProposal, decide(proposal?.id, AGREE));
    expect(done).toMatchObject({ state: 'DONE', amountMinor: 100 });
    expect(await balanceOf(app.db, { partyId: connectionId, account: '1100' })).toBe(
      kind === 'BOOK' ? 0 : 100,
    );
    expect(await balanceOf(app.db, { partyId: connectionId, account: '2210' })).toBe(
      kind === 'BOOK' ? 0 : -100,
    );
    // The same answer again: the bank and the books agree.
    await bankSays(paymentId, sql`paid_minor = 11500`);
    expect(await openAlarms(paymentId)).toEqual([]);
  });

  test('what is open is compared again when the second person decides', async () => {
    const { again, paymentId } = await corrected();
    const body = { kind: 'BOOK' as const, amountMinor: 100, reason: 'x' };
    const { proposal } = await app.call(alarms.proposeForAlarm, ask(again, body));
    await bankSays(paymentId, sql`paid_minor = 11600`);
    expect(await openAlarms(paymentId)).toMatchObject([{ kind: 'AFTER_REVERSAL' }, { kind: 'AMOUNT' }]);
    expect(await alarmOf(again)).toMatchObject({ openMinor: 200 });
    expect((await app.refused(decideProposal, decide(proposal?.id, AGREE))).code).toBe(
      'payments.alarm_moved',
    );
  });

  test('two alarms of one payment decided at once book the money once, and end both', async () => {
    const { again, paymentId, connectionId } = await corrected();
    await bankSays(paymentId, sql`paid_minor = 11600`);
    const other = (await openAlarms(paymentId)).find(({ id }) => id !== again);
    const body = { kind: 'BOOK' as const, amountMinor: 200, reason: 'x' };
    const asked = await Promise.all(
      [again, String(other?.id)].map((id) => app.call(alarms.proposeForAlarm, ask(id, body))),
    );
    const codes = await Promise.all(
      asked.map(({ proposal }, index) =>
        app.codeOf(decideProposal, decide(proposal?.id, AGREE, index === 0 ? reviewer : second)),
      ),
    );
    expect(codes.toSorted()).toEqual(['payments.alarm_moved', undefined]);
    expect(await balanceOf(app.db, { partyId: connectionId, account: '1100' })).toBe(0);
    expect(await balanceOf(app.db, { partyId: connectionId, account: '2200' })).toBe(-100);
    expect(await openAlarms(paymentId)).toEqual([]);
  });

  test('the bank goes back to what was booked: what is open ends by itself', async () => {
    const { again, paymentId } = await corrected();
    await bankSays(paymentId, sql`paid_minor = 11400`);
    expect(await alarmOf(again)).toMatchObject({ state: 'SOLVED', solution: 'CAME_RIGHT' });
  });

  test('a paid payment of which the bank says more: the difference is booked, the payment stays paid', async () => {
    const { paymentId, connectionId } = await wrongAmount();
    await bankSays(paymentId, sql`paid_minor = 11500`);
    await bankSays(paymentId, sql`paid_minor = 12000`);
    const [alarm] = await openAlarms(paymentId);
    const body = { kind: 'BOOK' as const, amountMinor: 500, reason: 'x' };
    const { proposal } = await app.call(alarms.proposeForAlarm, ask(String(alarm?.id), body));
    await app.call(decideProposal, decide(proposal?.id, AGREE));
    expect(await app.call(contract.getPayment, { as: cashier, params: { id: paymentId } })).toMatchObject({
      ...{ state: 'APPROVED', replacedById: null },
    });
    expect(await balanceOf(app.db, { partyId: connectionId, account: '2200' })).toBe(-500);
  });

  test('what the database refuses as a fact has a code of its own', async () => {
    await execute(
      app.owner.db,
      sql`create function public.refuse() returns trigger language plpgsql as $$ begin
        raise exception 'a fact' using errcode = '23514', constraint = 'proposals_frozen'; end $$`,
    );
    await execute(
      app.owner.db,
      sql`create trigger refuse before insert on payments.proposals for each row execute function public.refuse()`,
    );
    const { alarmId } = await wrongAmount();
    const body = { kind: 'BOOK' as const, amountMinor: 11_400, reason: 'x' };
    const refused = await app.refused(alarms.proposeForAlarm, ask(alarmId, body));
    await execute(app.owner.db, sql`drop trigger refuse on payments.proposals`);
    expect([refused.status, refused.code]).toEqual([409, 'common.frozen']);
  });
});

describe('the bank does not say how much came in taka', () => {
  const remark = { remark: 'seen' };
  const ANSWERS: [string, Sql][] = [
    ['CURRENCY', sql`currency = '840'`],
    ['UNDECIDED', sql`status = 'CREATED', expires_at = '2027-01-01'`],
  ];

  async function unknown(kind: string, answer: Sql) {
    const made = await wrongAmount('wrong-amount', answer);
    if (kind === 'UNDECIDED') {
      // The janitor's last question.
      await execute(
        app.db,
        sql`update payments.orders set checks = 100, next_check_at = '2026-11-01' where payment_id = ${made.paymentId}`,
      );
      await bankSays(made.paymentId, answer);
    }
    const alarm = (await openAlarms(made.paymentId)).find((open) => open.kind === kind);
    return { ...made, alarmId: String(alarm?.id) };
  }

  test.each(ANSWERS)(
    '%s: nobody ends it alone; two people book what the statement says',
    async (kind, answer) => {
      const { alarmId, connectionId, paymentId } = await unknown(kind, answer);
      expect(await alarmOf(alarmId)).toMatchObject({
        ...{
          bankMinor: null,
          openMinor: null,
          mayBeMoney: true,
          can: { note: false, propose: true, book: true },
        },
      });
      const alone = { as: cashier, params: { id: alarmId }, body: remark };
      expect((await app.refused(alarms.noteAlarm, alone)).code).toBe('payments.alarm_has_money');
      const body = { kind: 'BOOK' as const, amountMinor: 9_000, reason: 'the statement says so' };
      expect((await app.refused(alarms.proposeForAlarm, ask(alarmId, body))).code).toBe(
        'payments.alarm_statement',
      );
      const named = { ...body, statementReference: 'FT26319-0042' };
      const { proposal } = await app.call(alarms.proposeForAlarm, ask(alarmId, named));
      const waiting = await app.call(listProposals, { as: reviewer, query: { state: 'REQUESTED' } });
      expect(waiting.items.find(({ id }) => id === proposal?.id)).toMatchObject({
        ...{ amountMinor: 9_000, statementReference: 'FT26319-0042', payerName: 'Rahima Khatun' },
      });
      expect((await app.refused(decideProposal, decide(proposal?.id, AGREE, cashier))).status).toBe(402);
      await app.call(decideProposal, decide(proposal?.id, AGREE));
      expect(await balanceOf(app.db, { partyId: connectionId, account: '1100' })).toBe(2_500);
      expect(await openAlarms(paymentId)).toEqual([]);
      // The same answer again raises nothing.
      await bankSays(paymentId, answer);
      expect(await openAlarms(paymentId)).toEqual([]);
    },
  );

  test('no money came: by two people, the payment is declined; "paid" later is looked at again', async () => {
    const { alarmId, paymentId, connectionId } = await unknown('CURRENCY', sql`currency = '840'`);
    const none = { kind: 'NO_MONEY' as const, reason: 'not on any statement' };
    const { proposal } = await app.call(alarms.proposeForAlarm, ask(alarmId, none));
    const done = await app.call(decideProposal, decide(proposal?.id, AGREE));
    expect(done).toMatchObject({ state: 'DONE', amountMinor: 0, paymentId: null });
    expect(await alarmOf(alarmId)).toMatchObject({ solution: 'NO_MONEY', remark: 'not on any statement' });
    const wrong = await app.call(contract.getPayment, { as: cashier, params: { id: paymentId } });
    expect(wrong).toMatchObject({ state: 'DECLINED', replacedById: null });
    expect(await balanceOf(app.db, { partyId: connectionId, account: '1100' })).toBe(11_500);
    await bankSays(paymentId, sql`currency = '840'`);
    expect(await openAlarms(paymentId)).toEqual([]);
    await bankSays(paymentId, sql`currency = '050', paid_minor = 11500`);
    expect(await openAlarms(paymentId)).toMatchObject([{ kind: 'AFTER_REVERSAL' }]);
  });

  test('the bank says a clear no with something that does not fit: one person ends it, the payment with it', async () => {
    const { alarmId, paymentId } = await unknown('CURRENCY', sql`currency = '840', status = 'DECLINED'`);
    expect(await alarmOf(alarmId)).toMatchObject({ mayBeMoney: false, can: { note: true, propose: false } });
    const none = { kind: 'NO_MONEY' as const, reason: 'x' };
    expect((await app.refused(alarms.proposeForAlarm, ask(alarmId, none))).code).toBe(
      'payments.alarm_without_money',
    );
    await app.call(alarms.noteAlarm, { as: cashier, params: { id: alarmId }, body: remark });
    const wrong = await app.call(contract.getPayment, { as: cashier, params: { id: paymentId } });
    expect(wrong.state).toBe('DECLINED');
  });

  test('a signed call about an order that is not ours: two people say whose money it is', async () => {
    const { connectionId } = await wrongAmount();
    const { number } = await one<{ number: string }>(
      app.db,
      sql`select number from meters.connections where id = ${connectionId}`,
    );
    const { id } = await one<{ id: string }>(
      app.db,
      sql`with call as (
          insert into payments.inbox (gateway, digest, body, state, received_at)
          values ('sandbox', ${crypto.randomUUID()}, '{}', 'ALARM', now()) returning id)
        insert into payments.alarms (kind, inbox_id, details, raised_at)
        select 'ORDER', id, '{"orderId": "SBUNKNOWN", "amountMinor": 9000}', now() from call returning id`,
    );
    expect(await alarmOf(id)).toMatchObject({ paymentId: null, mayBeMoney: true, can: { note: false } });
    const body = { kind: 'BOOK' as const, amountMinor: 9_000, reason: 'x', statementReference: 'FT1' };
    expect((await app.refused(alarms.proposeForAlarm, ask(id, body))).code).toBe('payments.alarm_connection');
    const named = { ...body, connectionNumber: number };
    const { proposal } = await app.call(alarms.proposeForAlarm, ask(id, named));
    await app.call(decideProposal, decide(proposal?.id, AGREE));
    expect(await balanceOf(app.db, { partyId: connectionId, account: '1100' })).toBe(2_500);
    expect(await alarmOf(id)).toMatchObject({ state: 'SOLVED', solution: 'BOOKED' });
  });

  test('a payment without an outcome hinders its month, set aside or not', async () => {
    const { paymentId } = await wrongAmount();
    const hindered = async () => {
      const payments = hindrances.find(({ kind }) => kind === 'payments');
      return Number(await payments?.count(app.db, '2026-11-01'));
    };
    const before = await hindered();
    const [alarm] = await openAlarms(paymentId);
    const none = { kind: 'NO_MONEY' as const, reason: 'x' };
    const { proposal } = await app.call(alarms.proposeForAlarm, ask(String(alarm?.id), none));
    await app.call(decideProposal, decide(proposal?.id, AGREE));
    expect(await hindered()).toBe(before - 1);
  });
});

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
    await app.call(payRefund, { as: cashier, body });
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
