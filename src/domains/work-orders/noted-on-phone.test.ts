/** Steps that a phone without a network sends later: when they were noted counts, within what can be; the version goes on with photos. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { execute, one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { makeYard } from './factory-calls.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const yard = await makeYard(app);
const { clerk, crew } = yard;
const MINUTE_MS = 60_000;

const ago = (minutes: number) => new Date(app.clock.now().getTime() - minutes * MINUTE_MS).toISOString();
const times = (id: string) =>
  one<{ assigned: string; arrived: string; completed: string | null }>(
    app.db,
    sql`select assigned_at as assigned, arrived_at as arrived, completed_at as completed from work_orders.orders where id = ${id}`,
  );
const at = (instant: string | null) => new Date(String(instant)).toISOString();

/** Assigned three hours ago. */
async function assigned() {
  const { id } = await yard.order({ upTo: 'ASSIGNED' });
  await execute(
    app.owner.db,
    sql`update work_orders.orders set assigned_at = assigned_at - interval '3 hours' where id = ${id}`,
  );
  return id;
}

test('an arrival and a completion that are sent later happened when they were noted', async () => {
  const id = await assigned();
  const arrived = ago(60);
  await yard.step(steps.noteArrival, crew, id, { arrivedAt: null, notedAt: arrived });
  expect(at((await times(id)).arrived)).toBe(arrived);
  const completed = ago(20);
  await yard.step(steps.completeOrder, crew, id, { ...yard.done, notedAt: completed });
  expect(at((await times(id)).completed)).toBe(completed);
});

test('a typed time counts before it; sent at once, the clock of the server counts', async () => {
  const id = await assigned();
  const typed = ago(30);
  await yard.step(steps.noteArrival, crew, id, { arrivedAt: typed, notedAt: ago(10) });
  expect(at((await times(id)).arrived)).toBe(typed);
  await yard.step(steps.completeOrder, crew, id, { ...yard.done, notedAt: ago(1) });
  expect(at((await times(id)).completed)).toBe(ago(0));
});

test('a phone with a wrong clock notes nothing before the step before and nothing after now', async () => {
  const id = await assigned();
  await yard.step(steps.noteArrival, crew, id, { arrivedAt: null, notedAt: ago(24 * 60) });
  const { assigned: since, arrived } = await times(id);
  expect(at(arrived)).toBe(at(since));
  await yard.step(steps.completeOrder, crew, id, { ...yard.done, notedAt: ago(-24 * 60) });
  expect(at((await times(id)).completed)).toBe(ago(0));
});

test('the answer of a photo has the version from which the completion goes on', async () => {
  const { id } = await yard.order({ upTo: 'IN_PROGRESS' });
  const content = await sharp({ create: { width: 3, height: 3, channels: 3, background: '#445566' } })
    .png()
    .toBuffer();
  const before = await yard.at(id);
  const sent = await app.sendFile(steps.addPhoto, {
    ...{ as: crew, content, name: 'after.png' },
    query: { orderId: id, moment: 'AFTER' },
  });
  expect(sent.data.version).toBe(before.version + 1);
  const stale = await app.codeOf(steps.completeOrder, { as: crew, body: { ...before, ...yard.done } });
  expect(stale).toBe('common.stale_version');
  const version = sent.data.version;
  expect(
    await app.codeOf(steps.completeOrder, { as: crew, body: { ...before, version, ...yard.done } }),
  ).toBeUndefined();
  expect(await yard.codeOf(steps.verifyOrder, clerk, id)).toBeUndefined();
});
