/** Several people in a crew: each sees and does the work, and none of them verifies it, also not after it was opened again for others. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { all, execute, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { makeYard } from './factory-calls.ts';
import { boardOrders, calendarOrders } from './plan/contract.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const yard = await makeYard(app);
const { clerk, engineer, admin, crew, step, codeOf } = yard;
const [mate, third] = [await app.staff('installer'), await app.staff('installer')];
/** Reviews, assigns and works: only the order decides whether they may verify. */
const allrounder = await app.staffWith([
  ...(['work-orders:view', 'work-orders:view-all', 'work-orders:review'] as const),
  ...(['work-orders:work', 'work-orders:assign'] as const),
]);
const remark = 'it drips again';
const NOBODY = '00000000-0000-7000-8000-000000000000';

const pageOf = (as: Person, id: string) => app.call(contract.getOrder, { as, params: { id } });
const give = (id: string, leader: Person, others: Person[], more: object = {}) =>
  step(steps.assignOrder, engineer, id, {
    ...{ crewId: leader.userId, memberIds: others.map(({ userId }) => userId), ...more },
  });
const accepted = async () => (await yard.order({ upTo: 'ACCEPTED' })).id;
const sees = async (as: Person, query: object = {}) =>
  (await app.call(contract.listOrders, { as, query: { limit: 200, ...query } as never })).items.map(
    ({ id }) => id,
  );
async function workDone(id: string, leader: Person, others: Person[], by: Person = leader): Promise<void> {
  await give(id, leader, others, { remark });
  await step(steps.noteArrival, by, id);
  await step(steps.completeOrder, by, id, yard.done);
}

test('everybody of the crew sees the order in the list, on the board and in the calendar; nobody else who only works', async () => {
  const id = await accepted();
  await give(id, crew, [mate]);
  const own = (as: Person) => ({ crewId: as.userId });
  const range = { from: '2026-11-10', to: '2026-11-30' };
  for (const as of [crew, mate]) {
    expect(await sees(as)).toContain(id);
    expect(await sees(engineer, own(as))).toContain(id);
    const board = await app.call(boardOrders, { as, query: own(as) });
    expect(board.columns.flatMap(({ items }) => items.map((card) => card.id))).toContain(id);
    const { days } = await app.call(calendarOrders, { as, query: { ...range, ...own(as) } as never });
    expect(days.flatMap(({ items }) => items.map((order) => order.id))).toContain(id);
    expect(await pageOf(as, id)).toMatchObject({ crewName: 'Karim Uddin', memberNames: 'Karim Uddin' });
  }
  expect(await sees(third)).not.toContain(id);
  expect(await sees(engineer, own(third))).not.toContain(id);
  expect(await app.codeOf(contract.getOrder, { as: third, params: { id } })).toBe('common.not_found');
});

test('each of the crew may note the arrival, add photos and complete; the load is shown for each', async () => {
  const load = async (person: Person) =>
    (await app.call(contract.listCrew, { as: engineer })).items.find(({ id }) => id === person.userId)?.open;
  const [leading, along] = [await load(crew), await load(mate)];
  const id = await accepted();
  await give(id, crew, [mate]);
  expect([await load(crew), await load(mate)]).toEqual([Number(leading) + 1, Number(along) + 1]);
  expect((await pageOf(mate, id)).can).toMatchObject({ arrive: 'yes' });
  await step(steps.noteArrival, mate, id);
  await step(steps.completeOrder, mate, id, yard.done);
  const picture = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#88aa66' } })
    .gif()
    .toBuffer();
  const sent = await app.sendFile(steps.addPhoto, {
    ...{ as: mate, content: picture, name: 'after.gif', query: { orderId: id, moment: 'AFTER' } },
  });
  expect(sent.code).toBeUndefined();
  expect([await load(crew), await load(mate)]).toEqual([leading, along]);
});

test('each of the crew is told that the work is theirs, and that it is not any more', async () => {
  const told = async (person: Person, id: string) =>
    (
      await all<{ kind: string }>(
        app.owner.db,
        sql`select replace(kind, 'work-orders.', '') as kind from platform.notices
          where user_id = ${person.userId} and path = ${`/work-order-list/${id}`} order by id`,
      )
    ).map(({ kind }) => kind);
  const id = await accepted();
  await give(id, crew, [mate]);
  await step(steps.pauseOrder, engineer, id, { remark });
  await step(steps.resumeOrder, engineer, id);
  await step(steps.unassignOrder, engineer, id, { remark });
  for (const person of [crew, mate])
    expect(await told(person, id)).toEqual(['assigned', 'paused', 'resumed', 'taken']);
  expect(await told(third, id)).toEqual([]);
  for (const person of [crew, mate]) expect(await sees(person)).not.toContain(id);
  const cancelled = await accepted();
  await give(cancelled, crew, [mate]);
  await step(steps.cancelOrder, engineer, cancelled, { remark });
  expect(await told(mate, cancelled)).toEqual(['assigned', 'taken']);
});

