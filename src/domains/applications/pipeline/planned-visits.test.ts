/** The day of a visit: planned with the assignment, seen by the household, and over with the state. */
import { expect, test } from 'vitest';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import {
  assignUser,
  getApplication,
  holdApplication,
  listApplications,
  suspendApplication,
  updateState,
} from '../contract.ts';
import { makeApplication } from '../factory.ts';
import { totalSeen } from '../factory-steps.ts';
import { askCorrection } from '../review/contract.ts';
import { visitMessage } from './tell-applicant.ts';

const app = await testApp();
const admin = await app.staff('admin');
const [TODAY, TOMORROW, YESTERDAY] = ['2026-11-15', '2026-11-16', '2026-11-14'];
const now = async (id: string) => app.call(getApplication, { as: admin, params: { id } });
const plan = async (id: string, visitOn?: string) => {
  const { version } = await now(id);
  return app.codeOf(assignUser, {
    as: admin,
    body: { applicationId: id, version, userId: admin.userId, ...(visitOn ? { visitOn } : {}) },
  });
};
const found = async (query: object) =>
  (
    await app.call(listApplications, { as: admin, query: { stateId: 'READY_TO_SURVEY', ...query } })
  ).items.map(({ id }) => id);

test('a visit is planned for today or later, in a state whose work is at the plot', async () => {
  const [early, there] = [
    await makeApplication(app, { upTo: 'PENDING' }),
    await makeApplication(app, { upTo: 'READY_TO_SURVEY' }),
  ];
  expect(await plan(early.id, TOMORROW)).toBe('applications.visit_not_now');
  expect(await plan(early.id)).toBeUndefined();
  expect(await plan(there.id, YESTERDAY)).toBe('applications.visit_in_past');
  // Ninety days ahead and no more.
  expect(await plan(there.id, '2027-02-13')).toBeUndefined();
  for (const day of ['2027-02-14', '9999-12-31'])
    expect(await plan(there.id, day)).toBe('applications.visit_too_far');
  expect(await plan(there.id, TODAY)).toBeUndefined();
  expect((await now(there.id)).visitOn).toBe(TODAY);
});

/** What who asked was told of visits, oldest first, with the day that it names. */
const told = async (id: string) =>
  (
    await all<{ kind: string; body: string }>(
      app.owner.db,
      sql`select m.kind, o.body from applications.messages m join platform.outbox o on o.id = m.outbox_id
        where m.application_id = ${id} and m.kind like 'visit%' order by o.id`,
    )
  ).map(({ kind, body }) => [kind, /১৬|16/.test(body) ? TOMORROW : TODAY]);

test('who asked is told the day, another day, and that nobody comes on it; the same day again tells nothing', async () => {
  const { id } = await makeApplication(app, { upTo: 'READY_TO_SURVEY' });
  await plan(id);
  expect(await told(id)).toEqual([]);
  for (const day of [TODAY, TODAY, TOMORROW, undefined]) await plan(id, day);
  expect(await told(id)).toEqual([
    ['visit', TODAY],
    ['visitMoved', TOMORROW],
    ['visitOff', TOMORROW],
  ]);
  const { body } = await one<{ body: string }>(
    app.owner.db,
    sql`select body from platform.outbox where event like ${`application.visitMoved:${id}:%`}`,
  );
  // Both days, so that only one is kept free.
  expect(body).toMatch(/১৫|15/);
});

test.each([
  ['hold', TODAY],
  ['hold', TOMORROW],
  ['suspend', TOMORROW],
  ['correction', TODAY],
  ['correction', TOMORROW],
] as const)('a day that was told is taken back by a %s, also on the day itself (%s)', async (way, day) => {
  const { id } = await makeApplication(app, { upTo: 'READY_TO_SURVEY' });
  await plan(id, day);
  const { version } = await now(id);
  const body = { applicationId: id, version, remark: 'the road is closed' };
  if (way === 'correction')
    await app.call(askCorrection, {
      as: admin,
      body: { ...body, items: [{ part: 'applicant', fields: ['address'], remark: 'Write the number' }] },
    });
  else await app.call(way === 'hold' ? holdApplication : suspendApplication, { as: admin, body });
  expect(await told(id)).toEqual([
    ['visit', day],
    ['visitOff', day],
  ]);
  expect((await now(id)).visitOn).toBeNull();
});

test.each([
  [{ before: null, after: null, isStopped: true }, undefined],
  [{ before: TODAY, after: TODAY, isStopped: true }, undefined],
  [{ before: null, after: TODAY, isStopped: false }, 'visit'],
  [{ before: YESTERDAY, after: TODAY, isStopped: false }, 'visit'],
  [{ before: TODAY, after: TOMORROW, isStopped: false }, 'visitMoved'],
  // The work of today is what ended the day; of a later day it came earlier.
  [{ before: TODAY, after: null, isStopped: false }, undefined],
  [{ before: TOMORROW, after: null, isStopped: false }, 'visitOff'],
  [{ before: TODAY, after: null, isStopped: true }, 'visitOff'],
  [{ before: YESTERDAY, after: null, isStopped: true }, undefined],
])('%j: %s', (days, message) => expect(visitMessage(days, TODAY)).toBe(message));

test('the list is narrowed by the day and by whether there is one; an assignment without a day plans none', async () => {
  const [planned, unplanned] = [
    await makeApplication(app, { upTo: 'READY_TO_SURVEY' }),
    await makeApplication(app, { upTo: 'READY_TO_SURVEY' }),
  ];
  await plan(planned.id, TOMORROW);
  expect(await found({ visitOn: TOMORROW })).toEqual([planned.id]);
  expect(await found({ planned: true })).toContain(planned.id);
  const without = await found({ planned: false });
  expect([without.includes(unplanned.id), without.includes(planned.id)]).toEqual([true, false]);
  await plan(planned.id);
  expect(await found({ visitOn: TOMORROW })).toEqual([]);
});

test('the household reads the day; with the next state it is over', async () => {
  const owner = await app.consumer('Owner');
  const surveyor = await app.staff('admin');
  const made = await makeApplication(app, { upTo: 'READY_TO_SURVEY', consumerId: String(owner.consumerId) });
  await plan(made.id, TOMORROW);
  const seen = await app.call(getApplication, { as: owner, params: { id: made.id } });
  // Of who comes neither the name nor the account.
  expect([seen.visitOn, seen.assigneeName, seen.assigneeId]).toEqual([TOMORROW, null, null]);
  const own = await app.call(listApplications, { as: owner, query: {} });
  expect(own.items.map(({ assigneeId }) => assigneeId)).toEqual([null]);
  await execute(
    app.owner.db,
    sql`with s as (insert into applications.surveys (application_id, version_no, surveyor_id, state, visited_on)
        values (${made.id}, 1, ${surveyor.userId}, 'SUBMITTED', ${TODAY}) returning id)
      insert into applications.survey_materials (survey_id, line_no, material_id, quantity, rate_minor, name_en, name_bn, unit)
      select s.id, 1, m.id, 1, 100, m.name_en, m.name_bn, m.unit from s join settings.materials m on m.id = ${made.materialId}`,
  );
  const { version } = await now(made.id);
  const totalMinor = await totalSeen(app, made.id);
  const body = { applicationId: made.id, version, action: 'approve-survey' as const, totalMinor };
  await app.call(updateState, { as: admin, body });
  expect(await now(made.id)).toMatchObject({ state: 'READY_TO_PAY', visitOn: null });
});
