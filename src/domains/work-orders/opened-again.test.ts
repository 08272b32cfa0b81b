/** An order that is opened again a second time is a matter of the heads: they are told, it comes first, and not the same person again. */
import { expect, test } from 'vitest';
import { execute, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { listOrders } from './contract.ts';
import { makeYard } from './factory-calls.ts';
import { boardOrders } from './plan/contract.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const yard = await makeYard(app);
const { clerk, engineer, admin, crew, step, codeOf } = yard;
const mate = await app.staff('installer');
const remark = 'it drips again';

const told = async ({ userId }: Person, id: string) =>
  (
    await one<{ count: number }>(
      app.owner.db,
      sql`select count(*) as count from platform.notices
        where user_id = ${userId} and kind = 'work-orders.escalated' and path = ${`/work-order-list/${id}`}`,
    )
  ).count;
const ids = async (query: object) =>
  (await app.call(listOrders, { as: engineer, query: query as never })).items.map(({ id }) => id);

async function again(id: string, by: Person, more: object = {}): Promise<void> {
  await step(steps.assignOrder, engineer, id, { crewId: by.userId, ...more });
  await step(steps.noteArrival, by, id);
  await step(steps.completeOrder, by, id, yard.done);
}
/** Opened again that often, in RE_OPEN. */
async function opened(times: number): Promise<string> {
  const { id } = await yard.order({ upTo: 'COMPLETED' });
  for (let nth = 1; nth <= times; nth += 1) {
    await step(steps.reopenOrder, clerk, id, { remark });
    if (nth < times) await again(id, crew);
  }
  return id;
}

test('those who assign work are told of the second time and of each after it, not of the first', async () => {
  const { id } = await yard.order({ upTo: 'COMPLETED' });
  await step(steps.reopenOrder, clerk, id, { remark });
  expect([await told(engineer, id), await told(admin, id)]).toEqual([0, 0]);
  await again(id, crew);
  await step(steps.reopenOrder, clerk, id, { remark });
  expect([await told(engineer, id), await told(admin, id), await told(crew, id)]).toEqual([1, 1, 0]);
  await again(id, mate);
  await step(steps.reopenOrder, clerk, id, { remark });
  expect(await told(engineer, id)).toBe(2);
  await step(steps.cancelOrder, engineer, id, { remark });
});

test('it comes first in the review, in the process and on the board, and is a filter', async () => {
  const often = await opened(2);
  const { id: late } = await yard.order({ upTo: 'ACCEPTED' });
  await step(steps.assignOrder, engineer, often, { crewId: mate.userId });
  const { id: urgent } = await yard.order({ upTo: 'ASSIGNED' });
  await execute(
    app.owner.db,
    sql`update work_orders.orders set due_at = due_at - interval '30 days', priority = 'URGENT' where id in (${late}, ${urgent})`,
  );
  await execute(
    app.owner.db,
    sql`update work_orders.orders set due_at = due_at + interval '30 days', priority = 'LOW' where id = ${often}`,
  );
  expect((await ids({ stage: 'process', sort: 'urgency' }))[0]).toBe(often);
  expect(await ids({ stage: 'process', sort: 'urgency', limit: 1 })).toEqual([often]);
  const { columns } = await app.call(boardOrders, { as: engineer, query: {} });
  const assigned = columns.find(({ state }) => state === 'ASSIGNED')?.items.map(({ id }) => id);
  expect(assigned?.slice(0, 2)).toEqual([often, urgent]);
  expect(await ids({ stage: 'process', escalated: true })).toEqual([often]);
  expect(await ids({ stage: 'process', escalated: false })).not.toContain(often);
  await step(steps.noteArrival, mate, often);
  await step(steps.completeOrder, mate, often, yard.done);
  await yard.order({ upTo: 'ON_REVIEW' });
  expect(await ids({ stage: 'review', sort: 'urgency', limit: 1 })).toEqual([often]);
});

test('the same person gets it a third time only with a reason, which is in the history', async () => {
  const once = await opened(1);
  expect(await codeOf(steps.assignOrder, engineer, once, { crewId: crew.userId })).toBeUndefined();
  const id = await opened(2);
  const assign = { crewId: crew.userId };
  const { code, fields } = await app.refused(steps.assignOrder, {
    as: engineer,
    body: { ...(await yard.at(id)), ...assign },
  });
  expect([code, fields?.[0]?.path]).toEqual(['work-orders.same_crew', 'remark']);
  // Somebody else needs none, also with the person beside them.
  const along = { crewId: mate.userId, memberIds: [crew.userId] };
  expect(await codeOf(steps.assignOrder, engineer, id, along)).toBeUndefined();
  const other = await opened(2);
  await step(steps.assignOrder, engineer, other, { ...assign, remark: 'knows the valve' });
  const { remark: kept } = await one<{ remark: string }>(
    app.owner.db,
    sql`select remark from work_orders.timeline where order_id = ${other} and action = 'assign' order by id desc limit 1`,
  );
  expect(kept).toBe('knows the valve');
});

test('work that is opened again has a new deadline: the time of its category from the re-opening', async () => {
  const { id } = await yard.order({ upTo: 'CLOSED' });
  app.clock.advance(20 * 86_400);
  const admin = await app.staff('admin');
  await step(steps.reopenOrder, admin, id, { remark });
  const { dueAt, state } = await one<{ dueAt: string; state: string }>(
    app.owner.db,
    sql`select due_at as "dueAt", state from work_orders.orders where id = ${id}`,
  );
  // Two working days from Saturday 5 December on.
  expect([new Date(dueAt), state]).toEqual([new Date('2026-12-07T17:00:00+06:00'), 'RE_OPEN']);
});
