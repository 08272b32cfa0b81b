/** Each thing that a call of work orders refuses. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { deleteConsumer } from '#domains/consumers/contract.ts';
import { execute, one, type Sql, sql } from '#platform/database/db.ts';
import type { Minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { makeYard } from './factory-calls.ts';
import { stepCalls } from './factory-steps.ts';
import { openPhoto } from './photos/contract.ts';
import * as steps from './steps/contract.ts';
import * as store from './store/contract.ts';

const app = await testApp();
const yard = await makeYard(app);
const { clerk, engineer, admin, crew } = yard;
const UNKNOWN = '00000000-0000-7000-8000-000000000000';

const remark = 'not needed';
const STEPS = stepCalls(app, yard);
const ALL = Object.entries(STEPS);
/** Of a request that was closed they are possible: answered-requests.test.ts. */
const OF_REQUESTS = ['reply', 'reopen-request'];

describe('every step', () => {
  test.each(ALL)('%s of an order that is not there', async (_name, step) => {
    expect(await step({ orderId: UNKNOWN, version: 1 })).toBe('common.not_found');
  });

  test('of an order that was cancelled', async () => {
    const { id } = await yard.order();
    expect(await STEPS.cancel?.(await yard.at(id))).toBeUndefined();
    const at = await yard.at(id);
    for (const [name, step] of ALL.filter(([name]) => !OF_REQUESTS.includes(name)))
      expect([name, await step(at)]).toEqual([name, 'work-orders.wrong_state']);
  });

  test('on a version that is not the last one', async () => {
    const { id } = await yard.order();
    const { version } = await yard.at(id);
    for (const [name, step] of ALL)
      expect([name, await step({ orderId: id, version: version + 1 })]).toEqual([
        name,
        'common.stale_version',
      ]);
  });
});

test('a request is not corrected to a category that is not there', async () => {
  const { id } = await yard.order();
  const body = { ...(await yard.at(id)), categoryId: UNKNOWN, description: 'A leak' };
  expect(await app.codeOf(steps.updateOrder, { as: clerk, body })).toBe('work-orders.category_unknown');
});

test('a consumer whom an order names stays in the register, also without a connection', async () => {
  const { id } = await yard.order();
  const { consumerId } = await app.consumer();
  await execute(
    app.owner.db,
    sql`update work_orders.orders set consumer_id = ${consumerId} where id = ${id}`,
  );
  const { code, params } = await app.refused(deleteConsumer, {
    as: admin,
    params: { id: String(consumerId) },
  });
  expect([code, params.count]).toEqual(['consumers.has_work_orders', 1]);
});

