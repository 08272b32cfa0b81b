/** What is refused before anything is done. */
import { expect, test } from 'vitest';
import { makeApplication } from '#domains/applications/factory.ts';
import { execute, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { MOST_ITEMS } from './bulk.rules.ts';
import { listItems, lookAtChoice, startJob } from './contract.ts';
import { bulkBench } from './factory.ts';

const app = await testApp();
const bench = bulkBench(app);
const clerk = await app.staff('reviewer');
const ACCEPT = 'applications.accept';
const row = await makeApplication(app, { upTo: 'PENDING' });
const items = bench.versions([row]);

test('an act that is not known, or that the person may not do, is neither looked at nor started', async () => {
  const cashier = await app.staffWith(['bulk:use', 'applications:view', 'applications:view-all']);
  for (const [as, action] of [
    [clerk, 'applications.delete'],
    [cashier, ACCEPT],
  ] as const) {
    expect(await app.codeOf(lookAtChoice, { as, body: { action, of: { items } } })).toBe(
      'bulk.unknown_action',
    );
    expect(await app.codeOf(startJob, { as, body: { action, items } })).toBe('bulk.unknown_action');
  }
});

test('without the permission to act on many at once nothing is started', async () => {
  const person = await app.staffWith(['applications:view', 'applications:view-all', 'applications:accept']);
  expect(await app.codeOf(startJob, { as: person, body: { action: ACCEPT, items } })).toBe(
    'common.not_permitted',
  );
});

test('rows are chosen from a list that is known, that the person may see, and with its own filters', async () => {
  const look = (as: typeof clerk, list: string, query: Record<string, string> = {}) =>
    app.codeOf(lookAtChoice, { as, body: { action: 'applications.assign', of: { list, query } } });
  expect(await look(clerk, '/nothing')).toBe('bulk.unknown_list');
  const assigner = await app.staffWith(['bulk:use', 'applications:view', 'applications:assign']);
  expect(await look(assigner, '/rajuk/application')).toBe('bulk.unknown_list');
  expect(await look(clerk, '/application', { stateId: 'NOWHERE' })).toBe('common.invalid_input');
  expect(await look(clerk, '/application', { search: 'nobody has this name' })).toBe('bulk.nothing_chosen');
});

test('a filter with more rows than one job may have says how many', async () => {
  await execute(
    app.db,
    sql`insert into applications.applications (state, source, applicant, building, plot_number, state_since, saved_at, created_at, submitted_at, number)
      select 'PENDING', 'COUNTER', '{}', '{}', 'many', now(), now(), now(), now(), 'X' || n
      from generate_series(1, ${MOST_ITEMS}) n`,
  );
  const body = { action: ACCEPT, of: { list: '/application', query: {} } };
  expect(await app.refused(lookAtChoice, { as: clerk, body })).toMatchObject({
    code: 'bulk.too_many',
    params: { most: MOST_ITEMS, count: MOST_ITEMS + 1 },
  });
  await execute(app.owner.db, sql`delete from applications.applications where plot_number = 'many'`);
});

test('what the act has to be told is asked for at its field', async () => {
  const body = { action: 'applications.hold', items, told: { remark: ' ' } };
  expect(await app.refused(startJob, { as: clerk, body })).toMatchObject({
    code: 'common.invalid_input',
    fields: [{ path: 'told.remark' }],
  });
});

test('a person has one job of a kind at a time, however it is sent', async () => {
  const { id } = await bench.start(clerk, ACCEPT, [row]);
  expect(await app.codeOf(startJob, { as: clerk, body: { action: ACCEPT, items } })).toBe(
    'bulk.running_already',
  );
  const another = await app.staff('reviewer');
  expect(await app.codeOf(startJob, { as: another, body: { action: ACCEPT, items } })).toBeUndefined();
  await bench.run(id);
  expect(await app.codeOf(startJob, { as: clerk, body: { action: ACCEPT, items } })).toBeUndefined();
});

test('a record that is chosen twice is done once', async () => {
  const person = await app.staff('reviewer');
  const { id, total } = await app.call(startJob, {
    as: person,
    body: { action: ACCEPT, items: [...items, ...items] },
  });
  expect(total).toBe(1);
  const listed = await app.call(listItems, { as: person, params: { id } });
  expect(listed.items).toHaveLength(1);
});

test('the database lets nobody decide a record twice', async () => {
  const person = await app.staff('reviewer');
  const { id } = await bench.start(person, ACCEPT, [row]);
  await bench.run(id);
  await expect(
    execute(
      app.db,
      sql`update bulk.items set state = 'WAITING', code = null, ended_at = null where job_id = ${id}`,
    ),
  ).rejects.toThrow('is decided');
});
