/** PWS-900003, PWS 900003 and pws900003 are one meter: in stock, for the letter, the installation, the lists and the search. */
import { expect, test } from 'vitest';
import { listConsumers } from '#domains/consumers/contract.ts';
import { search } from '#domains/dashboard/search/contract.ts';
import { plateKey } from '#domains/meters/by-number.ts';
import { addMeter, listMeters } from '#domains/meters/contract.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { listRoute } from '#domains/meters/readings/contract.ts';
import { makeDma } from '#domains/settings/factory.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { readSource } from '#tools/source-files.ts';
import { updateState } from '../contract.ts';
import { type MadeApplication, makeApplication, UNPROVEN } from '../factory.ts';
import { issueLetter, listFreeMeters } from '../letter/contract.ts';
import { installMeter } from './contract.ts';

const app = await testApp();
const as = await app.staff('admin');
const { today } = app.system();
const { id: dmaId } = await transaction(app.db, (tx) => makeDma(tx, app.system()));

const SPELLINGS = (number: number) => [`PWS-${number}`, `PWS ${number}`, `pws${number}`, `Pws/${number}`];
const inStock = async (number: string) => (await app.call(addMeter, { as, body: { number } })).id;
const subject = ({ id }: MadeApplication) =>
  one<{ id: string; version: number; meterId: string | null }>(
    app.db,
    sql`select id, version, meter_id as "meterId" from applications.applications where id = ${id}`,
  );
const on = async (made: MadeApplication) => {
  const { version } = await subject(made);
  return { applicationId: made.id, version };
};
const letter = async (made: MadeApplication, meterNumber: string) =>
  app.codeOf(issueLetter, { as, body: { ...(await on(made)), dmaId, meterNumber } });
const changeTo = async (made: MadeApplication, meterNumber: string) =>
  app.codeOf(updateState, {
    as,
    body: { ...(await on(made)), action: 'change-meter', meterNumber, remark: 'broken' },
  });
const install = async (made: MadeApplication, meterNumber: string, replaces = false) =>
  app.codeOf(installMeter, {
    as,
    body: {
      ...{ ...(await on(made)), meterNumber, installedOn: today, sealNumber: 'S-1', openingLitres: 0 },
      ...{ ...UNPROVEN, replaces },
    },
  });

test('a new meter that is read like one that is there is refused at its number, also of two at once', async () => {
  await inStock('PWS-900001');
  for (const number of SPELLINGS(900_001)) {
    const { code, fields } = await app.refused(addMeter, { as, body: { number } });
    expect([number, code, fields[0]?.path]).toEqual([number, 'meters.meter_number_taken', 'number']);
  }
  // Bengali letters count: these are two plates.
  await inStock('ক-900001');
  await inStock('খ-900001');
  const both = ['PWS-900002', 'PWS900002'].map((number) => app.codeOf(addMeter, { as, body: { number } }));
  expect((await Promise.all(both)).toSorted()).toEqual(['meters.meter_number_taken', undefined]);
});

test.each(SPELLINGS(900_003).map((spelling, n) => [spelling.replace('900003', String(900_003 + n)), n]))(
  'the letter, another meter and the installation know the meter by %s',
  async (spelling, n) => {
    const plate = `PWS-${900_003 + n}`;
    const meterId = await inStock(plate);
    const made = await makeApplication(app, { upTo: 'WAITING_FOR_METER_NUMBER' });
    expect(await letter(made, spelling)).toBeUndefined();
    expect((await subject(made)).meterId).toBe(meterId);
    const ready = await makeApplication(app, { upTo: 'READY_FOR_METER_INSTALLATION' });
    const other = await inStock(`Q${plate}`);
    expect(await changeTo(ready, `Q${spelling}`)).toBeUndefined();
    expect((await subject(ready)).meterId).toBe(other);
    expect(await install(ready, `Q${spelling}`)).toBeUndefined();
    // It is the same meter, so that a second note is asked about.
    expect(await install(ready, `q ${plate}`)).toBe('applications.installation_noted');
    expect(await install(ready, `QPWS-99${n}`)).toBe('applications.wrong_meter');
    // What is kept is the number on the plate.
    const kept = await all<{ number: string }>(
      app.db,
      sql`select distinct after ->> 'meterNumber' as number from platform.audit
        where after ? 'meterNumber' and object_id in (${made.id}, ${ready.id}, ${meterId}, ${other})
          and after ->> 'meterNumber' like '%PWS%'`,
    );
    expect(kept.map(({ number }) => number).toSorted()).toEqual([plate, `Q${plate}`]);
  },
);

