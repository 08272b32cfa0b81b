/** More of a material than is usual is asked about one time, in the estimate and in what was used; the rule and the limits are those of surveys. */
import { expect, test } from 'vitest';
import { all, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { getOrder } from './contract.ts';
import { makeYard } from './factory-calls.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const yard = await makeYard(app);
const { clerk, crew, engineer, step } = yard;
const clamp = await yard.material('Saddle clamp', 100);
const need = (quantity: string) => [{ materialId: clamp, quantity }];

const logged = (id: string, action: string) =>
  all(
    app.db,
    sql`select (after -> 'unusualQuantity')::boolean as quantity, after ->> 'unusualAmounts' as amounts
      from platform.audit where object_id = ${id} and action = ${action} order by at, id`,
  );
const estimate = (id: string, quantity: string, more: object = {}) =>
  yard.codeOf(steps.estimateOrder, clerk, id, { labourMinor: 0, materials: need(quantity), ...more });
const seen = async (id: string) => (await app.call(getOrder, { as: clerk, params: { id } })) as never;

test('an estimate of too many pieces is asked about, and taken if somebody says so; an edited one not again', async () => {
  const { id } = await yard.order({ upTo: 'ON_REVIEW' });
  const body = { ...(await yard.at(id)), labourMinor: 0, materials: need('99999') };
  const refused = await app.refused(steps.estimateOrder, { as: clerk, body: body as never });
  expect([refused.code, refused.params, refused.fields.map(({ path }) => path)]).toEqual([
    'work-orders.unusual_quantity',
    { name: 'Saddle clamp', quantity: '99999', usual: 100 },
    ['unusual'],
  ]);
  expect(await seen(id)).toMatchObject({ estimate: [], usual: { usualDistanceM: 100, usualQuantity: 100 } });
  expect(await estimate(id, '100')).toBeUndefined();
  expect(await estimate(id, '101')).toBe('work-orders.unusual_quantity');
  expect(await estimate(id, '101', { unusual: true })).toBeUndefined();
  // Only the labour is another one, or less is needed: not asked about again. More is.
  expect(await estimate(id, '101', { labourMinor: 5_000 })).toBeUndefined();
  expect(await estimate(id, '102')).toBe('work-orders.unusual_quantity');
  expect(await logged(id, 'work-order.estimate')).toEqual([
    { quantity: null, amounts: null },
    { quantity: true, amounts: null },
    { quantity: null, amounts: null },
  ]);
});

test('what was used beyond what is usual, and beyond the estimate, has its reason, which who verifies reads', async () => {
  const { id } = await yard.order({ upTo: 'IN_PROGRESS' });
  const complete = (quantity: string, more: object = {}) =>
    yard.codeOf(steps.completeOrder, crew, id, {
      ...{ ...yard.done, materials: need(quantity), varianceReason: 'it took more', ...more },
    });
  const body = { ...(await yard.at(id)), ...yard.done, materials: need('150') };
  const refused = await app.refused(steps.completeOrder, { as: crew, body: body as never });
  expect([refused.code, refused.params, refused.fields.map(({ path }) => path)]).toEqual([
    'work-orders.unusual_materials',
    { name: 'Saddle clamp', quantity: '150', usual: 100 },
    ['unusualReason'],
  ]);
  const reason = 'The whole street has new clamps.';
  // A reason for something else is none for this.
  expect(await complete('150', { unusual: ['LABOUR'], unusualReason: reason })).toBe(
    'work-orders.unusual_materials',
  );
  expect(await complete('150', { unusual: ['MATERIALS'] })).toBe('work-orders.unusual_materials');
  expect(await complete('150', { unusual: ['MATERIALS'], unusualReason: reason })).toBeUndefined();
  expect(await seen(id)).toMatchObject({
    unusual: { amounts: ['MATERIALS'], reason, by: expect.any(String) },
    usual: null,
  });
  expect(await logged(id, 'work-order.complete')).toEqual([{ quantity: null, amounts: 'MATERIALS' }]);
  // Opened again: what it took was asked about.
  await step(steps.reopenOrder, clerk, id, { remark: 'it drips' });
  await step(steps.assignOrder, engineer, id, { crewId: crew.userId });
  await step(steps.noteArrival, crew, id);
  expect(await complete('151')).toBe('work-orders.unusual_materials');
  expect(await complete('150')).toBeUndefined();
});

test('what was estimated, and confirmed there, is used without a question', async () => {
  const { id } = await yard.order({ upTo: 'ON_REVIEW' });
  await step(steps.estimateOrder, clerk, id, { labourMinor: 0, materials: need('200'), unusual: true });
  await step(steps.acceptOrder, clerk, id);
  await step(steps.assignOrder, engineer, id, { crewId: crew.userId });
  await step(steps.noteArrival, crew, id);
  const done = { ...yard.done, labourMinor: 0, varianceReason: 'it took less' };
  expect(
    await yard.codeOf(steps.completeOrder, crew, id, { ...done, materials: need('200') }),
  ).toBeUndefined();
});
