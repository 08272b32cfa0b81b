/** What one person asked a second one for: who asked sees it and takes it back before it is decided, and is told what was decided. */
import { afterEach, describe, expect, test } from 'vitest';
import { listNotices } from '#domains/identity/notices/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import type { Person } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { alarmOffice } from '../alarms/factory-alarms.ts';
import * as payments from '../contract.ts';
import { makeDebtor } from '../factory.ts';
import { hindrances } from '../hindrances.ts';
import * as refunds from '../refunds/contract.ts';
import { decideProposal, giveUpProposal } from './actions/decide-proposal.ts';
import * as contract from './contract.ts';

const { app, cashier, reviewer, second, wrongAmount, propose, alarmOf } = await alarmOffice();
const other = await app.staff('cashier');
const LONG_AGO = '2026-11-02';

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

/** Counter money of a day that is too long ago for one person, proposed by a cashier. */
async function asked(as: Person = cashier) {
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const ask = {
    as,
    body: {
      target: { kind: 'CONNECTION' as const, connectionId },
      amountMinor: 115_00,
      tender: { method: 'CASH' as const, paidOn: LONG_AGO },
      reason: 'found in the receipt book',
    },
  };
  const { id, targetNumber } = await app.call(contract.proposeBackdated, ask);
  return { id, connectionId, targetNumber, ask };
}
const giving = (id: string, as: Person = cashier, reason = 'typed twice') => ({
  ...{ as, params: { id } },
  body: { reason },
});
const codeOf = (id: string, as: Person = cashier) => app.codeOf(contract.giveUpProposal, giving(id, as));
const deciding = (id: string, accept: boolean, as: Person = reviewer) => ({
  ...{ as, params: { id } },
  body: { accept, ...(accept ? {} : { remark: 'no such page' }) },
});
const own = (as: Person, query: object = {}) =>
  app.call(contract.listOwnProposals, { as, query: { limit: 100, ...query } });
const ownOf = async (id: string, as: Person = cashier) => (await own(as)).items.find((row) => row.id === id);
const entries = (id: string) =>
  all<{ reason: string; after: object }>(
    app.db,
    sql`select reason, after from platform.audit where action = 'proposal.give-up' and object = 'proposal' and object_id = ${id}`,
  );
const told = async (as: Person) => {
  const { items } = await app.call(listNotices, { as, query: { limit: 100 } });
  return items.filter(({ kind }) => kind.startsWith('payments.proposal'));
};
const hinders = () =>
  hindrances.find(({ kind }) => kind === 'proposals')?.count(app.db, '2026-11-01') ?? Promise.resolve(0);

