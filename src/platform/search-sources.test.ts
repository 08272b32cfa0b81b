import { expect, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { all, sql } from './database/db.ts';
import { begins } from './search-sources.ts';

const { db } = await testDatabase();

test.each([
  ['12', ['12', '120', '1299', '12-b']],
  ['1299', ['1299']],
  ['99', ['99', '990', '9999']],
  ['+88', ['+880', '+889']],
])('what begins with %s is one range', async (digits, expected) => {
  const texts = [
    '1',
    '11',
    '12',
    '120',
    '1299',
    '13',
    '12-b',
    '2',
    '98',
    '99',
    '990',
    '9999',
    'a',
    'M12',
    '+880',
    '+889',
    '+90',
  ];
  const found = await all<{ text: string }>(
    db,
    sql`select text from unnest(${texts}::text[]) with ordinality as t (text, n) where ${begins(sql`text`, digits)} order by n`,
  );
  expect(found.map(({ text }) => text)).toEqual(texts.filter((text) => expected.includes(text)));
});