describe('asking', () => {
  const asks = (body: object, as = clerk) => app.codeOf(steps.createOrder, { as, body: body as never });

  test('a connection of somebody else, no place, a category that is not there', async () => {
    const household = await app.consumer();
    const fields = await yard.fields();
    expect(await asks(fields, household)).toBe('work-orders.connection_unknown');
    expect(await asks({ ...fields, connectionNumber: null, plotNumber: '7' })).toBe(
      'work-orders.place_missing',
    );
    expect(await asks({ ...fields, categoryId: UNKNOWN })).toBe('work-orders.category_unknown');
  });

  test('a reading sends somebody to its own connection, and only the office names it', async () => {
    const household = await app.consumer();
    const connection = await yard.connect({
      consumerId: String(household.consumerId),
      readings: [['2026-10-01', '2026-10-31', 9_000]],
    });
    const { meterNumber } = connection;
    const { id: readingId } = await one<{ id: string }>(
      app.db,
      sql`select id from meters.readings where connection_id = ${connection.id}`,
    );
    const fields = await yard.fields({ connectionNumber: connection.number });
    const { id } = await app.call(steps.createOrder, { as: clerk, body: { ...fields, readingId } });
    expect(await app.call(contract.getOrder, { as: clerk, params: { id } })).toMatchObject({
      reading: { meterNumber, period: '2026-10-01' },
      connectionNumber: connection.number,
    });
    const seen = await app.call(contract.getOrder, { as: household, params: { id } });
    expect(seen.reading).toBeNull();
    const anyway = { readingId, anyway: true };
    expect(await asks({ ...(await yard.fields()), ...anyway })).toBe('work-orders.reading_unknown');
    expect(await asks({ ...fields, ...anyway }, household)).toBe('work-orders.reading_unknown');
  });

  test('the same work at the same plot is asked about once, also of two at once', async () => {
    const fields = await yard.fields();
    const both = await Promise.all([asks(fields), asks(fields)]);
    expect(both.toSorted()).toEqual(['work-orders.similar_open', undefined]);
    expect(await asks({ ...fields, anyway: true })).toBeUndefined();
    expect(await asks({ ...fields, categoryId: await yard.category('NO_WATER') })).toBeUndefined();
  });

  test('a plot is the same in small and capital letters; work that ended is asked for again', async () => {
    const { roadId } = await yard.connect();
    const fields = { categoryId: await yard.category('LEAK'), description: 'A leak', roadId };
    const { id } = await app.call(steps.createOrder, { as: clerk, body: { ...fields, plotNumber: '12-a' } });
    expect(await asks({ ...fields, plotNumber: '12-A' })).toBe('work-orders.similar_open');
    await yard.step(steps.cancelOrder, engineer, id, { remark });
    expect(await asks({ ...fields, plotNumber: '12-A' })).toBeUndefined();
  });

  test('a household names its connection as it reads it on the bill, and no other place', async () => {
    const household = await app.consumer();
    const { number, roadId } = await yard.connect({ consumerId: String(household.consumerId) });
    const fields = { categoryId: await yard.category('LEAK'), description: 'A leak' };
    expect(await asks({ ...fields, roadId, plotNumber: '7' }, household)).toBe('common.invalid_input');
    const written = number.replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)] ?? '');
    const connectionNumber = `${written.slice(0, 4)} ${written.slice(4)}`;
    expect(await asks({ ...fields, connectionNumber }, household)).toBeUndefined();
  });
});

