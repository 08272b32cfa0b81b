/**
 * A meter that was misread for several months: one correction names all of them, and no month is billed the error of another. Estimates
 * after a corrected figure keep their use. All of it or nothing.
 */
import { beforeAll, expect, test } from 'vitest';
import type { MadeConnection } from '#domains/meters/factory.ts';
import { execute, one, sql } from '#platform/database/db.ts';
import { billMonth } from '../bill-run/factory-months.ts';
import { invoiceDetail } from '../invoices/contract.ts';
import * as contract from './contract.ts';
import { DECEMBER, misreadOffice, NOVEMBER, OCTOBER, SEPTEMBER } from './factory-misread.ts';

const {
  app,
  office,
  asker,
  approver,
  cashier,
  misread,
  read,
  bill,
  later,
  body,
  preview,
  adjust,
  codeOf,
  decide,
  readingsOf,
  documentsOf,
  letAlone,
} = await misreadOffice();
const made: Record<string, MadeConnection> = {};
const of = (name: string) => made[name] as MadeConnection;
const wrong: readonly [string, string, number][] = [
  [SEPTEMBER, '2026-09-30', 210_000],
  [OCTOBER, '2026-10-31', 220_000],
  [NOVEMBER, '2026-11-30', 230_000],
];

beforeAll(async () => {
  for (const name of ['all', 'some', 'waits', 'moved', 'other']) made[name] = await misread(wrong);
  await execute(app.owner.db, sql`update meters.readings set state = 'BILLED' where period < ${SEPTEMBER}`);
  await billMonth(office, SEPTEMBER);
  await billMonth(office, OCTOBER);
  await billMonth(office, NOVEMBER);
});

test('three months that were misread become right in one act: one credit note, and no supplementary bill in between', async () => {
  const september = await bill(of('all'), SEPTEMBER);
  expect(
    (await later(september)).map(({ period, registerLitres, isEstimate }) => [
      period,
      registerLitres,
      isEstimate,
    ]),
  ).toEqual([
    [OCTOBER, 220_000, false],
    [NOVEMBER, 230_000, false],
  ]);
  // 110 m³ cost 200 + 1,800; 10 m³ cost 100.
  const right = [110_000, 120_000, 130_000];
  const seen = await preview(september, right);
  expect(seen.bills.map(({ amountMinor, after }) => [amountMinor, after.usageLitres])).toEqual([
    [-1_900_00, 10_000],
    [0, 10_000],
    [0, 10_000],
  ]);
  expect((await readingsOf(of('all'))).map(({ register }) => register)).toEqual([210_000, 220_000, 230_000]);
  expect(await adjust(september, right)).toMatchObject({ state: 'DONE', amountMinor: -1_900_00 });
  expect(await readingsOf(of('all'))).toEqual(
    right.map((register) => ({ register, used: 10_000, source: 'MANUAL', state: 'BILLED' })),
  );
  expect(await documentsOf(of('all'))).toEqual([-1_900_00, 0, 0]);
  const { after } = await one<{ after: unknown }>(
    app.db,
    sql`select after from platform.audit where object_id = ${september} and action = 'invoice.adjust'`,
  );
  expect(after).toMatchObject({
    later: [{ registerLitres: 120_000 }, { registerLitres: 130_000 }],
    amountMinor: -1_900_00,
  });
});

test('what is noted rightly already stays, and the month after the last wrong one is measured again', async () => {
  // September was wrong, October right as it is noted, November wrong.
  const september = await bill(of('some'), SEPTEMBER);
  await adjust(september, [190_000, 220_000, 240_000]);
  expect((await readingsOf(of('some'))).map(({ register, used }) => [register, used])).toEqual([
    [190_000, 90_000],
    [220_000, 30_000],
    [240_000, 20_000],
  ]);
  expect(await documentsOf(of('some'))).toEqual([-400_00, 300_00, 100_00]);
});

