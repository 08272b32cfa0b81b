/** Work that is opened again after a material was retired: what it took may be named again, no more of it than that. */
import { expect, test } from 'vitest';
import { execute, one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { getOrder } from './contract.ts';
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
  await step(steps.reopenOrder, clerk, id, { remark: 'it drips again' });
  await step(steps.assignOrder, engineer, id, { crewId: crew.userId });
  await step(steps.noteArrival, crew, id);
  return id;
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

test('what it took is named again at the rate of then, more of a material in use at that of today', async () => {
  const pipe = await yard.material('Pipe', 1_000);
  await yard.book(pipe, '20');
  const [same, more] = [await again(pipe, '3'), await again(pipe, '3')];
  await newRate(pipe, 1_500);
  expect(await complete(same, pipe, '3')).toBeUndefined();
  expect(await complete(more, pipe, '4')).toBeUndefined();
  expect([await used(same), await used(more)]).toEqual([[['3', 1_000, 3_000]], [['4', 1_500, 6_000]]]);
  expect(await onHand(pipe)).toBe('13');
});