describe('who asked takes it back', () => {
  test('nothing is posted, its month is free, and the same money may be asked for again', async () => {
    const before = await hinders();
    const { id, connectionId, targetNumber, ask } = await asked();
    expect(await app.codeOf(contract.proposeBackdated, ask)).toBe('payments.backdate_waits');
    expect(await hinders()).toBe(before + 1);
    expect((await ownOf(id))?.can).toEqual({ decide: false, giveUp: true });
    const given = await app.call(contract.giveUpProposal, giving(id));
    expect(given).toMatchObject({
      ...{ state: 'GIVEN_UP', decidedBy: 'Karim Uddin', decisionRemark: 'typed twice', paymentId: null },
      can: { decide: false, giveUp: false },
    });
    expect(await entries(id)).toMatchObject([
      {
        reason: 'typed twice',
        after: { state: 'GIVEN_UP', kind: 'BACKDATE', amountMinor: 115_00, target: targetNumber },
      },
    ]);
    expect(
      await all(app.db, sql`select from payments.payments where connection_id = ${connectionId}`),
    ).toEqual([]);
    expect(await hinders()).toBe(before);
    const again = await app.call(contract.proposeBackdated, ask);
    expect(await app.codeOf(contract.decideProposal, deciding(again.id, true))).toBeUndefined();
  });

  test('nobody else: a colleague does not see it, who decides refuses it; not without a reason', async () => {
    const { id } = await asked();
    expect(await codeOf(id, other)).toBe('common.not_found');
    expect(await codeOf(id, await app.consumer())).toBe('common.not_found');
    expect(await codeOf(id, reviewer)).toBe('payments.not_asker');
    expect(await app.codeOf(contract.giveUpProposal, giving(id, cashier, ' '))).toBe('common.invalid_input');
    expect(await codeOf(crypto.randomUUID())).toBe('common.not_found');
    expect((await ownOf(id))?.state).toBe('REQUESTED');
  });

  test('once; what was taken back is not decided', async () => {
    const { id, connectionId } = await asked();
    await app.call(contract.giveUpProposal, giving(id));
    expect(await codeOf(id)).toBe('payments.proposal_decided');
    for (const accept of [true, false])
      expect(await app.codeOf(contract.decideProposal, deciding(id, accept))).toBe(
        'payments.proposal_decided',
      );
    expect(await entries(id)).toHaveLength(1);
    expect(
      await all(app.db, sql`select from payments.payments where connection_id = ${connectionId}`),
    ).toEqual([]);
  });

  test.each([true, false])('what was decided (%s) is not taken back', async (accept) => {
    const { id } = await asked();
    await app.call(contract.decideProposal, deciding(id, accept));
    expect(await codeOf(id)).toBe('payments.proposal_decided');
  });

  test('decided at this moment, and taken back at this moment: the first of the two counts', async () => {
    const [decided, given] = [await asked(), await asked()];
    const late = await duringChange(
      app,
      (tx) => decideProposal(tx, app.actorOf(reviewer), { id: decided.id, accept: true }),
      () => codeOf(decided.id),
    );
    expect([late, (await ownOf(decided.id))?.state]).toEqual(['payments.proposal_decided', 'DONE']);
    const tooLate = await duringChange(
      app,
      (tx) => giveUpProposal(tx, app.actorOf(cashier), { id: given.id, reason: 'typed twice' }),
      () => app.codeOf(contract.decideProposal, deciding(given.id, true)),
    );
    expect([tooLate, (await ownOf(given.id))?.state]).toEqual(['payments.proposal_decided', 'GIVEN_UP']);
  });

  test('money of an alarm: its own page offers it to who asked, and it may be proposed again', async () => {
    const { alarmId } = await wrongAmount();
    const { proposal } = await propose(alarmId, 'BOOK');
    expect((await alarmOf(alarmId)).can).toMatchObject({ giveUp: true, decide: false });
    expect((await alarmOf(alarmId, reviewer)).can).toMatchObject({ giveUp: false, decide: true });
    await app.call(contract.giveUpProposal, giving(String(proposal?.id)));
    expect(await alarmOf(alarmId)).toMatchObject({
      proposal: null,
      can: { propose: true, book: true, giveUp: false },
    });
    await propose(alarmId, 'SEND_BACK');
  });

  test('the way back of a refund: the case offers it to who asked, and it may be asked for again', async () => {
    const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
    const body = { connectionId, amountMinor: 16_500, tender: { method: 'CASH' as const } };
    await app.call(payments.makePayment, { as: cashier, body });
    const of = { kind: 'ADVANCE' as const, connectionId, amountMinor: 5_000 };
    const { id: refundId } = await app.call(refunds.openRefund, {
      as: cashier,
      body: { of, reason: 'moves' },
    });
    await app.call(refunds.decideRefund, { as: reviewer, body: { refundId, accept: true } });
    const withdraw = { as: cashier, body: { refundId, reason: 'stays' } };
    const { proposal, can } = await app.call(refunds.askWithdrawal, withdraw);
    expect(can).toMatchObject({ giveUpChange: true, withdraw: false });
    const seen = await app.call(refunds.getRefund, { as: other, params: { id: refundId } });
    expect(seen.can.giveUpChange).toBe(false);
    await app.call(contract.giveUpProposal, giving(String(proposal?.id)));
    const after = await app.call(refunds.getRefund, { as: cashier, params: { id: refundId } });
    expect(after).toMatchObject({
      ...{ state: 'APPROVED', proposal: null },
      can: { giveUpChange: false, withdraw: true },
    });
    await app.call(refunds.askWithdrawal, withdraw);
  });

  test('the database lets nobody else take it back, nor without a reason', async () => {
    const { id } = await asked();
    const set = (by: Person, remark: string | null) =>
      execute(
        app.db,
        sql`update payments.proposals set state = 'GIVEN_UP', decided_by = ${by.userId}, decided_at = now(),
          decision_remark = ${remark} where id = ${id}`,
      );
    await expect(set(reviewer, 'x')).rejects.toMatchObject({ constraint: 'proposals_two_persons' });
    await expect(set(cashier, null)).rejects.toMatchObject({ constraint: 'proposals_given_up_check' });
  });
});

