/** The archive: a list by its own days, which says whether a person put an application there or the program. */
import { expect, test } from 'vitest';
import { paymentsOfNotes } from '#domains/payments/note-payments.ts';
import { execute, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { at } from '#test/zone.ts';
import { listApplications, listArchived, updateState } from './contract.ts';
import { makeApplication } from './factory.ts';
import { runDailyRound } from './pipeline/actions/run-daily-round.ts';

const app = await testApp();

test('by its days of archiving, by hand or because of its age; what is restored forgets it', async () => {
  const [old, put] = [
    await makeApplication(app, { upTo: 'REJECTED' }),
    await makeApplication(app, { upTo: 'WITHDRAWN' }),
  ];
  await execute(
    app.owner.db,
    sql`update applications.applications set closed_on = '2025-01-01' where id = ${old.id}`,
  );
  expect((await runDailyRound(app.db, app.system(), paymentsOfNotes)).archived).toBe(1);
  app.clock.set(at('2026-11-16', '09:00'));
  const as = await app.staff('reviewer');
  const body = {
    applicationId: put.id,
    version: put.version,
    action: 'archive' as const,
    remark: 'A double.',
  };
  const { version } = await app.call(updateState, { as, body });
  const found = async (query: object) =>
    (await app.call(listArchived, { as, query })).items.map(({ id }) => id);
  expect(await found({})).toEqual([put.id, old.id]);
  expect([await found({ archived: 'AGE' }), await found({ archived: 'HAND' })]).toEqual([[old.id], [put.id]]);
  expect([await found({ to: '2026-11-15' }), await found({ from: '2026-11-16' })]).toEqual([
    [old.id],
    [put.id],
  ]);
  const { items } = await app.call(listArchived, { as, query: { archived: 'HAND' } });
  expect(items[0]).toMatchObject({
    ...{ archivedByProgram: false, archiveReason: 'A double.', originState: 'PENDING', state: 'WITHDRAWN' },
  });
  await app.call(updateState, { as, body: { ...body, version, action: 'restore' } });
  expect(await found({})).toEqual([old.id]);
});

test('who sees own work only: the tabs count what is in the archive apart from what is open', async () => {
  const as = await app.staff('surveyor');
  const made = [
    await makeApplication(app, { upTo: 'REJECTED' }),
    await makeApplication(app, { upTo: 'WITHDRAWN' }),
    await makeApplication(app, { upTo: 'WITHDRAWN' }),
  ];
  await execute(
    app.owner.db,
    sql`update applications.applications set assignee_id = ${as.userId},
        archived_at = case when state = 'REJECTED' then ${app.clock.now()}::timestamptz end
      where id in (${sql.join(made.map(({ id }) => id))})`,
  );
  const { counts } = await app.call(listApplications, { as });
  expect(counts.archived).toBe(1);
  expect(counts.states).toMatchObject({ REJECTED: 0, WITHDRAWN: 2 });
});
