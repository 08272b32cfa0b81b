/** The store of meters: one table of states, tests on the bench, scrap by two people, seals, and the history that shows all of it. */
import { describe, expect, test } from 'vitest';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { pagesOfPdf, textOfPdf } from '#test/read-pdf.ts';
import { installMeter } from '../actions/install-meter.ts';
import * as changes from '../changes/contract.ts';
import { makeChanges } from '../changes/factory-changes.ts';
import { closeConnection } from '../closure/contract.ts';
import * as meters from '../contract.ts';
import * as contract from './contract.ts';
import { METER_MOVES, METER_STATES, METER_TRANSITIONS, movesOf } from './store.rules.ts';

const app = await testApp();
const { reviewer, admin, stock, connect, accepted } = await makeChanges(app);
const { today } = app.system();
const nextYear = today.replace(/^2026/, '2027');

const meterOf = (id: string) => app.call(meters.getMeter, { as: reviewer, params: { id } });
const step = async (id: string) => ({ meterId: id, version: (await meterOf(id)).version });
const historyOf = async (id: string, as = reviewer) =>
  app.call(contract.meterHistory, { as, params: { id } });
const tested = async (id: string, change: object = {}) => ({
  ...(await step(id)),
  ...{ testedOn: today, result: 'PASSED' as const, ...change },
});
/** Taken into stock with what it is worth. */
async function valued(valueMinor: number | null) {
  const number = `WORTH-${(await stock()).number}`;
  return app.call(meters.addMeter, {
    as: admin,
    body: { number, make: 'Itron', sealNumber: 'S-1', madeYear: 2010, valueMinor },
  });
}

test('a state is left by the moves of the table only, and each state but SCRAPPED is left', () => {
  const left = METER_STATES.filter((state) =>
    METER_MOVES.some((move) => (METER_TRANSITIONS[move].from as readonly string[]).includes(state)),
  );
  expect(METER_STATES.filter((state) => !left.includes(state))).toEqual(['SCRAPPED']);
  expect(movesOf('INSTALLED', new Set(['meters:edit']))).toEqual(['faulty', 'locked', 'stopped']);
  expect(movesOf('INSTALLED', new Set())).toEqual([]);
});

describe('what is found at a meter', () => {
  test('is noted with who and why; it measures on, and a meter in stock has no such state', async () => {
    const { meterId } = await connect();
    const mark = async (move: 'faulty' | 'working', id = meterId) => ({
      ...(await step(id)),
      move,
      reason: 'glass broken',
    });
    const old = await mark('faulty');
    await app.call(contract.markMeter, { as: reviewer, body: old });
    expect(await app.codeOf(contract.markMeter, { as: reviewer, body: old })).toBe('common.stale_version');
    expect(await meterOf(meterId)).toMatchObject({ status: 'FAULTY', can: ['locked', 'stopped', 'working'] });
    const { items } = await historyOf(meterId);
    expect(items.find(({ kind }) => kind === 'CONDITION')).toMatchObject({
      ...{ state: 'FAULTY', remark: 'glass broken' },
    });
    await app.call(contract.markMeter, { as: reviewer, body: await mark('working') });
    expect((await meterOf(meterId)).status).toBe('INSTALLED');
    const { id } = await stock();
    expect(await app.codeOf(contract.markMeter, { as: reviewer, body: await mark('faulty', id) })).toBe(
      'meters.meter_wrong_state',
    );
    const nobody = { ...(await mark('faulty')), meterId: '00000000-0000-7000-8000-000000000000' };
    expect(await app.codeOf(contract.markMeter, { as: reviewer, body: nobody })).toBe('common.not_found');
  });
});

