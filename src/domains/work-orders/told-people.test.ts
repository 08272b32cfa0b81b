/** Who is told of what in their bell: who reviews, the crew, and the household that the order is about. */
import { expect, test } from 'vitest';
import { createConsumer } from '#domains/consumers/contract.ts';
import { mergeConsumers, previewMerge } from '#domains/consumers/merge/contract.ts';
import { all, execute, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { makeYard } from './factory-calls.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const yard = await makeYard(app);
const { clerk, engineer, crew, step } = yard;

const told = async ({ userId }: Pick<Person, 'userId'>, orderId: string) =>
  (
    await all<{ kind: string }>(
      app.owner.db,
      sql`select replace(kind, 'work-orders.', '') as kind from platform.notices
        where user_id = ${userId} and path = ${`/work-order-list/${orderId}`} order by id`,
    )
  ).map(({ kind }) => kind);

async function asked() {
  const household = await app.consumer();
  const { number } = await yard.connect({ consumerId: String(household.consumerId) });
  const { id } = await yard.order({ by: household, connectionNumber: number });
  return { household, id };
}

test('who reviews learns of a request, the crew of its work, the household of each turn; each time again', async () => {
  const { household, id } = await asked();
  expect([await told(clerk, id), await told(crew, id), await told(household, id)]).toEqual([
    ['asked'],
    [],
    [],
  ]);
  await step(steps.takeOrder, clerk, id);
  await step(steps.acceptOrder, clerk, id);
  for (let round = 0; round < 2; round += 1) {
    await step(steps.assignOrder, engineer, id, { crewId: crew.userId });
    await step(steps.noteArrival, crew, id);
    await step(steps.completeOrder, crew, id, yard.done);
    await step(steps.verifyOrder, clerk, id);
    await step(steps.reopenOrder, clerk, id, { remark: 'it leaks again' });
  }
  await step(steps.cancelOrder, engineer, id, { remark: 'the road is new' });
  expect(await told(crew, id)).toEqual(['assigned', 'assigned']);
  const round = ['completed', 'closed', 'reopened'];
  expect(await told(household, id)).toEqual(['accepted', ...round, ...round, 'ended']);
});

test('a household learns that its request is rejected', async () => {
  const { household, id } = await asked();
  await step(steps.takeOrder, clerk, id);
  await step(steps.rejectOrder, clerk, id, { remark: 'not our pipe' });
  expect(await told(household, id)).toEqual(['ended']);
});

test('a household of two entries that became one sees the order of either, and is told', async () => {
  const { household, id } = await asked();
  const { id: fromId } = await app.call(createConsumer, {
    as: yard.admin,
    body: { name: 'Rahima', phone: '01511000999' },
  });
  await execute(app.owner.db, sql`update work_orders.orders set consumer_id = ${fromId} where id = ${id}`);
  const intoId = String(household.consumerId);
  const { from, into } = await app.call(previewMerge, { as: yard.admin, query: { fromId, intoId } });
  await app.call(mergeConsumers, {
    as: yard.admin,
    body: {
      ...{ fromId, intoId, fromVersion: from.version, intoVersion: into.version },
      ...{ confirmNumber: from.number, reason: 'registered twice' },
    },
  });
  await step(steps.takeOrder, clerk, id);
  await step(steps.acceptOrder, clerk, id);
  expect(await told(household, id)).toEqual(['accepted']);
  expect((await app.call(contract.getOrder, { as: household, params: { id } })).state).toBe('ACCEPTED');
});
