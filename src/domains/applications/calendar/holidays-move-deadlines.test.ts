/** A holiday that is entered moves the deadlines that run by then, of every kind; taken out again, they are what they were. */
import { expect, test } from 'vitest';
import { makeDesk } from '#domains/support/factory-calls.ts';
import { movingTickets } from '#domains/support/moving-deadlines.ts';
import { makeYard } from '#domains/work-orders/factory-calls.ts';
import { movingOrders } from '#domains/work-orders/moving-deadlines.ts';
import * as orderSteps from '#domains/work-orders/steps/contract.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { at } from '#test/zone.ts';
import { holdApplication, listApplications, resumeApplication } from '../contract.ts';
import { makeApplication } from '../factory.ts';
import { escalateLate } from '../pipeline/actions/escalate-late.ts';
import * as settings from '../settings/contract.ts';
import { type WorkSettings, workSettings } from '../settings/settings.rules.ts';
import { moveDeadlines } from './actions/move-deadlines.ts';
import type { MovingDeadlines } from './moving-deadlines.ts';
import { movingApplications, movingDesks } from './own-deadlines.ts';

// A Sunday.
const app = await testApp({ now: at('2026-11-15', '10:00') });
let admin = await app.staff('admin');
const moving = [movingApplications, movingDesks, movingOrders, movingTickets];
const read = () => app.call(settings.getApplicationSettings, { as: admin });

/** Saves the office's calendar; nothing has moved by then. */
async function save(office: Partial<WorkSettings['office']>) {
  const now = await read();
  const work = workSettings.parse(now.settings);
  work.office = { ...work.office, ...office };
  return app.call(settings.updateApplicationSettings, { as: admin, body: { work, version: now.version } });
}
const moves = () =>
  all<{ id: string }>(
    app.owner.db,
    sql`select id from applications.calendar_moves order by saved_at desc, id desc`,
  );
/** What the job does with the last change. */
async function run(signal = AbortSignal.timeout(60_000), parts = moving) {
  const [last] = await moves();
  return moveDeadlines(app.db, app.system(), { id: last?.id ?? '', moving: parts, signal });
}
const change = async (office: Partial<WorkSettings['office']>) => {
  await save(office);
  return run();
};
const holidays = (...days: string[]) => change({ holidays: days });

const everyDue = () =>
  all<{ id: string; due: string }>(
    app.owner.db,
    sql`select id::text, due_at as due from applications.applications where due_at is not null
      union all select application_id || ' desk', due_at from applications.noc_steps where state = 'OPEN'
      union all select id::text, due_at from work_orders.orders
      union all select id || ' answer', answer_due_at from support.tickets
      union all select id || ' solve', solve_due_at from support.tickets order by 1`,
  );
const dueOf = async (id: string) => (await everyDue()).find((row) => row.id === id)?.due;

const yard = await makeYard(app);
const desk = await makeDesk(app);
const pending = await makeApplication(app, { upTo: 'PENDING' });
const reviewed = await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' });
const order = await yard.order({ upTo: 'IN_PROGRESS', code: 'LOW_PRESSURE' });
const urgent = await yard.order({ upTo: 'ASSIGNED', code: 'PIPE_BURST' });
const ticket = await desk.ticket({ upTo: 'IN_PROGRESS' });
const asked = await desk.ticket({ upTo: 'WAITING_CUSTOMER' });
const ended = await yard.order({ upTo: 'CLOSED', code: 'LOW_PRESSURE' });