test('lists and the search find it in any spelling; a few figures with a divider are looked for as they are written', async () => {
  await inStock('PWS-911-017');
  const home = await transaction(app.db, (tx) =>
    makeConnection(tx, app.system(), { meterNumber: 'PWS-911-018' }),
  );
  const numbers = async (text: string) =>
    (await app.call(listMeters, { as, query: { search: text } })).items.map(({ number }) => number);
  for (const text of ['PWS 911017', 'pws911017', '911/017', '৯১১০১৭']) {
    expect([text, await numbers(text)]).toEqual([text, ['PWS-911-017']]);
    const free = await app.call(listFreeMeters, { as, query: { search: text } });
    expect([text, free.items.map(({ number }) => number)]).toEqual([text, ['PWS-911-017']]);
    expect([text, JSON.stringify(await app.call(search, { as, query: { text } }))]).toEqual([
      text,
      expect.stringContaining('PWS-911-017'),
    ]);
  }
  expect([await numbers('11-01'), await numbers('1-10'), await numbers('---')]).toEqual([
    ...[expect.arrayContaining(['PWS-911-017', 'PWS-911-018']), [], []],
  ]);
  const way = await app.call(listRoute, { as, query: { search: 'pws 911018' } });
  expect(way.items.map(({ connectionId }) => connectionId)).toEqual([home.id]);
  for (const text of ['PWS 911018', 'pws911018']) {
    const { items } = await app.call(listConsumers, { as, query: { search: text } });
    expect([text, items.map(({ id }) => id)]).toEqual([text, [home.consumerId]]);
  }
});

test('the database folds as the program does', async () => {
  const texts = [...SPELLINGS(7), ' পিডব্লিউএস-০০৭ ', 'ক ১', 'W–00123', '---'];
  const rows = await all<{ key: string }>(
    app.db,
    sql`select meters.plate_key(t) as key from unnest(${texts}::text[]) with ordinality u (t, n) order by n`,
  );
  expect(rows.map(({ key }) => key)).toEqual(texts.map(plateKey));
});

test('twins of before keep their numbers: each is found as it is written, and in another spelling neither', async () => {
  const migration = readSource('migrations/0257_meter_numbers_that_are_read_alike.sql');
  const marked = await transaction(app.owner.db, async (tx) => {
    await execute(tx, sql`alter table meters.meters drop column number_key, drop column number_alike`);
    await execute(tx, sql`drop function meters.plate_key`);
    await execute(tx, sql`drop index meters.meters_number`);
    await execute(tx, sql`alter table meters.meters add constraint meters_number_key unique (number)`);
    await execute(
      tx,
      sql`create index meters_number_search on meters.meters using gin (lower(number) gin_trgm_ops)`,
    );
    await execute(
      tx,
      sql`insert into meters.meters (number, created_at) values ('TWIN-900050', '2026-01-02'), ('TWIN900050', '2026-01-01'), ('TWIN-900051', '2026-01-01')`,
    );
    await execute(tx, sql.raw(migration));
    return all<{ number: string }>(tx, sql`select number from meters.meters where number_alike`);
  });
  expect(marked).toEqual([{ number: 'TWIN-900050' }]);
  expect(await app.codeOf(addMeter, { as, body: { number: 'TWIN/900050' } })).toBe(
    'meters.meter_number_taken',
  );
  const made = await makeApplication(app, { upTo: 'WAITING_FOR_METER_NUMBER' });
  expect(await letter(made, 'TWIN 900050')).toBe('applications.meter_not_in_stock');
  expect(await letter(made, 'twin-900050')).toBeUndefined();
  const { number } = await one<{ number: string }>(
    app.db,
    sql`select number from meters.meters where reserved_for = ${made.id}`,
  );
  expect(number).toBe('TWIN-900050');
});
