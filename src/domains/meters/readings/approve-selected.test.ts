/** Several readings approved at once: by the rules of one, and only those that were marked. */
import { expect, test } from 'vitest';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { makeConnection } from '../factory.ts';
import { approveSelected } from './contract.ts';

const app = await testApp();
const reviewer = await app.staff('reviewer');
const period = '2026-10-01';

/** A reading of October; gives its id. */
async function reading(flags: string[], takenBy: string | null = null): Promise<string> {
  return transaction(app.db, async (tx) => {
    const { id } = await makeConnection(tx, app.system(), {
      connectedOn: '2026-09-30',
      readings: [[period, '2026-10-31', 20_000]],
    });
    const [made] = await all<{ id: string }>(
      tx,
      sql`update meters.readings set flags = ${flags}, state = ${flags.length > 0 ? 'FLAGGED' : 'VALID'}, taken_by = ${takenBy}
        where connection_id = ${id} returning id`,
    );
    return String(made?.id);
  });
}

const states = async (ids: string[]) =>
  (
    await all<{ id: string; state: string }>(
      app.db,
      sql`select id, state from meters.readings where id = any(${ids}::uuid[])`,
    )
  )
    .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map(({ state }) => state);

const approve = (ids: string[], as = reviewer) =>
  app.call(approveSelected, { as, body: { period, ids, reason: 'asked the household' } });

test('those that were marked are approved, with flags and without; others stay', async () => {
  const [high, passed, other] = [await reading(['HIGH']), await reading([]), await reading(['HIGH'])];
  expect(await approve([high, passed])).toEqual({ approved: 2, first: 0, left: 0 });
  expect(await states([high, passed, other])).toEqual(['APPROVED', 'APPROVED', 'FLAGGED']);
  // Sent again, it finds them decided.
  expect(await approve([high, passed])).toEqual({ approved: 0, first: 0, left: 2 });
  expect(await approve([other, other])).toEqual({ approved: 1, first: 0, left: 0 });
});

test('a very high use needs a second person, and nobody approves what they took', async () => {
  const [very, own] = [await reading(['VERY_HIGH']), await reading(['HIGH'], reviewer.userId)];
  await execute(
    app.owner.db,
    sql`update meters.reading_checks set effect = 'SECOND_APPROVER' where code = 'VERY_HIGH'`,
  );
  expect(await approve([very, own])).toEqual({ approved: 0, first: 1, left: 1 });
  expect(await approve([very, own])).toEqual({ approved: 0, first: 0, left: 2 });
  const second = await app.staff('reviewer');
  expect(await approve([very, own], second)).toEqual({ approved: 2, first: 0, left: 0 });
});

test('one of another month is left, and each act is in the log with its reason', async () => {
  const id = await reading(['LOW']);
  const body = { period: '2026-09-01', ids: [id], reason: 'asked' };
  expect(await app.call(approveSelected, { as: reviewer, body })).toEqual({ approved: 0, first: 0, left: 1 });
  expect(await states([id])).toEqual(['FLAGGED']);
  const logged = await all<{ reason: string }>(
    app.owner.db,
    sql`select reason from platform.audit where action = 'reading.approve-flagged' and after->'ids' ? ${id}`,
  );
  expect(logged).toEqual([{ reason: 'asked' }]);
});