test('every kind moves by the holiday, and back to the same instants; urgent and ended work stays', async () => {
  const before = await everyDue();
  const minutesLeft = (await desk.stand(asked.id)).minutesLeft;
  const moved = await holidays('2026-11-16', '2026-11-17');
  expect(moved).toMatchObject({ applications: 2, desks: 1, tickets: 1 });
  expect(moved.work_orders).toBeGreaterThan(0);
  expect(before.find(({ id }) => id === pending.id)?.due).toBe(at('2026-11-16', '10:00'));
  expect(await dueOf(pending.id)).toBe(at('2026-11-18', '10:00'));
  expect(await dueOf(`${reviewed.id} desk`)).toBe(at('2026-11-18', '10:00'));
  for (const id of [reviewed.id, order.id, `${ticket.id} solve`])
    expect([id, (await dueOf(id)) === before.find((row) => row.id === id)?.due]).toEqual([id, false]);
  for (const id of [urgent.id, ended.id])
    expect([id, await dueOf(id)]).toEqual([id, before.find((row) => row.id === id)?.due]);
  expect((await desk.stand(asked.id)).minutesLeft).toBe(minutesLeft);
  await holidays();
  expect(await everyDue()).toEqual(before);
});

test('rows from before, which have no beginning and no minutes, move and come back as well', async () => {
  const before = await everyDue();
  await execute(app.owner.db, sql`update applications.applications set due_from = null, due_minutes = null`);
  await execute(app.owner.db, sql`update applications.noc_steps set due_from = null, due_minutes = null`);
  await execute(app.owner.db, sql`update work_orders.orders set due_from = null, due_minutes = null`);
  await execute(
    app.owner.db,
    sql`update support.tickets set answer_from = null, solve_from = null, solve_minutes = null`,
  );
  await holidays('2026-11-16');
  expect(await dueOf(pending.id)).toBe(at('2026-11-17', '10:00'));
  await holidays();
  expect(await everyDue()).toEqual(before);
});

test('weekend and hours move them too; other settings do not', async () => {
  const before = await everyDue();
  await change({ weekend: [1, 5, 6] });
  expect(await dueOf(pending.id)).toBe(at('2026-11-17', '10:00'));
  await change({ weekend: [5, 6], closesAt: '14:00' });
  // Four hours on Sunday, four on Monday; a desk has a day, however long it is.
  expect(await dueOf(pending.id)).toBe(at('2026-11-16', '13:00'));
  expect(await dueOf(`${reviewed.id} desk`)).toBe(at('2026-11-16', '10:00'));
  await change({ closesAt: '17:00' });
  expect(await everyDue()).toEqual(before);
  const count = (await moves()).length;
  const { settings: stored, version } = await read();
  const work = { ...workSettings.parse(stored), validityDays: 40 };
  await app.call(settings.updateApplicationSettings, { as: admin, body: { work, version } });
  expect(await moves()).toHaveLength(count);
});

test('a clock that stops while they move keeps what is left by the new calendar', async () => {
  const { id, version } = await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' });
  const held = await yard.order({ upTo: 'IN_PROGRESS', code: 'LOW_PRESSURE' });
  const silent = await desk.ticket({ upTo: 'IN_PROGRESS' });
  const before = await Promise.all([id, `${id} desk`, held.id, `${silent.id} solve`].map(dueOf));
  await save({ holidays: ['2026-11-16'] });
  const hold = await app.call(holdApplication, {
    as: admin,
    body: { applicationId: id, version, remark: 'wait' },
  });
  await yard.step(orderSteps.pauseOrder, yard.engineer, held.id, { remark: 'no permission' });
  await desk.reply(desk.agent, silent.id, { waits: true });
  const body = { applicationId: id, version: hold.version, remark: 'go on' };
  await app.call(resumeApplication, { as: admin, body });
  await yard.step(orderSteps.resumeOrder, yard.engineer, held.id, {});
  await run();
  const after = await Promise.all([id, `${id} desk`, held.id].map(dueOf));
  for (const [index, due] of after.entries()) expect([index, due]).not.toEqual([index, before[index]]);
  expect(after[1]).toBe(at('2026-11-17', '10:00'));
  expect((await desk.stand(silent.id)).minutesLeft).toBe((await desk.stand(asked.id)).minutesLeft);
  expect((await run()).applications).toBe(0);
  await holidays();
  expect(await Promise.all([id, `${id} desk`, held.id].map(dueOf))).toEqual(before.slice(0, 3));
});

