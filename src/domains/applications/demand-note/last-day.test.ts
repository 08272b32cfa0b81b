/** The last day of a demand note: one for the application, the paper, the public page and what can be paid; and what is left to pay. */
import { afterAll, expect, test } from 'vitest';
import { checkPaper } from '#domains/papers/contract.ts';
import { payDemandNote, reversePayment } from '#domains/payments/contract.ts';
import { findPayables, getPayable, myPayables } from '#domains/payments/payables/contract.ts';
import { execute, one, sql } from '#platform/database/db.ts';
import { closePdf } from '#platform/pdf/render.ts';
import { addDays } from '#shared/dates.ts';
import { formatsOfPapers } from '#shared/format.ts';
import { type Person, testApp } from '#test/app.ts';
import { textOfPdf } from '#test/read-pdf.ts';
import { at } from '#test/zone.ts';
import * as contract from '../contract.ts';
import { makeApplication } from '../factory.ts';
import { demandNotePdf } from './contract.ts';

const app = await testApp({ now: at('2026-11-15', '10:00') });
let admin: Person;
/** Nobody is signed in any more by then. */
async function inDays(days: number): Promise<void> {
  app.clock.advance(days * 86_400);
  admin = await app.staff('admin');
}
await inDays(0);
afterAll(closePdf);

const { day, amount } = formatsOfPapers({ language: 'en', bengaliDigits: true });
const page = (id: string) => app.call(contract.getApplication, { as: admin, params: { id } });
const lastDays = async (id: string) => {
  const { expiresOn, demandNotes } = await page(id);
  return [expiresOn, demandNotes[0]?.dueOn];
};
async function print(id: string): Promise<{ text: string; code: string }> {
  const answer = await app.server.inject({
    url: `/api/${demandNotePdf.service}${demandNotePdf.path.replace('{id}', id)}?language=en`,
    headers: { authorization: `Bearer ${admin.idToken}` },
  });
  expect(answer.statusCode).toBe(200);
  const text = textOfPdf(answer.rawPayload);
  return { text, code: /\b([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})\b/.exec(text)?.[1] ?? '' };
}
const check = (code: string) => app.call(checkPaper, { body: { code } });
const because = async (id: string) => ({
  as: admin,
  body: { applicationId: id, version: (await page(id)).version, remark: 'The road is being built' },
});
const hold = async (id: string) => app.call(contract.holdApplication, await because(id));
const resume = async (id: string) => app.call(contract.resumeApplication, await because(id));
const setting = (value: object) =>
  execute(
    app.db,
    sql`insert into settings.entries (key, value) values ('payments', ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value`,
  );

test('a hold moves it on the paper too; the paper of before counts still, with the new last day', async () => {
  const { id } = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  const before = await print(id);
  expect(await lastDays(id)).toEqual(['2026-12-15', '2026-12-15']);
  expect(before.text).toContain(day('2026-12-15'));
  await hold(id);
  await inDays(5);
  await resume(id);
  expect(await lastDays(id)).toEqual(['2026-12-20', '2026-12-20']);
  const after = await print(id);
  expect(after.text).toContain(day('2026-12-20'));
  expect(after.code).not.toBe(before.code);
  const dueOn = { name: 'dueOn', value: '2026-12-20' };
  const { leftMinor } = await check(after.code);
  for (const { code } of [before, after]) {
    const checked = await check(code);
    expect(checked).toMatchObject({ state: 'valid', endedOn: null, leftMinor });
    expect(checked.facts).toContainEqual(dueOn);
  }
  // A day that moved earlier is not what the paper promises.
  const earlier = sql`update applications.applications set expires_on = '2026-12-19' where id = ${id}`;
  await execute(app.owner.db, earlier);
  expect(await check(after.code)).toMatchObject({ state: 'ended', leftMinor: null });
  expect(await check(before.code)).toMatchObject({ state: 'valid' });
});

