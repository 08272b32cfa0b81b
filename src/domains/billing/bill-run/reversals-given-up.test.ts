/** A request to reverse a posted run ends: a second person reverses the run or refuses with a reason, or who asked takes it back; then somebody may ask again. */
import { describe, expect, test } from 'vitest';
import { ownWork } from '#domains/dashboard/work/contract.ts';
import { listNotices } from '#domains/identity/notices/contract.ts';
import { all, execute, type Sql, sql } from '#platform/database/db.ts';
import type { Person } from '#test/app.ts';
import { runQueues } from '../work-queues.ts';
import * as contract from './contract.ts';
import { ask, decide, asked as lastAsked, makeTown, OCTOBER } from './factory-reversal.ts';

const town = await makeTown();
const { app, planner, approver, id } = town;
const params = { id };

/** Somebody asks to reverse the run; gives the request. */
async function asked(as: Person = planner): Promise<string> {
  await app.call(contract.reverseRun, await ask(town, as));
  return lastAsked(town);
}
const withdrawal = (reversalId: string, reason = 'the tariff was right') => ({
  params,
  body: { reversalId, reason },
});
const refusal = (as: Person, reversalId: string, remark?: string) =>
  app.refused(contract.decideReversal, {
    ...{ as, params },
    body: { reversalId, accept: false, ...(remark === undefined ? {} : { remark }) },
  });
const refuse = async (as: Person = approver) =>
  app.call(contract.decideReversal, await decide(town, as, false));
const runAs = (as: Person) => app.call(contract.getRun, { as, params });
const reasons = async (action: string) =>
  (
    await all<{ reason: string }>(
      app.db,
      sql`select reason from platform.audit where action = ${action} and object_id = ${id} order by at, id`,
    )
  ).map(({ reason }) => reason);
const told = async (as: Person, kind: string) => {
  const { items } = await app.call(listNotices, { as, query: { limit: 100 } });
  return items.filter((notice) => notice.kind === kind);
};
const states = async () =>
  (
    await all<{ state: string }>(
      app.db,
      sql`select state from billing.bill_run_reversals where run_id = ${id} order by id desc`,
    )
  ).map(({ state }) => state);

describe('the second person refuses', () => {
  test('with a reason, which is told at its field: the run stays posted, its page says why, and who asked is told', async () => {
    const reversalId = await asked();
    expect(await refusal(approver, reversalId)).toMatchObject({
      code: 'billing.reversal_reason',
      fields: [{ path: 'remark', code: 'billing.reversal_reason' }],
    });
    expect((await refusal(approver, reversalId, ' ')).code).toBe('common.invalid_input');
    expect((await refuse()).state).toBe('POSTED');
    expect(await runAs(planner)).toMatchObject({
      reversal: { state: 'REFUSED', reason: 'wrong tariff', answer: 'the tariff was right' },
      can: { reverse: true, decideReversal: false, withdrawReversal: false },
    });
    expect(await told(planner, 'billing.reversal_refused')).toMatchObject([
      { path: `/bill-run/${id}`, params: { month: OCTOBER, reason: 'the tariff was right' } },
    ]);
    expect(await told(approver, 'billing.reversal_refused')).toEqual([]);
    expect(await reasons('bill-run.refuse-reversal')).toEqual(['the tariff was right']);
  });

  test('not who asked; once', async () => {
    const reversalId = await asked();
    expect((await refusal(planner, reversalId, 'no')).code).toBe('billing.reversal_second_person');
    const refusing = await decide(town, approver, false);
    const both = [approver, approver].map((as) => app.codeOf(contract.decideReversal, { ...refusing, as }));
    expect((await Promise.all(both)).toSorted()).toEqual(['billing.reversal_decided', undefined]);
  });

  test('who saw an earlier request decides about no later one', async () => {
    const earlier = await asked();
    await refuse();
    const later = await asked();
    for (const accept of [true, false]) {
      const body = { reversalId: earlier, accept, remark: 'no' };
      expect(await app.codeOf(contract.decideReversal, { as: approver, params, body })).toBe(
        'billing.reversal_decided',
      );
    }
    expect(await app.codeOf(contract.withdrawReversal, { as: planner, ...withdrawal(earlier) })).toBe(
      'billing.reversal_decided',
    );
    expect((await runAs(planner)).reversal).toMatchObject({ id: later, state: 'REQUESTED' });
    await refuse();
  });
});