describe('a bench test', () => {
  test('brings a removed meter back into stock after its figure is confirmed; failed, it is out of use', async () => {
    const { final, connection } = await accepted();
    const { meterId } = final;
    const run = async (change: object = {}) =>
      app.codeOf(contract.testMeter, { as: reviewer, body: await tested(meterId, change) });
    expect(await run()).toBe('meters.meter_final_open');
    const { id, finalLitres } = final;
    const body = { id, seenLitres: finalLitres, finalLitres };
    await app.call(changes.settleFinal, { as: reviewer, body });
    const install = () =>
      transaction(app.db, (tx) =>
        installMeter(tx, app.system(), {
          ...{ connectionId: connection.id, meterId, installedOn: '2026-11-01', openingLitres: 31_000 },
        }),
      );
    await expect(install()).rejects.toThrow('meters.meter_not_free');
    expect(await run({ testedOn: nextYear })).toBe('meters.meter_test_in_future');
    expect(await run({ errorPercent: '1.555' })).toBe('common.invalid_input');
    expect(await run({ result: 'FAILED', errorPercent: '-৬.৫' })).toBeUndefined();
    expect((await meterOf(meterId)).status).toBe('REMOVED_CONFIRMED');
    expect(await run({ errorPercent: '+1.2' })).toBeUndefined();
    expect((await meterOf(meterId)).status).toBe('IN_STOCK');
    const { items } = await historyOf(meterId);
    expect(
      items.filter(({ kind }) => kind === 'TEST').map(({ state, hundredths }) => [state, hundredths]),
    ).toEqual([
      ['PASSED', 120],
      ['FAILED', -650],
    ]);
  });

  test('of a meter that went with its connection waits for the last bill; an installed one is not tested', async () => {
    const { meterId } = await connect();
    const run = async () => app.codeOf(contract.testMeter, { as: reviewer, body: await tested(meterId) });
    expect(await run()).toBe('meters.meter_wrong_state');
    await app.call(closeConnection, {
      as: reviewer,
      body: { meterId, readOn: '2026-10-31', registerLitres: 25_000, reason: 'moved' },
    });
    expect(await run()).toBe('meters.meter_final_open');
    await execute(
      app.owner.db,
      sql`update meters.readings set state = 'BILLED' where meter_id = ${meterId} and period = '2026-10-01'`,
    );
    expect(await run()).toBeUndefined();
    expect((await meterOf(meterId)).status).toBe('IN_STOCK');
  });
});

describe('a meter is scrapped', () => {
  test('at once if it is worth nothing', async () => {
    const { id } = await valued(null);
    const body = { ...(await step(id)), reason: 'broken in two' };
    expect(await app.call(contract.scrapMeter, { as: reviewer, body })).toMatchObject({ status: 'SCRAPPED' });
    const nowhere = { ...body, meterId: crypto.randomUUID() };
    expect(await app.codeOf(contract.scrapMeter, { as: reviewer, body: nowhere })).toBe('common.not_found');
    const test = { ...(await tested(id)), meterId: crypto.randomUUID() };
    expect(await app.codeOf(contract.testMeter, { as: reviewer, body: test })).toBe('common.not_found');
    const again = { ...(await step(id)), reason: 'again' };
    expect(await app.codeOf(contract.scrapMeter, { as: reviewer, body: again })).toBe(
      'meters.meter_wrong_state',
    );
    const seal = { ...(await step(id)), number: 'S-2', sealedOn: today, reason: 'lost' };
    expect(await app.codeOf(contract.sealMeter, { as: reviewer, body: seal })).toBe(
      'meters.meter_wrong_state',
    );
  });

  test('by two people if it is worth something, and not tested meanwhile', async () => {
    const { id } = await valued(450_000);
    const ask = async () =>
      app.codeOf(contract.scrapMeter, { as: reviewer, body: { ...(await step(id)), reason: 'worn out' } });
    expect([await ask(), await ask()]).toEqual([undefined, 'meters.meter_scrap_asked']);
    expect((await meterOf(id)).status).toBe('IN_STOCK');
    const { scrap } = await historyOf(id);
    expect(scrap).toMatchObject({ reason: 'worn out', isOwn: true });
    const waiting = await app.call(meters.listMeters, { as: admin, query: { scrapAsked: true } });
    expect(waiting.items.map((row) => row.id)).toEqual([id]);
    const decide = (as: typeof admin, change: object) =>
      app.codeOf(contract.decideScrap, { as, body: { scrapId: scrap?.id ?? '', accept: true, ...change } });
    expect(await app.codeOf(contract.testMeter, { as: admin, body: await tested(id) })).toBe(
      'meters.meter_scrap_asked',
    );
    expect(await decide(reviewer, {})).toBe('meters.meter_scrap_asker');
    expect(await decide(admin, { accept: false })).toBe('meters.meter_scrap_remark');
    expect(await decide(admin, { accept: false, remark: 'repair it' })).toBeUndefined();
    expect(await decide(admin, {})).toBe('meters.meter_scrap_decided');
    expect(await ask()).toBeUndefined();
    const scrapId = (await historyOf(id)).scrap?.id ?? '';
    const own = sql`update meters.scraps set state = 'SCRAPPED', decided_by = asked_by, decided_by_name = 'X', decided_at = now() where id = ${scrapId}`;
    await expect(execute(app.db, own)).rejects.toThrow('scraps_two_persons');
    // It is kept for an application meanwhile.
    await execute(app.owner.db, sql`update meters.meters set status = 'RESERVED' where id = ${id}`);
    expect(await decide(admin, { scrapId })).toBe('meters.meter_wrong_state');
    await execute(app.owner.db, sql`update meters.meters set status = 'IN_STOCK' where id = ${id}`);
    expect(await decide(admin, { scrapId })).toBeUndefined();
    expect((await meterOf(id)).status).toBe('SCRAPPED');
    expect(await decide(admin, { scrapId: '00000000-0000-7000-8000-000000000000' })).toBe('common.not_found');
  });
});

