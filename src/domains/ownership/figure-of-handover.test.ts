/**
 * The figure of a handover is one for both owners. What closing would refuse is refused while somebody is at the meter; a correction
 * afterwards is another person's, both owners hear of it, and every paper and list says the new figure.
 */
import { afterAll, expect, test } from 'vitest';
import { editReading } from '#domains/meters/readings/contract.ts';
import { checkPaper } from '#domains/papers/contract.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { closePdf } from '#platform/pdf/render.ts';
import { addDays } from '#shared/dates.ts';
import type { Minor } from '#shared/money.ts';
import { type Person, testApp } from '#test/app.ts';
import { textOfPdf } from '#test/read-pdf.ts';
import { getRequest, listChanges } from './contract.ts';
import { makeOffice } from './factory-calls.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const office = await makeOffice(app);
const { clerk, admin } = office;
afterAll(closePdf);

const phoneOf = async ({ consumerId }: Person) =>
  (await one<{ phone: string }>(app.db, sql`select phone from consumers.consumers where id = ${consumerId}`))
    .phone;

async function changed() {
  const [seller, buyer] = [await app.consumer('Rahima Begum'), await app.consumer('Karim Uddin')];
  const connection = await office.connect({ consumerId: String(seller.consumerId) });
  const { id } = await office.request({ connection, phone: await phoneOf(buyer), upTo: 'COMPLETED' });
  return { seller, buyer, connection, id };
}
async function certificate(id: string) {
  const { rawPayload } = await app.server.inject({
    url: `/api/main/application/change_ownership_request/${id}/certificate?language=en`,
    headers: { authorization: `Bearer ${clerk.idToken}` },
  });
  const text = textOfPdf(rawPayload).replace(/[\u200b\s]+/g, ' ');
  return { text, code: /\b([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})\b/.exec(text)?.[1] ?? '' };
}
const correct = async (connectionId: string, as: Person, registerLitres: number) => {
  const reading = await one<{ id: string; version: number; readOn: string }>(
    app.db,
    sql`select id, version, read_on as "readOn" from meters.readings
      where connection_id = ${connectionId} and living order by period desc limit 1`,
  );
  const body = { ...reading, registerLitres, reason: 'misread' };
  return app.codeOf(editReading, { as, body });
};

test('a correction is not of who noted or checked it; papers, lists and both owners have the new figure', async () => {
  const { seller, buyer, connection, id } = await changed();
  const before = await certificate(id);
  expect(before.text).toContain('12 m³');
  const check = (code: string) => app.call(checkPaper, { body: { code } });
  expect((await check(before.code)).state).toBe('valid');
  expect(await correct(connection.id, clerk, 13_000)).toBe('meters.own_handover');
  const other = await app.staff('reviewer');
  expect(await correct(connection.id, other, 13_000)).toBeUndefined();
  for (const as of [clerk, seller, buyer]) {
    const shown = await app.call(getRequest, { as, query: { requestId: id } });
    expect([shown.registerLitres, shown.timeline.at(-1)?.action]).toEqual([13_000, 'correct-figure']);
  }
  const { items } = await app.call(listChanges, { as: clerk, query: {} });
  expect(items.find(({ requestId }) => requestId === id)?.registerLitres).toBe(13_000);
  const after = await certificate(id);
  expect(after.text).toContain('13 m³');
  expect(await check(before.code)).toMatchObject({ state: 'ended', endedOn: app.system().today });
  expect((await check(after.code)).state).toBe('valid');
  const told = await all<{ recipient: string }>(
    app.owner.db,
    sql`select recipient from platform.outbox where event like ${`ownership.figureCorrected:${id}:%`} order by recipient`,
  );
  expect(told.map(({ recipient }) => recipient)).toEqual(
    [await phoneOf(seller), await phoneOf(buyer)].toSorted(),
  );
});

test('a reading of another day, or of a connection that nobody took over, is corrected as any other', async () => {
  const connection = await office.connect({ readings: [['2026-10-01', '2026-11-01', 10_000]] });
  expect(await correct(connection.id, await app.staff('reviewer'), 11_000)).toBeUndefined();
});

test('a handover on the day on which the meter came is refused while somebody is there, with the first day that can be', async () => {
  const { today } = app.system();
  const connection = await office.connect();
  const { id } = await office.request({ connection, upTo: 'DOCS_VERIFIED' });
  await execute(
    app.owner.db,
    sql`update meters.connections set connected_on = ${today}::date where id = ${connection.id}`,
  );
  const body = {
    ...(await office.at(id)),
    ...{ readOn: today, registerLitres: 12_000, liabilityMinor: 0 as Minor, unusual: true },
  };
  const refused = await app.refused(steps.noteReading, { as: admin, body });
  expect([refused.code, refused.params]).toEqual(['ownership.day_too_early', { day: addDays(today, 1) }]);
});