describe('who asked takes the request back', () => {
  test('nobody else; once; then somebody else may ask', async () => {
    const reversalId = await asked();
    expect((await runAs(planner)).can).toMatchObject({ decideReversal: false, withdrawReversal: true });
    expect((await runAs(approver)).can).toMatchObject({ decideReversal: true, withdrawReversal: false });
    const back = withdrawal(reversalId);
    expect(await app.codeOf(contract.withdrawReversal, { as: approver, ...back })).toBe(
      'billing.reversal_not_own',
    );
    const stranger = await app.staffWith(['bill-runs:view']);
    expect(await app.codeOf(contract.withdrawReversal, { as: stranger, ...back })).toBe(
      'common.not_permitted',
    );
    expect(await app.codeOf(contract.withdrawReversal, { as: planner, ...withdrawal(reversalId, ' ') })).toBe(
      'common.invalid_input',
    );
    expect((await app.call(contract.withdrawReversal, { as: planner, ...back })).state).toBe('POSTED');
    expect(await runAs(planner)).toMatchObject({
      reversal: { state: 'WITHDRAWN', answer: 'the tariff was right' },
      can: { reverse: true, withdrawReversal: false },
    });
    expect(await reasons('bill-run.withdraw-reversal')).toEqual(['the tariff was right']);
    expect(await app.codeOf(contract.withdrawReversal, { as: planner, ...back })).toBe(
      'billing.reversal_decided',
    );
    expect((await refusal(approver, reversalId, 'no')).code).toBe('billing.reversal_decided');
    await asked(approver);
    expect((await states()).slice(0, 2)).toEqual(['REQUESTED', 'WITHDRAWN']);
    await refuse(planner);
  });

  test('the database keeps it to who asked, and wants the reason', async () => {
    const reversalId = await asked();
    const end = (change: Sql) =>
      execute(
        app.owner.db,
        sql`update billing.bill_run_reversals set decided_at = now(), ${change} where id = ${reversalId}`,
      );
    await expect(
      end(sql`state = 'WITHDRAWN', answer = 'x', decided_by = ${approver.userId}`),
    ).rejects.toMatchObject({ constraint: 'bill_run_reversals_two_persons' });
    for (const state of ['REFUSED', 'WITHDRAWN'])
      await expect(
        end(sql`state = ${state}, decided_by = ${state === 'REFUSED' ? approver.userId : planner.userId}`),
      ).rejects.toMatchObject({ constraint: 'bill_run_reversals_answer_check' });
    await refuse();
  });
});

test('a request that waits is work of the second person, and a tab of the list, from when it was asked on', async () => {
  const queue = runQueues.find(({ name }) => name === 'run-reversals-to-decide');
  const work = async () => {
    const { queues } = await app.call(ownWork, { as: approver });
    const rows = await queue?.first(app.db, app.system(), 50);
    return [queues.find(({ name }) => name === queue?.name)?.total, rows?.items];
  };
  const tab = async () => {
    const query = { state: 'REVERSAL_ASKED' as const };
    const { items, reversalAsked } = await app.call(contract.listRuns, { as: approver, query });
    return [items.map((run) => run.id), reversalAsked];
  };
  expect([await work(), await tab()]).toEqual([
    [undefined, []],
    [[], 0],
  ]);
  const reversalId = await asked();
  const { reversal } = await runAs(planner);
  expect(await tab()).toEqual([[id], 1]);
  expect(await work()).toMatchObject([
    1,
    [
      {
        id,
        month: OCTOBER,
        amountMinor: 60_000,
        since: reversal?.requestedAt,
        to: { path: `/bill-run/${id}` },
      },
    ],
  ]);
  await app.call(contract.withdrawReversal, { as: planner, ...withdrawal(reversalId) });
  expect([await work(), await tab()]).toEqual([
    [undefined, []],
    [[], 0],
  ]);
});

test('a run that was reversed is not given up, and who asked is told that it was', async () => {
  const reversalId = await asked();
  const accepted = await app.call(contract.decideReversal, await decide(town, approver));
  expect(accepted.state).toBe('REVERSED');
  expect(await app.codeOf(contract.withdrawReversal, { as: planner, ...withdrawal(reversalId) })).toBe(
    'billing.reversal_decided',
  );
  expect((await runAs(planner)).reversal).toMatchObject({ state: 'DONE', answer: null });
  expect(await told(planner, 'billing.run_reversed')).toHaveLength(1);
});
