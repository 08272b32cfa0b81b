/** The register of the first day of an empty house, added after the notice: by whom, until when, and what becomes of bills. */
import { expect, test } from 'vitest';
import { execute, sql } from '#platform/database/db.ts';
import { approveRun, billMonth, calculateMonth, outcomesOf, postRun } from '../bill-run/factory-months.ts';
import * as contract from './contract.ts';
import { emptyOffice, OCTOBER } from './factory.ts';

const { app, office, first, second, cashier, household, ...town } = await emptyOffice();
const { home, note, get, seen, decided, log, fixed } = town;

test('the register of the first day is added to an approved notice by another person, and its bill is judged by it', async () => {
  const half = { fromDay: '2026-10-16' };
  const homes = { empty: await home(20_000), used: await home(20_000), waiting: await home(0) };
  const id = await decided(homes.empty, half);
  const usedId = await decided(homes.used, half);
  const start = async (of: string, startLitres: number, as: typeof second = second) => {
    const { params, body } = await seen(of);
    return { as, params, body: { ...body, startLitres, words: 'Read by the crew of the road' } };
  };
  const refused = async (...given: Parameters<typeof start>) =>
    app.codeOf(contract.noteEmptyStart, await start(...given));
  const may = async (of: string, as?: typeof first) => (await get(of, as)).can.start;
  expect([await may(id), await may(id, first), await may(id, household)]).toEqual([true, false, false]);
  expect(await refused(id, 19_000, first)).toBe('empty_houses.start_other_person');
  expect(await refused(id, 19_000, cashier)).toBe('common.not_permitted');
  expect(await refused(id, 20_001)).toBe('empty_houses.start_impossible');
  expect(await refused(id, 10 ** 12)).toBe('empty_houses.start_beyond_register');
  const { id: waits } = await note(homes.waiting, half);
  expect([await refused(waits, 0), await may(waits)]).toEqual(['empty_houses.over', false]);
  const coming = await decided(await home(0), { fromDay: '2026-11-05' });
  expect([await refused(coming, 0), await may(coming)]).toEqual(['empty_houses.start_to_come', false]);

  // A run that was calculated without it holds the bill.
  const run = await calculateMonth(office, OCTOBER);
  const now = await start(id, 19_000);
  await app.call(contract.noteEmptyStart, now);
  expect(await app.codeOf(contract.noteEmptyStart, now)).toBe('common.stale_version');
  expect(await refused(id, 19_000)).toBe('empty_houses.start_known');
  expect(await get(id)).toMatchObject({
    ...{ startLitres: 19_000, startNotedBy: expect.any(String), startNotedAt: expect.any(String) },
    ...{ can: { start: false } },
  });
  expect(await get(id, household)).toMatchObject({ startLitres: 19_000, startNotedBy: null });
  expect(await log(id)).toEqual(['empty-house.note', 'empty-house.approve', 'empty-house.start']);
  expect(await approveRun(office, run)).toMatchObject({ state: 'REVIEW', moved: 1 });
  expect(await approveRun(office, run)).toMatchObject({ state: 'APPROVED' });
  await postRun(office, run);
  expect((await outcomesOf(office, run)).get(homes.empty.id)).toBe('moved_empty_house');

  // What is billed stays as it was judged.
  expect(await refused(usedId, 19_000)).toBe('empty_houses.day_billed');
  expect(await may(usedId)).toBe(false);
  const change = (of: string, what: ReturnType<typeof sql>) =>
    execute(app.owner.db, sql`update billing.empty_houses set ${what} where id = ${of}`);
  const started = sql`start_noted_by = uuidv7(), start_noted_by_name = 'x', start_noted_at = now()`;
  await expect(change(id, sql`start_litres = 1`)).rejects.toThrow('is a fact');
  await expect(change(usedId, sql`start_litres = 1, ${started}`)).rejects.toThrow('are billed');
  await expect(change(coming, sql`start_litres = 1, ${started}, words = 'x'`)).rejects.toThrow('is a fact');

  await billMonth(office, OCTOBER);
  // 3000 × (16 + 15 / 2) / 31, as if the register had been in the notice.
  expect([await fixed(homes.empty), await fixed(homes.used)]).toEqual([2_274, 3_000]);
});
