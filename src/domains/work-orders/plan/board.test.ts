/** The board: the same orders and counts as the list, the most urgent first, with the steps that the server would take. */
import { expect, test } from 'vitest';
import { execute, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { answered } from '#test/plans.ts';
import { at } from '#test/zone.ts';
import { getOrder, listOrders } from '../contract.ts';
import { makeYard } from '../factory-calls.ts';
import { assignOrder } from '../steps/contract.ts';
import { STAGES } from '../work-order.rules.ts';
import { boardOrders } from './contract.ts';
import { makeManyOrders } from './factory.ts';
import { BOARD_CARDS, MOVES } from './plan.rules.ts';
import { boardCards } from './queries.ts';

const app = await testApp();
const yard = await makeYard(app);
const { clerk, engineer, admin, crew } = yard;

type Board = Awaited<ReturnType<typeof board>>;
const board = (as = engineer, query: Record<string, unknown> = {}) =>
  app.call(boardOrders, { as, query: query as never });
const cards = ({ columns }: Board) => columns.flatMap(({ items }) => items);
const movesOf = (found: Board, id: string) => cards(found).find((card) => card.id === id)?.moves;

test('its columns are the states of the page, with the counts of the tabs and the most urgent first', async () => {
  const accepted = await yard.order({ upTo: 'ACCEPTED' });
  const burst = await yard.order({ upTo: 'ACCEPTED', code: 'PIPE_BURST' });
  const meter = await yard.order({ upTo: 'ACCEPTED', code: 'METER_FAULT' });
  await execute(
    app.owner.db,
    sql`update work_orders.orders set due_at = ${at('2026-11-14', '10:00')} where id = ${meter.id}`,
  );
  await yard.order({ upTo: 'ASSIGNED' });
  await yard.order({ upTo: 'IN_PROGRESS' });
  await yard.order({ upTo: 'COMPLETED' });
  await yard.order();
  const { columns } = await board();
  expect(columns.map(({ state }) => state)).toEqual([...STAGES.process]);
  const [first] = columns;
  expect(first?.items.map(({ id, isLate }) => [id, isLate])).toEqual([
    [meter.id, true],
    [burst.id, false],
    [accepted.id, false],
  ]);
  const { counts } = await app.call(listOrders, { as: engineer, query: { stage: 'process' } });
  expect(Object.fromEntries(columns.map(({ state, total }) => [state, total]))).toEqual({
    ...Object.fromEntries(STAGES.process.map((state) => [state, 0])),
    ...counts,
  });
});

test('the filters of the list narrow it in the same way', async () => {
  for (const query of [
    { late: 'true' },
    { priority: 'URGENT' },
    { crewId: crew.userId },
    { search: 'road' },
    { dueOn: '2026-11-14' },
    { from: '2026-11-15', to: '2026-11-15' },
    { from: '2026-11-16' },
    { askedAs: 'CONSUMER' },
    { categoryId: await yard.category('METER_FAULT') },
  ]) {
    const listed = await app.call(listOrders, {
      as: engineer,
      query: { ...query, stage: 'process', limit: 200 } as never,
    });
    const shown = cards(await board(engineer, query)).map(({ id }) => id);
    expect([query, shown.toSorted()]).toEqual([query, listed.items.map(({ id }) => id).toSorted()]);
  }
});

test('a card offers exactly the steps that the server would take from this person', async () => {
  for (const as of [clerk, engineer, admin, crew]) {
    for (const { id, moves } of cards(await board(as))) {
      const { can } = await app.call(getOrder, { as, params: { id } });
      expect(moves).toEqual(MOVES.filter((move) => can[move] === 'yes'));
    }
  }
  const { id } = await yard.order({ upTo: 'ACCEPTED' });
  expect(movesOf(await board(), id)).toEqual(['assign', 'cancel']);
  expect(movesOf(await board(clerk), id)).toEqual([]);
  await app.call(assignOrder, { as: engineer, body: { ...(await yard.at(id)), crewId: crew.userId } });
  expect(movesOf(await board(), id)).toEqual(['pause', 'unassign', 'cancel']);
  expect(movesOf(await board(crew), id)).toEqual(['arrive']);
  expect(
    await app.codeOf(assignOrder, { as: clerk, body: { ...(await yard.at(id)), crewId: crew.userId } }),
  ).toBe('common.not_permitted');
});

test('who only works has their own orders on it, a stranger none; who may not see orders is refused', async () => {
  const own = await board(crew);
  expect(cards(own).length).toBeGreaterThan(0);
  expect(new Set(cards(own).map(({ crewName }) => crewName)).size).toBe(1);
  expect(own.columns[0]?.total).toBe(0);
  const stranger = await board(await app.consumer());
  expect(stranger.columns.map(({ total }) => total)).toEqual([0, 0, 0, 0]);
  const surveyor = await app.staff('surveyor');
  expect(await app.codeOf(boardOrders, { as: surveyor })).toBe('common.not_permitted');
  expect(await app.codeOf(boardOrders, { as: engineer, query: { dueOn: 'tomorrow' } })).toBe(
    'common.invalid_input',
  );
});

test('a household has its own orders on it, without names of staff and without steps', async () => {
  const household = await app.consumer();
  const { number } = await yard.connect({ consumerId: String(household.consumerId) });
  const { id } = await yard.order({ by: household, connectionNumber: number, upTo: 'ASSIGNED' });
  expect(cards(await board(household))).toMatchObject([{ id, crewName: null, costMinor: null, moves: [] }]);
});

test('a column shows the most urgent ones and counts all; of many orders it reads no more', async () => {
  await makeManyOrders(app, { count: 3000, state: 'RE_OPEN', dueFrom: at('2026-11-15', '12:00') });
  const { columns } = await board();
  const [, again] = columns;
  expect([again?.total, again?.items.length]).toEqual([3000, BOARD_CARDS]);
  expect(again?.items.map(({ plotNumber }) => plotNumber)).toEqual(
    Array.from({ length: BOARD_CARDS }, (_, index) => String(index)),
  );
  const plan = await answered(
    app.db,
    boardCards({ ...app.actorOf(admin), permissions: new Set(['work-orders:view-all'] as const) }, {}),
  );
  expect(plan.reads.join()).toContain('orders_urgency');
  expect(plan.reads.join()).not.toMatch(/Seq Scan orders/);
  expect(plan.rowsRead).toBeLessThan(1500);
});
