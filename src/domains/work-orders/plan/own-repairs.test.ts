/** A crew's own orders: what waits for them leads to the form of the repair, whose calls refuse what comes too early or is another's. */
import { expect, test } from 'vitest';
import { ownWork } from '#domains/dashboard/work/contract.ts';
import { testApp } from '#test/app.ts';
import { getOrder } from '../contract.ts';
import { makeYard } from '../factory-calls.ts';
import * as steps from '../steps/contract.ts';
import { boardOrders } from './contract.ts';

const app = await testApp();
const yard = await makeYard(app);
const { admin, crew, engineer } = yard;

const own = async (as = crew) => {
  const { columns } = await app.call(boardOrders, { as, query: { crewId: as.userId } });
  return columns.flatMap(({ items }) => items.map(({ id, state, moves }) => ({ id, state, moves })));
};

test('an order is on the page of its crew from its assignment to its completion, with the next step', async () => {
  const { id } = await yard.order({ upTo: 'ACCEPTED' });
  expect(await own()).toEqual([]);
  await app.call(steps.assignOrder, { as: engineer, body: { ...(await yard.at(id)), crewId: crew.userId } });
  expect(await own()).toEqual([{ id, state: 'ASSIGNED', moves: ['arrive'] }]);
  // Another person who does work has it neither on their page nor by its address.
  const other = await app.staff('installer');
  expect([await own(other), await app.codeOf(getOrder, { as: other, params: { id } })]).toEqual([
    [],
    'common.not_found',
  ]);
  expect((await own(admin)).length).toBe(0);
  expect(await app.codeOf(steps.noteArrival, { as: admin, body: await yard.at(id) })).toBe(
    'work-orders.not_yours',
  );
  const done = async () => ({ ...(await yard.at(id)), ...yard.done });
  expect(await app.codeOf(steps.completeOrder, { as: crew, body: await done() })).toBe(
    'work-orders.arrival_missing',
  );
  await app.call(steps.noteArrival, { as: crew, body: await yard.at(id) });
  expect(await own()).toEqual([{ id, state: 'IN_PROGRESS', moves: ['complete'] }]);
  await app.call(steps.completeOrder, { as: crew, body: await done() });
  expect(await own()).toEqual([]);
});

test('what waits for a crew on their first page leads to the form, what waits for the office to the order', async () => {
  const going = await yard.order({ upTo: 'ASSIGNED' });
  const working = await yard.order({ upTo: 'IN_PROGRESS' });
  const { items } = await app.call(ownWork, { as: crew });
  expect(items.map(({ id, to }) => [id, to.path]).toSorted()).toEqual(
    [going, working].map(({ id }) => [id, `/work-order-repair/${id}`]).toSorted(),
  );
  const asked = await yard.order();
  const office = await app.call(ownWork, { as: yard.clerk });
  expect(office.items.find(({ id }) => id === asked.id)?.to.path).toBe(`/work-order-list/${asked.id}`);
});
