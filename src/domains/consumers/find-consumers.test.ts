import { describe, expect, test } from 'vitest';
import { makeConnection } from '#domains/meters/factory.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { makeRoad } from '#domains/settings/factory.ts';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { readSearch, wordPattern } from './search.rules.ts';

const app = await testApp();
const clerk = await app.staffWith(['consumers:view', 'consumers:edit']);

async function found(search: string, more: object = {}): Promise<string[]> {
  const { items } = await app.call(contract.listConsumers, {
    as: clerk,
    query: { search, limit: 200, ...more },
  });
  return items.map(({ number }) => number);
}

async function add(
  name: string,
  more: { nameBn?: string; phone?: string; nid?: string; address?: string } = {},
) {
  return app.call(contract.createConsumer, {
    as: clerk,
    body: { name, phone: '01711000001', ...more },
  });
}

describe('one box over the register', () => {
  test('a name is found in either script from either script', async () => {
    const latin = await add('Rahim Chowdhury');
    const bengali = await add('রহিম চৌধুরী');
    const other = await add('Rahman Bhuiyan');
    for (const search of ['Rahim', 'রহিম', 'chowdhury', 'চৌধুরী', 'rahim CHOUDHURI', 'চৌধুরী রহিম']) {
      const numbers = await found(search);
      expect(numbers, search).toEqual(expect.arrayContaining([latin.number, bengali.number]));
      expect(numbers, search).not.toContain(other.number);
    }
  });

  test.each([
    ['Hossain', 'হোসেন'],
    ['Mohammad', 'মোঃ'],
    ['Akter', 'আক্তার'],
    ['Jahangir', 'জাহাঙ্গীর'],
    ['Krishna', 'কৃষ্ণ'],
    ['Biswas', 'বিশ্বাস'],
    ['Wahid', 'ওয়াহিদ'],
    ['Yasmin', 'ইয়াসমিন'],
    ['Abdullah', 'আব্দুল্লাহ'],
    ['Barua', 'বড়ুয়া'],
    ['Sheikh', 'শেখ'],
    ['Moinul', 'মইনুল'],
  ])('%s sounds like %s', async (latin, bengali) => {
    const { a, b } = await one<{ a: string; b: string }>(
      app.db,
      sql`select consumers.sound_key(${latin}) as a, consumers.sound_key(${bengali}) as b`,
    );
    expect(b).toBe(a);
  });

  test('a phone is found in every form, an identity number whole or by its end', async () => {
    const made = await add('Shahana Parvin', { phone: '01819-445566', nid: '5544332211' });
    for (const search of [
      ...['01819445566', '+880 1819-445566', '8801819445566', '008801819445566', '০১৮১৯ ৪৪৫৫৬৬'],
      ...['1819445566', '445566', '5544332211', '55443 32211', '2211', made.number],
    ]) {
      expect(await found(search), search).toContain(made.number);
    }
    const { items } = await app.call(contract.listConsumers, { as: clerk, query: { search: '5544332211' } });
    expect(items.map(({ nid }) => nid)).toEqual(['•••2211']);
    expect([await found('4433'), await found('11')]).toEqual([[], expect.any(Array)]);
  });

  test('who may not write the register sees no national ID, no birthday, and finds nobody by one', async () => {
    const made = await add('Nazma Begum', { phone: '01819-445577', nid: '1990554433221' });
    const eraser = await app.staffWith(['consumers:view', 'consumers:delete']);
    const cashier = await app.staff('cashier');
    const of = async (as: typeof clerk, search: string) =>
      (await app.call(contract.listConsumers, { as, query: { search, limit: 200 } })).items.filter(
        ({ id }) => id === made.id,
      );
    expect(await of(cashier, made.number)).toMatchObject([{ nid: null, dateOfBirth: null }]);
    expect(await of(eraser, made.number)).toMatchObject([{ nid: '•••3221' }]);
    for (const digits of ['1990554433221', '3221', '99055443322'])
      expect([digits, await of(cashier, digits)]).toEqual([digits, []]);
    expect(await of(eraser, '1990554433221')).toHaveLength(1);
    const heads = async (as: typeof clerk) => {
      const answer = await app.server.inject({
        url: '/api/main/consumers/download',
        query: { format: 'csv', language: 'en', search: made.number },
        headers: { authorization: `Bearer ${as.idToken}` },
      });
      return answer.body.includes('National ID');
    };
    expect([await heads(cashier), await heads(eraser)]).toEqual([false, true]);
    const params = { id: made.id };
    expect(await app.call(contract.getConsumer, { as: cashier, params })).toMatchObject({
      nid: null,
      dateOfBirth: null,
    });
    expect(await app.call(contract.getConsumer, { as: eraser, params })).toMatchObject({
      nid: '1990554433221',
    });
  });

  test('a plot, a meter and a connection lead to whose they are', async () => {
    const made = await transaction(app.db, async (tx) => {
      const road = await makeRoad(tx, app.system());
      const { sector, number } = await one<{ sector: string; number: string }>(
        tx,
        sql`select s.number as sector, d.number from settings.roads d join settings.sectors s on s.id = d.sector_id
          where d.id = ${road.id}`,
      );
      const connection = await makeConnection(tx, app.system(), {
        roadId: road.id,
        plotNumber: '77/B',
        meterNumber: 'ITR-90417',
      });
      return { ...connection, sector, road: number };
    });
    const [{ number } = { number: '' }] = await all<{ number: string }>(
      app.db,
      sql`select number from consumers.consumers where id = ${made.consumerId}`,
    );
    for (const search of [
      ...[`Sector ${made.sector} plot 77/b`, `S-${made.sector} R-${made.road} P-77/B`, 'প্লট ৭৭/b', '77/b'],
      ...['ITR-90417', 'itr-90417', '90417', made.number],
    ]) {
      expect(await found(search), search).toEqual([number]);
    }
    expect(await found(`Sector ${made.sector} plot 78`)).toEqual([]);
    const { items } = await app.call(contract.listConsumers, { as: clerk, query: { search: 'ITR-90417' } });
    expect(items[0]?.connections).toBe(1);
  });

  test('signs of SQL and LIKE are letters like others (G36)', async () => {
    const literal = await add('100% O\'Neil_\\ {"$ne":1}');
    expect(await found('%')).toEqual([literal.number]);
    expect(await found('_')).toEqual([literal.number]);
    expect(await found('\\')).toEqual([literal.number]);
    expect(await found("o'neil")).toEqual([literal.number]);
    expect(await found('{"$ne"')).toEqual([literal.number]);
    expect(await found("';--")).toEqual([]);
    expect(await found('%%')).toEqual([]);
    expect(await found('%rahim%')).toEqual([]);
    expect(await found('rahi_')).toEqual([]);
  });

  test('names of any script survive byte by byte and are found (G44)', async () => {
    for (const name of ['র‍্যাব উদ্দিন ড়', 'محمد علي', 'Zoë 👨‍👩‍👧', `আ${'ক'.repeat(119)}`]) {
      const made = await add(name);
      expect(made.name).toBe(name.normalize('NFC'));
      expect(await found(name.normalize('NFD'))).toContain(made.number);
    }
  });

  test('filters by place and by arrears; what is due is in the row', async () => {
    const owing = await transaction(app.db, (tx) => makeDebtor(tx, app.system(), { months: 2 }));
    const { items } = await app.call(contract.listConsumers, { as: clerk, query: { inArrears: true } });
    expect(items.map(({ id, dueMinor, connections }) => [id, dueMinor, connections])).toEqual([
      [owing.consumerId, 23000, 1],
    ]);
    const others = await app.call(contract.listConsumers, {
      as: clerk,
      query: { inArrears: false, limit: 1 },
    });
    const everybody = await app.call(contract.listConsumers, { as: clerk, query: { limit: 1 } });
    expect(others.total).toBe(everybody.total - 1);
    const { sector_id: sectorId } = await one<{ sector_id: string }>(
      app.db,
      sql`select d.sector_id from meters.connections c join settings.roads d on d.id = c.road_id where c.id = ${owing.connectionId}`,
    );
    const there = await app.call(contract.listConsumers, { as: clerk, query: { sectorId } });
    expect(there.items.map(({ id }) => id)).toEqual([owing.consumerId]);
  });
});

