/** A meter of an empty house that nobody reads: what it is estimated with, and what its bill is. */
import { expect, test } from 'vitest';
import { createEstimates, listEstimates, sumEstimates } from '#domains/meters/estimates/contract.ts';
import type { MadeConnection } from '#domains/meters/factory.ts';
import { execute, sql } from '#platform/database/db.ts';
import { billMonth } from '../bill-run/factory-months.ts';
import { emptyOffice, OCTOBER } from './factory.ts';

const { app, office, first, home, decided, note, fixed } = await emptyOffice();
const SEPTEMBER: [string, string, number] = ['2026-09-01', '2026-09-30', 30_000];
/** Read in September with 1 m³ a day, and not in October. */
const unread = () => home(0, { connectedOn: '2026-08-31', readings: [SEPTEMBER] });

test('no use is estimated for the days of a notice, and the bill of an empty home is the less that is owed', async () => {
  const homes = { all: await unread(), half: await unread(), waits: await unread() };
  await billMonth(office, SEPTEMBER[0]);
  const before = await fixed(homes.all);
  await decided(homes.all);
  await decided(homes.half, { fromDay: '2026-10-16' });
  await note(homes.waits);
  // The day after which what is not read can be estimated.
  await execute(
    app.owner.db,
    sql`insert into settings.entries (key, value) values ('estimates', '{"deadlineDay": 1, "leastReadings": 1}')`,
  );
  const estimateOf = async ({ roadId, id }: MadeConnection) => {
    const { items } = await app.call(listEstimates, { as: first, query: { period: OCTOBER, roadId } });
    return items.find(({ connectionId }) => connectionId === id);
  };
  expect(await estimateOf(homes.all)).toMatchObject({ method: 'EMPTY', litres: 0, registerLitres: 30_000 });
  // 16 of 31 days.
  expect(await estimateOf(homes.half)).toMatchObject({ method: 'RECENT', litres: 16_000 });
  expect(await estimateOf(homes.waits)).toMatchObject({ method: 'RECENT', litres: 31_000 });

  const query = { period: OCTOBER, roadId: homes.all.roadId };
  const { count, litres } = await app.call(sumEstimates, { as: first, query });
  await app.call(createEstimates, { as: first, body: { ...query, count, litres } });
  await execute(
    app.owner.db,
    sql`update meters.readings set state = 'ESTIMATED', reviewed_by = uuidv7(), reviewed_at = now()
      where connection_id = ${homes.all.id} and period = ${OCTOBER} and living`,
  );
  await billMonth(office, OCTOBER);
  // Half of ৳30.
  expect((await fixed(homes.all)) - before).toBe(1_500);
});
