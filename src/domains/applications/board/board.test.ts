/** The board: the same applications and counts as the list, the longest in a state on top. */
import { expect, test } from 'vitest';
import { execute, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { OPEN_STATES } from '../application.rules.ts';
import { assignUser, holdApplication, listApplications } from '../contract.ts';
import { makeApplication } from '../factory.ts';
import { BOARD_CARDS, boardApplications } from './contract.ts';

const app = await testApp();
const clerk = await app.staff('reviewer');
const board = async (query: Record<string, unknown> = {}, as: Person = clerk) =>
  (await app.call(boardApplications, { as, query: query as never })).columns;
const listed = (query: Record<string, unknown>, as: Person = clerk) =>
  app.call(listApplications, { as, query: { sort: 'stateSince', limit: 200, ...query } as never });

const pending: Awaited<ReturnType<typeof makeApplication>>[] = [];
for (let made = 0; made < BOARD_CARDS + 2; made += 1)
  pending.push(await makeApplication(app, { upTo: 'PENDING' }));
const letter = await makeApplication(app, { upTo: 'WAITING_FOR_METER_NUMBER' });
await makeApplication(app, { upTo: 'REJECTED' });
await makeApplication(app, { upTo: 'DRAFT' });

test('a column for each open state, with its count and those that have been in it longest', async () => {
  const old = pending.at(-1)?.id ?? '';
  await execute(
    app.db,
    sql`update applications.applications set state_since = state_since - interval '9 days' where id = ${old}`,
  );
  const columns = await board();
  expect(columns.map(({ state }) => state)).toEqual([...OPEN_STATES]);
  const [first] = columns;
  expect(first?.total).toBe(BOARD_CARDS + 2);
  expect(first?.items).toHaveLength(BOARD_CARDS);
  expect(first?.items[0]?.id).toBe(old);
});

test('what it says is what the list says, with each of its filters', async () => {
  await app.call(holdApplication, {
    as: clerk,
    body: { applicationId: pending[0]?.id ?? '', version: pending[0]?.version ?? 1, remark: 'wait' },
  });
  const userId = (await app.staff('reviewer')).userId;
  await app.call(assignUser, {
    as: clerk,
    body: { applicationId: pending[1]?.id ?? '', version: pending[1]?.version ?? 1, userId },
  });
  const filters = [
    {},
    { overlay: 'HOLD' },
    { assignee: userId },
    { assignee: 'nobody' },
    { source: 'COUNTER' },
    { overdue: 'true' },
    { waits: 'true' },
    { search: letter.number },
    { from: '2026-11-16' },
    ...[
      { incomplete: 'true' },
      { noc: 'true' },
      { unmetered: 'true' },
      { survey: 'NONE' },
      { note: 'UNPAID' },
    ],
    ...[{ escalation: '1' }, { dmaId: '0190f000-0000-7000-8000-000000000000' }],
  ];
  for (const filter of filters)
    for (const { state, total, items } of await board(filter)) {
      const list = await listed({ ...filter, stateId: state });
      expect([filter, state, total]).toEqual([filter, state, list.total]);
      // A card has no receipt: only the list asks for it.
      const cards = list.items.map(({ receiptId: _, receiptNumber: __, ...card }) => card);
      expect(items).toEqual(cards.slice(0, BOARD_CARDS));
    }
});

test('who sees only their own has only their own on it', async () => {
  const surveyor = await app.staff('surveyor');
  await makeApplication(app, { upTo: 'READY_TO_SURVEY', surveyorId: surveyor.userId });
  const columns = await board({}, surveyor);
  const counts = Object.fromEntries(columns.map(({ state, total }) => [state, total]));
  expect(counts).toMatchObject({ PENDING: 0, READY_TO_SURVEY: 1 });
});