describe('money', () => {
  test('what its asker pays for is estimated, and paid or waived, before it is accepted', async () => {
    const { id } = await yard.order({ code: 'SERVICE_LINE', upTo: 'ON_REVIEW' });
    const [accept, waive] = [STEPS.accept, STEPS.waive];
    expect(await waive?.(await yard.at(id))).toBe('work-orders.nothing_to_waive');
    expect(await accept?.(await yard.at(id))).toBe('work-orders.estimate_missing');
    await app.call(steps.estimateOrder, {
      as: clerk,
      body: { ...(await yard.at(id)), labourMinor: 90_000 as Minor, charged: true, materials: [] },
    });
    expect(await accept?.(await yard.at(id))).toBe('work-orders.not_paid');
    expect(await waive?.(await yard.at(id))).toBeUndefined();
    expect(await accept?.(await yard.at(id))).toBeUndefined();
  });

  test('labour is neither below nothing nor more than anybody pays', async () => {
    const [estimated, done] = [
      await yard.order({ upTo: 'ON_REVIEW' }),
      await yard.order({ upTo: 'IN_PROGRESS' }),
    ];
    const pipe = await yard.material('Pipe that labour is taken from', 1_000);
    const materials = [{ materialId: pipe, quantity: '1' }];
    for (const labourMinor of [-1, 10_000_000_001]) {
      const estimate = { ...(await yard.at(estimated.id)), labourMinor, materials } as never;
      const work = { ...(await yard.at(done.id)), ...yard.done, labourMinor, materials } as never;
      const fields = [{ path: 'labourMinor', code: 'common.amount_invalid', params: {} }];
      expect((await app.refused(steps.estimateOrder, { as: clerk, body: estimate })).fields).toEqual(fields);
      expect((await app.refused(steps.completeOrder, { as: crew, body: work })).fields).toEqual(fields);
    }
  });

  test('a new estimate is to be paid or waived again; an estimate of nothing is not', async () => {
    const { id } = await yard.order({ upTo: 'ON_REVIEW' });
    const estimate = (labourMinor: number) =>
      yard.step(steps.estimateOrder, clerk, id, { labourMinor, charged: true, materials: [] });
    await estimate(500);
    expect(await STEPS.waive?.(await yard.at(id))).toBeUndefined();
    expect(await STEPS.waive?.(await yard.at(id))).toBe('work-orders.nothing_to_waive');
    await estimate(600);
    expect(await STEPS.accept?.(await yard.at(id))).toBe('work-orders.not_paid');
    await estimate(0);
    expect(await STEPS.accept?.(await yard.at(id))).toBeUndefined();
  });

  test('what is paid is neither estimated again nor waived, refused or cancelled', async () => {
    const { id } = await yard.order({ upTo: 'ON_REVIEW' });
    await execute(
      app.owner.db,
      sql`update work_orders.orders set estimate_minor = 100, charge_minor = 100, paid_minor = 100 where id = ${id}`,
    );
    for (const name of ['estimate', 'waive', 'reject', 'cancel'])
      expect([name, await STEPS[name]?.(await yard.at(id))]).toEqual([name, 'work-orders.paid_already']);
    expect(await STEPS.accept?.(await yard.at(id))).toBeUndefined();
  });

  test('a material that is not there or had no rate', async () => {
    const { id } = await yard.order({ upTo: 'ON_REVIEW' });
    const estimate = async (materialId: string) =>
      app.codeOf(steps.estimateOrder, {
        as: clerk,
        body: { ...(await yard.at(id)), labourMinor: 0 as Minor, materials: [{ materialId, quantity: '1' }] },
      });
    expect(await estimate(UNKNOWN)).toBe('work-orders.unknown_material');
    const unrated = await yard.material('Unrated', 100);
    await execute(app.owner.db, sql`delete from settings.material_rates where material_id = ${unrated}`);
    expect(await estimate(unrated)).toBe('work-orders.no_rate');
    const old = await yard.material('Not in use any more', 100);
    await execute(app.owner.db, sql`update settings.materials set active = false where id = ${old}`);
    expect(await estimate(old)).toBe('work-orders.unknown_material');
  });
});

