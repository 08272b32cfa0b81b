/**
 * Who did the step before stays written at an application. Lists, their filter and the board name somebody only if that
 * person has it now: who may do its next step, or who follows it up.
 */
import { describe, expect, test } from 'vitest';
import { execute, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { boardApplications } from './board/contract.ts';
import { listApplications, listWorkers } from './contract.ts';
import { makeApplication } from './factory.ts';
import { stepBench, stepCalls, subjectOf } from './factory-steps.ts';
import { listNoc } from './noc/contract.ts';

const app = await testApp();
const steps = stepCalls(app);
const { prepared } = await stepBench(app);
const clerk = await app.staff('reviewer');
const people = {
  reviewer: clerk,
  surveyor: await app.staff('surveyor'),
  engineer: await app.staff('engineer'),
  installer: await app.staff('installer'),
};

const assign = (id: string, userId: string | null) =>
  execute(
    app.owner.db,
    sql`update applications.applications set assignee_id = ${userId}::uuid where id = ${id}`,
  );

async function shown(id: string) {
  const ask = async (query: { assignee?: string }) => {
    const { items } = await app.call(listApplications, { as: clerk, query: { ...query, limit: 200 } });
    return items.find((item) => item.id === id);
  };
  const row = await ask({});
  const { columns } = await app.call(boardApplications, { as: clerk, query: {} });
  const card = columns.flatMap(({ items }) => items).find((found) => found.id === id);
  // What is over has no card.
  expect(card?.assigneeName ?? null).toBe(row?.assigneeName);
  // The list of the authority has what was there; it agrees.
  const { items } = await app.call(listNoc, { as: clerk, query: { desk: 'any', limit: 200 } });
  const there = items.find((item) => item.id === id);
  if (there) expect(there.assigneeName).toBe(row?.assigneeName);
  const found = await Promise.all([
    ask({ assignee: 'nobody' }),
    ...Object.values(people).map(({ userId }) => ask({ assignee: userId })),
  ]);
  const names = ['nobody', ...Object.keys(people)].filter((_, index) => found[index]);
  const holder = Object.entries(people).find(([, { userId }]) => userId === row?.assigneeId)?.[0] ?? 'nobody';
  // A row is under exactly one name, and the filter agrees with it.
  expect([names, row?.assigneeName !== null]).toEqual([[holder], holder !== 'nobody']);
  return holder;
}

describe('of an application that is assigned, its list names', () => {
  test.each([
    ['PENDING', 'reviewer', 'reviewer'],
    ['PENDING', 'surveyor', 'nobody'],
    ['WAITING_FOR_REVIEW', 'reviewer', 'reviewer'],
    ['WAITING_FOR_METER_NUMBER', 'installer', 'nobody'],
    ['READY_TO_SURVEY', 'surveyor', 'surveyor'],
    ['READY_TO_SURVEY', 'installer', 'nobody'],
    ['READY_TO_PAY', 'surveyor', 'nobody'],
    ['READY_FOR_METER_INSTALLATION', 'surveyor', 'nobody'],
    ['READY_FOR_METER_INSTALLATION', 'installer', 'installer'],
    ['RECORRECTION', 'reviewer', 'reviewer'],
    ['CONNECTED', 'surveyor', 'nobody'],
  ] as const)('in %s, given to the %s: %s', async (upTo, given, holder) => {
    const { id } = await makeApplication(app, { upTo });
    await assign(id, people[given].userId);
    expect(await shown(id)).toBe(holder);
  });

  test('nobody after the survey is handed in, until somebody has it who may approve it and did not make it', async () => {
    const made = await prepared('survey');
    await assign(made.id, people.surveyor.userId);
    expect(await shown(made.id)).toBe('surveyor');
    expect(await steps.survey(await subjectOf(app, made), people.surveyor)).toBeUndefined();
    expect(await shown(made.id)).toBe('nobody');
    await assign(made.id, people.engineer.userId);
    expect(await shown(made.id)).toBe('engineer');
    await execute(
      app.owner.db,
      sql`update applications.surveys set surveyor_id = ${people.engineer.userId}::uuid where application_id = ${made.id}`,
    );
    expect(await shown(made.id)).toBe('nobody');
  });
});

test('the load that is shown to who assigns is what waits for that person, as in their own list', async () => {
  const surveyor = await app.staff('surveyor');
  const admin = await app.staff('admin');
  const load = async () => {
    const { users } = await app.call(listWorkers, { as: admin, params: { id: 'READY_TO_SURVEY' } });
    const { total } = await app.call(listApplications, {
      as: surveyor,
      query: { assignee: 'me', waits: true },
    });
    const shownToAssigner = users.find(({ id }) => id === surveyor.userId)?.openApplications;
    expect(shownToAssigner).toBe(total);
    return total;
  };
  const given: Awaited<ReturnType<typeof prepared>>[] = [];
  for (const _ of Array(4)) {
    const made = await prepared('survey');
    await assign(made.id, surveyor.userId);
    given.push(made);
  }
  expect(await load()).toBe(4);
  const [first, second, third] = given;
  if (!first || !second || !third) throw new Error('nothing was made');
  expect(await steps.survey(await subjectOf(app, first), surveyor)).toBeUndefined();
  expect(await load()).toBe(3);
  await execute(
    app.owner.db,
    sql`update applications.applications set overlay = 'HOLD', overlay_reason = 'flood', overlay_on = ${app.system().today}::date
      where id = ${second.id}`,
  );
  await execute(
    app.owner.db,
    sql`update applications.applications set archived_at = now(), archive_reason = 'twice' where id = ${third.id}`,
  );
  expect(await load()).toBe(1);
});
