/** A material that gets another name keeps the earlier one in what is done: orders, their list and its file, the movements of the store. */
import { expect, test } from 'vitest';
import { updateMaterial } from '#domains/settings/materials/contract.ts';
import { one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { getOrder, listOrders } from './contract.ts';
import { makeYard } from './factory-calls.ts';
import * as steps from './steps/contract.ts';
import { listMovements, listStock } from './store/contract.ts';

const app = await testApp();
const yard = await makeYard(app);
const { clerk, crew, engineer, admin, step } = yard;

async function rename(id: string, nameEn: string, nameBn: string) {
  const { version } = await one<{ version: number }>(
    app.owner.db,
    sql`select version from settings.materials where id = ${id}`,
  );
  await app.call(updateMaterial, { as: admin, body: { id, nameEn, nameBn, unit: 'piece', version } });
}
/** A list as a file. */
const file = async (path: string) => {
  const answer = await app.server.inject({
    url: `/api/main${path}/download`,
    query: { format: 'csv' },
    headers: { authorization: `Bearer ${clerk.idToken}` },
  });
  expect(answer.statusCode).toBe(200);
  return answer.body;
};
const linesOf = async (id: string) => {
  const { estimate, used } = await app.call(getOrder, { as: clerk, params: { id } });
  return [estimate, used].map((lines) => lines.map(({ nameEn, nameBn }) => [nameEn, nameBn]));
};

test('a closed order, its lists and files, and past movements keep the name of then; what is written now has the new one', async () => {
  const valve = await yard.material('Valve', 1_000);
  await yard.book(valve, '20');
  const need = [{ materialId: valve, quantity: '2' }];
  const { id, number } = await yard.planned(need);
  await step(steps.assignOrder, engineer, id, { crewId: crew.userId });
  await step(steps.noteArrival, crew, id);
  await step(steps.completeOrder, crew, id, { ...yard.done, materials: need });
  await step(steps.verifyOrder, clerk, id);
  const open = await yard.planned(need);
  await rename(valve, 'Gold statue', 'সোনার মূর্তি');

  const then = [['Valve', 'Valve']];
  expect(await linesOf(id)).toEqual([then, then]);
  const { items } = await app.call(listOrders, { as: clerk, query: {} });
  expect(items.find((item) => item.id === id)).toMatchObject({
    ...{ materialsEn: 'Valve × 2', materialsBn: 'Valve × 2' },
  });
  const orders = await file(listOrders.path);
  const row = orders.split('\n').find((line) => line.includes(number));
  expect([row?.includes('Valve × 2'), orders.includes('Gold statue')]).toEqual([true, false]);
  const moved = async () =>
    (await app.call(listMovements, { as: clerk, query: { materialId: valve } })).items.map(
      ({ nameEn, quantity }) => [nameEn, quantity],
    );
  const before = [
    ['Valve', '-2'],
    ['Valve', '20'],
  ];
  expect(await moved()).toEqual(before);
  const movements = await file(listMovements.path);
  expect([movements.includes('Valve'), movements.includes('Gold statue')]).toEqual([true, false]);
  // Found by the name that the row shows, and by that of today.
  for (const search of ['valve', 'gold'])
    expect((await app.call(listMovements, { as: clerk, query: { search } })).items.length).toBe(2);
  const { items: stock } = await app.call(listStock, { as: clerk });
  expect(stock.find(({ materialId }) => materialId === valve)?.nameEn).toBe('Gold statue');

  // What is written now has the words of now: a booking, an order's use, what it gives back.
  const now = ['Gold statue', 'সোনার মূর্তি'];
  await yard.book(valve, '1');
  await step(steps.assignOrder, engineer, open.id, { crewId: crew.userId });
  await step(steps.noteArrival, crew, open.id);
  await step(steps.completeOrder, crew, open.id, { ...yard.done, materials: need });
  expect(await linesOf(open.id)).toEqual([then, [now]]);
  await step(steps.reopenOrder, clerk, open.id, { remark: 'it drips again' });
  await step(steps.assignOrder, engineer, open.id, { crewId: crew.userId });
  await step(steps.noteArrival, crew, open.id);
  await step(steps.completeOrder, crew, open.id, yard.done);
  expect(await moved()).toEqual([
    ['Gold statue', '2'],
    ['Gold statue', '-2'],
    ['Gold statue', '1'],
    ...before,
  ]);
});
