/** Each reason against approving a reading alone, over HTTP: refused with its code, and done after it is put right. */
import { expect, test } from 'vitest';
import { execute, one, type Sql, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { startOn } from '#test/zone.ts';
import { makeConnection } from '../factory.ts';
import { approveFlagged } from './actions/approve-flagged.ts';
import { approveUnflagged } from './actions/approve-unflagged.ts';
import { correctBilledReadings } from './actions/correct-billed.ts';
import * as contract from './contract.ts';

const app = await testApp({ now: startOn('2026-11-02') });
const [reviewer, other] = [await app.staff('admin'), await app.staff('admin')];

/** A flagged reading, taken by somebody else. */
async function flagged(): Promise<string> {
  const actor = { ...app.system(), permissions: new Set<never>() };
  const made = await transaction(app.db, (tx) =>
    makeConnection(tx, actor, {
      connectedOn: '2026-08-31',
      readings: [['2026-10-01', '2026-10-31', 20_000]],
    }),
  );
  const { id } = await one<{ id: string }>(
    app.owner.db,
    sql`update meters.readings set state = 'FLAGGED', flags = '{LOW}', taken_by = ${other.userId}
      where connection_id = ${made.id} returning id`,
  );
  return id;
}

async function attempt(
  id: string,
  action: 'approve' | 'reread',
  reason?: string,
): Promise<string | undefined> {
  const { version } = await one<{ version: number }>(
    app.db,
    sql`select version from meters.readings where id = ${id}`,
  );
  return app.codeOf(contract.reviewReading, {
    as: reviewer,
    body: { id, version, action, ...(reason ? { reason } : {}) },
  });
}
const write = (id: string, to: Sql) =>
  execute(app.owner.db, sql`update meters.readings set ${to} where id = ${id}`);

const BREAKS: [code: string, wrong: Sql, right: Sql][] = [
  ['meters.reading_not_open', sql`state = 'APPROVED'`, sql`state = 'FLAGGED'`],
  ['meters.no_consumption', sql`consumption_litres = null`, sql`consumption_litres = 20000`],
  ['meters.own_reading', sql`taken_by = ${reviewer.userId}`, sql`taken_by = ${other.userId}`],
  [
    'meters.second_approver_is_first',
    sql`first_approved_by = ${reviewer.userId}`,
    sql`first_approved_by = ${other.userId}`,
  ],
];

test.each(BREAKS)('%s', async (code, wrong, right) => {
  const id = await flagged();
  await write(id, wrong);
  const refused = await attempt(id, 'approve', 'looked at');
  await write(id, right);
  expect([refused, await attempt(id, 'approve', 'looked at')]).toEqual([code, undefined]);
});

test.each(['approve', 'reread'] as const)('%s wants a reason', async (action) => {
  const id = await flagged();
  expect([await attempt(id, action), await attempt(id, action, 'looked at')]).toEqual([
    'meters.reason_required',
    undefined,
  ]);
});

test.each(['APPROVED', 'BILLED', 'SUPERSEDED', 'VOID', 'REREAD'])(
  'in %s nothing is reviewed, changed or taken out',
  async (state) => {
    const id = await flagged();
    await write(id, sql`state = ${state}`);
    const change = { id, version: 1, readOn: '2026-10-31', registerLitres: 21_000, reason: 'misread' };
    const closed = state === 'BILLED' ? 'meters.reading_billed' : 'meters.reading_not_open';
    expect([
      await attempt(id, 'approve', 'x'),
      await attempt(id, 'reread', 'x'),
      await app.codeOf(contract.editReading, { as: reviewer, body: change }),
      await app.codeOf(contract.voidReading, { as: reviewer, params: { id }, body: { reason: 'x' } }),
    ]).toEqual(['meters.reading_not_open', 'meters.reading_not_open', closed, closed]);
  },
);

test('of many flagged readings, those that the reviewer took stay', async () => {
  const id = await flagged();
  const approve = () =>
    transaction(app.db, (tx) =>
      approveFlagged(tx, app.actorOf(reviewer), { period: '2026-10-01', reason: 'looked at' }),
    );
  const stateOf = async () =>
    (await one<{ state: string }>(app.db, sql`select state from meters.readings where id = ${id}`)).state;
  await write(id, sql`taken_by = ${reviewer.userId}`);
  await approve();
  const own = await stateOf();
  await write(id, sql`taken_by = ${other.userId}`);
  await approve();
  expect([own, await stateOf()]).toEqual(['FLAGGED', 'APPROVED']);
});

test('what was measured from a reading that fell without a reason is not approved before that one is decided', async () => {
  const october = await flagged();
  const september = await one<{ id: string }>(
    app.owner.db,
    sql`insert into meters.readings (connection_id, meter_id, period, read_on, register_litres, source, state, flags)
      select connection_id, meter_id, '2026-09-01', '2026-09-30', 0, 'MANUAL', 'FLAGGED', '{NEGATIVE}'
      from meters.readings where id = ${october} returning id`,
  );
  const stateOf = async () =>
    (await one<{ state: string }>(app.db, sql`select state from meters.readings where id = ${october}`))
      .state;
  const many = { period: '2026-10-01', reason: 'looked at' };
  const inBulk = () =>
    transaction(app.db, async (tx) => {
      await approveFlagged(tx, app.actorOf(reviewer), many);
      await approveUnflagged(tx, app.actorOf(reviewer), many);
    });
  expect(await attempt(october, 'approve', 'looked at')).toBe('meters.earlier_reading_open');
  await inBulk();
  expect(await stateOf()).toBe('FLAGGED');
  await write(october, sql`state = 'VALID', flags = '{}'`);
  await inBulk();
  expect(await stateOf()).toBe('VALID');
  await write(september.id, sql`state = 'APPROVED', consumption_litres = 0`);
  await inBulk();
  expect(await stateOf()).toBe('APPROVED');
});

test('a reading that is measured again has no reviewer any more: the same person may be the first of two', async () => {
  const october = await flagged();
  await execute(
    app.owner.db,
    sql`insert into meters.readings (connection_id, meter_id, period, read_on, register_litres, previous_litres, previous_on,
        consumption_litres, source, state)
      select connection_id, meter_id, '2026-09-01', '2026-09-30', 10000, 0, '2026-08-31', 10000, 'MANUAL', 'BILLED'
      from meters.readings where id = ${october}`,
  );
  expect(await attempt(october, 'approve', 'looked at')).toBeUndefined();
  await transaction(app.db, async (tx) => {
    const { id } = await one<{ id: string }>(
      tx,
      sql`select e.id from meters.readings r join meters.readings e on e.connection_id = r.connection_id and e.period < r.period
        where r.id = ${october}`,
    );
    const corrections = { corrected: [{ readingId: id, registerLitres: 11_000 }], reason: 'misread' };
    await correctBilledReadings(tx, app.actorOf(reviewer), corrections, async () => undefined);
  });
  await write(october, sql`state = 'FLAGGED', flags = '{VERY_HIGH}'`);
  expect(await attempt(october, 'approve', 'looked at')).toBeUndefined();
  const after = await one(
    app.db,
    sql`select state, first_approved_by, reviewed_by from meters.readings where id = ${october}`,
  );
  expect(after).toEqual({ state: 'FLAGGED', first_approved_by: reviewer.userId, reviewed_by: null });
});
