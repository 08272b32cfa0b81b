/** Jobs that fail: from the third time on people are told, see it and start it again; a success ends it. */
import { describe, expect, test } from 'vitest';
import { resumeRuns, workCalculation, workPosting } from '#domains/billing/bill-run/actions/work-run.ts';
import * as runs from '#domains/billing/bill-run/contract.ts';
import { CALCULATE_JOB, POST_JOB } from '#domains/billing/bill-run/run-jobs.ts';
import { approvedTariff } from '#domains/billing/tariffs/factory.ts';
import { ownWork } from '#domains/dashboard/work/contract.ts';
import { listNotices } from '#domains/identity/notices/contract.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { watchJobs } from '#platform/job-alarms.ts';
import type { Job, JobContext } from '#platform/jobs.ts';
import { METRICS_TOKEN, type Person, testApp } from '#test/app.ts';
import { startOn } from '#test/zone.ts';
import * as contract from './contract.ts';
import { tellFailure } from './queries.ts';

const app = await testApp({ now: startOn('2026-11-02') });
const admin = await app.staff('admin');
const reviewer = await app.staff('reviewer');
const engineer = await app.staff('engineer');

let isBroken = true;
const failing: Job = async () => {
  if (isBroken) throw new Error('the pump is stuck');
};

const jobs = watchJobs(
  {
    'test:pump': failing,
    [POST_JOB]: (payload) => workPosting(app.db, app.clock, (payload as { runId: string }).runId),
    [CALCULATE_JOB]: (payload) => workCalculation(app.db, app.clock, (payload as { runId: string }).runId),
  },
  {
    ...{ db: app.db, clock: app.clock, log: app.platform.log },
    tell: (tx, alarm) => tellFailure(tx, app.clock.now(), alarm),
    solvedByDomain: [CALCULATE_JOB, POST_JOB],
  },
);

function run(name: string, payload: unknown, attempt: number, maxAttempts = 25): Promise<string> {
  const context: JobContext = {
    ...{ jobId: '1', attempt, maxAttempts, log: app.platform.log },
    signal: new AbortController().signal,
  };
  return (jobs[name] as Job)(payload, context).then(
    () => 'done',
    (error: Error) => error.message,
  );
}

const open = async () =>
  (await app.call(contract.listFailedJobs, { as: admin, query: { state: 'open' } })).items;
const told = async (as = admin, kind = 'logs.job_failed') =>
  (await app.call(listNotices, { as, query: {} })).items.filter((notice) => notice.kind === kind);
const ready = async () => (await app.server.inject('/health/ready')).json();

/** Jobs that wait, by name, read by the owner of the worker's tables. */
const waiting = async (name: string) =>
  all(app.owner.db, sql`select id from graphile_worker.jobs where task_identifier = ${name}`);

describe('a job that fails', () => {
  test('twice is no alarm, three times is one, with its reason and since when', async () => {
    expect(await run('test:pump', { pump: 7 }, 1)).toBe('the pump is stuck');
    app.clock.advance(60);
    await run('test:pump', { pump: 7 }, 2);
    expect([await open(), await told(), await ready()]).toEqual([
      [],
      [],
      { status: 'ok', checks: { database: true, threads: true, files: true, jobs: true }, failedJobs: 0 },
    ]);
    app.clock.advance(60);
    await run('test:pump', { pump: 7 }, 3);
    expect(await open()).toMatchObject([
      { job: 'test:pump', reason: 'the pump is stuck', failures: 3, since: startOn('2026-11-02') },
    ]);
  });

  test('is told once to those who see the logs, is on their dashboard and on the health page', async () => {
    await run('test:pump', { pump: 7 }, 4);
    expect(await told()).toMatchObject([
      { params: { job: 'test:pump' }, path: '/failed-jobs?page=1&state=open' },
    ]);
    expect(await told(reviewer)).toEqual([]);
    const queues = async (as: Person) =>
      (await app.call(ownWork, { as })).queues.map(({ name, total }) => [name, total]);
    expect(await queues(admin)).toContainEqual(['failed-jobs', 1]);
    expect(await queues(reviewer)).toEqual([]);
    expect(await ready()).toMatchObject({ status: 'ok', checks: { jobs: false }, failedJobs: 1 });
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    expect((await app.server.inject({ url: '/metrics', headers })).body).toMatch(/^failed_jobs 1$/m);
  });

  test('is started again by one press, which is audited; a failure after it is told again', async () => {
    const [alarm] = await open();
    const params = { id: String(alarm?.id) };
    expect((await app.refused(contract.retryFailedJob, { as: reviewer, params })).status).toBe(402);
    await app.call(contract.retryFailedJob, { as: admin, params });
    expect(await waiting('test:pump')).toHaveLength(1);
    expect(await open()).toMatchObject([{ retriedBy: 'Karim Uddin', retriedAt: expect.any(String) }]);
    const { reason } = await one<{ reason: string }>(
      app.db,
      sql`select reason from platform.audit where action = 'job.try-again' and object_id = ${params.id}`,
    );
    expect(reason).toBe('the pump is stuck');
    await run('test:pump', { pump: 7 }, 3);
    expect(await told()).toHaveLength(2);
  });

  test('another subject is another alarm, the time of a schedule is none', async () => {
    await run('test:pump', { pump: 8 }, 3);
    await run('test:pump', { _cron: { ts: '2026-11-02T04:05:00Z' } }, 3);
    await run('test:pump', { _cron: { ts: '2026-11-02T04:06:00Z' } }, 3);
    expect((await open()).map(({ failures }) => failures).sort()).toEqual([1, 2, 5]);
  });

  test('one that is tried only once is an alarm at once', async () => {
    await run('test:pump', { pump: 9 }, 1, 1);
    expect(await open()).toHaveLength(4);
  });

  test('its success ends the alarm; then there is nothing to start again', async () => {
    const alarms = await open();
    isBroken = false;
    expect(await run('test:pump', { pump: 7 }, 5)).toBe('done');
    const left = await open();
    expect(left).toHaveLength(alarms.length - 1);
    const gone = alarms.find(({ id }) => left.every((alarm) => alarm.id !== id));
    const again = await app.refused(contract.retryFailedJob, { as: admin, params: { id: String(gone?.id) } });
    expect(again.code).toBe('common.not_found');
    const solved = await app.call(contract.listFailedJobs, { as: admin, query: { state: 'solved' } });
    expect(solved.items).toMatchObject([{ id: gone?.id, solvedAt: expect.any(String) }]);
  });
});

