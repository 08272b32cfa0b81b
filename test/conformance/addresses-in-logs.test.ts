/** What people look for and write may be in an address: no line of the log holds the values of a query, at any level. */
import pino from 'pino';
import { expect, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { smallServer } from '#test/small-server.ts';

const lines: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
const { appUrl: url } = await testDatabase();
const server = await smallServer({ url, log, database: { settings: { statement_timeout: '1000' } } });
const WORD = 'karim-rahman';

test.each([
  ['answered', '/api/main/sleep?seconds=0&', 200],
  ['refused', '/api/main/sleep?seconds=a&', 422],
  ['no call', '/api/main/none?', 404],
  ['unreadable', '/api/%zz?', 404],
  ['failed', '/api/main/sleep?seconds=30&', 503],
])('%s: no line has the values of its query', async (what, address, status) => {
  lines.length = 0;
  const answer = await server.get(`${address}search=${WORD}`);
  expect([address, answer.status]).toEqual([address, status]);
  // Only what failed is looked for in the log, by the call that it was.
  expect(lines.some((line) => line.includes('"/api/main/sleep"'))).toBe(what === 'failed');
  expect(lines.filter((line) => line.includes(WORD))).toEqual([]);
});
