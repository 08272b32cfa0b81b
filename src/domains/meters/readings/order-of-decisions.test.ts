/**
 * A reading is measured from the one before it. So readings of a connection are decided in the order of their months, and
 * an approved one that is not billed can be opened again, with those after it.
 */

import { expect, test } from 'vitest';
import { creditEstimates } from '#domains/billing/corrections/actions/credit-estimates.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { startOn } from '#test/zone.ts';
import { type MadeConnection, makeConnection } from '../factory.ts';
import { approveFlagged } from './actions/approve-flagged.ts';
import { reviewReading } from './actions/review-reading.ts';
import * as contract from './contract.ts';

const app = await testApp({ now: startOn('2026-11-20') });
const [reader, reviewer, admin] = [
  await app.staff('reader'),
  await app.staff('reviewer'),
  await app.staff('admin'),
];
const OCTOBER = '2026-10-01';
const NOVEMBER = '2026-11-01';

const connect = () =>
  transaction(app.db, (tx) =>
    makeConnection(tx, app.system(), {
      connectedOn: '2026-06-30',
      approve: true,
      readings: [
        ['2026-07-01', '2026-07-31', 20_000],
        ['2026-08-01', '2026-08-31', 40_000],
        ['2026-09-01', '2026-09-30', 60_000],
      ],
    }),
  );
const take = (made: MadeConnection, period: string, readOn: string, registerLitres: number) =>
  app.call(contract.captureReading, {
    as: reader,
    body: { meterId: made.meterId, period, readOn, registerLitres },
  });
const review = (
  { id, version }: { id: string; version: number },
  action: 'approve' | 'reread' | 'reopen',
  as: Person = reviewer,
) => app.codeOf(contract.reviewReading, { as, body: { id, version, action, reason: 'looked at' } });
const of = ({ id }: { id: string }) => app.call(contract.getReading, { as: reviewer, params: { id } });
const livingOf = (made: MadeConnection) =>
  all<{ id: string; version: number; period: string; state: string; used: number | null }>(
    app.db,
    sql`select id, version, period, state, consumption_litres as used from meters.readings
      where connection_id = ${made.id} and living and period >= ${OCTOBER} order by period`,
  );
/** By the administrator if the reviewer put their own reading in the place of the reader's. */
const bulk = (made: MadeConnection, period: string, as: Person = reviewer) =>
  app.call(contract.approveUnflagged, { as, body: { period, connectionId: made.id } });

/** October fell below September, nobody has decided it; November is measured from it. */
async function wrongOctober() {
  const made = await connect();
  const october = await take(made, OCTOBER, '2026-11-01', 59_000);
  const november = await take(made, NOVEMBER, '2026-11-19', 71_500);
  expect([october.state, november.state]).toEqual(['FLAGGED', 'VALID']);
  return { made, october, november };
}

test('no reading is approved while an earlier one of its connection is open, alone or with many', async () => {
  const { made, october, november } = await wrongOctober();
  expect(await review(november, 'approve')).toBe('meters.earlier_reading_open');
  expect(await bulk(made, NOVEMBER)).toEqual({ approved: 0, left: 1, own: 0 });
  await execute(
    app.owner.db,
    sql`update meters.readings set state = 'FLAGGED', flags = '{LOW}' where id = ${november.id}`,
  );
  const flagged = { period: NOVEMBER, connectionId: made.id, reason: 'looked at' };
  const many = () => transaction(app.db, (tx) => approveFlagged(tx, app.actorOf(reviewer), flagged));
  expect(await many()).toEqual({ approved: 0, first: 0 });
  const body = { ...(await of(october)), readOn: '2026-11-01', registerLitres: 80_000, reason: 'misread' };
  const { id, version, readOn, registerLitres, reason } = body;
  await app.call(contract.editReading, {
    as: reviewer,
    body: { id, version, readOn, registerLitres, reason },
  });
  expect(await bulk(made, OCTOBER, admin)).toEqual({ approved: 1, left: 0, own: 0 });
  // Measured again from the corrected one: the register fell.
  expect((await livingOf(made)).map(({ state, used }) => [state, used])).toEqual([
    ['APPROVED', 20_000],
    ['FLAGGED', null],
  ]);
});

test('an approved reading is opened with those after it, corrected, and all are approved again', async () => {
  const made = await connect();
  const october = await take(made, OCTOBER, '2026-10-31', 80_000);
  expect(await review(october, 'approve')).toBeUndefined();
  const november = await take(made, NOVEMBER, '2026-11-19', 92_000);
  expect(await review(november, 'approve')).toBeUndefined();
  expect((await of(october)).can).toMatchObject({ reopen: true, edit: false });
  const without = { id: october.id, version: (await of(october)).version, action: 'reopen' as const };
  expect(await app.codeOf(contract.reviewReading, { as: reviewer, body: without })).toBe(
    'meters.reason_required',
  );
  expect(await review(await of(october), 'reopen', reader)).toBe('common.not_permitted');
  expect(await review(await of(october), 'reopen')).toBeUndefined();
  expect((await livingOf(made)).map(({ state }) => state)).toEqual(['VALID', 'VALID']);
  expect(await review(await of(october), 'reopen')).toBe('meters.reading_not_approved');
  const { id, version } = await of(october);
  const change = { id, version, readOn: '2026-10-31', registerLitres: 79_000, reason: 'misread' };
  await app.call(contract.editReading, { as: reviewer, body: change });
  expect((await livingOf(made)).map(({ used }) => used)).toEqual([19_000, 13_000]);
  expect([await bulk(made, OCTOBER, admin), await bulk(made, NOVEMBER)]).toEqual([
    { approved: 1, left: 0, own: 0 },
    { approved: 1, left: 0, own: 0 },
  ]);
  const rows = await all<{ action: string; reason: string }>(
    app.db,
    sql`select action, reason from platform.audit where object_id = ${october.id} and action = 'reading.reopen'`,
  );
  expect(rows).toEqual([{ action: 'reading.reopen', reason: 'looked at' }]);
});

test('under a billed reading nothing is opened', async () => {
  const made = await connect();
  const october = await take(made, OCTOBER, '2026-10-31', 80_000);
  await review(october, 'approve');
  const november = await take(made, NOVEMBER, '2026-11-19', 92_000);
  await execute(app.owner.db, sql`update meters.readings set state = 'BILLED' where id = ${november.id}`);
  expect(await review(await of(october), 'reopen', admin)).toBe('meters.later_reading_billed');
});

test('a later reading is not approved while an earlier one is being opened', async () => {
  const made = await connect();
  const october = await take(made, OCTOBER, '2026-10-31', 80_000);
  await review(october, 'approve');
  await take(made, NOVEMBER, '2026-11-19', 92_000);
  const { id, version } = await of(october);
  const done = await duringChange(
    app,
    (tx) =>
      reviewReading(
        tx,
        app.actorOf(reviewer),
        { id, version, action: 'reopen', reason: 'misread' },
        creditEstimates,
      ),
    () => bulk(made, NOVEMBER),
  );
  expect(done).toEqual({ approved: 0, left: 1, own: 0 });
  expect((await livingOf(made)).map(({ state }) => state)).toEqual(['VALID', 'VALID']);
});
