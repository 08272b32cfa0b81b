/** After the closing the household is asked how the work was: one time for each closing, within 15 days, only of its own. */
import { describe, expect, test } from 'vitest';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { asConsumer } from '#platform/http/binder.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { makeYard } from './factory-calls.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const yard = await makeYard(app);
const { clerk, engineer, admin, crew, step, codeOf } = yard;
const neighbour = await app.consumer();
const NOBODY = '00000000-0000-7000-8000-000000000000';

async function settle(given: { by?: Person; code?: string; upTo?: 'CLOSED' | 'COMPLETED' } = {}) {
  const household = await app.consumer();
  const { number } = await yard.connect({ consumerId: String(household.consumerId) });
  const { id } = await yard.order({
    ...{ by: given.by ?? household, connectionNumber: number, upTo: given.upTo ?? 'CLOSED' },
    ...(given.code ? { code: given.code } : {}),
  });
  return { household, id };
}
const pageOf = (as: Person, id: string) => app.call(contract.getOrder, { as, params: { id } });
const rate = (as: Person, id: string, stars = 4, remark: string | null = null) =>
  codeOf(steps.rateOrder, as, id, { stars, remark });
const told = async ({ userId }: Person, id: string) =>
  (
    await all<{ kind: string }>(
      app.owner.db,
      sql`select replace(kind, 'work-orders.', '') as kind from platform.notices
        where user_id = ${userId} and path = ${`/work-order-list/${id}`} and kind in ('work-orders.rate', 'work-orders.closed')
        order by id`,
    )
  ).map(({ kind }) => kind);
const texts = async (id: string) =>
  all<{ body: string }>(
    app.owner.db,
    sql`select body from platform.outbox where event like ${`work-orders.rate:${id}:%`} order by id`,
  );
/** As if it had been closed that long before. */
const closedBefore = (id: string, seconds: number) =>
  execute(
    app.owner.db,
    sql`update work_orders.orders set closed_at = ${new Date(app.clock.now().getTime() - seconds * 1000)} where id = ${id}`,
  );
const DAYS_15 = 15 * 86_400;

test('the household is asked in its bell and by SMS, rates, and the office reads it in the order, the list and the file', async () => {
  const { household, id } = await settle();
  expect(await told(household, id)).toEqual(['rate']);
  const [sms] = await texts(id);
  expect(sms?.body).toMatch(/30|৩০/);
  expect((await pageOf(household, id)).can.rate).toBe('yes');
  expect(await rate(household, id, 4, 'They came in time.')).toBeUndefined();
  for (const as of [household, clerk]) {
    const page = await pageOf(as, id);
    expect(page).toMatchObject({ rating: 4, ratings: [{ stars: 4, remark: 'They came in time.' }] });
    expect([page.can.rate, page.timeline.at(-1)?.action]).toEqual(['no', 'rate']);
  }
  const { items } = await app.call(contract.listOrders, { as: clerk, query: { limit: 200 } as never });
  expect(items.find((row) => row.id === id)?.rating).toBe(4);
  const file = await app.server.inject({
    url: `/api/main${contract.listOrdersDownload.path}`,
    query: { format: 'csv', columns: 'rating', search: items.find((row) => row.id === id)?.number ?? '' },
    headers: { authorization: `Bearer ${clerk.idToken}` },
  });
  expect(file.body.trim().split('\r\n').at(-1)).toBe('4');
});

test('one time for each closing: it is not changed, and after work that was opened again it is asked again', async () => {
  const { household, id } = await settle();
  expect(await rate(household, id, 2)).toBeUndefined();
  expect(await rate(household, id, 5)).toBe('work-orders.rated_already');
  expect((await pageOf(household, id)).rating).toBe(2);
  await step(steps.reopenOrder, clerk, id, { remark: 'it drips' });
  expect(await rate(household, id)).toBe('work-orders.wrong_state');
  await step(steps.assignOrder, engineer, id, { crewId: crew.userId });
  await step(steps.noteArrival, crew, id);
  await step(steps.completeOrder, crew, id, yard.done);
  expect(await rate(household, id)).toBe('work-orders.wrong_state');
  await step(steps.verifyOrder, clerk, id);
  expect(await told(household, id)).toEqual(['rate', 'rate']);
  expect(await texts(id)).toHaveLength(2);
  expect((await pageOf(household, id)).can.rate).toBe('yes');
  expect(await rate(household, id, 5)).toBeUndefined();
  expect(await pageOf(clerk, id)).toMatchObject({ rating: 5, ratings: [{ stars: 5 }, { stars: 2 }] });
});

test('fifteen days to the second, then not any more', async () => {
  const { household, id } = await settle();
  await closedBefore(id, DAYS_15 + 1);
  expect((await pageOf(household, id)).can.rate).toBe('no');
  expect(await rate(household, id)).toBe('work-orders.rating_too_late');
  await closedBefore(id, DAYS_15);
  expect((await pageOf(household, id)).can.rate).toBe('yes');
  expect(await rate(household, id)).toBeUndefined();
});