test('the page says how many run and how far it has come; the log says how many moved', async () => {
  const saved = await save({ holidays: ['2026-11-16'] });
  expect(saved.deadlines.running).toBeGreaterThan(4);
  expect(saved.deadlines.move).toMatchObject({
    total: saved.deadlines.running,
    looked: 0,
    doneAt: null,
    moved: {},
  });
  const moved = await run();
  const { deadlines } = await read();
  expect(deadlines.move).toMatchObject({
    ...{ savedBy: 'Karim Uddin', looked: saved.deadlines.running, moved },
    doneAt: app.clock.now().toISOString(),
  });
  const log = () =>
    all<{ after: object }>(
      app.owner.db,
      sql`select after from platform.audit where action = 'application.deadlines' order by id`,
    );
  const rows = await log();
  expect(rows.at(-1)?.after).toEqual(moved);
  // The second pass, for steps that read the calendar before it was saved: nothing is left, and nothing is written.
  const again = await run();
  expect(Object.values(again)).toEqual([0, 0, 0, 0]);
  expect(await log()).toHaveLength(rows.length);
  expect((await read()).deadlines.move).toEqual(deadlines.move);
  await holidays();
});

test('a step that was under way when the calendar was saved is moved by the second pass', async () => {
  await holidays('2026-11-16');
  const { id } = await makeApplication(app, { upTo: 'PENDING' });
  const right = await dueOf(id);
  // It reckoned with the calendar before.
  await execute(
    app.owner.db,
    sql`update applications.applications set due_at = ${at('2026-11-16', '10:00')} where id = ${id}`,
  );
  expect((await run()).applications).toBe(1);
  expect(await dueOf(id)).toBe(right);
  await holidays();
});

test('a job that is stopped goes on with the next try, and the page has not lost what moved', async () => {
  await save({ holidays: ['2026-11-16'] });
  const stop = new AbortController();
  const stopping: MovingDeadlines = {
    ...movingApplications,
    async move(tx, part) {
      stop.abort();
      return movingApplications.move(tx, part);
    },
  };
  await expect(run(stop.signal, [stopping, movingDesks])).rejects.toThrow();
  const started = (await read()).deadlines.move;
  expect(started?.doneAt).toBeNull();
  expect(started?.looked).toBeGreaterThan(0);
  const { applications } = started?.moved ?? {};
  expect(applications).toBeGreaterThan(0);
  const moved = await run();
  expect(moved.applications).toBe(0);
  const { move } = (await read()).deadlines;
  expect(move).toMatchObject({ moved: { ...moved, applications } });
  const { looked } = await one<{ looked: number }>(
    app.owner.db,
    sql`select looked from applications.calendar_moves order by saved_at desc, id desc limit 1`,
  );
  expect(looked).toBe(move?.total);
  await holidays();
});

test('what is no more late leaves the list of what is late, and nobody is told twice', async () => {
  const late = await makeApplication(app, { upTo: 'PENDING' });
  const listed = async () =>
    (await app.call(listApplications, { as: admin, query: { limit: 200, escalation: 2 } })).items.map(
      ({ id }) => id,
    );
  const notices = async () =>
    (
      await one<{ count: number }>(
        app.owner.db,
        sql`select count(*)::int as count from platform.notices where path like ${`%${late.id}%`} or kind like 'applications.late%'`,
      )
    ).count;
  app.clock.set(at('2026-11-16', '10:30'));
  admin = await app.staff('admin');
  await escalateLate(app.db, app.system());
  expect(await listed()).toContain(late.id);
  const told = await notices();
  // A strike, entered the day after.
  await holidays('2026-11-16');
  expect(await listed()).not.toContain(late.id);
  await escalateLate(app.db, app.system());
  expect(await listed()).not.toContain(late.id);
  app.clock.set(at('2026-11-17', '10:30'));
  admin = await app.staff('admin');
  await escalateLate(app.db, app.system());
  expect(await listed()).toContain(late.id);
  expect(await notices()).toBe(told);
});
