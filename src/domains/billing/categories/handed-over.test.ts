/** Categories by date of connections that are closed, with and without a successor, and what who proposed them is told. */
import { beforeEach, expect, test } from 'vitest';
import { listNotices } from '#domains/identity/notices/contract.ts';
import { handOverConnection } from '#domains/meters/closure/actions/hand-over-connection.ts';
import type { MadeConnection } from '#domains/meters/factory.ts';
import { all, sql, transaction } from '#platform/database/db.ts';
import type { Person } from '#test/app.ts';
import { closeWith } from '../bill-run/factory-months.ts';
import * as contract from './contract.ts';
import { categoryOffice, START, WORDS } from './factory.ts';
import { categoryQueues } from './work-queue.ts';

const { app, office, first, second, household, neighbour, goTo, home, propose, ...town } =
  await categoryOffice();
const { get, seen, approve, decided, told, today, work, log } = town;

beforeEach(() => goTo(START));

/** The neighbour has the connection from 5 December on. */
async function handOver({ id }: MadeConnection) {
  await goTo('2026-12-06');
  const given = { connectionId: id, toConsumerId: String(neighbour.consumerId), on: '2026-12-05' };
  return transaction(app.db, (tx) =>
    handOverConnection(
      tx,
      { ...app.system(), userId: first.userId },
      { ...given, registerLitres: 1_000, reason: 'Sold' },
    ),
  );
}
const queue = async (name: string, userId: string) => {
  const found = categoryQueues.find((each) => each.name === name);
  const answer = await found?.first(app.db, { ...app.system(), kind: 'staff', userId }, 50);
  return answer ?? { total: -1, items: [] };
};
const heard = async (id: string, as: Person) => {
  const { items } = await app.call(listNotices, { as, query: { limit: 100 } });
  return items.filter(({ path }) => path === `/billing/categories/${id}`).map(({ kind }) => kind);
};
const recipients = async (event: string) =>
  (
    await all<{ user: string }>(
      app.owner.db,
      sql`select u.consumer_id as user from platform.outbox o join identity.users u on u.phone = o.recipient
        where o.event = ${event} and o.channel = 'sms'`,
    )
  ).map(({ user }) => user);

test('the end of a change goes on with the successor: its task, its messages and its buttons', async () => {
  const made = await home({ readings: [] });
  const id = await decided(made);
  const { connectionNumber: before } = await get(id);
  const successor = await handOver(made);
  await goTo('2027-01-05');
  await work();
  expect(await told(id)).toEqual(['approved', 'ending']);
  expect(await recipients(`billing.category-ending:${id}:${successor.id}`)).toEqual([neighbour.consumerId]);
  expect(await get(id)).toMatchObject({
    ...{ connectionNumber: successor.number, proposedFor: before, isClosed: false, isToCheck: true },
    ...{ consumerName: 'Karim Mia', connectionId: successor.id },
  });
  expect((await get(id, first)).can).toMatchObject({ check: true, prolong: true, change: true });
  const waiting = await queue('categories-to-check', first.userId);
  expect(waiting.items.find((item) => item.id === id)).toMatchObject({ name: 'Karim Mia' });
  const { items } = await app.call(listNotices, { as: neighbour, query: {} });
  expect(items.map(({ kind, path }) => [kind, path])).toContainEqual([
    'categories.ending',
    '/billing/billing-list',
  ]);
  expect(await app.codeOf(contract.getCategoryChange, { as: neighbour, params: { id } })).toBe(
    'common.not_found',
  );
  expect(await get(id, household)).toMatchObject({ connectionNumber: before, isClosed: true });

  await goTo('2027-02-01');
  await work();
  expect(await recipients(`billing.category-turned:${id}:${successor.id}`)).toEqual([neighbour.consumerId]);
  expect(await today({ ...made, id: successor.id })).toBe('residential');
  const { params, body } = await seen(id);
  await app.call(contract.checkCategoryEnd, {
    as: first,
    params,
    body: { ...body, words: 'Families live there' },
  });
  expect((await queue('categories-to-check', first.userId)).items.map((item) => item.id)).not.toContain(id);
});

