/** The registers of the first day and of the return, added after the notice: by whom, until when, and what becomes of bills. */
import { expect, test } from 'vitest';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { approveRun, billMonth, calculateMonth, outcomesOf, postRun } from '../bill-run/factory-months.ts';
import { invoiceDetail } from '../invoices/contract.ts';
import * as contract from './contract.ts';
import { emptyOffice, OCTOBER } from './factory.ts';

const { app, office, first, second, third, fourth, cashier, household, ...town } = await emptyOffice();
const { home, note, get, seen, decided, end, log, fixed } = town;

/** What the household reads of registers, in order. */
const registersTold = async (id: string) =>
  (
    await all<{ params: { day: string; litres: number } }>(
      app.db,
      sql`select params from platform.notices where kind = 'empty_houses.register' and path = ${`/billing/empty-houses/${id}`}
        and user_id = ${household.userId} order by id`,
    )
  ).map(({ params: { day, litres } }) => ({ day, litres }));

test('a register is not more than a pipe can have let through since the last reading', async () => {
  const made = await home(0, {
    connectedOn: '2026-08-31',
    readings: [['2026-09-01', '2026-09-30', 20_000]],
  });
  const id = await decided(made, { fromDay: '2026-10-16', untilDay: '2026-11-02' });
  const words = 'Typed at the desk';
  const { params, body } = await seen(id);
  const refused = (startLitres: number) =>
    app.codeOf(contract.noteEmptyStart, { as: third, params, body: { ...body, startLitres, words } });
  expect(await refused(5_000_000)).toBe('empty_houses.start_impossible');
  expect(
    await app.codeOf(contract.noteEmptyReturn, {
      ...{ as: third, params, body: { ...body, returnLitres: 9_000_000, words } },
    }),
  ).toBe('empty_houses.return_impossible');
  expect(await refused(21_000)).toBeUndefined();
});

test('the register of the first day is added to an approved notice by another person, and its bill is judged by it', async () => {
  const half = { fromDay: '2026-10-16' };
  const homes = { empty: await home(20_000), used: await home(20_000), waiting: await home(0) };
  const id = await decided(homes.empty, half);
  const usedId = await decided(homes.used, half);
  const start = async (of: string, startLitres: number, as: typeof third = third) => {
    const { params, body } = await seen(of);
    return { as, params, body: { ...body, startLitres, words: 'Read by the crew of the road' } };
  };
  const refused = async (...given: Parameters<typeof start>) =>
    app.codeOf(contract.noteEmptyStart, await start(...given));
  const may = async (of: string, as: typeof third = third) => (await get(of, as)).can.start;
  expect([await may(id), await may(id, first), await may(id, second), await may(id, household)]).toEqual([
    ...[true, false, false, false],
  ]);
  for (const who of [first, second])
    expect(await refused(id, 19_000, who)).toBe('empty_houses.start_other_person');
  expect(await refused(id, 19_000, cashier)).toBe('common.not_permitted');
  expect(await refused(id, 20_001)).toBe('empty_houses.start_impossible');
  expect(await refused(id, 10 ** 12)).toBe('empty_houses.start_beyond_register');
  const { id: waits } = await note(homes.waiting, half);
  expect([await refused(waits, 0), await may(waits)]).toEqual(['empty_houses.over', false]);
  const coming = await decided(await home(0), { fromDay: '2026-11-05' });
  expect([await refused(coming, 0), await may(coming)]).toEqual(['empty_houses.start_to_come', false]);

  // A run that was calculated without it holds the bill.
  const run = await calculateMonth(office, OCTOBER);
  const now = await start(id, 18_900);
  await app.call(contract.noteEmptyStart, now);
  expect(await app.codeOf(contract.noteEmptyStart, now)).toBe('common.stale_version');
  // An error of typing is corrected by somebody else.
  expect([await refused(id, 19_000), await may(id, fourth)]).toEqual([
    ...['empty_houses.start_other_person', true],
  ]);
  await app.call(contract.noteEmptyStart, await start(id, 19_000, fourth));
  expect(await registersTold(id)).toEqual([
    { day: '2026-10-16', litres: 18_900 },
    { day: '2026-10-16', litres: 19_000 },
  ]);
  expect(await get(id, fourth)).toMatchObject({
    ...{ startLitres: 19_000, startNotedBy: expect.any(String), startNotedAt: expect.any(String) },
    ...{ can: { start: false } },
  });
  expect(await get(id, household)).toMatchObject({ startLitres: 19_000, startNotedBy: null });
  expect(await log(id)).toEqual([
    ...['empty-house.note', 'empty-house.approve', 'empty-house.start', 'empty-house.start'],
  ]);
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
  await expect(change(id, sql`start_litres = 1`)).rejects.toThrow('does not note it');
  await expect(change(usedId, sql`start_litres = 1, ${started}`)).rejects.toThrow('are billed');
  await expect(change(coming, sql`start_litres = 1, ${started}, words = 'x'`)).rejects.toThrow('is a fact');

  await billMonth(office, OCTOBER);
  // 3000 × (16 + 15 / 2) / 31, as if the register had been in the notice.
  expect([await fixed(homes.empty), await fixed(homes.used)]).toEqual([2_274, 3_000]);
});