describe('reading a search text', () => {
  test('digits in any form are one number', () => {
    expect(readSearch(' +880 (1711) 22-33-44 ')).toEqual({ kind: 'number', digits: '8801711223344' });
    expect(readSearch('০০৮৮০১৭১১')).toEqual({ kind: 'number', digits: '8801711' });
    expect(readSearch('12')).toEqual({ kind: 'words', words: ['12'] });
  });

  test('short words are looked for at the beginnings of words', () => {
    expect(wordPattern('ra')).toBe('% ra%');
    expect(wordPattern('রা')).toBe('% রা%');
    expect(wordPattern('%_')).toBe('%\\%\\_%');
  });
});

test.each([
  ['1990123456789', '•••6789'],
  ['Rahima 1990 1234 5678 9', 'Rahima •••6789'],
  ['১৯৯০-১২৩৪৫৬৭৮৯', '•••৬৭৮৯'],
  ['০১৭১২-৩৪৫ ৬৭৮', '•••5678'],
  ['12345 Rahim', '••• Rahim'],
  ['Sector 12 Rahim', 'Sector 12 Rahim'],
])('the audit row of a file that was searched by %s keeps %s', async (search, kept) => {
  const answer = await app.server.inject({
    url: '/api/main/consumers/download',
    query: { format: 'csv', language: 'en', search },
    headers: { authorization: `Bearer ${clerk.idToken}` },
  });
  expect(answer.statusCode).toBe(200);
  const { after } = await one<{ after: { search: string } }>(
    app.db,
    sql`select after from platform.audit where action = 'list.export' order by at desc, id desc limit 1`,
  );
  expect(after.search).toBe(kept);
});