test('what refuses a figure is told at the line in which it was typed, also behind lines that stay as they are', async () => {
  const september = await bill(of('other'), SEPTEMBER);
  const fieldsOf = async (...figures: number[]) => {
    const asked = { ...(await body(september, figures)), reason: 'digit misread' };
    const called = [
      await app.refused(contract.previewAdjustment, { as: asker, body: asked }),
      await app.refused(contract.adjustMeterReading, { as: asker, body: asked }),
    ];
    return called.flatMap(({ code, fields }) => [code, ...fields.map(({ path }) => path)]);
  };
  const at = (code: string, path: string) => [code, path, code, path];
  const beyond = 100_000_000;
  expect(await fieldsOf(beyond, 220_000, 230_000)).toEqual(at('meters.beyond_register', 'registerLitres'));
  const third = at('meters.beyond_register', 'later.1.registerLitres');
  expect(await fieldsOf(110_000, 220_000, beyond)).toEqual(third);
  expect(await fieldsOf(110_000, 120_000, beyond)).toEqual(third);
  const second = at('meters.no_consumption', 'later.0.registerLitres');
  expect(await fieldsOf(110_000, 105_000, 230_000)).toEqual(second);
});

test('all of it or nothing: a later figure that cannot be refuses the whole', async () => {
  const september = await bill(of('other'), SEPTEMBER);
  expect(await codeOf(september, [110_000, 105_000])).toBe('meters.no_consumption');
  expect(await codeOf(september, [110_000, 100_000_000_000])).toBe('meters.beyond_register');
  // A reading of another connection, of this bill, twice, or one that is not billed any more.
  const asked = await body(september, [110_000, 120_000]);
  const [october] = asked.later;
  const foreign = (await later(await bill(of('waits'), SEPTEMBER)))[0]?.readingId;
  const own = await one<{ id: string }>(
    app.db,
    sql`select id from meters.readings where connection_id = ${of('other').id} and living and period = ${SEPTEMBER}`,
  );
  const named = (...ids: (string | undefined)[]) =>
    app.codeOf(contract.previewAdjustment, {
      as: asker,
      body: { ...asked, later: ids.map((id) => ({ readingId: String(id), registerLitres: 120_000 })) },
    });
  expect(
    await Promise.all([named(foreign), named(own.id), named(october?.readingId, october?.readingId)]),
  ).toEqual([...['common.stale_version', 'common.stale_version', 'common.stale_version']]);
  expect(await documentsOf(of('other'))).toEqual([]);
  expect((await readingsOf(of('other'))).map(({ register }) => register)).toEqual([
    210_000, 220_000, 230_000,
  ]);
  await adjust(await bill(of('other'), OCTOBER), [215_000]);
  expect(await named(october?.readingId)).toBe('common.stale_version');
  expect(await app.codeOf(contract.laterReadings, { as: cashier, params: { id: september } })).toBe(
    'common.not_permitted',
  );
  const none = '0190ffff-ffff-7fff-8fff-ffffffffffff';
  expect(await app.codeOf(contract.laterReadings, { as: asker, params: { id: none } })).toBe(
    'common.not_found',
  );
});

// The last one: it bills a month more.
test('a second person sees each figure, and approves the sum that was asked for or nothing', async () => {
  await letAlone(0);
  const september = await bill(of('waits'), SEPTEMBER);
  const { id, state } = await adjust(september, [110_000, 120_000, 130_000]);
  expect(state).toBe('REQUESTED');
  const { correction } = await app.call(invoiceDetail, { as: approver, params: { id: september } });
  expect(
    correction?.later.map(({ period, registerLitres, correctedLitres }) => [
      period,
      registerLitres,
      correctedLitres,
    ]),
  ).toEqual([
    [OCTOBER, 220_000, 120_000],
    [NOVEMBER, 230_000, 130_000],
  ]);
  expect(await documentsOf(of('waits'))).toEqual([]);
  expect(await decide(id, true)).toBeUndefined();
  expect(await documentsOf(of('waits'))).toEqual([-1_900_00, 0, 0]);

  // Only September was asked for; then the next month got a bill, which the same correction changes too.
  const november = await bill(of('moved'), NOVEMBER);
  const { id: asked } = await adjust(november, [225_000]);
  await read(of('moved'), DECEMBER, 240_000);
  await billMonth(office, DECEMBER);
  expect(await decide(asked, true)).toBe('billing.correction_moved');
  expect(await decide(asked, false)).toBeUndefined();
  expect(await documentsOf(of('moved'))).toEqual([]);
  await letAlone(10_000_00);
});
