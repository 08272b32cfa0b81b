/** Work that is opened again after a material was retired: what it took may be named again, no more of it than that. */
import { expect, test } from 'vitest';
import { execute, one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { getOrder, listOrders } from './contract.ts';
import { makeYard } from './factory-calls.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const yard = await makeYard(app);
const { clerk, crew, engineer, step } = yard;

const taking = (materialId: string, quantity: string) => ({
  ...{ ...yard.done, materials: [{ materialId, quantity }] },
});
/** Took so much of the material, and is opened again and in progress. */
async function again(materialId: string, quantity: string): Promise<string> {
  const { id } = await yard.order({ upTo: 'IN_PROGRESS' });
  await step(steps.completeOrder, crew, id, taking(materialId, quantity));
  await reopen(id);
  return id;
}
/** Opened again and in progress. */
async function reopen(id: string) {
  await step(steps.reopenOrder, clerk, id, { remark: 'it drips again' });
  await step(steps.assignOrder, engineer, id, { crewId: crew.userId, remark: 'they know it' });
  await step(steps.noteArrival, crew, id);
}
const used = async (id: string) =>
  (await app.call(getOrder, { as: engineer, params: { id } })).used.map((line) => [
    ...[line.quantity, line.rateMinor, line.amountMinor],
  ]);
const complete = (id: string, materialId: string, quantity: string) =>
  yard.codeOf(steps.completeOrder, crew, id, taking(materialId, quantity));
const onHand = async (materialId: string) =>
  (
    await one<{ onHand: string }>(
      app.db,
      sql`select trim_scale(on_hand)::text as "onHand" from work_orders.stock where material_id = ${materialId}`,
    )
  ).onHand;
const newRate = (materialId: string, rateMinor: number) =>
  execute(
    app.owner.db,
    sql`insert into settings.material_rates (material_id, effective_from, rate_minor)
      values (${materialId}, ${app.system().today}::date, ${rateMinor})`,
  );
const retire = (materialId: string) =>
  execute(app.owner.db, sql`update settings.materials set active = false where id = ${materialId}`);

test('what it took of a material that is not in use any more is named again, all or some of it, and no more', async () => {
  const pipe = await yard.material('Old pipe', 1_000);
  await yard.book(pipe, '10');
  const [all, some] = [await again(pipe, '3'), await again(pipe, '3')];
  const { id: other } = await yard.order({ upTo: 'IN_PROGRESS' });
  await retire(pipe);
  expect(await onHand(pipe)).toBe('4');
  expect(await complete(all, pipe, '3.5')).toBe('work-orders.unknown_material');
  expect(await complete(other, pipe, '1')).toBe('work-orders.unknown_material');
  expect(await complete(all, pipe, '3')).toBeUndefined();
  expect(await onHand(pipe)).toBe('4');
  expect(await complete(some, pipe, '1')).toBeUndefined();
  expect(await onHand(pipe)).toBe('6');
  expect([await used(all), await used(some)]).toEqual([[['3', 1_000, 3_000]], [['1', 1_000, 1_000]]]);
});

test('what it took is named again at the rate of then, piece by piece; what is added has that of today, in a line of its own', async () => {
  const pipe = await yard.material('Pipe', 1_000);
  await yard.book(pipe, '20');
  const [same, more] = [await again(pipe, '3'), await again(pipe, '3')];
  await newRate(pipe, 1_500);
  expect(await complete(same, pipe, '3')).toBeUndefined();
  expect(await complete(more, pipe, '4')).toBeUndefined();
  expect([await used(same), await used(more)]).toEqual([
    [['3', 1_000, 3_000]],
    [
      ['3', 1_000, 3_000],
      ['1', 1_500, 1_500],
    ],
  ]);
  expect(await onHand(pipe)).toBe('13');
  // A third time: less takes the last one first from what was added, and more of the rate of today is one line.
  for (const [quantity, lines] of [
    [
      '3.5',
      [
        ['3', 1_000, 3_000],
        ['0.5', 1_500, 750],
      ],
    ],
    [
      '6',
      [
        ['3', 1_000, 3_000],
        ['3', 1_500, 4_500],
      ],
    ],
    ['2', [['2', 1_000, 2_000]]],
  ] as const) {
    await reopen(more);
    expect(await complete(more, pipe, quantity)).toBeUndefined();
    expect(await used(more)).toEqual(lines);
    expect(await onHand(pipe)).toBe(String(17 - Number(quantity)));
  }
});

test('the list has one figure of a material also if its parts have different rates', async () => {
  const pipe = await yard.material('Elbow', 1_000);
  const id = await again(pipe, '3');
  await newRate(pipe, 1_500);
  expect(await complete(id, pipe, '5')).toBeUndefined();
  const { items } = await app.call(listOrders, { as: engineer, query: {} });
  const row = items.find((item) => item.id === id);
  expect([row?.materialsEn, row?.costMinor]).toEqual(['Elbow × 5', 50_000 + 3_000 + 3_000]);
});
