/** A reading that takes the place of another person's is approved by a third one: nobody alone changes what a reader saw. */
import { expect, test } from 'vitest';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { type MadeConnection, makeConnection } from '../factory.ts';
import { approveUnflagged } from './actions/approve-unflagged.ts';
import { captureReadings } from './actions/capture-readings.ts';
import * as contract from './contract.ts';

const app = await testApp();
const [reader, reviewer, third] = [
  await app.staff('reader'),
  await app.staff('admin'),
  await app.staff('admin'),
];
const PERIOD = '2026-10-01';

const connect = () =>
  transaction(app.db, (tx) =>
    makeConnection(tx, app.system(), {
      connectedOn: '2026-06-30',
      readings: [
        ['2026-07-01', '2026-07-31', 20_000],
        ['2026-08-01', '2026-08-31', 40_000],
        ['2026-09-01', '2026-09-30', 60_000],
      ],
      approve: true,
    }),
  );
const lineOf = (made: MadeConnection, registerLitres: number) => ({
  meterId: made.meterId,
  readOn: '2026-10-31',
  registerLitres,
});
const capture = (as: Person, made: MadeConnection, registerLitres = 80_000) =>
  app.call(contract.captureReading, { as, body: { ...lineOf(made, registerLitres), period: PERIOD } });
const review = (
  as: Person,
  { id, version }: { id: string; version: number },
  action: 'approve' | 'reread',
) => ({
  as,
  body: { id, version, action, reason: 'looked at' },
});
const edit = (as: Person, { id, version }: { id: string; version: number }) =>
  app.call(contract.editReading, {
    as,
    body: { id, version, readOn: '2026-10-31', registerLitres: 76_000, reason: 'misread' },
  });

/** How a reviewer puts their own reading in the place of the reader's; gives the new one. */
const WAYS: [string, (made: MadeConnection) => Promise<contract.Reading>][] = [
  ['corrected', async (made) => edit(reviewer, await capture(reader, made))],
  [
    'asked for again',
    async (made) => {
      await app.call(contract.reviewReading, review(reviewer, await capture(reader, made), 'reread'));
      return capture(reviewer, made, 76_000);
    },
  ],
  [
    'taken out',
    async (made) => {
      const { id } = await capture(reader, made);
      await app.call(contract.voidReading, { as: reviewer, params: { id }, body: { reason: 'x' } });
      return capture(reviewer, made, 76_000);
    },
  ],
  [
    'taken out, and brought again with a round',
    async (made) => {
      const { id } = await capture(reader, made);
      await app.call(contract.voidReading, { as: reviewer, params: { id }, body: { reason: 'x' } });
      await transaction(app.db, (tx) =>
        captureReadings(tx, app.actorOf(reviewer), {
          period: PERIOD,
          source: 'MOBILE',
          readings: [lineOf(made, 76_000)],
        }),
      );
      const query = { connectionId: made.id, period: PERIOD };
      const [found] = (await app.call(contract.listReadings, { as: reviewer, query })).items;
      if (!found) throw new Error('no reading');
      return found;
    },
  ],
];

test.each(WAYS)('%s: not by the person who wrote the new one, alone or in bulk', async (_, replace) => {
  const made = await connect();
  const reading = await replace(made);
  expect(reading).toMatchObject({ state: 'VALID', flags: [], can: { approve: false } });
  expect(await app.codeOf(contract.reviewReading, review(reviewer, reading, 'approve'))).toBe(
    'meters.own_reading',
  );
  const bulk = (as: Person) =>
    transaction(app.db, (tx) =>
      approveUnflagged(tx, app.actorOf(as), { period: PERIOD, connectionId: made.id }),
    );
  expect(await bulk(reviewer)).toEqual({ approved: 0, left: 0, own: 1 });
  expect(await bulk(third)).toEqual({ approved: 1, left: 0, own: 0 });
});

test('a reviewer who lowered an approved reading does not approve it again', async () => {
  const made = await connect();
  const taken = await capture(reader, made);
  const approved = await app.call(contract.reviewReading, review(reviewer, taken, 'approve'));
  const open = await app.call(contract.reviewReading, {
    as: reviewer,
    body: { id: approved.id, version: approved.version, action: 'reopen', reason: 'a doubt' },
  });
  const lowered = await edit(reviewer, open);
  expect(await app.codeOf(contract.reviewReading, review(reviewer, lowered, 'approve'))).toBe(
    'meters.own_reading',
  );
  expect((await app.call(contract.reviewReading, review(third, lowered, 'approve'))).state).toBe('APPROVED');
});

test('who corrects their own reading, or takes one that nobody took before, may approve it as before', async () => {
  const own = await edit(reviewer, await capture(reviewer, await connect()));
  expect((await app.call(contract.reviewReading, review(reviewer, own, 'approve'))).state).toBe('APPROVED');
});

test('the database does not take it either', async () => {
  const made = await connect();
  const { id } = await edit(reviewer, await capture(reader, made));
  const approve = (by: Person) =>
    execute(
      app.db,
      sql`update meters.readings set state = 'APPROVED', reviewed_by = ${by.userId}::uuid where id = ${id}::uuid`,
    );
  await expect(approve(reviewer)).rejects.toThrow('readings_replacer_two_persons');
  await approve(third);
  expect(await one(app.db, sql`select state from meters.readings where id = ${id}::uuid`)).toEqual({
    state: 'APPROVED',
  });
});