test('each seal stays in the history with who set it and when', async () => {
  const { id } = await valued(null);
  const seal = async (change: object = {}) => {
    const body = { ...(await step(id)), number: 'S-2', sealedOn: today, reason: 'it was broken', ...change };
    return app.codeOf(contract.sealMeter, { as: reviewer, body });
  };
  expect(await seal({ number: 'S-1' })).toBe('meters.seal_same');
  expect(await seal({ sealedOn: nextYear })).toBe('meters.seal_in_future');
  expect(await seal({ version: 99 })).toBe('common.stale_version');
  expect(await seal({ meterId: '00000000-0000-7000-8000-000000000000' })).toBe('common.not_found');
  expect(await seal()).toBeUndefined();
  expect((await meterOf(id)).sealNumber).toBe('S-2');
  const { items } = await historyOf(id);
  expect(items.filter(({ kind }) => kind === 'SEAL').map(({ number }) => number)).toEqual(['S-2', 'S-1']);
  const { name } = await one<{ name: string }>(
    app.db,
    sql`select sealed_by_name as name from meters.seals where meter_id = ${id} and number = 'S-2'`,
  );
  expect(items.find(({ number }) => number === 'S-2')).toMatchObject({
    by: name,
    at: today,
    remark: 'it was broken',
  });
});

test('the counters by state, size and age are those of the list', async () => {
  const counted = await app.call(contract.countStock, { as: reviewer });
  const total = async (query: object) =>
    (await app.call(meters.listMeters, { as: reviewer, query: { limit: 1, ...query } })).total;
  const sum = (rows: readonly { count: number }[]) => rows.reduce((all, { count }) => all + count, 0);
  const all = await total({});
  expect([sum(counted.states), sum(counted.sizes), sum(counted.ages)]).toEqual([all, all, all]);
  expect(counted.ages.find(({ key }) => key === 'over_15')?.count).toBe(await total({ age: 'over_15' }));
  expect(await total({ age: 'over_15' })).toBeGreaterThan(0);
  for (const { key, count } of counted.states) expect(await total({ status: key })).toBe(count);
  for (const { key, count } of counted.sizes) expect(await total({ sizeMm: Number(key) })).toBe(count);
});

test('a meter is as old as its first place, if its plate says nothing', async () => {
  const { meterId } = await connect();
  expect(await meterOf(meterId)).toMatchObject({ agedFrom: '2026-08-31', madeYear: null });
  const { items } = await historyOf(meterId);
  expect(items.map(({ kind, at }) => [kind, at.slice(0, 10)])).toEqual(
    expect.arrayContaining([
      ['READING', '2026-09-30'],
      ['INSTALLED', '2026-08-31'],
    ]),
  );
  const nobody = { as: reviewer, params: { id: '00000000-0000-7000-8000-000000000000' } };
  expect(await app.codeOf(contract.meterHistory, nobody)).toBe('common.not_found');
});

test('labels of chosen meters are on sheets of 24, with their numbers; of another meter there is none', async () => {
  const [one, two] = [await stock(), await stock()];
  const print = (query: Record<string, string>) =>
    app.server.inject({
      ...{ method: 'GET', url: '/api/main/meters/labels', query },
      headers: { authorization: `Bearer ${reviewer.idToken}` },
    });
  const ids = `${one.id},${two.id}`;
  const first = await print({ ids, language: 'en' });
  expect([first.statusCode, pagesOfPdf(first.rawPayload)]).toEqual([200, 1]);
  expect(textOfPdf(first.rawPayload)).toContain(two.number);
  expect(pagesOfPdf((await print({ ids, skip: '23' })).rawPayload)).toBe(2);
  const nobody = `${one.id},00000000-0000-7000-8000-000000000000`;
  expect(await app.codeOf(contract.meterLabels, { as: reviewer, query: { ids: nobody } })).toBe(
    'common.not_found',
  );
});
