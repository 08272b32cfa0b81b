/** What ends the work of a bulk job before its last record: another worker, a permission taken, a fault, a kill. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as identity from '#domains/identity/contract.ts';
import { listNotices } from '#domains/identity/notices/contract.ts';
import { tellFailure } from '#domains/logs/failed-jobs/queries.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { ROOT, startProcess, until } from '#test/process.ts';
import { cancelJob, listJobs } from './contract.ts';
import { bulkBench } from './factory.ts';

const app = await testApp();
const bench = bulkBench(app);
const clerk = await app.staff('reviewer');
const ACCEPT = 'applications.accept';
test('a record that another worker has at this moment keeps the others waiting for nothing', async () => {
  const rows = await bench.pending(2);
  const { id } = await bench.start(clerk, ACCEPT, rows);
  await transaction(app.db, async (tx) => {
    await execute(
      tx,
      sql`select from bulk.items where job_id = ${id} and subject_id = ${rows[0]?.id ?? null}::uuid for update`,
    );
    await bench.run(id);
  });
  expect((await bench.items(clerk, id)).map(({ state }) => state)).toEqual(['WAITING', 'DONE']);
  await bench.run(id);
  expect(await bench.job(clerk, id)).toMatchObject({ state: 'DONE', done: 2 });
});

test('a permission that is taken meanwhile stops the rest, and the person is told', async () => {
  const rows = await bench.pending(3);
  const person = await app.staffWith([
    ...(['bulk:use', 'applications:view', 'applications:view-all', 'applications:accept'] as const),
  ]);
  const { id } = await bench.start(person, ACCEPT, rows);
  await execute(
    app.db,
    sql`delete from roles.role_permissions where permission = 'applications:accept'
      and role_id = (select role_id from identity.users where id = ${person.userId})`,
  );
  await bench.run(id);
  expect(await bench.job(person, id)).toMatchObject({
    state: 'STOPPED',
    done: 0,
    givenUp: 3,
    canTryAgain: false,
  });
  expect((await bench.items(person, id)).map(({ code }) => code)).toEqual(
    Array.from({ length: 3 }, () => 'common.not_permitted'),
  );
  const { items } = await app.call(listNotices, { as: person });
  expect(items).toContainEqual(expect.objectContaining({ kind: 'bulk.stopped', path: `/bulk-jobs/${id}` }));
});

test('an account that is closed meanwhile does nothing any more', async () => {
  const rows = await bench.pending(1);
  const person = await app.staff('reviewer');
  const { id } = await bench.start(person, ACCEPT, rows);
  await execute(app.db, sql`update identity.users set status = 'disabled' where id = ${person.userId}`);
  await bench.run(id);
  expect(await bench.timeline([rows[0]?.id ?? ''], 'accept')).toEqual([]);
});

test('a session that its owner ends, alone or with all others, stops what was started in it; signing out does not', async () => {
  const person = await app.staff('reviewer');
  const started = async (as: Person) => {
    const [row] = await bench.pending(1);
    return (await bench.start(as, ACCEPT, row ? [row] : [])).id;
  };
  const ended = (sessionId: string | null, reason: string) =>
    execute(
      app.owner.db,
      sql`update identity.sessions set ended_at = ${app.clock.now()}, end_reason = ${reason} where id = ${sessionId}::uuid`,
    );
  const sessionOf = async (id: string) =>
    (
      await one<{ sessionId: string | null }>(
        app.db,
        sql`select session_id as "sessionId" from bulk.jobs where id = ${id}`,
      )
    ).sessionId;
  const stopped = await started(person);
  await app.call(identity.endSessions, { as: person, body: { which: 'all' } });
  await bench.run(stopped);
  const stateOf = async (id: string) =>
    (await one<{ state: string }>(app.db, sql`select state from bulk.jobs where id = ${id}`)).state;
  expect(await stateOf(stopped)).toBe('STOPPED');
  const other = await app.staff('reviewer');
  const goesOn = await started(other);
  await ended(await sessionOf(goesOn), 'signed out');
  await bench.run(goesOn);
  expect(await stateOf(goesOn)).toBe('DONE');
});

test('who manages accounts sees what runs of others and stops it; its person is told; nobody else does', async () => {
  const person = await app.staff('reviewer');
  const { id } = await bench.start(person, ACCEPT, await bench.pending(2));
  const others = async (as: Person) =>
    (await app.call(listJobs, { as, query: { whose: 'others' } })).items.filter((job) => job.id === id);
  const [admin, colleague] = [await app.staff('admin'), await app.staff('reviewer')];
  expect(await others(admin)).toMatchObject([{ isOwn: false, askedBy: 'Karim Uddin', waiting: 2 }]);
  expect([await others(colleague), await others(person)]).toEqual([[], []]);
  expect((await app.call(listJobs, { as: admin })).items.map((job) => job.id)).not.toContain(id);
  expect(await app.codeOf(cancelJob, { as: colleague, params: { id } })).toBe('common.not_found');
  await app.call(cancelJob, { as: admin, params: { id } });
  expect(await bench.job(person, id)).toMatchObject({ state: 'CANCELLED', givenUp: 2, isOwn: true });
  const { items } = await app.call(listNotices, { as: person });
  expect(items).toContainEqual(expect.objectContaining({ kind: 'bulk.stopped', path: `/bulk-jobs/${id}` }));
  expect(await others(admin)).toEqual([]);
});

test('cancelled, the rest is given up and what was done stays', async () => {
  const rows = await bench.pending(3);
  const { id } = await bench.start(clerk, ACCEPT, rows);
  // The worker asks before each record whether to go on.
  let asked = 0;
  const signal = {
    get aborted() {
      asked += 1;
      return asked > 1;
    },
  } as AbortSignal;
  await bench.run(id, signal);
  await app.call(cancelJob, { as: clerk, params: { id } });
  await bench.run(id);
  expect(await bench.job(clerk, id)).toMatchObject({ state: 'CANCELLED', done: 1, givenUp: 2, waiting: 0 });
  expect(await app.codeOf(cancelJob, { as: clerk, params: { id } })).toBe('bulk.over_already');
  expect(
    await bench.timeline(
      rows.map((row) => row.id),
      'accept',
    ),
  ).toHaveLength(1);
});

describe('a fault of the program', () => {
  test('over one record keeps no other from being done, and is told to the person when it stays', async () => {
    const rows = await bench.pending(2);
    const { id } = await bench.start(clerk, ACCEPT, rows);
    await execute(
      app.owner.db,
      sql`create function public.bulk_fault() returns trigger language plpgsql as $$
        begin if new.application_id = ${sql.raw(`'${rows[0]?.id}'`)} then raise exception 'broken'; end if; return new; end $$`,
    );
    await execute(
      app.owner.db,
      sql`create trigger bulk_fault before insert on applications.timeline for each row execute function public.bulk_fault()`,
    );
    await expect(bench.run(id)).rejects.toThrow('broken');
    expect(await bench.job(clerk, id)).toMatchObject({ state: 'RUNNING', done: 1, waiting: 1 });
    const alarm = {
      id: randomUUID(),
      job: 'bulk:work-job',
      subject: { jobId: id },
      reason: 'broken',
      retries: 0,
    };
    await transaction(app.db, (tx) => tellFailure(tx, app.clock.now(), alarm));
    const told = await app.call(listNotices, { as: clerk });
    expect(told.items).toContainEqual(
      expect.objectContaining({ kind: 'bulk.failed', path: `/bulk-jobs/${id}` }),
    );
    await execute(app.owner.db, sql`drop trigger bulk_fault on applications.timeline`);
    await bench.run(id);
    expect(await bench.job(clerk, id)).toMatchObject({ state: 'DONE', done: 2 });
  });
});

test('a worker that is killed in the middle is followed by another one, and nothing is done twice', {
  // Three programs are started.
  timeout: 180_000,
}, async () => {
  const rows = await bench.pending(40);
  const { id } = await bench.start(clerk, ACCEPT, rows);
  const url = app.appUrl;
  for (const least of [3, 11, 24]) {
    const program = startProcess(process.execPath, [`${ROOT}/test/chaos/bulk-worker-program.ts`, url, id]);
    await program.waitFor(/working/);
    await until(async () => (await bench.job(clerk, id)).done >= least, 60_000).catch((error: unknown) => {
      throw new Error(`${String(error)}: ${program.output()}`);
    });
    program.child.kill('SIGKILL');
    expect(await program.ended).toBe('SIGKILL');
  }
  const middle = await bench.job(clerk, id);
  expect(middle).toMatchObject({ state: 'RUNNING' });
  expect(middle.done).toBeLessThan(40);
  const waiting = () =>
    one<{ count: number }>(
      app.owner.db,
      sql`select count(*)::int as count from graphile_worker.jobs where task_identifier = 'bulk:work-job'`,
    );
  const before = (await waiting()).count;
  await execute(app.db, sql`update bulk.jobs set asked_at = asked_at - interval '1 hour' where id = ${id}`);
  await execute(app.owner.db, sql`alter table bulk.items disable trigger items_guard`);
  await execute(
    app.owner.db,
    sql`update bulk.items set ended_at = ended_at - interval '1 hour' where job_id = ${id} and state = 'DONE'`,
  );
  await execute(app.owner.db, sql`alter table bulk.items enable trigger items_guard`);
  await bench.resume();
  expect((await waiting()).count).toBe(before + 1);
  await bench.run(id);
  expect(await bench.job(clerk, id)).toMatchObject({ state: 'DONE', done: 40, refused: 0 });
  const acts = await bench.timeline(
    rows.map((row) => row.id),
    'accept',
  );
  expect(acts).toHaveLength(40);
  expect(acts.filter(({ count }) => count !== 1)).toEqual([]);
});
