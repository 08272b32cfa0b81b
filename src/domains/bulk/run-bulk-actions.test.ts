/** One act on many records: each as by the single step, each once, also if a worker is killed. */
import { describe, expect, test } from 'vitest';
import { getApplication, holdApplication, listApplications } from '#domains/applications/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { submitSurvey } from '#domains/applications/survey/actions/save-survey.ts';
import { listNotices } from '#domains/identity/notices/contract.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { cancelJob, getJob, listActions, listItems, listJobs, lookAtChoice, startJob } from './contract.ts';
import { bulkBench, type Chosen } from './factory.ts';

const app = await testApp();
const bench = bulkBench(app);
const clerk = await app.staff('reviewer');
const ACCEPT = 'applications.accept';
test('each record is changed as by the single step: state, history and audit log name who asked', async () => {
  const rows = await bench.pending(3);
  const { id } = await bench.start(clerk, ACCEPT, rows, { remark: 'all right' });
  expect(await bench.job(clerk, id)).toMatchObject({ state: 'RUNNING', total: 3, waiting: 3, done: 0 });
  await bench.run(id);
  expect(await bench.job(clerk, id)).toMatchObject({ state: 'DONE', waiting: 0, done: 3, refused: 0 });
  const ids = rows.map((row) => row.id);
  expect(await bench.timeline(ids, 'accept')).toEqual(
    expect.arrayContaining(ids.map((changed) => ({ id: changed, count: 1, by: clerk.userId }))),
  );
  const audited = await all<{ actor_id: string; request_id: string; reason: string }>(
    app.db,
    sql`select actor_id, request_id, reason from platform.audit where action = 'application.accept'
      and object_id = any(${ids}::text[])`,
  );
  expect(audited).toHaveLength(3);
  for (const row of audited)
    expect(row).toEqual({ actor_id: clerk.userId, request_id: `bulk-job ${id}`, reason: 'all right' });
  const { items } = await app.call(listNotices, { as: clerk });
  expect(items).toContainEqual(
    expect.objectContaining({
      kind: 'bulk.finished',
      path: `/bulk-jobs/${id}`,
      params: expect.objectContaining({ done: 3, failed: 0 }),
    }),
  );
});

test('what cannot be done is named with its reason before it is asked for, and changes nothing', async () => {
  const [good, held] = await bench.pending(2);
  const accepted = await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' });
  const body = { applicationId: held?.id ?? '', version: held?.version ?? 1, remark: 'wait' };
  const { version } = await app.call(holdApplication, { as: clerk, body });
  const seen = bench.versions([good, { id: held?.id ?? '', version }, accepted] as Chosen[]);
  const stale = { id: good?.id ?? '', version: (good?.version ?? 1) + 1 };
  const look = (items: Chosen[]) =>
    app.call(lookAtChoice, { as: clerk, body: { action: ACCEPT, of: { items } } });
  expect((await look(seen)).items.map(({ code }) => code)).toEqual([
    null,
    'applications.on_hold',
    'applications.wrong_state',
  ]);
  expect((await look([stale])).items).toMatchObject([
    { code: 'common.stale_version', label: good?.number, path: `/all-new-connections/${good?.id}` },
  ]);
  expect(await bench.timeline([good?.id ?? ''], 'accept')).toEqual([]);
});

test('a row that somebody changed after it was seen is left as it is', async () => {
  const [first, second] = await bench.pending(2);
  const body = { applicationId: first?.id ?? '', version: first?.version ?? 1, remark: 'wait' };
  const { id } = await bench.start(clerk, ACCEPT, [first, second] as Chosen[]);
  await app.call(holdApplication, { as: await app.staff('admin'), body });
  await bench.run(id);
  expect((await bench.items(clerk, id)).map(({ state, code }) => [state, code])).toEqual([
    ['REFUSED', 'common.stale_version'],
    ['DONE', null],
  ]);
  // Again, as it is now: the reason is another one.
  const again = await app.call(lookAtChoice, { as: clerk, body: { action: ACCEPT, of: { jobId: id } } });
  expect(again.items).toMatchObject([{ id: first?.id, code: 'applications.on_hold' }]);
});

