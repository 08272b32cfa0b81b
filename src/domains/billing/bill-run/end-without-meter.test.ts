/** An account that is closed without a meter: what was read before is billed, and the last of these bills is the final one. */
import { expect, test } from 'vitest';
import { closeUnmetered, reopenUnmetered } from '#domains/meters/closure/contract.ts';
import type { MadeConnection } from '#domains/meters/factory.ts';
import { approveUnflagged } from '#domains/meters/readings/actions/approve-unflagged.ts';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { searchInvoice } from '../invoices/contract.ts';
import * as contract from './contract.ts';
import {
  approveRun,
  billMonth,
  calculateMonth,
  chargesOf,
  connect,
  makeTown,
  type Office,
  outcomesOf,
} from './factory-months.ts';

const SEPTEMBER: [string, string, number] = ['2026-09-01', '2026-09-30', 10_000];
const OCTOBER: [string, string, number] = ['2026-10-01', '2026-10-10', 14_000];

/** The meter went on 12 October. */
async function leave(office: Office, readings: [string, string, number][], finalLitres: number) {
  const made = await connect(office, { connectedOn: '2026-08-30', readings });
  await execute(
    office.app.owner.db,
    sql`update meters.assignments set removed_on = '2026-10-12', final_litres = ${finalLitres}, final_status = 'DUMPED_CONFIRMED'
      where connection_id = ${made.id}`,
  );
  return made;
}
const shut = async ({ app }: Office, { id }: MadeConnection) =>
  app.call(closeUnmetered, {
    as: await app.staff('reviewer'),
    body: { connectionId: id, closedOn: '2026-11-01', reason: 'house is gone' },
  });
const unbilled = async ({ app, planner }: Office) =>
  (await app.call(contract.listUnbilledMonths, { as: planner, query: { limit: 100 } })).items.map(
    ({ connectionId, month }) => `${connectionId} ${month.slice(0, 7)}`,
  );

const approve = ({ app }: Office, made: MadeConnection, period: string) =>
  transaction(app.db, (tx) =>
    approveUnflagged(
      tx,
      { ...app.system(), permissions: new Set<never>() },
      { period, connectionId: made.id },
    ),
  );
const finalMonths = async ({ app, planner }: Office, connectionId: string) =>
  (await app.call(searchInvoice, { as: planner, query: { connectionId } })).items
    .filter(({ isFinal }) => isFinal)
    .map(({ period }) => period);

test('is billed for what was read before, and the last bill is the final one', async () => {
  const office = await makeTown('2026-12-02T04:00:00Z');
  const made = await leave(office, [SEPTEMBER, OCTOBER], 14_000);
  const gone = await leave(office, [SEPTEMBER], 10_000);
  await connect(office, { connectedOn: '2026-08-30', readings: [['2026-11-01', '2026-11-20', 5_000]] });
  for (const account of [made, gone]) await shut(office, account);
  expect((await unbilled(office)).filter((line) => line.startsWith(gone.id))).toEqual([`${gone.id} 2026-09`]);
  await billMonth(office, '2026-09-01');
  expect([await finalMonths(office, made.id), await finalMonths(office, gone.id)]).toEqual([
    [],
    ['2026-09-01'],
  ]);
  await billMonth(office, '2026-10-01');
  expect(await finalMonths(office, made.id)).toEqual(['2026-10-01']);
  expect((await chargesOf(office, made.id)).map(([month, water]) => [month, water])).toEqual([
    ['2026-09', 100],
    ['2026-10', 40],
  ]);
  // Its last month has no reading, and the next run leaves it out.
  const next = await calculateMonth(office, '2026-11-01');
  expect((await outcomesOf(office, next)).has(made.id)).toBe(false);
  expect((await unbilled(office)).filter((line) => !line.includes('2026-11'))).not.toContain(made.id);
  expect((await unbilled(office)).join()).not.toContain(gone.id);
});

test('is billed for what the meter showed when it went', async () => {
  const office = await makeTown('2026-12-02T04:00:00Z');
  const made = await leave(office, [SEPTEMBER, OCTOBER], 15_000);
  await shut(office, made);
  await billMonth(office, '2026-09-01');
  await billMonth(office, '2026-10-01');
  expect(await finalMonths(office, made.id)).toEqual([]);
  await approve(office, made, '2026-11-01');
  await billMonth(office, '2026-11-01');
  expect(await finalMonths(office, made.id)).toEqual(['2026-11-01']);
  expect((await chargesOf(office, made.id)).at(-1)?.[1]).toBe(10);
});

test('says on no bill that it is the final one as long as a reading is left, or if a meter is there', async () => {
  const office = await makeTown('2026-12-02T04:00:00Z');
  const made = await connect(office, { connectedOn: '2026-08-30', readings: [SEPTEMBER] });
  await execute(
    office.app.owner.db,
    sql`update meters.connections set status = 'closed', disconnected_on = '2026-11-01' where id = ${made.id}`,
  );
  await billMonth(office, '2026-09-01');
  expect(await finalMonths(office, made.id)).toEqual([]);
});

test('is not opened again while a run posts its last bill', async () => {
  const office = await makeTown('2026-12-02T04:00:00Z');
  const { app, planner } = office;
  const made = await leave(office, [SEPTEMBER, OCTOBER], 15_000);
  await shut(office, made);
  await billMonth(office, '2026-09-01');
  await billMonth(office, '2026-10-01');
  await approve(office, made, '2026-11-01');
  const id = await calculateMonth(office, '2026-11-01');
  await approveRun(office, id);
  await app.call(contract.postRun, { as: planner, params: { id } });
  const body = { connectionId: made.id, reason: 'closed by mistake' };
  expect(await app.codeOf(reopenUnmetered, { as: await app.staff('reviewer'), body })).toBe(
    'meters.reading_in_posting',
  );
});

test('and opened again after the calculation is held: its sources moved', async () => {
  const office = await makeTown('2026-12-02T04:00:00Z');
  const { app } = office;
  const made = await leave(office, [SEPTEMBER], 10_000);
  await shut(office, made);
  const id = await calculateMonth(office, '2026-09-01');
  const body = { connectionId: made.id, reason: 'closed by mistake' };
  await app.call(reopenUnmetered, { as: await app.staff('reviewer'), body });
  await approveRun(office, id);
  expect((await outcomesOf(office, id)).get(made.id)).toMatch(/^moved_/);
});
