/** Calls that are not signed by the bank: a stranger who sends many is one alarm, and keeps no month open. */
import { expect, test } from 'vitest';
import { all, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { hindrances } from '../hindrances.ts';
import { gatewayCallback } from './contract.ts';

const app = await testApp();
const cashier = await app.staff('cashier');
const DAY_S = 86_400;

const flood = (calls: number) =>
  Promise.all(
    Array.from({ length: calls }, (_, n) =>
      app.call(gatewayCallback, {
        body: { message: `call +8801999${n} ${'now '.repeat(400)}`, signature: 'x' },
      }),
    ),
  );
const inbox = () =>
  all<{ deliveries: number; characters: number }>(
    app.db,
    sql`select deliveries, length(body) as characters from payments.inbox order by received_at`,
  );
const bells = () =>
  all(
    app.db,
    sql`select id from platform.notices where kind = 'payments.alarm' and user_id = ${cashier.userId}`,
  );

test('many in a day are one alarm, one bell and one short row; the next day has its own', async () => {
  await flood(30);
  expect(await inbox()).toEqual([{ deliveries: 30, characters: 500 }]);
  expect(await bells()).toHaveLength(1);
  app.clock.advance(DAY_S);
  await flood(1);
  expect((await inbox()).map(({ deliveries }) => deliveries)).toEqual([30, 1]);
  const kinds = await all<{ kind: string }>(app.db, sql`select kind from payments.alarms`);
  expect(kinds).toEqual([{ kind: 'SIGNATURE' }, { kind: 'SIGNATURE' }]);
});

test('such an alarm keeps no month open; one about money does', async () => {
  const alarms = hindrances.find(({ kind }) => kind === 'alarms');
  app.clock.advance(DAY_S);
  await flood(1);
  expect(await alarms?.count(app.db, '2026-12-01')).toBe(0);
  await all(
    app.owner.db,
    sql`insert into payments.alarms (kind, details, raised_at) values ('ORDER', '{}', now()) returning id`,
  );
  expect(await alarms?.count(app.db, '2026-12-01')).toBe(1);
});
