/** The books are proved each night: what does not agree is an alarm and closes no month. */
import { expect, test } from 'vitest';
import { allJobs } from '#app/services.ts';
import * as failedJobs from '#domains/logs/failed-jobs/contract.ts';
import { tellFailure } from '#domains/logs/failed-jobs/queries.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { watchJobs } from '#platform/job-alarms.ts';
import type { JobContext } from '#platform/jobs.ts';
import { testApp } from '#test/app.ts';
import { startOn } from '#test/zone.ts';
import * as contract from './closings/contract.ts';

const app = await testApp({ now: startOn('2026-12-02') });
const reviewer = await app.staff('reviewer');
const admin = await app.staff('admin');
const JOB = 'ledger:prove-books';

const { jobs, daily } = allJobs(app.platform);
const watched = watchJobs(
  { [JOB]: jobs[JOB] as never },
  {
    ...{ db: app.db, clock: app.clock, log: app.platform.log },
    tell: (tx, alarm) => tellFailure(tx, app.clock.now(), alarm),
    solvedByDomain: [],
  },
);

/** What the night's try says. */
function prove(attempt = 1): Promise<string> {
  const context: JobContext = {
    ...{ jobId: '1', attempt, maxAttempts: 25, log: app.platform.log },
    signal: new AbortController().signal,
  };
  return (watched[JOB] as NonNullable<(typeof watched)[string]>)({}, context).then(
    () => 'agree',
    (error: Error) => error.message,
  );
}

const months = () => app.call(contract.listMonths, { as: reviewer });
const openAlarms = async () =>
  (await app.call(failedJobs.listFailedJobs, { as: admin, query: { state: 'open' } })).items;

test('it runs each night; books that agree are shown with the time of the proof', async () => {
  expect(daily.map(({ name }) => name)).toContain(JOB);
  expect((await months()).proof).toBeNull();
  expect(await prove()).toBe('agree');
  expect((await months()).proof).toEqual({ provedAt: app.clock.now().toISOString(), failed: [] });
});

test('books that do not agree raise an alarm, are named, and no month closes until they agree', async () => {
  const { invoices } = await transaction(app.db, (tx) => makeDebtor(tx, app.system(), { months: 2 }));
  const id = String(invoices[0]?.id);
  const settle = (minor: number) =>
    execute(app.owner.db, sql`update billing.invoices set settled_minor = ${minor} where id = ${id}`);
  await settle(100);
  app.clock.advance(60);
  for (const attempt of [1, 2, 3]) {
    expect(await prove(attempt)).toBe('the books do not agree: {"documents":100,"settled":100}');
  }
  expect(await openAlarms()).toMatchObject([{ job: JOB, failures: 3 }]);
  const { proof, items } = await months();
  expect(proof?.failed.map(({ kind }) => kind)).toEqual(['documents', 'settled']);
  expect(proof?.failed[1]?.nameEn).toBe('What is settled of each bill against its payments');
  const month = items.find(({ isOver, closedAt, hindrances }) => isOver && !closedAt && !hindrances?.length);
  const closing = { as: reviewer, body: { month: String(month?.month) } };
  expect(await app.codeOf(contract.closeMonth, closing)).toBe('ledger.books_disagree');
  await settle(0);
  app.clock.advance(60);
  expect(await prove()).toBe('agree');
  expect(await openAlarms()).toEqual([]);
  expect(await app.codeOf(contract.closeMonth, closing)).toBeUndefined();
});

test('what a proof found is never changed', async () => {
  const proofs = await all(app.db, sql`select from ledger.book_proofs`);
  expect(proofs).toHaveLength(5);
  await expect(execute(app.db, sql`update ledger.book_proofs set differences = '{}'`)).rejects.toThrow();
  await expect(execute(app.db, sql`delete from ledger.book_proofs`)).rejects.toThrow();
});
