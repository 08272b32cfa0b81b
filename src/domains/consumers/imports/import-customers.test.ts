import { setTimeout as sleep } from 'node:timers/promises';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { makeRoad } from '#domains/settings/factory.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { jobs } from '../jobs.ts';
import * as contract from './contract.ts';
import { importing } from './factory.ts';

const app = await testApp();
const clerk = await app.staff('reviewer');

const { upload, work, found, check, commit, take, rowsOf } = importing(app, clerk);
const register = async () =>
  (await one<{ count: number }>(app.db, sql`select count(*) as count from consumers.consumers`)).count;
const file = (as: Person, url: string) =>
  app.server.inject({ url: `/api/main${url}`, headers: { authorization: `Bearer ${as.idToken}` } });

const HEAD = 'Name,Name in Bengali,Mobile,Email,NID,Date of Birth,Address,Old customer no';

describe('a file', () => {
  test('is guessed by its titles in both languages, and taken with the fields as the forms keep them', async () => {
    const csv = [
      'পুরোনো গ্রাহক নম্বর;নাম;বাংলা নাম;মোবাইল নম্বর;ইমেইল;জাতীয় পরিচয়পত্র;জন্ম তারিখ;ঠিকানা',
      'A-৭৭;  Rahima   Khatun ;রহিমা খাতুন;০১৭১১-২২৩৩৪৪;Rahima@Example.com;১২৩ ৪৫৬ ৭৮৯০;৩১/০১/১৯৯০;রোড ৫, প্লট ৯',
    ].join('\n');
    const { id, guess } = await upload(csv);
    expect(guess).toEqual({
      legacyNumber: 0,
      name: 1,
      nameBn: 2,
      phone: 3,
      email: 4,
      nid: 5,
      dateOfBirth: 6,
      address: 7,
    });
    expect(await check(id)).toMatchObject({ state: 'CHECKED', rowsTotal: 1, rowsReady: 1 });
    expect(await commit(id)).toMatchObject({ state: 'COMMITTED', rowsAdded: 1, rowsUpdated: 0 });
    expect(
      await one(
        app.db,
        sql`select name, name_bn, phone, email, nid, date_of_birth, address, legacy_number, version,
        search like '%a-77%' as is_found from consumers.consumers where import_id = ${id}`,
      ),
    ).toEqual({
      name: 'Rahima Khatun',
      name_bn: 'রহিমা খাতুন',
      phone: '+8801711223344',
      email: 'rahima@example.com',
      nid: '1234567890',
      date_of_birth: '1990-01-31',
      address: 'রোড ৫, প্লট ৯',
      legacy_number: 'A-77',
      version: 1,
      is_found: true,
    });
    const again = await upload('X;নাম;বাংলা নাম;মোবাইল নম্বর\n1;2;3;4');
    await check(again.id, { name: 0 });
    expect((await upload('X;নাম;বাংলা নাম;মোবাইল নম্বর\n9;8;7;6')).guess).toMatchObject({ name: 0, phone: 3 });
  });

  test('may be a workbook: numbers without their zero, days as days; a rounded national ID is reported as one', async () => {
    const rows = [
      ['Name', 'Phone', 'NID', 'Date of birth'],
      ['Karim', 1711000001, 1234567891, new Date('1985-03-04T00:00:00Z')],
      ['Salma', '1711000002', 19850312345678912, 31111],
    ];
    const content = Buffer.from(await writeXlsx({ sheets: [{ name: 's', rows }] }));
    const { id } = await upload(content, 'consumers.xlsx');
    await check(id);
    expect((await rowsOf(id)).map((row) => [row.verdict, row.problems])).toEqual([
      ['READY', []],
      ['WRONG', ['NID_ROUNDED']],
    ]);
    await commit(id);
    expect(
      await all(app.db, sql`select phone, date_of_birth from consumers.consumers where import_id = ${id}`),
    ).toEqual([{ phone: '+8801711000001', date_of_birth: '1985-03-04' }]);
  });

  test('every bad field of a row is named; the bad rows come back mended', async () => {
    const { id } = await upload(
      [
        HEAD,
        'Good One,,01811000001,,,,,',
        ',,0171,x@@y.z,12,31-02-1990,,',
        `${'n'.repeat(121)},,,,,2030-01-01,${'a'.repeat(501)},${'7'.repeat(41)}`,
        ',শুধু বাংলা নাম,01811000002,,,12345,,',
      ].join('\n'),
    );
    expect(await check(id)).toMatchObject({ rowsTotal: 4, rowsReady: 2, rowsWrong: 2 });
    const bad = await app.call(contract.listImportRows, {
      as: clerk,
      params: { id },
      query: { verdict: 'WRONG' },
    });
    expect(bad.items.map((row) => row.problems)).toEqual([
      ['NAME_MISSING', 'PHONE_WRONG', 'EMAIL_WRONG', 'NID_WRONG', 'BIRTH_WRONG'],
      ['NAME_LONG', 'PHONE_MISSING', 'BIRTH_FUTURE', 'ADDRESS_LONG', 'LEGACY_LONG'],
    ]);
    expect((await found(id)).problems).toContainEqual({ problem: 'PHONE_WRONG', rows: 1 });
    await commit(id);
    const returned = await file(clerk, `/consumer/import/${id}/bad-rows?format=csv&language=bn`);
    expect(returned.body).toContain('নাম নেই; ফোন নম্বরটি বাংলাদেশের মোবাইল নম্বর নয়');
    const mended = returned.body.replace(/^,,0171,.*$/m, 'Mended,,01811000003,,,,,,,');
    const next = await upload(mended);
    expect(next.guess).toMatchObject({ name: 0, nameBn: 1, phone: 2, legacyNumber: 7 });
    expect(await check(next.id)).toMatchObject({ rowsTotal: 2, rowsReady: 1, rowsWrong: 1 });
  });

  test('without a phone or a name among its columns, or without rows, is refused', async () => {
    const { id } = await upload(`${HEAD}\nA,,01811000009,,,,,\n`);
    const refused = (body: object) => app.refused(contract.checkImport, { as: clerk, params: { id }, body });
    expect((await refused({ name: 0 })).fields[0]?.code).toBe('consumers.import_columns_needed');
    expect((await refused({ name: 0, phone: 50 })).code).toBe('consumers.import_column_missing');
    const empty = await upload(`${HEAD}\n`);
    expect(await check(empty.id)).toMatchObject({
      state: 'UPLOADED',
      problem: { code: 'consumers.import_empty' },
    });
  });
});

