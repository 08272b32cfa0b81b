/** OLD77, OLD-77 and old 77 are one customer number: for the check, the letter, the database, and who asks for work at the connection. */

import { expect, test } from 'vitest';
import { search } from '#domains/dashboard/search/contract.ts';
import { makeDma } from '#domains/settings/factory.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { numberKey } from '#shared/number-kinds.ts';
import { testApp } from '#test/app.ts';
import { readSource } from '#tools/source-files.ts';
import { type MadeApplication, makeApplication } from '../factory.ts';
import { checkCustomerNumber, issueLetter } from './contract.ts';

const app = await testApp();
const as = await app.staff('admin');
const { id: dmaId } = await transaction(app.db, (tx) => makeDma(tx, app.system()));
const waiting = () => makeApplication(app, { upTo: 'WAITING_FOR_METER_NUMBER' });

const letter = async ({ id, meterNumber }: MadeApplication, customerNumber: string) => {
  const { version } = await one<{ version: number }>(
    app.db,
    sql`select version from applications.applications where id = ${id}`,
  );
  return app.codeOf(issueLetter, {
    as,
    body: { applicationId: id, version, dmaId, meterNumber, customerNumber },
  });
};
const isFree = async (customerId: string) =>
  (await app.call(checkCustomerNumber, { as, query: { customerId } })).available;
const SPELLINGS = ['OLD77', 'OLD-77', 'old 77', 'Old/৭৭', 'O-L-D-7-7'];

test('check and letter refuse a number that is read like one that an application has', async () => {
  const [first, second] = [await waiting(), await waiting()];
  for (const spelling of SPELLINGS) expect(await isFree(spelling)).toBe(true);
  expect(await letter(first, 'old 77')).toBeUndefined();
  const kept = await one<{ number: string }>(
    app.db,
    sql`select customer_number as number from applications.applications where id = ${first.id}`,
  );
  expect(kept.number).toBe('OLD-77');
  for (const spelling of SPELLINGS) {
    expect([spelling, await isFree(spelling)]).toEqual([spelling, false]);
    expect(await letter(second, spelling)).toBe('applications.customer_number_taken');
  }
  expect(await letter(second, 'OLD-78')).toBeUndefined();
});

test('and like one of a connection; a number of our own series with dividers is ours', async () => {
  const connected = await makeApplication(app, { upTo: 'CONNECTED' });
  await execute(
    app.owner.db,
    sql`update meters.connections set number = 'PWS/12-7' where application_id = ${connected.id}`,
  );
  const made = await waiting();
  expect([await isFree('PWS-127'), await letter(made, 'PWS-127')]).toEqual([
    false,
    'applications.customer_number_taken',
  ]);
  expect(await letter(made, '3000-000-014')).toBe('applications.customer_number_reserved');
  expect(await app.call(checkCustomerNumber, { as, query: { customerId: '3000 000 014' } })).toEqual({
    ...{ available: false, reserved: true },
  });
  const found = await app.call(search, { as, query: { text: 'pws127' } });
  expect(JSON.stringify(found)).toContain('PWS/12-7');
});

test('of two letters at once one gets the number', async () => {
  const both = [await waiting(), await waiting()];
  const codes = await Promise.all(both.map((made, n) => letter(made, ['RACE-1', 'RACE1'][n] ?? '')));
  expect(codes.toSorted()).toEqual(['applications.customer_number_taken', undefined]);
});

test('the database folds as the form does', async () => {
  const texts = [...SPELLINGS, ' ৩০০০ ০০০-০১৪ ', 'PWS/12-7', 'W-00123'];
  const rows = await all<{ key: string }>(
    app.db,
    sql`select platform.number_key(t) as key from unnest(${texts}::text[]) with ordinality u (t, n) order by n`,
  );
  expect(rows.map(({ key }) => key)).toEqual(texts.map(numberKey));
});

test('twins of before keep their numbers: the earlier one has it, the later one is marked', async () => {
  const made = [await waiting(), await waiting(), await waiting()];
  const [early, late, other] = made.map(({ id }) => id);
  const migration = readSource('migrations/0223_customer_numbers_that_are_read_alike.sql');
  const marked = await transaction(app.owner.db, async (tx) => {
    await execute(tx, sql`drop index applications.applications_customer_number_key`);
    await execute(tx, sql`alter table applications.applications drop column customer_number_alike`);
    await execute(tx, sql`drop index meters.connections_number_alike`);
    await execute(tx, sql`drop function platform.number_key`);
    await execute(
      tx,
      sql`alter table applications.applications add constraint applications_customer_number_key unique (customer_number)`,
    );
    for (const [id, number, day] of [
      [late, 'TWIN-5', '2026-11-02'],
      [early, 'TWIN5', '2026-11-01'],
      [other, 'TWIN-6', '2026-11-01'],
    ])
      await execute(
        tx,
        sql`update applications.applications set customer_number = ${number}, letter_issued_on = ${day}::date where id = ${id}`,
      );
    await execute(tx, sql.raw(migration));
    return all<{ id: string; number: string }>(
      tx,
      sql`select id, customer_number as number from applications.applications where customer_number_alike`,
    );
  });
  expect(marked).toEqual([{ id: late, number: 'TWIN-5' }]);
  // Nobody gets it a third time.
  expect(await letter(await waiting(), 'TWIN/5')).toBe('applications.customer_number_taken');
});
