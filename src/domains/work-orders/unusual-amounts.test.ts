/** Labour and lost water beyond what is usual are asked about, absurd ones refused; the verifier and the log have what was confirmed. */
import { expect, test } from 'vitest';
import {
  getApplicationSettings,
  updateApplicationSettings,
} from '#domains/applications/settings/contract.ts';
import { workSettings } from '#domains/applications/settings/settings.rules.ts';
import { all, execute, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { getOrder } from './contract.ts';
import { makeYard } from './factory-calls.ts';
import * as steps from './steps/contract.ts';
import { mostFlow } from './unusual.rules.ts';

const app = await testApp();
const yard = await makeYard(app);
const { clerk, crew, engineer, admin } = yard;
const TAKA = 100;
const M3 = 1000;
const reason = 'The whole road was dug up.';

/** At work; the labour of its estimate in Taka. */
async function atWork(labour?: number, given: { roadId?: string } = {}) {
  const { id } = await yard.order({ upTo: 'ON_REVIEW', ...given });
  if (labour !== undefined)
    await yard.step(steps.estimateOrder, clerk, id, { labourMinor: labour * TAKA, materials: [] });
  await yard.step(steps.acceptOrder, clerk, id);
  await yard.step(steps.assignOrder, engineer, id, { crewId: crew.userId });
  await yard.step(steps.noteArrival, crew, id);
  return id;
}
const withSize = (id: string, pipeSizeMm: number | null) =>
  execute(
    app.owner.db,
    pipeSizeMm === null
      ? sql`update work_orders.orders set connection_id = null where id = ${id}`
      : sql`update meters.connections set pipe_size_mm = ${pipeSizeMm}
          where id = (select connection_id from work_orders.orders where id = ${id})`,
  );
const refusalOf = async (id: string, more: object) =>
  app.refused(steps.completeOrder, {
    as: crew,
    body: { ...(await yard.at(id)), ...yard.done, varianceReason: 'it took more', ...more } as never,
  });
const complete = (id: string, more: object) =>
  yard.codeOf(steps.completeOrder, crew, id, { ...yard.done, varianceReason: 'it took more', ...more });
const kept = (id: string) =>
  all(
    app.db,
    sql`select state, unusual, unusual_reason as reason, unusual_by_name as by from work_orders.orders where id = ${id}`,
  );
const logged = (id: string) =>
  all(
    app.db,
    sql`select after -> 'labourMinor' as labour, after -> 'lostLitres' as lost, after -> 'unusualAmounts' as amounts, after -> 'unusualReason' as reason
      from platform.audit where object_id = ${id} and action = 'work-order.complete'`,
  );

test('labour of an estimate beyond the usual is asked about, absurd labour is refused; an edited one is not asked again', async () => {
  const { id } = await yard.order({ upTo: 'ON_REVIEW' });
  const estimate = async (labour: number, more: object = {}) => ({
    as: clerk,
    body: { ...(await yard.at(id)), labourMinor: labour * TAKA, materials: [], ...more } as never,
  });
  const code = async (...given: Parameters<typeof estimate>) =>
    app.codeOf(steps.estimateOrder, await estimate(...given));
  const asked = await app.refused(steps.estimateOrder, await estimate(20_001));
  expect([asked.code, asked.params, asked.fields.map(({ path }) => path)]).toEqual([
    ...['work-orders.unusual_estimate', { labour: 20_001 * TAKA, usual: 20_000 * TAKA }, ['unusual']],
  ]);
  const absurd = await app.refused(steps.estimateOrder, await estimate(10_00_001, { unusual: true }));
  expect([absurd.code, absurd.fields.map(({ path }) => path)]).toEqual([
    ...['work-orders.labour_absurd', ['labourMinor']],
  ]);
  expect(await code(20_000)).toBeUndefined();
  expect(await code(20_001, { unusual: true })).toBeUndefined();
  expect(await code(20_001)).toBeUndefined();
  expect(await code(20_002)).toBe('work-orders.unusual_estimate');
  const amounts = await all(
    app.db,
    sql`select after ->> 'unusualAmounts' as amounts from platform.audit
      where object_id = ${id} and action = 'work-order.estimate' order by at, id`,
  );
  expect(amounts).toEqual([{ amounts: null }, { amounts: 'LABOUR' }, { amounts: null }]);
});

test('labour far beyond the estimate is asked about, and taken with a reason, which verifier and log have', async () => {
  const id = await atWork(1000);
  const labourMinor = 3001 * TAKA;
  const asked = await refusalOf(id, { labourMinor });
  expect([asked.code, asked.params, asked.fields.map(({ path }) => path)]).toEqual([
    ...['work-orders.unusual_labour', { labour: labourMinor, usual: 3000 * TAKA }, ['unusualReason']],
  ]);
  // A reason for something else is none for this.
  const wrong = { labourMinor, unusual: ['LOST_WATER'], unusualReason: reason };
  expect(await complete(id, wrong)).toBe('work-orders.unusual_labour');
  expect(await complete(id, { labourMinor, unusual: ['LABOUR'], unusualReason: '' })).toBe(
    'work-orders.unusual_labour',
  );
  expect(await kept(id)).toEqual([{ state: 'IN_PROGRESS', unusual: null, reason: null, by: null }]);
  expect(await logged(id)).toEqual([]);
  const right = { labourMinor, unusual: ['LABOUR', 'LOST_WATER'], unusualReason: reason };
  expect(await complete(id, right)).toBeUndefined();
  const by = expect.any(String);
  // What was not unusual is not kept as such.
  expect(await kept(id)).toEqual([{ state: 'COMPLETED', unusual: ['LABOUR'], reason, by }]);
  expect(await logged(id)).toEqual([{ labour: labourMinor, lost: null, amounts: 'LABOUR', reason }]);
  expect((await app.call(getOrder, { as: clerk, params: { id } })).unusual).toEqual({
    ...{ amounts: ['LABOUR'], reason, by },
  });
  // Done again as usual: nothing of it is left.
  await yard.step(steps.reopenOrder, clerk, id, { remark: 'wet again' });
  await yard.step(steps.assignOrder, engineer, id, { crewId: crew.userId });
  await yard.step(steps.noteArrival, crew, id);
  expect(await complete(id, { labourMinor: 1000 * TAKA, unusualReason: reason })).toBeUndefined();
  expect(await kept(id)).toMatchObject([{ unusual: null, reason: null, by: null }]);
});

test('up to three times the estimate nothing is asked; without an estimate the limit is a sum', async () => {
  expect(await complete(await atWork(1000), { labourMinor: 3000 * TAKA })).toBeUndefined();
  expect(await complete(await atWork(), { labourMinor: 20_000 * TAKA })).toBeUndefined();
  const id = await atWork();
  expect(await complete(id, { labourMinor: 20_001 * TAKA })).toBe('work-orders.unusual_labour');
});

test('absurd amounts are refused at their fields, also with a reason', async () => {
  const id = await atWork(1000);
  const confirmed = { unusual: ['LABOUR', 'LOST_WATER'], unusualReason: reason };
  const labour = await refusalOf(id, { ...confirmed, labourMinor: 9_99_99_999 * TAKA });
  expect([labour.code, labour.fields.map(({ path }) => path)]).toEqual([
    ...['work-orders.labour_absurd', ['labourMinor']],
  ]);
  const lost = await refusalOf(id, { ...confirmed, lostLitres: 99_999 * M3 });
  expect([lost.code, lost.params, lost.fields.map(({ path }) => path)]).toEqual([
    ...['work-orders.lost_absurd', { most: 20_000 }, ['lostLitres']],
  ]);
  expect(await kept(id)).toMatchObject([{ state: 'IN_PROGRESS' }]);
  const most = { ...confirmed, labourMinor: 10_00_000 * TAKA, lostLitres: 20_000 * M3 };
  expect(await complete(id, most)).toBeUndefined();
  expect(await kept(id)).toMatchObject([{ unusual: ['LABOUR', 'LOST_WATER'] }]);
});

test('lost water is compared with the pipe and the hours, and with the limit of the settings', async () => {
  const narrow = await atWork();
  await withSize(narrow, 20);
  const flow = mostFlow(20, 0);
  // 20 mm, 5 m/s, a day before somebody told of it.
  expect(flow).toBeGreaterThan(130 * M3);
  expect(flow).toBeLessThan(140 * M3);
  const asked = await refusalOf(narrow, { lostLitres: 200 * M3 });
  expect(asked.code).toBe('work-orders.unusual_lost');
  expect((await app.call(getOrder, { as: crew, params: { id: narrow } })).limits).toMatchObject({
    ...{ labourMinor: 20_000 * TAKA, mostLabourMinor: 10_00_000 * TAKA, mostLostLitres: 20_000 * M3 },
    lostLitres: flow,
  });
  // The request is a week old: the pipe can have lost more, and the limit of the settings counts.
  await execute(
    app.owner.db,
    sql`update work_orders.orders set asked_at = asked_at - interval '7 days' where id = ${narrow}`,
  );
  expect(await complete(narrow, { lostLitres: 200 * M3 })).toBeUndefined();
  const wide = await atWork();
  await withSize(wide, 300);
  expect(await complete(wide, { lostLitres: 501 * M3 })).toBe('work-orders.unusual_lost');
  expect(await complete(wide, { lostLitres: 500 * M3 })).toBeUndefined();
  const unknown = await atWork();
  await withSize(unknown, null);
  const confirmed = { unusual: ['LOST_WATER'], unusualReason: reason };
  expect(await complete(unknown, { lostLitres: 501 * M3, ...confirmed })).toBeUndefined();
  expect(await logged(unknown)).toMatchObject([{ lost: 501 * M3, amounts: 'LOST_WATER', reason }]);
});

test('a household does not see what was confirmed; the limits are those of the settings', async () => {
  const limits = async (id: string) => (await app.call(getOrder, { as: crew, params: { id } })).limits;
  const id = await atWork(1000);
  const change = async (completion: object) => {
    const { settings, version } = await app.call(getApplicationSettings, { as: admin });
    const work = workSettings.parse({ ...settings, completion });
    return app.codeOf(updateApplicationSettings, { as: admin, body: { work, version } });
  };
  const body = { labourPercent: 200, labourMinor: 500 * TAKA, mostLabourMinor: 5000 * TAKA, lostM3: 2 };
  expect(await change({ ...body, mostLostM3: 3 })).toBeUndefined();
  expect(await limits(id)).toEqual({
    ...{ labourMinor: 2000 * TAKA, mostLabourMinor: 5000 * TAKA, lostLitres: 2 * M3, mostLostLitres: 3 * M3 },
  });
  expect(await complete(id, { labourMinor: 5001 * TAKA })).toBe('work-orders.labour_absurd');
  expect(await complete(id, { labourMinor: 2001 * TAKA })).toBe('work-orders.unusual_labour');
  const { settings, version } = await app.call(getApplicationSettings, { as: admin });
  for (const [field, completion] of [
    ['mostLabourMinor', { ...settings.completion, mostLabourMinor: 499 * TAKA }],
    ['mostLostM3', { ...settings.completion, mostLostM3: 1 }],
  ] as const) {
    const { completion: _, ...rest } = workSettings.parse(settings);
    const wrong = { as: admin, body: { work: { ...rest, completion }, version } } as never;
    const refused = await app.refused(updateApplicationSettings, wrong);
    expect(refused.fields).toMatchObject([
      { path: `work.completion.${field}`, code: 'applications.most_below_usual' },
    ]);
  }
});