test('who made a survey does not approve it among many either', async () => {
  const engineer = await app.staff('engineer');
  const own = await makeApplication(app, { upTo: 'READY_TO_SURVEY' });
  const others = await makeApplication(app, { upTo: 'READY_TO_SURVEY' });
  for (const [made, userId] of [
    [own, engineer.userId],
    [others, clerk.userId],
  ] as const)
    await transaction(app.db, (tx) =>
      submitSurvey(
        tx,
        { ...app.system(), userId },
        {
          ...{
            applicationId: made.id,
            type: 'FIXED',
            visitedOn: '2026-11-15',
            distanceM: '3',
            roadType: 'brick',
          },
          ...{ pipeSizeMm: 20, materials: [{ materialId: made.materialId, quantity: '2' }] },
        },
      ),
    );
  const rows = await Promise.all(
    [own, others].map(({ id }) => app.call(getApplication, { as: engineer, params: { id } })),
  );
  // As the dialog does it: with the sum of each that was shown.
  const looked = await app.call(lookAtChoice, {
    as: engineer,
    body: { action: 'applications.approve-survey', of: { items: bench.versions(rows) } },
  });
  const result = await bench.done(engineer, 'applications.approve-survey', looked.items);
  expect(result).toEqual({ [own.id]: 'applications.own_survey', [others.id]: 'DONE' });
});

describe('all rows of a filter', () => {
  test('are those of the list, with the versions of that moment', async () => {
    const roadId = (await makeApplication(app, { upTo: 'PENDING' })).roadId;
    const rows = await Promise.all(
      [1, 2].map((plot) => makeApplication(app, { upTo: 'PENDING', roadId, plotNumber: `F-${plot}` })),
    );
    const { sectorId } = await one<{ sectorId: string }>(
      app.db,
      sql`select sector_id as "sectorId" from settings.roads where id = ${roadId}`,
    );
    const query = { sectorId, stateId: 'PENDING' };
    const listed = await app.call(listApplications, { as: clerk, query: query as never });
    const { items } = await app.call(lookAtChoice, {
      as: clerk,
      body: { action: ACCEPT, of: { list: '/application', query } },
    });
    expect(items.map(({ id }) => id).toSorted()).toEqual(listed.items.map(({ id }) => id).toSorted());
    expect(items.find(({ id }) => id === rows[0]?.id)?.version).toBe(rows[0]?.version);
  });

  test('of a person who sees only their own are their own', async () => {
    await bench.pending(1);
    const surveyor = await app.staffWith(['bulk:use', 'applications:view', 'applications:assign']);
    const look = { action: 'applications.assign', of: { list: '/application', query: {} } };
    expect(await app.codeOf(lookAtChoice, { as: surveyor, body: look })).toBe('bulk.nothing_chosen');
  });
});

test('sent twice with the same key it is one job', async () => {
  const rows = await bench.pending(1);
  const call = { action: ACCEPT, items: bench.versions(rows) };
  const headers = { 'idempotency-key': 'bulk-key-1' };
  const first = await app.call(startJob, { as: clerk, body: call, headers });
  const second = await app.call(startJob, { as: clerk, body: call, headers });
  expect(second.id).toBe(first.id);
  await Promise.all([bench.run(first.id), bench.run(first.id)]);
  expect(await bench.timeline([rows[0]?.id ?? ''], 'accept')).toMatchObject([{ count: 1 }]);
});

test("somebody else's job is not there", async () => {
  const rows = await bench.pending(1);
  const { id } = await bench.start(clerk, ACCEPT, rows);
  const other = await app.staff('reviewer');
  const params = { id };
  expect(await app.codeOf(getJob, { as: other, params })).toBe('common.not_found');
  expect(await app.codeOf(listItems, { as: other, params })).toBe('common.not_found');
  expect(await app.codeOf(cancelJob, { as: other, params })).toBe('common.not_found');
  const again = { action: ACCEPT, of: { jobId: id } };
  expect(await app.codeOf(lookAtChoice, { as: other, body: again })).toBe('common.not_found');
  expect((await app.call(listJobs, { as: other })).total).toBe(0);
  const file = await app.server.inject({
    url: `/api/main/bulk/jobs/${id}/items/download?format=csv`,
    headers: { authorization: `Bearer ${other.idToken}` },
  });
  expect(file.body).not.toContain(rows[0]?.number);
  await bench.run(id);
});