describe('the work', () => {
  test('is given to somebody who may do it, and done by nobody else', async () => {
    const { id } = await yard.order({ upTo: 'ACCEPTED' });
    const assign = async (crewId: string) =>
      app.codeOf(steps.assignOrder, { as: engineer, body: { ...(await yard.at(id)), crewId } });
    expect(await assign(clerk.userId)).toBe('work-orders.crew_unknown');
    expect(await assign(crew.userId)).toBeUndefined();
    expect(await STEPS.arrive?.(await yard.at(id))).toBe('work-orders.not_yours');
    const complete = async () =>
      app.codeOf(steps.completeOrder, { as: crew, body: { ...(await yard.at(id)), ...yard.done } });
    expect(await complete()).toBe('work-orders.arrival_missing');
    const arrive = async (arrivedAt: string) =>
      app.codeOf(steps.noteArrival, { as: crew, body: { ...(await yard.at(id)), arrivedAt } });
    const moment = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1000).toISOString();
    expect(await arrive(moment(60))).toBe('work-orders.arrived_in_future');
    expect(await arrive(moment(-60))).toBe('work-orders.arrived_before_assigned');
    expect(await arrive(moment(0))).toBeUndefined();
    expect(await STEPS.complete?.(await yard.at(id))).toBe('work-orders.not_yours');
    const end = async (completedAt: string) =>
      app.codeOf(steps.completeOrder, {
        as: crew,
        body: { ...(await yard.at(id)), ...yard.done, completedAt },
      });
    expect(await end(moment(60))).toBe('work-orders.completed_in_future');
    expect(await end(moment(-60))).toBe('work-orders.completed_before_arrival');
    expect(await end(moment(0))).toBeUndefined();
  });

  test('takes no more than the store has, and says why it took much more than was estimated', async () => {
    const clamp = await yard.material('Clamp', 1_000);
    await yard.book(clamp, '3');
    const body = { materialId: clamp, quantity: '-4', remark: 'counted' };
    const short = { code: 'work-orders.stock_short', fields: [{ path: 'quantity' }] };
    expect(await app.refused(store.moveStock, { as: engineer, body })).toMatchObject(short);
    expect(
      await app.codeOf(store.moveStock, {
        as: engineer,
        body: { materialId: UNKNOWN, quantity: '1', remark: 'counted' },
      }),
    ).toBe('work-orders.unknown_material');
    const { id } = await yard.order({ upTo: 'ON_REVIEW' });
    await app.call(steps.estimateOrder, {
      as: clerk,
      body: { ...(await yard.at(id)), labourMinor: 50_000 as Minor, materials: [] },
    });
    await app.call(steps.acceptOrder, { as: clerk, body: await yard.at(id) });
    await app.call(steps.assignOrder, {
      as: engineer,
      body: { ...(await yard.at(id)), crewId: crew.userId },
    });
    await app.call(steps.noteArrival, { as: crew, body: await yard.at(id) });
    const complete = async (quantity: string, more: object = {}) =>
      app.codeOf(steps.completeOrder, {
        as: crew,
        body: {
          ...(await yard.at(id)),
          ...yard.done,
          ...{ materials: [{ materialId: clamp, quantity }], ...more },
        } as never,
      });
    // 500 + 5 taka is 1 % above the estimate, 500 + 60 taka is 12 %.
    expect(await complete('4')).toBe('work-orders.stock_short');
    expect(await complete('1', { labourMinor: 56_000 })).toBe('work-orders.variance_reason');
    expect(await complete('1', { materials: [{ materialId: UNKNOWN, quantity: '1' }] })).toBe(
      'work-orders.unknown_material',
    );
    const unrated = await yard.material('Without a rate', 100);
    await execute(app.owner.db, sql`delete from settings.material_rates where material_id = ${unrated}`);
    expect(await complete('1', { materials: [{ materialId: unrated, quantity: '1' }] })).toBe(
      'work-orders.no_rate',
    );
    expect(
      await complete('1', { labourMinor: 56_000, varianceReason: 'the trench was deeper' }),
    ).toBeUndefined();
  });

  test('of a tenth more or less than was estimated needs no reason, one poisha beyond does', async () => {
    const complete = async (labourMinor: number) => {
      const { id } = await yard.order({ upTo: 'ON_REVIEW' });
      await yard.step(steps.estimateOrder, clerk, id, { labourMinor: 50_000, materials: [] });
      await yard.step(steps.acceptOrder, clerk, id);
      await yard.step(steps.assignOrder, engineer, id, { crewId: crew.userId });
      await yard.step(steps.noteArrival, crew, id);
      return yard.codeOf(steps.completeOrder, crew, id, { ...yard.done, labourMinor });
    };
    const needed = 'work-orders.variance_reason';
    expect([await complete(55_000), await complete(55_001)]).toEqual([undefined, needed]);
    expect([await complete(45_000), await complete(44_999)]).toEqual([undefined, needed]);
  });

  test('is not verified by who did it; the database says so too', async () => {
    const { id } = await yard.order({ upTo: 'COMPLETED' });
    await execute(
      app.owner.db,
      sql`update work_orders.orders set crew_id = ${clerk.userId} where id = ${id}`,
    );
    expect(await STEPS.verify?.(await yard.at(id))).toBe('work-orders.own_work');
    const { can } = await app.call(contract.getOrder, { as: clerk, params: { id } });
    expect(can.verify).toBe('own_work');
    const close = sql`update work_orders.orders set state = 'CLOSED', verified_by = crew_id where id = ${id}`;
    await expect(execute(app.owner.db, close)).rejects.toThrow('orders_two_persons');
  });

  test('the database keeps the order of times, who has the work and what is paid of it', async () => {
    const { id } = await yard.order({ upTo: 'COMPLETED' });
    const change = (fields: Sql) =>
      execute(app.owner.db, sql`update work_orders.orders set ${fields} where id = ${id}`);
    for (const [name, fields] of [
      ['orders_arrival_check', sql`arrived_at = assigned_at - interval '1 second'`],
      ['orders_completion_check', sql`completed_at = arrived_at - interval '1 second'`],
      ['orders_times_check', sql`completed_at = null`],
      ['orders_crew_check', sql`crew_id = null`],
      ['orders_settled_check', sql`charge_minor = 100`],
      ['orders_paid_check', sql`charge_minor = 100, paid_minor = 101`],
      ['orders_waived_check', sql`waived_by = crew_id`],
    ] as const)
      await expect(change(fields), name).rejects.toThrow(name);
  });

  test('is opened again within thirty days', async () => {
    const { id } = await yard.order({ upTo: 'CLOSED' });
    const closed = (days: number) =>
      execute(
        app.owner.db,
        sql`update work_orders.orders set closed_at = ${app.clock.now()}::timestamptz - make_interval(days => ${days}::int, secs => 1) where id = ${id}`,
      );
    await closed(30);
    expect(await STEPS.reopen?.(await yard.at(id))).toBe('work-orders.reopen_too_late');
    await closed(29);
    expect(await STEPS.reopen?.(await yard.at(id))).toBeUndefined();
  });
});

