/** A demand note after its last day: its code says so, and its paper explains no way to pay. */
import { afterAll, expect, test } from 'vitest';
import { demandNotePdf } from '#domains/applications/demand-note/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { execute, one, sql } from '#platform/database/db.ts';
import { closePdf } from '#platform/pdf/render.ts';
import { testApp } from '#test/app.ts';
import { textOfPdf } from '#test/read-pdf.ts';
import { checkPaper } from './contract.ts';

const app = await testApp();
afterAll(closePdf);

async function seen(id: string) {
  const admin = await app.staff('admin');
  const { rawPayload } = await app.server.inject({
    url: `/api/main${demandNotePdf.path.replace('{id}', id)}?language=en`,
    headers: { authorization: `Bearer ${admin.idToken}` },
  });
  const text = textOfPdf(rawPayload);
  const code = /\b([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})\b/.exec(text)?.[1] ?? '';
  const { state, endedOn, facts } = await app.call(checkPaper, { body: { code } });
  return { state, endedOn, paying: text.includes('How to pay'), facts: facts.map(({ name }) => name) };
}

const moveTo = (day: string) => app.clock.advance((Date.parse(day) - Date.parse(app.system().today)) / 1000);

test('it ends after its last day, unless it is paid or the application is on hold', async () => {
  const [open, paid] = [
    await makeApplication(app, { upTo: 'READY_TO_PAY' }),
    await makeApplication(app, { upTo: 'READY_FOR_METER_INSTALLATION' }),
  ];
  const { lastDay } = await one<{ lastDay: string }>(
    app.db,
    sql`select max(due_on) as "lastDay" from applications.demand_notes
      where application_id in (${open.id}::uuid, ${paid.id}::uuid)`,
  );
  // The last day is told one time, by the name of a day to pay.
  const facts = ['application', 'dueOn'];
  const counts = { state: 'valid', endedOn: null, facts };
  moveTo(lastDay);
  expect(await seen(open.id)).toEqual({ ...counts, paying: true });
  expect(await seen(paid.id)).toEqual({ ...counts, paying: false });
  app.clock.advance(86_400);
  const { today } = app.system();
  expect(await seen(open.id)).toEqual({ state: 'ended', endedOn: today, facts, paying: false });
  expect(await seen(paid.id)).toEqual({ ...counts, paying: false });
  await execute(
    app.owner.db,
    sql`update applications.applications set overlay = 'HOLD', overlay_reason = 'The lane is closed',
        overlay_on = ${today}::date where id = ${open.id}`,
  );
  expect(await seen(open.id)).toMatchObject(counts);
});