describe('a bill run whose posting fails', () => {
  let id = '';
  const getRun = (as = reviewer) => app.call(runs.getRun, { as, params: { id } });

  test('says why on its page and tells those who plan and post', async () => {
    await approvedTariff(app.db, {
      effectiveFrom: '2025-01-01',
      blocks: [{ from: '0', to: null, rate: '10' }],
    });
    const actor = { ...app.system(), permissions: new Set<never>() };
    await transaction(app.db, (tx) =>
      makeConnection(tx, actor, {
        connectedOn: '2026-10-01',
        readings: [['2026-10-01', '2026-10-31', 20_000]],
        approve: true,
      }),
    );
    const body = { period: '2026-10-01', issuedOn: '2026-11-02', dueOn: '2026-11-23' };
    id = (await app.call(runs.planRun, { as: reviewer, body })).id;
    await run(CALCULATE_JOB, { runId: id }, 1);
    const { version } = await getRun();
    await app.call(runs.approveRun, { as: engineer, params: { id }, body: { version } });
    await app.call(runs.postRun, { as: reviewer, params: { id } });
    await execute(
      app.owner.db,
      sql`create function billing.refuse_line() returns trigger language plpgsql as $$
      begin raise exception 'no room for a line'; end $$`,
    );
    await execute(
      app.owner.db,
      sql`create trigger refuse_line before insert on billing.invoice_lines
      for each row execute function billing.refuse_line()`,
    );
    for (const attempt of [1, 2, 3])
      expect(await run(POST_JOB, { runId: id }, attempt)).toBe('no room for a line');
    const { failure, can } = await getRun();
    expect(failure).toMatchObject({ reason: 'no room for a line', retriedAt: null });
    expect([can.tryAgain, (await getRun(engineer)).can.tryAgain]).toEqual([true, false]);
    const { queues, items } = await app.call(ownWork, { as: reviewer });
    expect(queues.find(({ name }) => name === 'failed-runs')?.total).toBe(1);
    expect(items.find(({ queue }) => queue === 'failed-runs')?.to).toMatchObject({ path: `/bill-run/${id}` });
    const failed = await app.call(runs.listRuns, { as: reviewer, query: { state: 'FAILED' } });
    expect([failed.failed, failed.items.map((row) => row.id)]).toEqual([1, [id]]);
    expect(await told(reviewer, 'billing.run_failed')).toMatchObject([{ path: `/bill-run/${id}` }]);
    expect(await told(engineer, 'billing.run_failed')).toEqual([]);
  });

  test('is not started again by itself, but by one press', async () => {
    await execute(
      app.db,
      sql`update billing.bill_run_chunks set done_at = now() - interval '1 hour' where run_id = ${id}`,
    );
    const before = await waiting(POST_JOB);
    await resumeRuns(app.db, 30);
    expect(await waiting(POST_JOB)).toHaveLength(before.length);
    expect((await app.refused(runs.tryAgain, { as: engineer, params: { id } })).status).toBe(402);
    await app.call(runs.tryAgain, { as: reviewer, params: { id } });
    expect(await waiting(POST_JOB)).toHaveLength(before.length + 2);
    expect((await getRun()).failure?.retriedAt).toEqual(expect.any(String));
  });

  test('a worker that finds nothing to do ends no alarm; the posted run does', async () => {
    const [held] = await Promise.all([
      transaction(app.db, async (tx) => {
        await execute(tx, sql`select from billing.bill_run_chunks where run_id = ${id} for update`);
        await run(POST_JOB, { runId: id }, 1);
        return (await getRun()).failure;
      }),
    ]);
    expect(held).not.toBeNull();
    await execute(app.owner.db, sql`drop trigger refuse_line on billing.invoice_lines`);
    expect(await run(POST_JOB, { runId: id }, 4)).toBe('done');
    const { state, failure, can } = await getRun();
    expect([state, failure, can.tryAgain]).toEqual(['POSTED', null, false]);
    expect((await app.refused(runs.tryAgain, { as: reviewer, params: { id } })).code).toBe(
      'billing.run_not_failed',
    );
    const listed = await app.call(runs.listRuns, { as: reviewer, query: { state: 'FAILED' } });
    expect([listed.failed, listed.items]).toEqual([0, []]);
  });
});
