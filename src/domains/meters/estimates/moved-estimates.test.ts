/** The reading before an open estimate is corrected or taken out: what was estimated stays a use, and its register goes on from what is there. */
import { expect, test } from 'vitest';
import { all, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { addMeter } from '../actions/add-meter.ts';
import { changeMeter } from '../actions/change-meter.ts';
import { discardFinal, listFinals } from '../changes/contract.ts';
import { type MadeConnection, makeConnection } from '../factory.ts';
import { checkImport, commitImport, undoImport, uploadImport } from '../imports/contract.ts';
import { captureReading, editReading, getReading, reviewReading, voidReading } from '../readings/contract.ts';
import { createEstimates, sumEstimates } from './contract.ts';

const app = await testApp({ now: '2027-01-10T04:00:00Z' });
const [reader, reviewer, admin] = [
  await app.staff('reader'),
  await app.staff('reviewer'),
  await app.staff('admin'),
];
const [SEPTEMBER, OCTOBER, NOVEMBER] = ['2026-09-01', '2026-10-01', '2026-11-01'] as const;

/** 1 m³ a day from the opening figure on, alone on its road. */
const connect = (openingLitres = 0) =>
  transaction(app.db, (tx) =>
    makeConnection(tx, app.system(), {
      ...{ connectedOn: '2026-06-30', approve: true, openingLitres },
      readings: [
        ['2026-07-01', '2026-07-31', openingLitres + 31_000],
        ['2026-08-01', '2026-08-31', openingLitres + 62_000],
      ],
    }),
  );
async function estimate({ roadId }: MadeConnection, period: string) {
  const { count, litres } = await app.call(sumEstimates, { as: reviewer, query: { period, roadId } });
  await app.call(createEstimates, { as: reviewer, body: { period, roadId, count, litres } });
}
const livingOf = ({ id }: { id: string }, from: string = OCTOBER) =>
  all<{ register: number; used: number | null }>(
    app.db,
    sql`select register_litres as register, consumption_litres as used from meters.readings
      where connection_id = ${id} and period >= ${from} and living order by period`,
  );
/** September is read and open; October is estimated from it with 31 m³. */
async function estimated() {
  const made = await connect();
  const september = await app.call(captureReading, {
    as: reader,
    body: { meterId: made.meterId, period: SEPTEMBER, readOn: '2026-09-30', registerLitres: 92_000 },
  });
  await estimate(made, OCTOBER);
  expect(await livingOf(made)).toEqual([{ register: 123_000, used: 31_000 }]);
  return { made, september };
}

test.each([
  // The mean of 92 days with 82 m³: 31 days of it.
  ['less', 82_000, 27_630],
  ['more', 95_000, 31_000],
])('the reading before it was %s', async (_, registerLitres, used) => {
  const { made, september } = await estimated();
  const { id, version } = september;
  await app.call(editReading, {
    as: reviewer,
    body: { id, version, readOn: '2026-09-30', registerLitres, reason: 'misread' },
  });
  expect(await livingOf(made)).toEqual([{ register: registerLitres + used, used }]);
});

test('the reading before it is taken out, or is asked for again', async () => {
  const { made, september } = await estimated();
  const params = { id: september.id };
  await app.call(voidReading, { as: admin, params, body: { reason: 'wrong house' } });
  expect(await livingOf(made)).toEqual([{ register: 93_000, used: 31_000 }]);
  const again = await estimated();
  const { id, version } = again.september;
  await app.call(reviewReading, {
    as: reviewer,
    body: { id, version, action: 'reread', reason: 'not readable' },
  });
  expect(await livingOf(again.made)).toEqual([{ register: 93_000, used: 31_000 }]);
});

test('a file with the readings before estimates is taken back: each goes on from its own meter', async () => {
  const [first, other] = [await connect(), await connect(100_000)];
  const content = `Meter,Register,Date\n${first.meterNumber},92,2026-09-30\n${other.meterNumber},192,2026-09-30\n`;
  const { data } = await app.sendFile(uploadImport, { as: reviewer, content, name: 'september.csv' });
  const mapping = { meter: 0, register: 1, month: null, day: 2, remark: null, unit: 'm3' as const };
  const params = { id: data.id };
  const { version } = await app.call(checkImport, { as: reviewer, params, body: mapping });
  const committed = await app.call(commitImport, { as: reviewer, params, body: { version } });
  for (const made of [first, other]) await estimate(made, OCTOBER);
  await app.call(undoImport, { as: reviewer, params, body: { version: committed.version } });
  expect([await livingOf(first), await livingOf(other)]).toEqual([
    [{ register: 93_000, used: 31_000 }],
    [{ register: 193_000, used: 31_000 }],
  ]);
});

test('the meter went, and its figure was discarded: it ends with its estimate, also if that is moved', async () => {
  const { made, september } = await estimated();
  const newMeterId = await transaction(app.db, async (tx) => {
    const fields = { number: 'NEXT-1', make: 'Itron', sizeMm: 20, registerDigits: 5, sealNumber: null };
    const { id } = await addMeter(tx, app.system(), fields);
    const swap = { connectionId: made.id, changedOn: '2026-11-01', finalLitres: 900_000, newMeterId: id };
    await changeMeter(tx, app.system(), { ...swap, openingLitres: 0, reason: 'stopped' });
    return id;
  });
  const [final] = (await app.call(listFinals, { as: reviewer, query: { search: made.number } })).items;
  await app.call(discardFinal, {
    ...{ as: reviewer, params: { id: String(final?.id) }, body: { seenLitres: 900_000, reason: 'Broken' } },
  });
  await app.call(captureReading, {
    as: reader,
    body: { meterId: newMeterId, period: NOVEMBER, readOn: '2026-11-30', registerLitres: 5_000 },
  });
  const { id, version } = await app.call(getReading, { as: reviewer, params: { id: september.id } });
  await app.call(editReading, {
    as: reviewer,
    body: { id, version, readOn: '2026-09-30', registerLitres: 95_000, reason: 'misread' },
  });
  expect(await livingOf(made)).toEqual([
    { register: 126_000, used: 31_000 },
    { register: 5_000, used: 5_000 },
  ]);
});