test('money that is taken back gives as many days as a new note, however often', async () => {
  await setting({ reverseAloneUpToMinor: 1_000_000_00 });
  const { id } = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  const { today } = app.system();
  for (const wait of [20, 25]) {
    const amountMinor = (await page(id)).totalMinor ?? 0;
    const body = { applicationId: id, amountMinor, tender: { method: 'CASH' } } as const;
    const { id: paymentId } = await app.call(payDemandNote, { as: admin, body });
    await inDays(wait);
    await app.call(reversePayment, { as: admin, body: { paymentId, reason: 'for the wrong application' } });
    const { expiresOn, again } = await one<{ expiresOn: string; again: string }>(
      app.db,
      sql`select expires_on as "expiresOn", ${app.system().today}::date + 30 as again from applications.applications where id = ${id}`,
    );
    expect(expiresOn).toBe(again);
    expect(await lastDays(id)).toEqual([again, again]);
  }
  expect(app.system().today > today).toBe(true);
});

test('of a note that is paid, or that another one replaced, the last day stays', async () => {
  const { id } = await makeApplication(app, { upTo: 'READY_FOR_METER_INSTALLATION' });
  const move = (where = sql`true`) =>
    execute(
      app.db,
      sql`update applications.demand_notes set due_on = due_on + 1 where application_id = ${id} and ${where}`,
    );
  await expect(move()).rejects.toThrow('is frozen');
  const { id: revised } = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  await execute(
    app.db,
    sql`update applications.demand_notes set cancelled_at = now(), cancel_reason = 'revised' where application_id = ${revised}`,
  );
  await execute(
    app.db,
    sql`update applications.applications set expires_on = expires_on + 3 where id = ${revised}`,
  );
  const moved = execute(
    app.db,
    sql`update applications.demand_notes set due_on = due_on + 1 where application_id = ${revised}`,
  );
  await expect(moved).rejects.toThrow('is frozen');
});

test('what is left is on the paper and on the public page, and nothing when it is paid', async () => {
  const { id } = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  const total = (await page(id)).totalMinor ?? 0;
  const { code } = await print(id);
  expect(await check(code)).toMatchObject({ state: 'valid', amountMinor: total, leftMinor: total });
  // Counter and bank take a note as a whole; what came in parts before is kept like this.
  await execute(
    app.db,
    sql`update applications.demand_notes set settled_minor = 12345 where application_id = ${id}`,
  );
  const { text } = await print(id);
  for (const part of ['Paid until now', 'Still to pay', amount(total - 12_345)]) expect(text).toContain(part);
  expect(await check(code)).toMatchObject({ amountMinor: total, leftMinor: total - 12_345 });
  await execute(
    app.db,
    sql`update applications.demand_notes set settled_minor = total_minor where application_id = ${id}`,
  );
  expect(await check(code)).toMatchObject({ state: 'valid', leftMinor: 0 });
});

test('after it nothing is offered to pay, by name, also before the nightly job has ended the application', async () => {
  const owner = await app.consumer();
  const { id, number } = await makeApplication(app, {
    ...{ upTo: 'READY_TO_PAY', consumerId: String(owner.consumerId) },
  });
  const found = async () =>
    (await app.call(findPayables, { as: admin, query: { search: String(number) } })).items;
  const own = async () => (await app.call(myPayables, { as: owner })).items;
  const payable = () => app.call(getPayable, { as: owner, query: { applicationId: id } });
  const { today } = app.system();
  const until = (last: string) =>
    execute(app.db, sql`update applications.applications set expires_on = ${last}::date where id = ${id}`);
  await until(today);
  expect([await found(), await own()].map((items) => items.map((item) => item.id))).toEqual([[id], [id]]);
  expect((await payable()).closed).toBeNull();
  await until(addDays(today, -1));
  expect([await found(), await own()]).toEqual([[], []]);
  expect(await payable()).toMatchObject({ dueMinor: 0, closed: { because: 'OVER', receipt: null } });
});
