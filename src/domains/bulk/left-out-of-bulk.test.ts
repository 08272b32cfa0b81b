/** What an act on many records could not be done to when it was asked for is shown with the job, and in its file. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeApplication } from '#domains/applications/factory.ts';
import { listNotices } from '#domains/identity/notices/contract.ts';
import { one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { listItems, lookAtChoice } from './contract.ts';
import { bulkBench } from './factory.ts';

const app = await testApp();
const bench = bulkBench(app);
const clerk = await app.staff('reviewer');
const ACCEPT = 'applications.accept';

test('what was left out when it was asked for stays with the job, with its reason, and is not done', async () => {
  const good = await makeApplication(app, { upTo: 'PENDING' });
  const late = await makeApplication(app, { upTo: 'PENDING' });
  const accepted = await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' });
  const gone = { id: randomUUID(), version: 1 };
  // Could be done by now: it is left out all the same.
  const left = [accepted, gone, late, good];
  const { id } = await bench.start(clerk, ACCEPT, [good], {}, left);
  await bench.run(id);
  expect(await bench.job(clerk, id)).toMatchObject({
    ...{ state: 'DONE', total: 1, done: 1, refused: 0, givenUp: 0, leftOut: 3, waiting: 0 },
  });
  expect(await bench.items(clerk, id)).toMatchObject([
    { subjectId: good.id, state: 'DONE' },
    { subjectId: accepted.id, state: 'LEFT_OUT', code: 'applications.wrong_state', label: accepted.number },
    { subjectId: gone.id, state: 'LEFT_OUT', code: 'common.not_found' },
    { subjectId: late.id, state: 'LEFT_OUT', code: 'common.stale_version' },
  ]);
  const query = { show: 'left-out' as const };
  const shown = await app.call(listItems, { as: clerk, params: { id }, query });
  expect(shown.total).toBe(3);
  const { accepts } = await one<{ accepts: number }>(
    app.db,
    sql`select count(*)::int as accepts from applications.timeline where application_id = ${late.id} and action = 'accept'`,
  );
  expect(accepts).toBe(0);
  // Their notice and the next try are about what the job did.
  const { items } = await app.call(listNotices, { as: clerk });
  const told = items.find(({ path }) => path === `/bulk-jobs/${id}`);
  expect(told?.params).toMatchObject({ done: 1, failed: 0 });
  const again = { action: ACCEPT, of: { jobId: id } };
  expect(await app.codeOf(lookAtChoice, { as: clerk, body: again })).toBe('bulk.nothing_chosen');
});