test('a photo needs a file and an order, and is opened by who sees the order', async () => {
  const { id } = await yard.order();
  const query = { orderId: id, moment: 'REQUEST' as const };
  expect((await app.refused(steps.addPhoto, { as: clerk, query })).code).toBe('work-orders.file_missing');
  const content = await sharp({ create: { width: 320, height: 320, channels: 3, background: '#4466f2' } })
    .png()
    .toBuffer();
  const send = () => app.sendFile(steps.addPhoto, { as: clerk, content, name: 'leak.png', query });
  const {
    data: { version: _, ...photo },
  } = await send();
  expect((await app.call(contract.getOrder, { as: clerk, params: { id } })).photos).toEqual([photo]);
  await STEPS.cancel?.(await yard.at(id));
  expect((await send()).code).toBe('work-orders.wrong_state');
  const codeOf = (as: typeof clerk, photoId: string) => app.codeOf(openPhoto, { as, query: { photoId } });
  expect(await codeOf(clerk, UNKNOWN)).toBe('common.not_found');
});

test('a photo is a picture; sent two times it is kept one time, and of what is refused no file is kept', async () => {
  const { id } = await yard.order();
  const picture = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#88aa66' } })
    .gif()
    .toBuffer();
  const send = async (orderId: string, content: Buffer, key = 'first') =>
    (
      await app.sendFile(steps.addPhoto, {
        ...{ as: clerk, content, name: 'leak.gif', query: { orderId, moment: 'REQUEST' } },
        headers: { 'idempotency-key': key },
      })
    ).code;
  const files = () =>
    one<{ kept: number; all: number }>(
      app.owner.db,
      sql`select count(*) filter (where state = 'kept') as kept, count(*) as all from platform.files`,
    );
  const { kept } = await files();
  expect([await send(id, picture), await send(id, picture)]).toEqual([undefined, undefined]);
  expect((await files()).kept).toBe(kept + 1);
  const { photos } = await app.call(contract.getOrder, { as: clerk, params: { id } });
  expect(photos).toMatchObject([{ moment: 'REQUEST', fileName: 'leak.gif' }]);
  const before = await files();
  expect(await send(UNKNOWN, picture, 'second')).toBe('common.not_found');
  expect(await files()).toEqual(before);
  expect(await send(id, Buffer.from('%PDF-1.4\n%%EOF'), 'third')).toBe('files.type_not_accepted');
});
