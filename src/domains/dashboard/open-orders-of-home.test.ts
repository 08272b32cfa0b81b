import { expect, test } from 'vitest';
import { listOrders } from '#domains/work-orders/contract.ts';
import { makeYard } from '#domains/work-orders/factory-calls.ts';
import { type Person, testApp } from '#test/app.ts';
import { consumerDashboard } from './contract.ts';

const app = await testApp();

test('a consumer home counts the own work orders that are not done, and its link leads to exactly those', async () => {
  const [rahima, karim] = [await app.consumer('Rahima'), await app.consumer('Karim')];
  const yard = await makeYard(app);
  const ask = async (person: Person, upTo: 'PENDING' | 'ASSIGNED' | 'CLOSED') => {
    const { number } = await yard.connect({ consumerId: String(person.consumerId) });
    return (await yard.order({ by: person, connectionNumber: number, upTo })).id;
  };
  const open = [await ask(rahima, 'PENDING'), await ask(rahima, 'ASSIGNED')];
  await ask(rahima, 'CLOSED');
  await ask(karim, 'PENDING');
  expect((await app.call(consumerDashboard, { as: rahima })).openOrders).toBe(2);
  const listed = async (as: Person, query: { open?: boolean }) =>
    (await app.call(listOrders, { as, query })).items.map(({ id }) => id).toSorted();
  expect(await listed(rahima, { open: true })).toEqual(open.toSorted());
  expect((await listed(rahima, { open: false })).length).toBe(1);
  expect((await listed(rahima, {})).length).toBe(3);
  expect((await app.call(consumerDashboard, { as: karim })).openOrders).toBe(1);
});
