/** What two people book or send back is what the bank has and the books have not, also if the bank changes its answer or names no amount. */
import { afterEach, describe, expect, test } from 'vitest';
import { balanceOf, invariants } from '#domains/ledger/queries.ts';
import { execute, one, type Sql, sql } from '#platform/database/db.ts';
import * as contract from '../contract.ts';
import { hindrances } from '../hindrances.ts';
import { decideProposal, listProposals } from '../proposals/contract.ts';
import { differences } from '../queries.ts';
import * as alarms from './contract.ts';
import { alarmOffice } from './factory-alarms.ts';

const {
  app,
  cashier,
  reviewer,
  second,
  wrongAmount,
  propose,
  decide,
  alarmOf,
  bankSays,
  openAlarms,
  ask,
  AGREE,
} = await alarmOffice();

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
});

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

  test('no money came, but the bank names another amount since: it does not end so, and is asked again', async () => {
    const { alarmId, paymentId } = await wrongAmount();
    const none = { kind: 'NO_MONEY' as const, reason: 'not on any statement' };
    const { proposal } = await app.call(alarms.proposeForAlarm, ask(alarmId, none));
    await bankSays(paymentId, sql`paid_minor = 11300`);
    expect(await app.codeOf(decideProposal, decide(proposal?.id, AGREE))).toBe('payments.alarm_moved');
    expect((await alarmOf(alarmId)).state).not.toBe('SOLVED');
    const refusal = { accept: false, remark: 'the bank says something else now' };
    expect(await app.codeOf(decideProposal, decide(proposal?.id, refusal))).toBeUndefined();
    const again = await app.call(alarms.proposeForAlarm, ask(alarmId, none));
    expect(await app.codeOf(decideProposal, decide(again.proposal?.id, AGREE))).toBeUndefined();
    expect(await alarmOf(alarmId)).toMatchObject({ solution: 'NO_MONEY' });
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
