/** A household writes as much as it likes within its limit: nobody of the office is held up by it, and the history comes in pages. */
import { expect, test } from 'vitest';
import { all, execute, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as contract from '../contract.ts';
import { makeApplication } from '../factory.ts';

const app = await testApp();
const reviewer = await app.staff('reviewer');

async function own() {
  const household = await app.consumer();
  const consumerId = String(household.consumerId);
  const { id: applicationId } = await makeApplication(app, { upTo: 'PENDING', consumerId });
  const { version } = await app.call(contract.getApplication, {
    ...{ as: reviewer, params: { id: applicationId } },
  });
  return { household, applicationId, version };
}

test('a comment of the household makes no other version: the office decides on what it has on the screen', async () => {
  const { household, applicationId, version } = await own();
  const body = { applicationId, version, action: 'comment' as const, remark: 'When do you come?' };
  const done = await Promise.all(
    [1, 2, 3].map(() => app.call(contract.updateState, { as: household, body })),
  );
  expect(done.map((answer) => answer.version)).toEqual([version, version, version]);
  const made = await all(
    app.db,
    sql`select action from applications.timeline where application_id = ${applicationId} and version = ${version}`,
  );
  expect(made).toEqual([{ action: 'submit' }]);
  const held = { applicationId, version, remark: 'The road is being built' };
  expect((await app.call(contract.holdApplication, { as: reviewer, body: held })).version).toBe(version + 1);
  // Who is too late is told who held it, and not who wrote.
  const late = await app.refused(contract.holdApplication, { as: reviewer, body: held });
  expect([late.code, late.params]).toEqual(['common.stale_version', { name: 'Karim Uddin' }]);
});

test('twenty comments of a household a day on one application; the office writes on', async () => {
  const { household, applicationId, version } = await own();
  const write = (as = household) =>
    app.codeOf(contract.updateState, {
      ...{ as, body: { applicationId, version, action: 'comment', remark: 'x' } },
    });
  for (let had = 0; had < 19; had += 1) expect(await write()).toBeUndefined();
  const last = await Promise.all([write(), write()]);
  expect(last.toSorted()).toEqual(['applications.commented_too_often', undefined]);
  expect(await write(reviewer)).toBeUndefined();
});

test('the history comes in pages that leave nothing out and show nothing twice, also what came at one instant', async () => {
  const { household, applicationId } = await own();
  await execute(
    app.owner.db,
    sql`insert into applications.timeline (application_id, at, action, from_state, to_state, actor_id, actor_name, role, remark, shared)
      select ${applicationId}, ${app.clock.now()}::timestamptz + (n / 7) * interval '1 microsecond', 'comment', 'PENDING', 'PENDING', ${household.userId}, 'A',
        'consumer', n::text, true
      from generate_series(1, 130) n`,
  );
  await execute(
    app.db,
    sql`update platform.outbox set state = 'delivered' where event like ${`application.%:${applicationId}:%`}`,
  );
  for (const as of [household, reviewer]) {
    const page = (before?: string, limit?: number) =>
      app.call(contract.getTimeline, {
        as,
        query: { applicationId, ...(before ? { before } : {}), ...(limit ? { limit } : {}) },
      });
    const whole = (await page(undefined, 100)).items;
    const first = await page();
    expect(first.items).toEqual(whole.slice(0, 50));
    const pages = [first];
    for (let next = first.earlier; next; next = pages.at(-1)?.earlier ?? null) pages.push(await page(next));
    const items = pages.flatMap((each) => each.items);
    expect(items.slice(0, 100)).toEqual(whole);
    expect(new Set(items.map(({ id, action }) => `${action} ${id}`)).size).toBe(items.length);
    const told = items.flatMap(({ action, remark }) => (action === 'comment' ? [Number(remark)] : []));
    expect(told).toEqual(Array.from({ length: 130 }, (_, index) => 130 - index));
    // A page may end between a step and what it told.
    const steps = items.map(({ action }) => action);
    const ofOne = [];
    for (let next = pages[0]?.earlier; next && ofOne.length < 100; ) {
      const { items: only, earlier } = await page(next, 1);
      ofOne.push(...only.map(({ action }) => action));
      next = earlier;
    }
    expect([...steps.slice(0, 50), ...ofOne]).toEqual(steps);
    expect(steps.slice(steps.indexOf('submit'))[1]).toBe('message');
  }
  const wrong = await app.refused(contract.getTimeline, {
    as: household,
    query: { applicationId, before: 'x' },
  });
  expect(wrong.fields.map(({ path }) => path)).toEqual(['before']);
});
