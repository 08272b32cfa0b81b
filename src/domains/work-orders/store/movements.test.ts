/** Every movement of the store is in its list: when, how many, what was left, for which order and by whom. */
import { expect, test } from 'vitest';
import { testApp } from '#test/app.ts';
import { makeYard } from '../factory-calls.ts';
import * as steps from '../steps/contract.ts';
import { listMovements } from './contract.ts';

const app = await testApp();
const yard = await makeYard(app);
const { clerk, crew, engineer, step } = yard;

const moved = async (query: object = {}, as = clerk) =>
  (await app.call(listMovements, { as, query: query as never })).items.map((row) => [
    ...[row.quantity, row.onHand, row.orderNumber, row.remark],
  ]);

test('a booking, what work took and what it gave back, each with what was left after it; by way, material, day and words', async () => {
  const valve = await yard.material('Valve', 1_000);
  const clamp = await yard.material('Clamp', 1_000);
  await yard.book(valve, '10');
  app.clock.advance(60);
  await yard.book(clamp, '4.5');
  const { id, number } = await yard.order({ upTo: 'IN_PROGRESS' });
  app.clock.advance(60);
  await step(steps.completeOrder, crew, id, {
    ...{ ...yard.done, materials: [{ materialId: valve, quantity: '3' }] },
  });
  app.clock.advance(60);
  await step(steps.reopenOrder, clerk, id, { remark: 'leaks again' });
  await step(steps.assignOrder, engineer, id, { crewId: crew.userId });
  await step(steps.noteArrival, crew, id);
  app.clock.advance(60);
  // Done again with less: what it took before comes back first.
  await step(steps.completeOrder, crew, id, {
    ...{ ...yard.done, materials: [{ materialId: valve, quantity: '2' }] },
  });
  const all = await moved({ materialId: valve });
  expect(all.toReversed()).toEqual([
    ['10', '10', null, 'counted'],
    ['-3', '7', number, null],
    ['3', '10', number, null],
    ['-2', '8', number, null],
  ]);
  expect(await moved({ way: 'OUT' })).toEqual([
    ['-2', '8', number, null],
    ['-3', '7', number, null],
  ]);
  expect(await moved({ way: 'IN', materialId: clamp })).toEqual([['4.5', '4.5', null, 'counted']]);
  expect((await moved({ search: number })).length).toBe(3);
  expect((await moved({ search: 'clamp' })).length).toBe(1);
  expect([await moved({ to: '2026-11-14' }), (await moved({ from: '2026-11-15' })).length]).toEqual([[], 5]);
  const { items } = await app.call(listMovements, { as: engineer, query: { way: 'OUT' } });
  expect(items[0]).toMatchObject({ actorName: 'Karim Uddin', nameEn: 'Valve', unit: 'piece', orderId: id });
});

test('who may not see the store does not see what moved in it', async () => {
  const cashier = await app.staff('cashier');
  expect(await app.codeOf(listMovements, { as: cashier })).toBe('common.not_permitted');
});