describe('who asked is told', () => {
  test('what was agreed to, and what was refused with its reason; nobody else is', async () => {
    const as = await app.staff('cashier');
    const [agreed, refused] = [await asked(as), await asked(as)];
    await app.call(contract.decideProposal, deciding(agreed.id, true));
    await app.call(contract.decideProposal, deciding(refused.id, false));
    const about = { minor: 115_00, name: 'Karim Uddin' };
    const notices = (await told(as)).toSorted((a, b) => a.kind.localeCompare(b.kind));
    expect(notices).toMatchObject([
      {
        ...{ kind: 'payments.proposal_accepted', path: '/proposals/own?page=1&state=DONE' },
        params: { ...about, number: agreed.targetNumber },
      },
      {
        ...{ kind: 'payments.proposal_refused', path: '/proposals/own?page=1&state=REFUSED' },
        params: { ...about, number: refused.targetNumber, reason: 'no such page' },
      },
    ]);
    expect(notices).toHaveLength(2);
    expect((await told(reviewer)).filter(({ path }) => path.startsWith('/proposals'))).toEqual([]);
  });

  test('of an alarm on its page', async () => {
    const { alarmId } = await wrongAmount();
    const { proposal } = await propose(alarmId, 'BOOK', second);
    await app.call(contract.decideProposal, deciding(String(proposal?.id), false));
    expect(await told(second)).toMatchObject([
      { kind: 'payments.proposal_refused', path: `/alarms/${alarmId}` },
    ]);
  });
});

describe('who asked sees what became of it', () => {
  test('only the own, with state and reason, by tabs and in the file; not without the word', async () => {
    const as = await app.staff('cashier');
    const [waits, refused, given] = [await asked(as), await asked(as), await asked(as)];
    const foreign = await asked();
    await app.call(contract.decideProposal, deciding(refused.id, false));
    await app.call(contract.giveUpProposal, giving(given.id, as));
    const { items, counts, total } = await own(as);
    expect(Object.fromEntries(items.map((row) => [row.id, [row.state, row.decisionRemark]]))).toEqual({
      [waits.id]: ['REQUESTED', null],
      [refused.id]: ['REFUSED', 'no such page'],
      [given.id]: ['GIVEN_UP', 'typed twice'],
    });
    expect([total, counts]).toEqual([3, { REQUESTED: 1, REFUSED: 1, GIVEN_UP: 1 }]);
    expect((await own(as, { state: 'REFUSED' })).items.map(({ id }) => id)).toEqual([refused.id]);
    expect((await own(as, { search: foreign.targetNumber })).items).toEqual([]);
    const file = await app.server.inject({
      url: '/api/billing/proposals/own/download?format=csv&language=en',
      headers: { authorization: `Bearer ${as.idToken}` },
    });
    expect(file.statusCode).toBe(200);
    for (const { targetNumber } of [waits, refused, given]) expect(file.body).toContain(targetNumber);
    expect(file.body).toContain('no such page');
    expect(file.body).not.toContain(foreign.targetNumber);
    expect(await app.codeOf(contract.listOwnProposals, { as: reviewer, query: {} })).toBe(
      'common.not_permitted',
    );
    expect(await app.codeOf(contract.listProposals, { as, query: {} })).toBe('common.not_permitted');
  });

  test('an administrator, who decides too, has on this page only what was asked in person', async () => {
    const admin = await app.staff('admin');
    const { id } = await asked();
    expect(await ownOf(id, admin)).toBeUndefined();
    const mine = await asked(admin);
    expect((await own(admin)).items.map((row) => [row.id, row.can])).toEqual([
      [mine.id, { decide: false, giveUp: true }],
    ]);
  });
});

// Last: the books of this month stay closed.
test('a request of a month that was closed meanwhile is taken back too', async () => {
  const { id } = await asked();
  await execute(
    app.owner.db,
    sql`insert into ledger.closed_periods (period, closed_at) values ('2026-11-01', now())`,
  );
  expect(await app.codeOf(contract.decideProposal, deciding(id, true))).toBe('ledger.period_closed');
  expect(await codeOf(id)).toBeUndefined();
  expect((await ownOf(id))?.state).toBe('GIVEN_UP');
});
