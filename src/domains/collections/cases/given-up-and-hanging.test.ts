/** Cases that a person ends, and those that do not go on. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { execute, one, sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { testApp } from '#test/app.ts';
import { dunningCalls } from '../factory.ts';
import { sendingCalls } from '../factory-sending.ts';
import * as contract from './contract.ts';
import { casesExport } from './exports.ts';

const app = await testApp({ now: '2026-01-01T04:00:00Z' });
const calls = dunningCalls(app);
const { rules, until, caseOf } = calls;
const { noticed, seen, ordered } = sendingCalls(app, calls);

beforeAll(() => rules());

test('a case is given up with a reason as long as nobody is sent; the log has it', async () => {
  const made = await noticed();
  const as = await app.staff('engineer');
  const { version } = await seen(made.id);
  const given = { as, params: { id: made.caseId }, body: { version, reason: 'The owner has died' } };
  expect(
    await app.codeOf(contract.giveUpCase, { ...given, body: { ...given.body, version: version - 1 } }),
  ).toBe('common.stale_version');
  expect(await app.codeOf(contract.giveUpCase, { ...given, params: { id: randomUUID() } })).toBe(
    'common.not_found',
  );
  await app.call(contract.giveUpCase, given);
  expect(await caseOf(made.id)).toMatchObject({ state: 'CLOSED', because: 'given_up' });
  expect(
    await one(app.db, sql`select before, after, reason from platform.audit where action = 'dunning.give-up'`),
  ).toEqual({ before: { state: 'NOTICED' }, after: { state: 'CLOSED' }, reason: 'The owner has died' });
  const sent = await ordered();
  const { version: now } = await seen(sent.id);
  const late = { as, params: { id: sent.caseId }, body: { version: now, reason: 'Too late' } };
  expect(await app.codeOf(contract.giveUpCase, { ...late, as: await app.staff('engineer') })).toBe(
    'collections.case_sent',
  );
});

test('what waits too long is in the list of what hangs, and a person sees its history', async () => {
  const { id, caseId } = await ordered();
  const hanging = async () => {
    const { items } = await app.call(contract.listCases, {
      as: await app.staff('engineer'),
      query: { hangs: true, limit: 200 },
    });
    return items.map(({ connectionId }) => connectionId);
  };
  const start = app.system().today;
  await until(addDays(start, 7));
  expect(await hanging()).not.toContain(id);
  await until(addDays(start, 8));
  expect(await hanging()).toContain(id);
  const detail = await app.call(contract.caseDetail, {
    as: await app.staff('engineer'),
    params: { id: caseId },
  });
  expect(detail.events.map(({ event }) => event)).toEqual(['approved', 'notice', 'reminder']);
  expect(
    await app.codeOf(contract.caseDetail, { as: await app.staff('engineer'), params: { id: randomUUID() } }),
  ).toBe('common.not_found');
});

test('the file of what is ready holds the rows of the list, and its paper names each filter', async () => {
  const ready = await noticed();
  const early = await noticed();
  await execute(
    app.owner.db,
    sql`update collections.cases set pay_by = ${app.system().today} where id = ${early.caseId}`,
  );
  const as = await app.staff('engineer');
  const query = { ready: true, minMinor: 100, limit: 200 };
  const { items } = await app.call(contract.listCases, { as, query });
  const numbers = items.map(({ connectionNumber }) => connectionNumber);
  const file = await app.server.inject({
    url: '/api/billing/dunning/download?format=csv&language=en&ready=true&minMinor=100',
    headers: { authorization: `Bearer ${as.idToken}` },
  });
  expect(file.statusCode).toBe(200);
  const { connectionNumber } = await seenCase(ready.caseId);
  const other = await seenCase(early.caseId);
  expect(numbers).toContain(connectionNumber);
  expect(numbers).not.toContain(other.connectionNumber);
  for (const number of numbers) expect(file.body).toContain(number);
  expect(file.body).not.toContain(other.connectionNumber);
  expect(casesExport.filters?.({ ready: true, hangs: false, minMinor: 100 } as never)).toEqual([
    [
      ['Ready to disconnect', 'বিচ্ছিন্ন করা যায়'],
      ['Yes', 'হ্যাঁ'],
    ],
    [
      ['Does not go on', 'আটকে আছে'],
      ['No', 'না'],
    ],
    [['At least (Taka)', 'অন্তত (টাকা)'], '1.00'],
  ]);
});

const seenCase = async (id: string) =>
  app.call(contract.caseDetail, { as: await app.staff('engineer'), params: { id } });