test('nobody of the crew verifies the work: the page, the call and the database say so', async () => {
  const id = await accepted();
  await workDone(id, crew, [allrounder]);
  expect((await pageOf(allrounder, id)).can.verify).toBe('own_work');
  expect(await codeOf(steps.verifyOrder, allrounder, id)).toBe('work-orders.own_work');
  const close = (by: Person) =>
    execute(
      app.owner.db,
      sql`update work_orders.orders set state = 'CLOSED', closed_at = now(), verified_by = ${by.userId} where id = ${id}`,
    );
  await expect(close(allrounder)).rejects.toThrow('who did the work');
  await step(steps.verifyOrder, clerk, id);
});

test('who was there before the work was opened again for others does not verify it either', async () => {
  const id = await accepted();
  await workDone(id, crew, [allrounder]);
  await step(steps.reopenOrder, clerk, id, { remark });
  await workDone(id, third, []);
  expect((await pageOf(allrounder, id)).can.verify).toBe('own_work');
  expect(await codeOf(steps.verifyOrder, allrounder, id)).toBe('work-orders.own_work');
  const close = execute(
    app.owner.db,
    sql`update work_orders.orders set state = 'CLOSED', closed_at = now(), verified_by = ${allrounder.userId} where id = ${id}`,
  );
  await expect(close).rejects.toThrow('who did the work');
  // As a leader as well.
  const { id: led } = await yard.order({ upTo: 'ACCEPTED' });
  await workDone(led, allrounder, []);
  await step(steps.reopenOrder, clerk, led, { remark });
  await workDone(led, third, []);
  expect(await codeOf(steps.verifyOrder, allrounder, led)).toBe('work-orders.own_work');
});

test('who had the work and never arrived may verify what others did', async () => {
  const id = await accepted();
  await give(id, crew, [allrounder]);
  await step(steps.unassignOrder, engineer, id, { remark });
  await workDone(id, crew, []);
  expect((await pageOf(allrounder, id)).can.verify).toBe('yes');
  await step(steps.verifyOrder, allrounder, id);
});

test('work is given to people who do such work, each one time', async () => {
  const id = await accepted();
  const code = (leader: string, others: string[]) =>
    codeOf(steps.assignOrder, engineer, id, { crewId: leader, memberIds: others });
  expect(await code(crew.userId, [clerk.userId])).toBe('work-orders.member_unknown');
  expect(await code(crew.userId, [mate.userId, NOBODY])).toBe('work-orders.member_unknown');
  expect(await code(clerk.userId, [mate.userId])).toBe('work-orders.crew_unknown');
  const { code: repeated, fields } = await app.refused(steps.assignOrder, {
    as: engineer,
    body: { ...(await yard.at(id)), crewId: crew.userId, memberIds: [crew.userId] },
  });
  expect([repeated, fields?.map(({ path, code: of }) => [path, of])]).toEqual([
    'common.invalid_input',
    [['memberIds', 'common.repeated']],
  ]);
  expect(await code(crew.userId, [mate.userId, third.userId, admin.userId])).toBeUndefined();
});

test('the history of a crew stays: who came, who was there and until when', async () => {
  const id = await accepted();
  await workDone(id, crew, [mate]);
  await step(steps.reopenOrder, clerk, id, { remark });
  await give(id, third, []);
  const rows = await all(
    app.owner.db,
    sql`select user_id as "userId", is_leader as "isLeader", worked_at is not null as "hasWorked", left_at is not null as "hasLeft"
      from work_orders.crew_members where order_id = ${id} order by since, id`,
  );
  expect(rows).toEqual([
    { userId: crew.userId, isLeader: true, hasWorked: true, hasLeft: true },
    { userId: mate.userId, isLeader: false, hasWorked: true, hasLeft: true },
    { userId: third.userId, isLeader: true, hasWorked: false, hasLeft: false },
  ]);
});

test('the program itself neither deletes who was in a crew nor writes somebody else in their place', async () => {
  const id = await accepted();
  await workDone(id, crew, [mate]);
  for (const change of [
    sql`delete from work_orders.crew_members where order_id = ${id}`,
    sql`update work_orders.crew_members set user_id = ${third.userId} where order_id = ${id} and user_id = ${mate.userId}`,
  ])
    await expect(execute(app.db, change)).rejects.toThrow('permission denied');
});

test('a household reads neither who leads nor who comes along', async () => {
  const household = await app.consumer();
  const { number } = await yard.connect({ consumerId: String(household.consumerId) });
  const { id } = await yard.order({ by: household, connectionNumber: number, upTo: 'ACCEPTED' });
  await give(id, crew, [mate]);
  const seen = await pageOf(household, id);
  expect([seen.crewName, seen.memberNames, seen.crewId]).toEqual([null, null, null]);
  const query = { crewId: crew.userId } as never;
  const rows = await app.call(contract.listOrders, { as: household, query });
  expect(JSON.stringify(rows)).not.toContain('Karim Uddin');
});
