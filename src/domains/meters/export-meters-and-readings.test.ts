import { expect, test } from 'vitest';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { makeConnection } from './factory.ts';

const app = await testApp();
const connect = (consumerId?: string) =>
  transaction(app.db, (tx) =>
    makeConnection(tx, app.system(), {
      connectedOn: '2026-08-31',
      readings: [['2026-09-01', '2026-09-30', 20_000]],
      ...(consumerId ? { consumerId } : {}),
    }),
  );
const file = (as: Person, path: string, query: Record<string, string> = {}) =>
  app.server.inject({
    url: `/api/main${path}/download`,
    query: { format: 'csv', ...query },
    headers: { authorization: `Bearer ${as.idToken}` },
  });
/** Lines of rows: below the title, who asked and when, and the heads. */
const rowsWith = (body: string, text: string) => body.split('\n').filter((line) => line.includes(text));

test('meters, connections, unread meters and readings are files of their lists', async () => {
  const made = await connect();
  const admin = await app.staff('admin');
  for (const [path, query] of [
    ['/meters', { type: 'active' }],
    ['/connections', { status: 'active' }],
    ['/meters/no_readings', { period: '2026-10-01', monthsUnread: '1' }],
    ['/meter/readings', { period: '2026-09-01', sort: '-deviation' }],
  ] as const) {
    const { statusCode, body } = await file(admin, path, query);
    expect([path, statusCode, rowsWith(body, made.meterNumber).length]).toEqual([path, 200, 1]);
  }
  const paper = await file(admin, '/connections', { format: 'pdf', language: 'bn' });
  expect([paper.statusCode, paper.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
});

test('flags, states and categories are words of the chosen language', async () => {
  const made = await connect();
  await execute(
    app.owner.db,
    sql`update meters.readings set flags = '{HIGH,GAP}', state = 'FLAGGED' where connection_id = ${made.id}`,
  );
  const admin = await app.staff('admin');
  const lines = async (path: string, language: string) =>
    rowsWith((await file(admin, path, { language })).body, made.meterNumber)[0];
  expect(await lines('/meter/readings', 'en')).toContain('"High, Gap",,Needs review');
  expect(await lines('/meter/readings', 'bn')).toContain('"বেশি, মাঝে বাদ",,পর্যালোচনা দরকার');
  expect(await lines('/connections', 'bn')).toContain('আবাসিক');
});

test('a consumer gets own readings only, and no register of meters', async () => {
  const [rahima, karim] = [await app.consumer('Rahima'), await app.consumer('Karim')];
  const own = await connect(String(rahima.consumerId));
  const foreign = await connect(String(karim.consumerId));
  const { body } = await file(rahima, '/meter/readings');
  expect([rowsWith(body, own.meterNumber).length, rowsWith(body, foreign.meterNumber).length]).toEqual([
    1, 0,
  ]);
  expect((await file(rahima, '/meters')).statusCode).toBe(402);
});
