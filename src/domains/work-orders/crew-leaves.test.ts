/** Somebody of a crew leaves, or gets a role that does no such work: their live orders go to a successor, or are assigned again. */
import { expect, test } from 'vitest';
import * as users from '#domains/identity/users/contract.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { getOrder } from './contract.ts';
import { makeYard } from './factory-calls.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const yard = await makeYard(app);
const { engineer, admin, clerk, step } = yard;
const remark = 'as it is';
const NAME = 'Karim Uddin';

const installers = (count: number) =>
  Promise.all(Array.from({ length: count }, () => app.staff('installer')));
async function given(leader: Person, others: Person[] = [], isStarted = false): Promise<string> {
  const { id } = await yard.order({ upTo: 'ACCEPTED' });
  const memberIds = others.map(({ userId }) => userId);
  await step(steps.assignOrder, engineer, id, { crewId: leader.userId, memberIds });
  if (isStarted) await step(steps.noteArrival, leader, id);
  return id;
}
const work = (person: Person, query: { role?: string } = {}) =>
  app.call(users.getOpenWork, { as: admin, params: { id: person.userId }, query });
const remove = (person: Person, to?: Person) => ({
  ...{ as: admin, params: { id: person.userId } },
  body: to ? { handOverTo: to.userId } : {},
});
const versionOf = async (person: Person) =>
  (await app.call(users.getUser, { as: admin, params: { id: person.userId } })).version;
const disable = async (person: Person) =>
  app.call(users.setUserStatus, {
    as: admin,
    body: { id: person.userId, version: await versionOf(person), status: 'disabled', reason: 'Transferred' },
  });
/** Who is in the crew now, the leader first: their account, whether they lead and whether they were there. */
const crewNow = async (id: string) =>
  (
    await all<{ id: string; leads: boolean; worked: boolean }>(
      app.owner.db,
      sql`select user_id as id, is_leader as leads, worked_at is not null as worked from work_orders.crew_members
        where order_id = ${id} and left_at is null order by is_leader desc, since, id`,
    )
  ).map((row) => [row.id, row.leads, row.worked]);
const stand = (id: string) =>
  one<{ state: string; crewId: string | null; version: number; isHeld: boolean }>(
    app.owner.db,
    sql`select state, crew_id as "crewId", version, paused_at is not null as "isHeld" from work_orders.orders where id = ${id}`,
  );
const told = async (person: Person, id: string) =>
  (
    await all<{ kind: string }>(
      app.owner.db,
      sql`select replace(kind, 'work-orders.', '') as kind from platform.notices
        where user_id = ${person.userId} and path = ${`/work-order-list/${id}`} order by id`,
    )
  ).map(({ kind }) => kind);
const audited = (id: string, action: string) =>
  one<object>(
    app.owner.db,
    sql`select before, after from platform.audit where object_id = ${id} and action = ${action} order by id desc limit 1`,
  );

test('what a leader and what a member has goes to a successor who does such work, with its history', async () => {
  const [leaver = engineer, mate = engineer, next = engineer] = await installers(3);
  const led = await given(leaver, [mate], true);
  const along = await given(mate, [leaver]);
  const over = await given(leaver, [], true);
  await step(steps.completeOrder, leaver, over, yard.done);
  const before = await stand(led);

  const open = await work(leaver);
  expect(open.items).toEqual([expect.objectContaining({ kind: 'work-orders', count: 2 })]);
  const may = open.successors.map(({ id }) => id);
  expect(may).toEqual(expect.arrayContaining([mate.userId, next.userId, admin.userId]));
  expect(may).not.toContain(clerk.userId);
  const alone = await app.refused(users.deleteUser, remove(leaver));
  expect(alone).toMatchObject({ code: 'identity.open_work', params: { count: 2 } });
  expect(await app.codeOf(users.deleteUser, remove(leaver, clerk))).toBe('identity.successor_may_not');
  expect(await stand(led)).toEqual(before);

  await app.call(users.deleteUser, remove(leaver, next));
  expect(await stand(led)).toEqual({ ...before, crewId: next.userId, version: before.version + 1 });
  expect(await crewNow(led)).toEqual([
    [next.userId, true, true],
    [mate.userId, false, true],
  ]);
  expect(await crewNow(along)).toEqual([
    [mate.userId, true, false],
    [next.userId, false, false],
  ]);
  expect((await stand(over)).crewId).toBe(leaver.userId);
  const { count } = await one<{ count: number }>(
    app.owner.db,
    sql`select count(*)::int as count from work_orders.crew_members
      where user_id = ${leaver.userId} and order_id in (${led}, ${along}) and left_at is not null`,
  );
  expect(count).toBe(2);
  expect(await audited(led, 'work-order.assign')).toMatchObject({
    before: { state: 'IN_PROGRESS', crew: NAME },
    after: { state: 'IN_PROGRESS', crew: NAME },
  });
  expect(await told(next, led)).toEqual(['assigned']);
  expect(await told(next, along)).toEqual(['assigned']);
  const { timeline } = await app.call(getOrder, { as: engineer, params: { id: led } });
  expect(timeline.filter(({ action }) => action === 'assign').map((line) => line.remark)).toContain(
    `${NAME} → ${NAME}`,
  );
  await step(steps.completeOrder, next, led, yard.done);
});

test('a successor who is in the crew already is in it one time, and leads what the leaver led', async () => {
  const [leaver = engineer, next = engineer] = await installers(2);
  const led = await given(leaver, [next]);
  const third = await app.staff('installer');
  const along = await given(third, [leaver, next]);
  await app.call(users.deleteUser, remove(leaver, next));
  expect(await crewNow(led)).toEqual([[next.userId, true, false]]);
  expect(await crewNow(along)).toEqual([
    [third.userId, true, false],
    [next.userId, false, false],
  ]);
});

