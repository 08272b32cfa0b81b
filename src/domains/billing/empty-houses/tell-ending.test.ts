/** Before the end of a notice its household is told, once. */
import { expect, test } from 'vitest';
import { listNotices } from '#domains/identity/notices/contract.ts';
import { execute, sql } from '#platform/database/db.ts';
import { tellEndingHouses } from './actions/tell-ending.ts';
import { emptyOffice } from './factory.ts';

const { app, home, note, decided, told, household } = await emptyOffice();
/** It is 4 November. */
const days = (untilDay: string) => ({ fromDay: '2026-11-01', untilDay });

test('a household is told fourteen days before its notice ends, not of one that waits, is far or is closed', async () => {
  const [near, far, closed, waiting] = [await home(0), await home(0), await home(0), await home(0)];
  const ids = {
    near: await decided(near, days('2026-11-18')),
    far: await decided(far, days('2026-11-19')),
    closed: await decided(closed, days('2026-11-10')),
    waiting: (await note(waiting, days('2026-11-10'))).id,
  };
  await execute(
    app.owner.db,
    sql`update meters.connections set status = 'closed', disconnected_on = '2026-11-03' where id = ${closed.id}`,
  );
  await tellEndingHouses(app.db, app.clock);
  await tellEndingHouses(app.db, app.clock);
  expect([
    await told(ids.near),
    await told(ids.far),
    await told(ids.closed),
    await told(ids.waiting),
  ]).toEqual([['approved', 'ending'], ...[['approved'], ['approved'], []]]);
  const { items } = await app.call(listNotices, { as: household, query: { limit: 50 } });
  const notices = items.filter(({ kind }) => kind === 'empty_houses.ending');
  expect(notices).toMatchObject([{ params: { number: near.number, day: '2026-11-18' } }]);
});