describe('who is there already', () => {
  test('is found by national ID, old number, and phone with a name in either script', async () => {
    await take(`${HEAD}\nNadia Islam,নাদিয়া ইসলাম,01911000001,,9000000001,,,L-1\n`);
    const { id } = await upload(
      [
        HEAD,
        'Somebody Else,,01911000099,,9000000001,,,',
        'nadia ISLAM,,+880 1911-000001,,,,,',
        'নাদিয়া ইসলাম,,01911000001,,,,,',
        'Other,,01911000098,,,,,l-1',
        'Nadia Islam,,01911000001,,9000000002,,,',
        'Nadia Islam,,01911000097,,,,,',
      ].join('\n'),
    );
    await check(id);
    expect((await rowsOf(id)).map((row) => [row.verdict, row.sameRow, row.problems, row.differs])).toEqual([
      ['EXISTS', null, [], true],
      ['DUPLICATE', 2, [], false],
      ['DUPLICATE', 2, [], false],
      ['DUPLICATE', 2, [], false],
      ['DUPLICATE', 2, [], false],
      ['READY', null, [], false],
    ]);
    const other = await upload(`${HEAD}\nNadia Islam,,01911000001,,9000000002,,,\n`);
    await check(other.id);
    expect((await rowsOf(other.id))[0]).toMatchObject({ verdict: 'WRONG', problems: ['OTHER_NID'] });
  });

  test('is skipped or given what the file says, by choice; the undo gives it back', async () => {
    await take(`${HEAD}\nHasan Ali,,01911000011,h@old.example,9000000011,,Old street,\n`);
    const csv = `${HEAD}\nHasan Ali,হাসান আলী,01911000012,,9000000011,1980-02-03,,H-9\n`;
    const now = () =>
      one(
        app.db,
        sql`select name_bn, phone, email, address, legacy_number from consumers.consumers where nid = '9000000011'`,
      );
    const before = await now();
    expect(await take(csv)).toMatchObject({ rowsExisting: 1, rowsDiffering: 1, rowsUpdated: 0 });
    expect(await now()).toEqual(before);
    const updated = await take(csv, 'update');
    expect(updated).toMatchObject({ rowsAdded: 0, rowsUpdated: 1 });
    expect(await now()).toEqual({
      name_bn: 'হাসান আলী',
      phone: '+8801911000012',
      email: 'h@old.example',
      address: 'Old street',
      legacy_number: 'H-9',
    });
    const { logged } = await one<{ logged: number }>(
      app.db,
      sql`select count(*) as logged from platform.audit where action = 'consumer.edit' and before ->> 'address' = 'Old street'`,
    );
    expect(logged).toBe(1);
    const undone = await app.call(contract.undoImport, {
      as: clerk,
      params: { id: updated.id },
      body: { version: updated.version },
    });
    expect(undone.state).toBe('UNDONE');
    expect(await now()).toEqual(before);
  });

  test('twice in the register is a question for people', async () => {
    await execute(
      app.db,
      sql`insert into consumers.consumers (number, name, phone, nid)
      values ('x1', 'Twice', '+8801911000021', '9000000021'), ('x2', 'Twice', '+8801911000022', '9000000021')`,
    );
    const { id } = await upload(`${HEAD}\nTwice,,01911000021,,9000000021,,,\n`);
    await check(id);
    expect((await rowsOf(id))[0]).toMatchObject({ verdict: 'WRONG', problems: ['SEVERAL_MATCHES'] });
  });

  test('another name with the phone of an account is a question for people, also if the account came after the check', async () => {
    const person = await app.consumer('Shirin Akter');
    const { phone } = await one<{ phone: string }>(
      app.db,
      sql`select phone from identity.users where id = ${person.userId}`,
    );
    const { id } = await upload(`${HEAD}\nRashida Banu,,${phone},,,,,\n`);
    await check(id);
    expect((await rowsOf(id))[0]).toMatchObject({ verdict: 'WRONG', problems: ['PHONE_OF_ACCOUNT'] });
    await execute(app.db, sql`update identity.users set consumer_id = null where id = ${person.userId}`);
    const later = await upload(`${HEAD}\nRashida Banu,,${phone},,,,,\n`);
    expect((await check(later.id)).rowsReady).toBe(1);
    await execute(
      app.db,
      sql`update identity.users set consumer_id = ${person.consumerId} where id = ${person.userId}`,
    );
    expect((await commit(later.id)).rowsAdded).toBe(0);
  });
});