test('the register of the return is added by another person, and use from that day on does not count against the notice', async () => {
  const away = { fromDay: '2026-09-30', untilDay: '2026-10-16' };
  const trip = { fromDay: '2026-10-08', untilDay: '2026-10-16', startLitres: 400 };
  const homes = {
    back: await home(20_000),
    unknown: await home(20_000),
    used: await home(20_000),
    trip: await home(20_000),
    early: await home(20_000),
    coming: await home(0),
    never: await home(0),
    changed: await home(20_000),
  };
  const ids = {
    back: await decided(homes.back, away),
    used: await decided(homes.used, away),
    trip: await decided(homes.trip, trip),
    early: await decided(homes.early),
    coming: await decided(homes.coming, { fromDay: '2026-10-01', untilDay: '2026-11-05' }),
    never: await decided(homes.never),
    changed: await decided(homes.changed, away),
  };
  const unknownId = await decided(homes.unknown, away);
  const back = async (of: string, returnLitres: number, as: typeof third = third) => {
    const { params, body } = await seen(of);
    return { as, params, body: { ...body, returnLitres, words: 'Read by the crew of the road' } };
  };
  const add = async (...given: Parameters<typeof back>) =>
    app.call(contract.noteEmptyReturn, await back(...given));
  const refused = async (...given: Parameters<typeof back>) =>
    app.codeOf(contract.noteEmptyReturn, await back(...given));
  const may = async (of: string, as: typeof third = third) => (await get(of, as)).can.return;

  const people = [third, first, second, household];
  expect(await Promise.all(people.map((who) => may(ids.back, who)))).toEqual([true, false, false, false]);
  for (const who of [first, second])
    expect(await refused(ids.back, 1_000, who)).toBe('empty_houses.return_other_person');
  expect(await refused(ids.back, 1_000, cashier)).toBe('common.not_permitted');
  expect(await refused(ids.back, 20_001)).toBe('empty_houses.return_impossible');
  expect(await refused(ids.back, 10 ** 12)).toBe('empty_houses.return_beyond_register');
  // Below the register of the first day of the same notice.
  expect(await refused(ids.trip, 399)).toBe('empty_houses.return_impossible');
  expect([await refused(ids.coming, 0), await may(ids.coming)]).toEqual([
    ...['empty_houses.return_to_come', false],
  ]);
  // Its end is to come, and somebody ends it before.
  expect(await may(ids.early)).toBe(false);
  await app.call(contract.endEmptyHouse, await end(ids.early, '2026-10-16'));
  expect(await may(ids.early)).toBe(true);
  // It never was empty.
  await app.call(contract.endEmptyHouse, await end(ids.never, '2026-09-30'));
  expect([await refused(ids.never, 0), await may(ids.never)]).toEqual(['empty_houses.over', false]);
  const { id: waits } = await note(await home(0), away);
  expect([await refused(waits, 0), await may(waits)]).toEqual(['empty_houses.over', false]);

  const change = (of: string, what: ReturnType<typeof sql>) =>
    execute(app.owner.db, sql`update billing.empty_houses set ${what} where id = ${of}`);

  // A run that was calculated without it holds the bill.
  const run = await calculateMonth(office, OCTOBER);
  const now = await back(ids.back, 10_000);
  await app.call(contract.noteEmptyReturn, now);
  expect(await app.codeOf(contract.noteEmptyReturn, now)).toBe('common.stale_version');
  // An error of typing is corrected by somebody else.
  expect(await refused(ids.back, 1_000)).toBe('empty_houses.return_other_person');
  await add(ids.back, 1_000, fourth);
  expect(await registersTold(ids.back)).toEqual([
    { day: '2026-10-16', litres: 10_000 },
    { day: '2026-10-16', litres: 1_000 },
  ]);
  // The register is that of the day: the day stays.
  expect(await app.codeOf(contract.endEmptyHouse, await end(ids.back, '2026-10-10'))).toBe(
    'empty_houses.return_known',
  );
  const ended = sql`state = 'ENDED', ended_by_name = 'x', ended_at = now()`;
  await expect(change(ids.back, sql`${ended}, until_day = '2026-10-10'`)).rejects.toThrow('is a fact');
  expect(await get(ids.back, fourth)).toMatchObject({
    ...{ returnLitres: 1_000, returnNotedBy: expect.any(String), returnNotedAt: expect.any(String) },
    ...{ can: { return: false, end: false } },
  });
  expect(await get(ids.back, household)).toMatchObject({ returnLitres: 1_000, returnNotedBy: null });
  expect(await log(ids.back)).toEqual([
    ...['empty-house.note', 'empty-house.approve', 'empty-house.return', 'empty-house.return'],
  ]);
  await add(ids.used, 1_001);
  await add(ids.trip, 1_400);
  await add(ids.early, 1_000);
  expect((await get(ids.early)).state).toBe('ENDED');
  expect(await approveRun(office, run)).toMatchObject({ state: 'REVIEW', moved: 4 });
  expect(await approveRun(office, run)).toMatchObject({ state: 'APPROVED' });
  await add(ids.changed, 1_000);
  await postRun(office, run);
  expect((await outcomesOf(office, run)).get(homes.changed.id)).toBe('moved_empty_house');
  // What is billed stays as it was judged.
  expect([await refused(unknownId, 1_000), await may(unknownId)]).toEqual([
    ...['empty_houses.return_billed', false],
  ]);
  await billMonth(office, OCTOBER);

  expect({
    back: await fixed(homes.back),
    unknown: await fixed(homes.unknown),
    used: await fixed(homes.used),
    trip: await fixed(homes.trip),
    early: await fixed(homes.early),
  }).toEqual({
    // 3000 × (16 / 2 + 15) / 31 and 3000 × (8 + 8 / 2 + 15) / 31 + …, half up: 16 and 8 of 31 days are empty.
    ...{ back: 2_226, early: 2_226, trip: 2_613 },
    // More than 1 m³ in the empty days, or nobody knows how much.
    ...{ used: 3_000, unknown: 3_000 },
  });
  // What both registers tell ends the notice; what nobody knows does not.
  expect((await get(ids.used)).state).toBe('ENDED_BY_USE');
  expect((await get(unknownId)).state).toBe('APPROVED');
  const inFull = async ({ id }: { id: string }) => {
    const bill = await one<{ id: string }>(
      app.db,
      sql`select id from billing.invoices where connection_id = ${id}`,
    );
    return (await app.call(invoiceDetail, { as: household, params: { id: bill.id } })).emptyInFull;
  };
  expect(await inFull(homes.used)).toEqual({ useLitres: 1_001, mostLitres: 1_000 });
  expect(await inFull(homes.back)).toBeNull();

  // The database keeps the guards by itself.
  const noted = sql`return_noted_by = uuidv7(), return_noted_by_name = 'x', return_noted_at = now()`;
  await expect(change(ids.back, sql`return_litres = 1`)).rejects.toThrow('does not note it');
  await expect(change(unknownId, sql`return_litres = 1, ${noted}`)).rejects.toThrow('are billed');
  await expect(change(ids.coming, sql`return_litres = 1, ${noted}, words = 'x'`)).rejects.toThrow(
    'is a fact',
  );
  await expect(
    change(ids.coming, sql`return_litres = 1, ${noted}, until_day = '2026-11-01'`),
  ).rejects.toThrow('is a fact');
});