test('who reviews sees what households say of each kind of work, of the last twelve months', async () => {
  const figure = async () => {
    const { items } = await app.call(contract.rateCategories, { as: clerk });
    return items.find(({ nameEn }) => nameEn === 'Low pressure');
  };
  expect(await figure()).toBeUndefined();
  for (const stars of [5, 4, 4]) {
    const { household, id } = await settle({ code: 'LOW_PRESSURE' });
    await rate(household, id, stars);
  }
  expect(await figure()).toMatchObject({ count: 3, average: '4.3' });
  const { household, id } = await settle({ code: 'LOW_PRESSURE' });
  await execute(
    app.owner.db,
    sql`insert into work_orders.ratings (order_id, closing, stars, rated_at, rated_by)
      values (${id}, 7, 1, ${app.clock.now()}::timestamptz - interval '13 months', ${household.userId})`,
  );
  expect(await figure()).toMatchObject({ count: 3 });
  expect(await app.codeOf(contract.rateCategories, { as: household })).toBe('common.not_permitted');
  expect(await app.codeOf(contract.rateCategories, { as: crew })).toBe('common.not_permitted');
});

describe('who is asked', () => {
  test('also the household at whose connection the office had the work done', async () => {
    const { household, id } = await settle({ by: clerk });
    expect(await told(household, id)).toEqual(['rate']);
    expect(await rate(household, id)).toBeUndefined();
  });

  test('nobody of an order that was cancelled, and nobody before it is verified', async () => {
    const { household, id } = await settle({ upTo: 'COMPLETED' });
    expect(await told(household, id)).toEqual([]);
    await step(steps.reopenOrder, clerk, id, { remark: 'it drips' });
    await step(steps.cancelOrder, engineer, id, { remark: 'found dry' });
    expect([await told(household, id), await texts(id)]).toEqual([[], []]);
    expect(await rate(household, id)).toBe('work-orders.wrong_state');
  });

  test('nobody of a disconnection: the household is told that it was checked', async () => {
    const { household, id } = await settle({ upTo: 'COMPLETED' });
    // A case of late bills asks for one; by hand nobody does.
    await execute(
      app.owner.db,
      sql`update work_orders.orders set category_id = ${await yard.category('DISCONNECTION')} where id = ${id}`,
    );
    await step(steps.verifyOrder, clerk, id);
    expect([await told(household, id), await texts(id)]).toEqual([['closed'], []]);
    expect((await pageOf(household, id)).can.rate).toBe('no');
    expect(await rate(household, id)).toBe('work-orders.rating_not_asked');
  });
});

describe('only their own', () => {
  test('another household, the office and the crew rate nothing', async () => {
    const { household, id } = await settle();
    expect(await rate(neighbour, id)).toBe('common.not_found');
    for (const as of [admin, clerk, crew]) expect(await rate(as, id)).toBe('common.not_permitted');
    expect((await pageOf(admin, id)).can.rate).toBe('no');
    const at = { ...(await yard.at(id)), stars: 3 };
    const ask = (body: object) => app.codeOf(steps.rateOrder, { as: household, body: body as never });
    expect(await ask({ ...at, version: at.version - 1 })).toBe('common.stale_version');
    expect(await ask({ ...at, orderId: NOBODY })).toBe('common.not_found');
    for (const stars of [0, 6, 2.5]) {
      // Of the call: the database would not name the field.
      const { code, fields } = await app.refused(steps.rateOrder, { as: household, body: { ...at, stars } });
      expect([code, fields?.map(({ path }) => path)]).toEqual(['common.invalid_input', ['stars']]);
    }
    expect(await rate(household, id)).toBeUndefined();
  });

  test('the role of a household reads its own ratings and no other ones', async () => {
    const { household, id } = await settle();
    await rate(household, id, 1, 'a secret sentence');
    const read = (as: Person) =>
      transaction(app.db, async (tx) => {
        await asConsumer(tx, app.actorOf(as));
        return all(tx, sql`select stars from work_orders.ratings where order_id = ${id}`);
      });
    expect(await read(household)).toEqual([{ stars: 1 }]);
    expect(await read(neighbour)).toEqual([]);
  });

  test('who lost the word does not rate', async () => {
    const { household, id } = await settle();
    const grant = sql`roles.role_permissions where permission = 'work-orders:rate'`;
    await execute(app.owner.db, sql`delete from ${grant}`);
    expect(await rate(household, id)).toBe('common.not_permitted');
    await execute(
      app.owner.db,
      sql`insert into roles.role_permissions (role_id, permission) select id, 'work-orders:rate' from roles.roles where code = 'consumer'`,
    );
  });
});

test('the database keeps one rating for a closing, of one to five stars, and changes none', async () => {
  const { household, id } = await settle();
  await rate(household, id);
  const insert = (closing: number, stars: number) =>
    execute(
      app.owner.db,
      sql`insert into work_orders.ratings (order_id, closing, stars, rated_at, rated_by)
        values (${id}, ${closing}, ${stars}, now(), ${household.userId})`,
    );
  await expect(insert(0, 3)).rejects.toThrow('ratings_once_key');
  for (const stars of [0, 6]) await expect(insert(1, stars)).rejects.toThrow('ratings_stars_check');
  await expect(
    execute(app.owner.db, sql`update work_orders.ratings set stars = 5 where order_id = ${id}`),
  ).rejects.toThrow('never changed');
});