describe('a commit', () => {
  const csv = (from: number, count: number) =>
    `${HEAD}\n${Array.from({ length: count }, (_, n) => `Person ${from + n},,01612${String(from + n).padStart(6, '0')},,,,,`).join('\n')}\n`;

  test('numbers without a gap in the order of the rows; repeated it changes nothing', async () => {
    const { id } = await take(csv(0, 20));
    const rows = await all<{ number: string }>(
      app.db,
      sql`select number from consumers.consumers where import_id = ${id} order by name collate platform.natural`,
    );
    const counts = rows.map(({ number }) => Number(number.slice(1, -1)));
    expect(counts).toEqual(counts.map((_, n) => (counts[0] ?? 0) + n));
    const before = await register();
    await work(id);
    await work(id);
    expect(await register()).toBe(before);
    const refusal = await app.refused(contract.commitImport, {
      as: clerk,
      params: { id },
      body: { version: (await found(id)).version },
    });
    expect(refusal.code).toBe('consumers.import_wrong_state');
    expect(await take(csv(0, 20))).toMatchObject({ rowsAdded: 0, rowsExisting: 20, rowsReady: 0 });
  });

  test('judges again if the register changed after the dry run', async () => {
    const { id } = await upload(csv(100, 2));
    expect(await check(id)).toMatchObject({ rowsReady: 2 });
    await take(csv(100, 1));
    expect(await commit(id)).toMatchObject({ rowsAdded: 1, rowsExisting: 1, rowsReady: 1 });
  });

  test('of a crashed server reads the file again', async () => {
    const { id } = await upload(csv(110, 3));
    await check(id);
    await execute(app.db, sql`delete from consumers.import_rows`);
    expect(await commit(id)).toMatchObject({ rowsAdded: 3 });
  });

  test('that two workers take up at once happens once', async () => {
    const { id } = await upload(csv(120, 200));
    const { version } = await check(id);
    await app.call(contract.commitImport, { as: clerk, params: { id }, body: { version } });
    const before = await register();
    await Promise.all([work(id), work(id), work(id)]);
    expect(await register()).toBe(before + 200);
  });

  test('is undone while nothing refers to its consumers', async () => {
    const taken = await take(csv(400, 2));
    const undo = (version: number) => ({ as: clerk, params: { id: taken.id }, body: { version } }) as const;
    const { id } = await one<{ id: string }>(
      app.db,
      sql`select id from consumers.consumers where import_id = ${taken.id} limit 1`,
    );
    const road = await transaction(app.db, (tx) => makeRoad(tx, app.system()));
    await execute(
      app.owner.db,
      sql`insert into meters.connections (number, consumer_id, road_id, plot_number, category, pipe_size_mm, connected_on)
      values ('c-import', ${id}, ${road.id}, '1', 'residential', 20, '2026-01-01')`,
    );
    expect((await app.refused(contract.undoImport, undo(taken.version))).code).toBe(
      'consumers.import_in_use',
    );
    await execute(app.owner.db, sql`delete from meters.connections where number = 'c-import'`);
    await execute(app.db, sql`update consumers.consumers set version = 2 where id = ${id}`);
    expect(await app.refused(contract.undoImport, undo(taken.version))).toMatchObject({
      code: 'consumers.import_changed',
      params: { count: 1 },
    });
    await execute(app.db, sql`update consumers.consumers set version = 1 where id = ${id}`);
    const before = await register();
    await app.call(contract.undoImport, undo(taken.version));
    expect(await register()).toBe(before - 2);
  });

  test('cancelled leaves nothing, whenever the word comes', async () => {
    const { id } = await upload(csv(1000, 4000));
    const { version } = await check(id);
    const before = await register();
    await app.call(contract.commitImport, { as: clerk, params: { id }, body: { version } });
    // A reader of the register that will not end: the job waits for its lock, and is cancelled there.
    await transaction(app.owner.db, async (tx) => {
      await execute(tx, sql`lock table consumers.consumers in row exclusive mode`);
      const working = work(id);
      await sleep(100);
      const cancelled = await app.call(contract.cancelImport, { as: clerk, params: { id } });
      expect(cancelled).toMatchObject({ state: 'CHECKED', can: { commit: true } });
      await working;
    });
    expect(await register()).toBe(before);
    const refusal = await app.refused(contract.cancelImport, { as: clerk, params: { id } });
    expect(refusal.code).toBe('consumers.import_wrong_state');
    expect(await commit(id)).toMatchObject({ rowsAdded: 4000 });
  });

  test('whose process was killed is taken up again by another job', async () => {
    const { id } = await upload(csv(6000, 2));
    const { version } = await check(id);
    await app.call(contract.commitImport, { as: clerk, params: { id }, body: { version } });
    const waiting = async () =>
      (
        await one<{ count: number }>(
          app.owner.db,
          sql`select count(*) as count from graphile_worker.jobs where task_identifier = 'consumers:work-import'`,
        )
      ).count;
    const before = await waiting();
    const resume = jobs(app.platform)['consumers:resume-imports'];
    await resume?.run({}, {} as never);
    expect(await waiting()).toBe(before);
    await execute(
      app.db,
      sql`update consumers.imports set beat_at = now() - interval '1 minute' where id = ${id}`,
    );
    await resume?.run({}, {} as never);
    expect(await waiting()).toBe(before + 1);
  });
});

test('the file to fill in can be filled in; who may not import gets none', async () => {
  const csv = await file(clerk, '/consumer/import-template?format=csv');
  expect(csv.body).toContain('Name · নাম,Name in Bengali · বাংলা নাম,Phone · ফোন');
  const { guess } = await upload(`${csv.body}Abdul,আব্দুল,01711999999,,,,,\n`);
  expect(guess).toMatchObject({
    name: 0,
    nameBn: 1,
    phone: 2,
    email: 3,
    nid: 4,
    dateOfBirth: 5,
    address: 6,
    legacyNumber: 7,
  });
  const xlsx = await file(clerk, '/consumer/import-template?format=xlsx&language=bn');
  expect(xlsx.statusCode).toBe(200);
  const cashier = await app.staff('cashier');
  expect((await file(cashier, '/consumer/import-template')).statusCode).toBe(402);
  expect((await app.refused(contract.listImports, { as: cashier })).status).toBe(402);
});
