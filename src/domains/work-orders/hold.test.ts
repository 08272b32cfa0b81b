/** Assigned work on hold: its deadline waits, nobody completes it, and it goes on by a word or by itself. */
import { describe, expect, test } from 'vitest';
import { execute, first, one, sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import * as contract from './contract.ts';
import { makeYard } from './factory-calls.ts';
import { boardOrders, calendarOrders } from './plan/contract.ts';
import { resumeDue } from './steps/actions/pause-order.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const yard = await makeYard(app);
const { clerk, engineer, crew, step, codeOf } = yard;
const remark = 'no permission of the road office';
const HOUR = 3_600_000;

const pageOf = (id: string, as: Person = engineer) => app.call(contract.getOrder, { as, params: { id } });
const listed = async (query: object) =>
  (await app.call(contract.listOrders, { as: engineer, query: { limit: 200, ...query } as never })).items;
const ids = async (query: object) => (await listed(query)).map(({ id }) => id);
const pause = (id: string, more: object = {}) => step(steps.pauseOrder, engineer, id, { remark, ...more });
/** Its clock runs at night too; other work: working-time.test.ts. */
const urgent = (upTo: 'ASSIGNED' | 'IN_PROGRESS') => yard.order({ upTo, code: 'PIPE_BURST' });
const tomorrow = () => addDays(app.system().today, 1);
/** As if the hold had started that long ago. */
const began = (id: string, hours: number) =>
  execute(
    app.owner.db,
    sql`update work_orders.orders set paused_at = paused_at - make_interval(hours => ${hours}::int) where id = ${id}`,
  );
const told = async (person: Person, kind: string, id: string) =>
  (
    await one<{ count: number }>(
      app.owner.db,
      sql`select count(*) as count from platform.notices
        where user_id = ${person.userId} and kind = ${`work-orders.${kind}`} and path = ${`/work-order-list/${id}`}`,
    )
  ).count;
const kept = (id: string) =>
  one<{ dueAt: string; pausedFor: number }>(
    app.owner.db,
    sql`select due_at as "dueAt", extract(epoch from paused_for)::int as "pausedFor" from work_orders.orders where id = ${id}`,
  );
const later = (hours: number) => ({
  ...app.system(),
  now: new Date(app.clock.now().getTime() + hours * HOUR),
});

test('on hold the state stays, the deadline waits, and goes on after the hold', async () => {
  const { id } = await urgent('IN_PROGRESS');
  const before = await pageOf(id);
  const answer = await pause(id);
  expect(answer.state).toBe('IN_PROGRESS');
  expect(await pageOf(id)).toMatchObject({
    ...{ state: 'IN_PROGRESS', pauseReason: remark, pausedBy: 'Karim Uddin', pauseUntil: null },
    ...{ pausedAt: app.clock.now().toISOString(), dueAt: before.dueAt, stateSince: before.stateSince },
  });
  expect(await told(crew, 'paused', id)).toBe(1);
  await began(id, 30);
  await step(steps.resumeOrder, engineer, id);
  const after = await pageOf(id);
  expect(after).toMatchObject({ pausedAt: null, pauseReason: null, pausedBy: null, state: 'IN_PROGRESS' });
  expect(Date.parse(after.dueAt) - Date.parse(before.dueAt)).toBe(30 * HOUR);
  expect(await told(crew, 'resumed', id)).toBe(1);
  expect(after.timeline.slice(-2).map((event) => [event.action, event.toState, event.remark])).toEqual([
    ['pause', 'IN_PROGRESS', remark],
    ['resume', 'IN_PROGRESS', null],
  ]);
  await step(steps.completeOrder, crew, id, yard.done);
});

test('work that was late stays late on hold, and other work does not become late', async () => {
  const [late, other] = [await yard.order({ upTo: 'ASSIGNED' }), await yard.order({ upTo: 'ASSIGNED' })];
  const now = app.clock.now().getTime();
  for (const [{ id }, hours] of [
    [late, -5],
    [other, -1],
  ] as const) {
    await pause(id);
    await began(id, 2);
    await execute(
      app.owner.db,
      sql`update work_orders.orders set due_at = ${new Date(now + hours * HOUR)} where id = ${id}`,
    );
  }
  const stage = { stage: 'process', paused: true };
  expect((await listed(stage)).map(({ id, isLate }) => [id, isLate]).toSorted()).toEqual(
    [
      [late.id, true],
      [other.id, false],
    ].toSorted(),
  );
  expect(await ids({ ...stage, late: true })).toEqual([late.id]);
  const query = { crewId: crew.userId, paused: true, late: false } as never;
  const { columns } = await app.call(boardOrders, { as: engineer, query });
  expect(columns.flatMap(({ items }) => items.map(({ id }) => id))).toEqual([other.id]);
  const busy = await app.call(contract.listCrew, { as: engineer });
  expect(busy.items.find(({ id }) => id === crew.userId)?.late).toBe(1);
});

test('nobody arrives at work on hold or completes it; it is neither put on hold nor let go on two times', async () => {
  const { id } = await yard.order({ upTo: 'ASSIGNED' });
  expect(await codeOf(steps.resumeOrder, engineer, id)).toBe('work-orders.not_paused');
  await pause(id);
  expect(await codeOf(steps.pauseOrder, engineer, id, { remark })).toBe('work-orders.paused');
  expect(await codeOf(steps.noteArrival, crew, id)).toBe('work-orders.paused');
  expect((await pageOf(id, crew)).can).toMatchObject({ arrive: 'paused', pause: 'no', resume: 'no' });
  await step(steps.resumeOrder, engineer, id);
  await step(steps.noteArrival, crew, id);
  await pause(id);
  expect(await codeOf(steps.completeOrder, crew, id, yard.done)).toBe('work-orders.paused');
  expect((await pageOf(id)).can).toMatchObject({ pause: 'paused', resume: 'yes' });
  await step(steps.resumeOrder, engineer, id);
  await step(steps.completeOrder, crew, id, yard.done);
});

describe('what a hold refuses', () => {
  test('orders that nobody has, an old version, one that is not there, another person', async () => {
    const { id } = await yard.order({ upTo: 'ACCEPTED' });
    expect(await codeOf(steps.pauseOrder, engineer, id, { remark })).toBe('work-orders.wrong_state');
    expect(await codeOf(steps.resumeOrder, engineer, id)).toBe('work-orders.wrong_state');
    const assigned = await yard.order({ upTo: 'ASSIGNED' });
    const at = await yard.at(assigned.id);
    const stale = { ...at, version: at.version - 1 };
    const nobody = { ...at, orderId: '00000000-0000-7000-8000-000000000000' };
    for (const endpoint of [steps.pauseOrder, steps.resumeOrder]) {
      const ask = (body: object, as = engineer) =>
        app.codeOf(endpoint, { as, body: { remark, ...body } as never });
      expect(await ask(stale)).toBe('common.stale_version');
      expect(await ask(nobody)).toBe('common.not_found');
      for (const as of [clerk, crew]) expect(await ask(at, as)).toBe('common.not_permitted');
    }
  });

  test('an end that is today or before, or more than a year away', async () => {
    const { id } = await yard.order({ upTo: 'ASSIGNED' });
    const { today } = app.system();
    for (const until of [today, addDays(today, -1)])
      expect(await codeOf(steps.pauseOrder, engineer, id, { remark, until })).toBe('work-orders.pause_over');
    const far = { remark, until: addDays(today, 366) };
    expect(await codeOf(steps.pauseOrder, engineer, id, far)).toBe('work-orders.pause_too_far');
    const other = await yard.order({ upTo: 'ASSIGNED' });
    await pause(other.id, { until: addDays(today, 365) });
    await pause(id, { until: tomorrow() });
  });
});

test('what is on hold comes last, is seen everywhere, and is a filter', async () => {
  const { id: held } = await yard.order({ upTo: 'ASSIGNED' });
  const { id: free } = await yard.order({ upTo: 'ASSIGNED' });
  await pause(held, { until: tomorrow() });
  await execute(
    app.owner.db,
    sql`update work_orders.orders set priority = 'URGENT', due_at = due_at - interval '1 hour' where id = ${held}`,
  );
  for (const query of [{ stage: 'process' }, { state: 'ASSIGNED' }]) {
    const found = await ids({ ...query, sort: 'urgency' });
    expect(found.indexOf(free)).toBeLessThan(found.indexOf(held));
    expect(await ids({ ...query, paused: true })).toContain(held);
    expect(await ids({ ...query, paused: false })).not.toContain(held);
  }
  const board = await app.call(boardOrders, { as: engineer, query: {} as never });
  const card = board.columns.flatMap(({ items }) => items).find(({ id }) => id === held);
  expect([card?.pausedAt !== null, card?.moves]).toEqual([true, ['resume', 'unassign', 'cancel']]);
  const day = (await pageOf(held)).dueAt.slice(0, 10);
  const range = { from: addDays(day, -1), to: addDays(day, 1), paused: true } as never;
  const { days } = await app.call(calendarOrders, { as: engineer, query: range });
  expect(days.flatMap(({ items }) => items).find((order) => order.id === held)?.pausedAt).not.toBeNull();
});

test('many on hold that were due long ago leave the first page to what is late', async () => {
  const { id: late } = await yard.order({ upTo: 'ASSIGNED' });
  const due = new Date(app.clock.now().getTime() - HOUR);
  await execute(app.owner.db, sql`update work_orders.orders set due_at = ${due} where id = ${late}`);
  for (let nth = 0; nth < 3; nth += 1) {
    const { id } = await yard.order({ upTo: 'ASSIGNED' });
    await pause(id);
    await began(id, 100);
    await execute(
      app.owner.db,
      sql`update work_orders.orders set due_at = ${new Date(due.getTime() - 20 * HOUR)} where id = ${id}`,
    );
  }
  expect(await ids({ stage: 'process', sort: 'urgency', limit: 1 })).toEqual([late]);
  const found = await ids({ stage: 'process', sort: 'urgency' });
  expect(found.length).toBe((await listed({ stage: 'process' })).length);
});

test('at the beginning of its day it goes on by itself, and the crew and who assigns are told; two times does nothing', async () => {
  const { id } = await urgent('ASSIGNED');
  await pause(id, { until: tomorrow() });
  const { dueAt } = await kept(id);
  const { pauseUntil } = await pageOf(id);
  const hours = (Date.parse(String(pauseUntil)) - app.clock.now().getTime()) / HOUR;
  expect(hours).toBeGreaterThan(0);
  expect(hours).toBeLessThanOrEqual(24);
  await resumeDue(app.db, later(hours - 0.1));
  expect((await pageOf(id)).pausedAt).not.toBeNull();
  // The program did not run for some hours: they are no part of the hold.
  await resumeDue(app.db, later(hours + 5));
  const after = await kept(id);
  expect((Date.parse(after.dueAt) - Date.parse(dueAt)) / HOUR).toBeCloseTo(hours, 3);
  expect([await told(crew, 'resumed', id), await told(engineer, 'resumed', id)]).toEqual([1, 1]);
  const at = await yard.at(id);
  expect(await resumeDue(app.db, later(hours + 6))).toEqual({ resumed: 0 });
  expect(await yard.at(id)).toEqual(at);
  const logged = await first(
    app.owner.db,
    sql`select from platform.audit where action = 'work-order.resume' and object_id = ${id} and actor_id is null`,
  );
  expect(logged).toBeDefined();
});

test('it goes on at midnight, and the household reads in the morning that somebody comes', async () => {
  const household = await app.consumer();
  const { number } = await yard.connect({ consumerId: String(household.consumerId) });
  const { id } = await yard.order({ by: household, connectionNumber: number, upTo: 'ASSIGNED' });
  await pause(id, { until: tomorrow() });
  const midnight = new Date(String((await pageOf(id)).pauseUntil));
  await resumeDue(app.db, { ...app.system(), now: midnight, today: tomorrow() });
  const { dueAt } = await one<{ dueAt: string }>(
    app.owner.db,
    sql`select due_at as "dueAt" from platform.outbox where event like ${`work-orders.coming:${id}:%`} order by created_at desc limit 1`,
  );
  expect(new Date(dueAt).getTime() - midnight.getTime()).toBe(8 * HOUR);
});

test('a hold that somebody made longer meanwhile goes on', async () => {
  const { id } = await yard.order({ upTo: 'ASSIGNED' });
  await pause(id, { until: tomorrow() });
  const end = later(24 * 10).now;
  const done = await duringChange(
    app,
    (tx) => execute(tx, sql`update work_orders.orders set pause_until = ${end} where id = ${id}`),
    () => resumeDue(app.db, later(48)),
  );
  expect([done, (await pageOf(id)).pausedAt !== null]).toEqual([{ resumed: 0 }, true]);
});

test('a hold without an end does not end by itself', async () => {
  const { id } = await yard.order({ upTo: 'ASSIGNED' });
  await pause(id);
  await resumeDue(app.db, later(10_000));
  expect((await pageOf(id)).pausedAt).not.toBeNull();
});

test('work that is taken from its crew is not on hold any more, and keeps the time that it was, also when its request is corrected', async () => {
  const { id } = await urgent('ASSIGNED');
  const { dueAt } = await kept(id);
  await pause(id);
  await began(id, 7);
  await step(steps.unassignOrder, engineer, id, { remark: 'another crew is nearer' });
  const after = await kept(id);
  expect([after.pausedFor, Date.parse(after.dueAt) - Date.parse(dueAt)]).toEqual([7 * 3600, 7 * HOUR]);
  expect((await pageOf(id)).pausedAt).toBeNull();
  expect(await told(crew, 'taken', id)).toBe(1);
  await execute(app.owner.db, sql`update work_orders.orders set state = 'ON_REVIEW' where id = ${id}`);
  await step(steps.updateOrder, clerk, id, {
    categoryId: await yard.category('PIPE_BURST'),
    description: 'A burst',
  });
  expect((await kept(id)).dueAt).toEqual(after.dueAt);
});

test('a cancelled order is not on hold', async () => {
  const { id } = await yard.order({ upTo: 'IN_PROGRESS' });
  await pause(id, { until: tomorrow() });
  await step(steps.cancelOrder, engineer, id, { remark: 'found dry' });
  expect(await pageOf(id)).toMatchObject({ state: 'CANCELLED', pausedAt: null, pauseUntil: null });
});

test('a household reads that its work is on hold and until when, not why and by whom', async () => {
  const household = await app.consumer();
  const { number } = await yard.connect({ consumerId: String(household.consumerId) });
  const { id } = await yard.order({ by: household, connectionNumber: number, upTo: 'ASSIGNED' });
  await pause(id, { until: tomorrow() });
  const seen = await pageOf(id, household);
  expect([seen.pausedAt !== null, seen.pauseUntil !== null]).toEqual([true, true]);
  expect([seen.pauseReason, seen.pausedBy]).toEqual([null, null]);
  await step(steps.resumeOrder, engineer, id);
  const after = await pageOf(id, household);
  expect(after.timeline.map(({ action }) => action)).not.toContain('pause');
  expect(JSON.stringify([seen, after])).not.toContain(remark);
});

test('the database keeps no hold of other states, without a reason, or with an end before its beginning', async () => {
  const { id } = await yard.order({ upTo: 'ACCEPTED' });
  const { id: assigned } = await yard.order({ upTo: 'ASSIGNED' });
  const hold = (of: string, reason: string | null, until: Date | null) =>
    execute(
      app.owner.db,
      sql`update work_orders.orders set paused_at = ${app.clock.now()}, pause_reason = ${reason}, paused_by_name = 'x',
        pause_until = ${until} where id = ${of}`,
    );
  await expect(hold(id, 'why', null)).rejects.toThrow('orders_pause_check');
  await expect(hold(assigned, null, null)).rejects.toThrow('orders_pause_check');
  await expect(hold(assigned, 'why', new Date(app.clock.now().getTime() - 1))).rejects.toThrow(
    'orders_pause_until_check',
  );
});
