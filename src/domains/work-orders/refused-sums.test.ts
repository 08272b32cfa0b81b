/** What an examination found: sums that nobody can pay, charges that nobody waived, orders of closed connections, no payer. */
import { expect, test } from 'vitest';
import { execute, one, sql } from '#platform/database/db.ts';
import type { Minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { makeYard } from './factory-calls.ts';
import * as steps from './steps/contract.ts';
import * as store from './store/contract.ts';

const app = await testApp();
const yard = await makeYard(app);
const { clerk, engineer, crew } = yard;

const estimating = (fields: { labourMinor?: number; charged?: boolean; quantity?: string }, id = '') => ({
  labourMinor: (fields.labourMinor ?? 100) as Minor,
  charged: fields.charged ?? false,
  materials: fields.quantity ? [{ materialId: id, quantity: fields.quantity }] : [],
});

test('no sum is larger than what one payment can be, and what is refused is not written', async () => {
  const gold = await yard.material('Gold', 100_000_000);
  const dear = await yard.material('Dearer than gold', 10_000_000_000);
  const { id } = await yard.order({ upTo: 'ON_REVIEW' });
  const estimate = async (fields: Parameters<typeof estimating>[0], material = gold) =>
    app.codeOf(steps.estimateOrder, {
      as: clerk,
      body: { ...(await yard.at(id)), ...estimating(fields, material) },
    });
  expect(await estimate({ quantity: '101' })).toBe('work-orders.cost_too_high');
  expect(await estimate({ quantity: '999999' })).toBe('work-orders.cost_too_high');
  // More than a number of the program can be.
  expect(await estimate({ quantity: '999999' }, dear)).toBe('work-orders.cost_too_high');
  expect(await estimate({ labourMinor: 10_000_000_000, quantity: '1' })).toBe('work-orders.cost_too_high');
  expect(await estimate({ labourMinor: 9_007_199_254_740_991 })).toBe('common.invalid_input');
  expect((await app.call(contract.getOrder, { as: clerk, params: { id } })).estimateMinor).toBeNull();
  await expect(
    execute(app.owner.db, sql`update work_orders.orders set estimate_minor = 10000000001 where id = ${id}`),
  ).rejects.toThrow('orders_sums_check');
  const started = await yard.order({ upTo: 'IN_PROGRESS' });
  const materials = [{ materialId: gold, quantity: '101' }];
  const body = { ...(await yard.at(started.id)), ...yard.done, materials };
  expect(await app.codeOf(steps.completeOrder, { as: crew, body })).toBe('work-orders.cost_too_high');
});

test('work of a category that is charged is free only if somebody waives it', async () => {
  const { id } = await yard.order({ code: 'SERVICE_LINE', upTo: 'ON_REVIEW' });
  const estimate = async (fields: Parameters<typeof estimating>[0]) =>
    app.codeOf(steps.estimateOrder, { as: clerk, body: { ...(await yard.at(id)), ...estimating(fields) } });
  expect(await estimate({ charged: false })).toBe('work-orders.charge_needed');
  expect(await estimate({ charged: true, labourMinor: 0 })).toBe('work-orders.charge_needed');
  const leak = { categoryId: await yard.category('LEAK'), description: 'A leak' };
  const change = async (as: typeof clerk) =>
    app.codeOf(steps.updateOrder, { as, body: { ...(await yard.at(id)), ...leak } });
  expect(await change(clerk)).toBe('work-orders.charge_needed');
  expect(await change(engineer)).toBeUndefined();
});

test('work of a category that is charged is not accepted without a charge, also if it came to the category later', async () => {
  const { id } = await yard.order({ upTo: 'ON_REVIEW' });
  const estimate = async (fields: Parameters<typeof estimating>[0]) =>
    app.codeOf(steps.estimateOrder, { as: clerk, body: { ...(await yard.at(id)), ...estimating(fields) } });
  const accept = async () => app.codeOf(steps.acceptOrder, { as: clerk, body: await yard.at(id) });
  const changeTo = async (code: string) =>
    app.codeOf(steps.updateOrder, {
      as: engineer,
      body: { ...(await yard.at(id)), categoryId: await yard.category(code), description: 'A pipe' },
    });
  const money = async () => {
    const {
      estimateMinor,
      chargeMinor,
      vatMinor,
      waivedBy,
      estimate: lines,
    } = await app.call(contract.getOrder, {
      as: clerk,
      params: { id },
    });
    return [estimateMinor, chargeMinor, vatMinor, waivedBy, lines.length];
  };
  const nothing = [null, null, 0, null, 0];
  const iron = await yard.material('Iron of a category', 1_000);
  // Free work is estimated, then becomes work that is charged.
  await app.call(steps.estimateOrder, {
    as: clerk,
    body: { ...(await yard.at(id)), ...estimating({ quantity: '1' }, iron) },
  });
  expect(await changeTo('SERVICE_LINE')).toBeUndefined();
  expect(await money()).toEqual(nothing);
  expect(await accept()).toBe('work-orders.estimate_missing');
  // What was waived was waived for the category of then.
  expect(await estimate({ charged: true })).toBeUndefined();
  const waiver = { ...(await yard.at(id)), reason: 'our own mistake' };
  await app.call(steps.waiveCharge, { as: engineer, body: waiver });
  expect(await changeTo('LEAK')).toBeUndefined();
  expect(await money()).toEqual(nothing);
  expect(await changeTo('SERVICE_LINE')).toBeUndefined();
  expect(await accept()).toBe('work-orders.estimate_missing');
  // The same category keeps its estimate.
  expect(await estimate({ charged: true })).toBeUndefined();
  expect(await changeTo('SERVICE_LINE')).toBeUndefined();
  expect((await money())[1]).toBeGreaterThan(0);
  expect(await accept()).toBe('work-orders.not_paid');
});

test('a category that is charged from today on is charged also for what was estimated as free', async () => {
  const { id } = await yard.order({ upTo: 'ON_REVIEW' });
  const body = { ...(await yard.at(id)), ...estimating({}) };
  await app.call(steps.estimateOrder, { as: clerk, body });
  const setCharged = (is: boolean) =>
    execute(app.owner.db, sql`update work_orders.categories set chargeable = ${is} where code = 'LEAK'`);
  await setCharged(true);
  expect(await app.codeOf(steps.acceptOrder, { as: clerk, body: await yard.at(id) })).toBe(
    'work-orders.charge_needed',
  );
  await setCharged(false);
});

test('a charge has a payer: the consumer, or who called', async () => {
  const { roadId } = await yard.connect();
  const fields = {
    ...{ categoryId: await yard.category('SERVICE_LINE'), description: 'A pipe at an empty plot' },
    ...{ connectionNumber: null, roadId, plotNumber: '77' },
  };
  const { id } = await app.call(steps.createOrder, { as: clerk, body: fields });
  await app.call(steps.takeOrder, { as: clerk, body: await yard.at(id) });
  const estimate = async () =>
    app.codeOf(steps.estimateOrder, {
      as: clerk,
      body: { ...(await yard.at(id)), ...estimating({ charged: true }) },
    });
  expect(await estimate()).toBe('work-orders.payer_missing');
  const { categoryId, description } = fields;
  const change = async (contactName?: string) =>
    app.codeOf(steps.updateOrder, {
      as: clerk,
      body: { ...(await yard.at(id)), categoryId, description, ...(contactName ? { contactName } : {}) },
    });
  expect(await change('Abdul Karim')).toBeUndefined();
  expect(await estimate()).toBeUndefined();
  expect(await change()).toBe('work-orders.payer_missing');
  expect(await app.call(contract.getOrder, { as: clerk, params: { id } })).toMatchObject({
    contactName: 'Abdul Karim',
  });
});

test('nobody asks for work at a connection that is closed; what is open for others is not named', async () => {
  const household = await app.consumer();
  const { number, id } = await yard.connect({ consumerId: String(household.consumerId) });
  const fields = await yard.fields({ connectionNumber: number });
  await app.call(steps.createOrder, { as: clerk, body: fields });
  // An order of somebody else at the plot is no answer for a household that does not see it.
  await execute(
    app.owner.db,
    sql`update work_orders.orders set consumer_id = null where connection_id = ${id}`,
  );
  expect(await app.codeOf(steps.createOrder, { as: household, body: fields })).toBeUndefined();
  await execute(
    app.owner.db,
    sql`update meters.connections set status = 'closed', disconnected_on = '2026-11-01' where id = ${id}`,
  );
  for (const as of [household, clerk]) {
    const body = { ...fields, anyway: true };
    const { code, params } = await app.refused(steps.createOrder, { as, body });
    expect([code, params.number]).toEqual(['work-orders.connection_closed', '']);
  }
  const { status } = await one<{ status: string }>(
    app.db,
    sql`select status from meters.connections where id = ${id}`,
  );
  expect(status).toBe('closed');
});

test('nobody takes a part of a piece: not in an estimate, not in what was used, not from the store', async () => {
  const valve = await yard.material('Valve', 10_000);
  await execute(app.owner.db, sql`update settings.materials set unit = 'pcs' where id = ${valve}`);
  const { id } = await yard.order({ upTo: 'ON_REVIEW' });
  const estimate = async (quantity: string) =>
    app.codeOf(steps.estimateOrder, {
      as: clerk,
      body: { ...(await yard.at(id)), ...estimating({ quantity }, valve) },
    });
  expect([await estimate('1.5'), await estimate('2.000')]).toEqual(['work-orders.whole_pieces', undefined]);
  const working = await yard.order({ upTo: 'IN_PROGRESS' });
  const used = {
    ...(await yard.at(working.id)),
    ...yard.done,
    materials: [{ materialId: valve, quantity: '0.5' }],
  };
  expect(await app.codeOf(steps.completeOrder, { as: crew, body: used })).toBe('work-orders.whole_pieces');
  const move = (quantity: string) =>
    app.codeOf(store.moveStock, { as: engineer, body: { materialId: valve, quantity, remark: 'counted' } });
  expect([await move('2.5'), await move('3'), await move('-0.5')]).toEqual([
    'work-orders.whole_pieces',
    undefined,
    'work-orders.whole_pieces',
  ]);
});