test('without a successor what they led is to be assigned again, and a crew goes on without who came along', async () => {
  const [leaver = engineer, mate = engineer] = await installers(2);
  const led = await given(leaver, [mate], true);
  await step(steps.pauseOrder, engineer, led, { remark });
  const along = await given(mate, [leaver]);
  const before = [await stand(led), await stand(along)] as const;
  await disable(leaver);
  expect(await stand(led)).toEqual({
    ...{ state: 'ACCEPTED', crewId: null, version: before[0].version + 1, isHeld: false },
  });
  expect(await crewNow(led)).toEqual([]);
  expect(await stand(along)).toEqual({ ...before[1], version: before[1].version + 1 });
  expect(await crewNow(along)).toEqual([[mate.userId, true, false]]);
  for (const id of [led, along]) expect((await told(engineer, id)).at(-1)).toBe('left');
  expect(await told(mate, led)).toEqual(['assigned', 'paused', 'taken']);
  expect(await audited(led, 'work-order.unassign')).toMatchObject({
    before: { state: 'IN_PROGRESS' },
    after: { state: 'ACCEPTED' },
  });
  expect(await audited(along, 'work-order.unassign')).toMatchObject({ after: { state: 'ASSIGNED' } });
  expect((await work(leaver)).items).toEqual([]);
  await step(steps.assignOrder, engineer, led, { crewId: mate.userId });
});

async function roleBody(person: Person, role: string) {
  const { id, version, name, phone } = await app.call(users.getUser, {
    as: admin,
    params: { id: person.userId },
  });
  return { id, version, name, phone: String(phone), email: `r${person.userId}@example.org`, role };
}

test('another role that does no such work is given with a successor only; one that does it takes nothing away', async () => {
  const [worker = engineer, next = engineer] = await installers(2);
  const id = await given(worker);
  const foreman = await app.staffWith(['work-orders:view', 'work-orders:work']);
  expect((await work(worker, { role: foreman.role })).items).toEqual([]);
  expect((await work(worker, { role: 'cashier' })).items).toMatchObject([{ kind: 'work-orders', count: 1 }]);
  await app.call(users.editUser, { as: admin, body: await roleBody(worker, foreman.role) });
  expect((await stand(id)).crewId).toBe(worker.userId);

  const body = await roleBody(worker, 'cashier');
  const refused = await app.refused(users.editUser, { as: admin, body });
  expect(refused).toMatchObject({ code: 'identity.open_work', params: { count: 1 } });
  expect(refused.fields?.[0]?.path).toBe('handOverTo');
  const wrong = { ...body, handOverTo: clerk.userId };
  expect(await app.codeOf(users.editUser, { as: admin, body: wrong })).toBe('identity.successor_may_not');
  expect((await stand(id)).crewId).toBe(worker.userId);
  await app.call(users.editUser, { as: admin, body: { ...body, handOverTo: next.userId } });
  expect((await stand(id)).crewId).toBe(next.userId);
  expect(await told(worker, id)).toEqual(['assigned', 'taken']);
});

test('of an assignment and a new role, or the end of an account, at the same time the second one sees the first', async () => {
  const worker = await app.staff('installer');
  const { id } = await yard.order({ upTo: 'ACCEPTED' });
  const at = await yard.at(id);
  const [ended, changed] = [await app.staff('installer'), worker];
  const whileEnding = await duringChange(
    app,
    (tx) => execute(tx, sql`update identity.users set status = 'disabled' where id = ${ended.userId}`),
    () => app.codeOf(steps.assignOrder, { as: engineer, body: { ...at, crewId: ended.userId } }),
  );
  expect(whileEnding).toBe('work-orders.crew_unknown');
  const body = await roleBody(changed, 'cashier');
  const whileAssigning = await duringChange(
    app,
    async (tx) => {
      await execute(tx, sql`select from identity.users where id = ${changed.userId} for share`);
      await execute(
        tx,
        sql`update work_orders.orders set state = 'ASSIGNED', crew_id = ${changed.userId}, crew_name = ${NAME}, assigned_at = now() where id = ${id}`,
      );
    },
    () => app.codeOf(users.editUser, { as: admin, body }),
  );
  expect(whileAssigning).toBe('identity.open_work');
});

test('work that had to be done again two times does not go to who did it before by a hand-over', async () => {
  const [before = engineer, leaver = engineer, next = engineer] = await installers(3);
  const { id } = await yard.order({ upTo: 'ACCEPTED' });
  for (const person of [before, leaver, leaver]) {
    await step(steps.assignOrder, engineer, id, { crewId: person.userId, remark: 'knows the valve' });
    await step(steps.noteArrival, person, id);
    await step(steps.completeOrder, person, id, yard.done);
    await step(steps.reopenOrder, clerk, id, { remark });
    app.clock.advance(60);
  }
  await step(steps.assignOrder, engineer, id, { crewId: leaver.userId, remark: 'knows the valve' });
  const may = (await work(leaver)).successors.map((person) => person.id);
  expect(may).toContain(next.userId);
  expect(may).not.toContain(before.userId);
  expect(await app.codeOf(users.deleteUser, remove(leaver, before))).toBe('identity.successor_may_not');
  await app.call(users.deleteUser, remove(leaver, next));
  expect((await stand(id)).crewId).toBe(next.userId);
});