test('a household that takes the connection over shortly before the end is told too, and the office one time', async () => {
  const made = await home({ readings: [] });
  const id = await decided(made, { untilDay: '2026-12-20' });
  await goTo('2026-12-01');
  await work();
  expect(await recipients(`billing.category-ending:${id}`)).toEqual([household.consumerId]);
  const { params, body } = await seen(id);
  await app.call(contract.checkCategoryEnd, {
    ...{ as: first, params, body: { ...body, words: 'It is right' } },
  });
  const successor = await handOver(made);
  await work();
  await work();
  expect(await told(id)).toEqual(['approved', 'ending', 'ending']);
  expect(await recipients(`billing.category-ending:${id}:${successor.id}`)).toEqual([neighbour.consumerId]);
  const { items } = await app.call(listNotices, { as: first, query: {} });
  expect(items.filter(({ kind, path }) => kind === 'categories.to_check' && path?.endsWith(id))).toHaveLength(
    1,
  );
});

test('a later change of the successor takes the place of an end that it got', async () => {
  const made = await home({ readings: [] });
  const id = await decided(made);
  const successor = await handOver(made);
  const longer = await decided(
    { ...made, id: successor.id, number: successor.number },
    { fromDay: '2027-02-01', untilDay: '2027-06-01' },
  );
  expect((await get(id)).replacedBy?.id).toBe(longer);
  await goTo('2027-01-05');
  await work();
  expect(await told(id)).toEqual(['approved']);
});

test('without a successor nothing is left to do, and what waits ends with the reason', async () => {
  const [built, asked] = [await home({ readings: [] }), await home({ readings: [] })];
  const id = await decided(built, { untilDay: '2026-11-20' });
  const waiting = await propose(asked);
  const waits = async () =>
    (await queue('categories-to-approve', second.userId)).items.map((item) => item.id).includes(waiting.id);
  expect([await waits(), (await get(id)).isToCheck]).toEqual([true, true]);
  for (const made of [built, asked]) await closeWith(office, made, '2026-11-01', 1_000);
  expect(await waits()).toBe(false);
  expect(Object.values((await get(waiting.id)).can)).not.toContain(true);
  await goTo('2026-11-21');
  await work();
  expect(await told(id)).toEqual(['approved']);
  expect(await get(id)).toMatchObject({ isToCheck: false, isClosed: true });
  expect(Object.values((await get(id, first)).can)).not.toContain(true);
  expect((await queue('categories-to-check', first.userId)).items.map((item) => item.id)).not.toContain(id);
  expect(await get(waiting.id)).toMatchObject({ state: 'WITHDRAWN', answer: 'CONNECTION_CLOSED', ...WORDS });
  expect(await log(waiting.id)).toEqual(['category-change.propose', 'category-change.withdraw']);
  // Who proposed it is told one time, and nobody else.
  await work();
  expect(await heard(waiting.id, first)).toEqual(['categories.ended']);
  expect(await heard(waiting.id, second)).toEqual(['categories.waiting']);
});

test('who proposed a change is told that it was approved, refused, or taken back by a colleague', async () => {
  const ids: string[] = [];
  for (let nth = 0; nth < 4; nth += 1) ids.push((await propose(await home())).id);
  const [agreed, refused, taken, own] = ids as [string, string, string, string];
  const because = async (id: string) => {
    const { params, body } = await seen(id);
    return { params, body: { ...body, answer: 'As the board said' } };
  };
  await approve(agreed);
  await app.call(contract.refuseCategory, { as: second, ...(await because(refused)) });
  await app.call(contract.withdrawCategory, { as: second, ...(await because(taken)) });
  await app.call(contract.withdrawCategory, { as: first, ...(await because(own)) });
  expect(await heard(agreed, first)).toEqual(['categories.agreed']);
  expect(await heard(refused, first)).toEqual(['categories.refused']);
  expect(await heard(taken, first)).toEqual(['categories.withdrawn']);
  expect(await heard(own, first)).toEqual([]);
});

test('who proposed a change is not asked to approve it', async () => {
  const { id } = await propose(await home(), {}, second);
  const asked = async (userId: string) =>
    (await queue('categories-to-approve', userId)).items.map((item) => item.id).includes(id);
  expect([await asked(second.userId), await asked(first.userId)]).toEqual([false, true]);
  await approve(id, first);
});