test('the file of what was not done says why in words', async () => {
  const [made] = await bench.pending(1);
  const row = { ...(made as Chosen), version: (made?.version ?? 1) + 1 };
  const { id } = await bench.start(clerk, ACCEPT, [row]);
  await bench.run(id);
  const file = async (language: string) =>
    (
      await app.server.inject({
        url: `/api/main/bulk/jobs/${id}/items/download?format=csv&show=failed&language=${language}`,
        headers: { authorization: `Bearer ${clerk.idToken}` },
      })
    ).body;
  expect(await file('en')).toContain('Somebody changed it after you saw it.');
  expect(await file('bn')).toContain('আপনি দেখার পরে অন্য কেউ এটি বদলেছেন।');
});

test('the desk of the planning authority approves many with all their papers, and none without', async () => {
  const [whole, lacking] = [
    await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' }),
    await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' }),
  ];
  await execute(
    app.db,
    sql`update applications.documents set state = 'RETURNED' where application_id = ${lacking.id} and kind = 'allotment_letter'`,
  );
  const { role } = await one<{ role: string }>(
    app.db,
    sql`select role_code as role from applications.noc_steps where application_id = ${whole.id} and state = 'OPEN'`,
  );
  const officer = await app.staff(role as 'rajukSAE');
  const looked = await app.call(lookAtChoice, {
    as: officer,
    body: { action: 'applications.noc-approve', of: { list: '/rajuk/application', query: { desk: 'mine' } } },
  });
  expect(looked.items.find(({ id }) => id === lacking.id)?.code).toBe('applications.documents_missing');
  expect(looked.items.find(({ id }) => id === whole.id)).toMatchObject({
    code: null,
    path: `/noc-from-rajuk?id=${whole.id}`,
  });
  const result = await bench.done(officer, 'applications.noc-approve', [whole, lacking]);
  expect(result).toEqual({ [whole.id]: 'DONE', [lacking.id]: 'applications.documents_missing' });
  // What somebody changed since is named as that, as by the single step.
  const stale = { ...lacking, version: lacking.version + 1 };
  expect(await bench.done(officer, 'applications.noc-approve', [stale])).toEqual({
    [lacking.id]: 'common.stale_version',
  });
});

test('who is chosen for many does the work of their state', async () => {
  const [surveyor, cashier] = [await app.staff('surveyor'), await app.staff('cashier')];
  const rows = [
    await makeApplication(app, { upTo: 'READY_TO_SURVEY' }),
    await makeApplication(app, { upTo: 'PENDING' }),
  ];
  const look = async (userId?: string) =>
    (
      await app.call(lookAtChoice, {
        as: clerk,
        body: {
          action: 'applications.assign',
          told: userId ? { userId } : {},
          of: { items: bench.versions(rows) },
        },
      })
    ).items.map(({ code }) => code);
  expect(await look()).toEqual([null, null]);
  expect(await look(surveyor.userId)).toEqual([null, 'applications.assignee_may_not']);
  expect(await look(cashier.userId)).toEqual(Array(2).fill('applications.assignee_may_not'));
  const result = await bench.done(clerk, 'applications.assign', rows, { userId: surveyor.userId });
  expect(Object.values(result).toSorted()).toEqual(['DONE', 'applications.assignee_may_not']);
});

test('a person is offered what their permissions allow', async () => {
  const cashier = await app.staffWith(['bulk:use', 'applications:view']);
  expect((await app.call(listActions, { as: cashier })).items).toEqual([]);
  const names = (await app.call(listActions, { as: clerk })).items.map(({ name }) => name);
  expect(names).toContain(ACCEPT);
  expect(names).not.toContain('applications.approve-survey');
});
