/** The rows of categories by date are written by changes that two people agreed to: the database refuses others to the program's own role. */
import { expect, test } from 'vitest';
import { type CategorySpan, setCategories } from '#domains/meters/actions/set-categories.ts';
import type { MadeConnection } from '#domains/meters/factory.ts';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { categoryOffice } from './factory.ts';

const { app, home, propose, decided, spans } = await categoryOffice();
const { today } = app.system();
const write = (made: MadeConnection, given: readonly CategorySpan[]) =>
  transaction(app.db, (tx) => setCategories(tx, { connectionId: made.id, spans: given, today }));
const NONE = 'no approved change gives';

test('no category without an approved change, also not for all days', async () => {
  const made = await home();
  // One that only waits is no agreement.
  await propose(made);
  const turn = (day: string) => [
    { category: 'residential', from: '-infinity', until: day },
    { category: 'commercial', from: day, until: 'infinity' },
  ];
  await expect(write(made, turn('2026-11-15'))).rejects.toThrow(NONE);
  await expect(
    write(made, [{ category: 'commercial', from: '-infinity', until: 'infinity' }]),
  ).rejects.toThrow(NONE);
  expect(await spans(made)).toEqual([]);
});

test('an approved change gives its own days and its own categories only, and the first category stays', async () => {
  const made = await home();
  await decided(made);
  const agreed = await spans(made);
  expect(agreed.map(({ from }) => from)).toEqual(['-infinity', '2026-11-15', '2027-02-01']);
  const [first, building, last] = agreed as [CategorySpan, CategorySpan, CategorySpan];
  const later = [{ ...first, until: '2026-11-20' }, { ...building, from: '2026-11-20' }, last];
  await expect(write(made, later)).rejects.toThrow(NONE);
  await expect(write(made, [first, building, { ...last, category: 'industrial' }])).rejects.toThrow(NONE);
  await expect(write(made, [{ ...first, category: 'industrial' }, building, last])).rejects.toThrow(
    'the first category of connection',
  );
  await expect(
    execute(app.db, sql`delete from meters.connection_categories where connection_id = ${made.id}`),
  ).rejects.toThrow('the first category of connection');
  await write(made, agreed);
  expect(await spans(made)).toEqual(agreed);
});
