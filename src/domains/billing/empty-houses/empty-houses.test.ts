/** Empty houses over HTTP: noted, decided, billed with less, ended by people and by use. */
import { describe, expect, test } from 'vitest';
import { search } from '#domains/dashboard/search/contract.ts';
import { execute, sql } from '#platform/database/db.ts';
import * as categories from '../categories/contract.ts';
import { billingIds } from '../invoices/contract.ts';
import * as contract from './contract.ts';
import { EMPTY, emptyOffice, ruleOfEmpty, WORDS } from './factory.ts';
import { emptyHouseQueue } from './work-queue.ts';

const town = await emptyOffice();
const { app, first, second, cashier, household, neighbour } = town;
const { home, note, refusal, get, seen, approve, decided, end, log, told } = town;

describe('a notice', () => {
  test('waits for a second person, who did not note it, and the household is told when it counts', async () => {
    const made = await home(0);
    const { id, number, state } = await note(made);
    expect({ number, state }).toEqual({ number: expect.stringMatching(/^90\d{9}$/), state: 'WAITING' });
    expect((await get(id, first)).can).toEqual({
      approve: false,
      refuse: true,
      withdraw: true,
      end: false,
      start: false,
      return: false,
    });
    expect(await app.codeOf(contract.approveEmptyHouse, { as: first, ...(await seen(id)) })).toBe(
      'empty_houses.second_person',
    );
    expect(await app.codeOf(contract.approveEmptyHouse, { as: cashier, ...(await seen(id)) })).toBe(
      'common.not_permitted',
    );
    expect(await told(id)).toEqual([]);
    expect(await approve(id)).toMatchObject({ state: 'APPROVED' });
    expect(await told(id)).toEqual(['approved']);
    expect(await log(id)).toEqual(['empty-house.note', 'empty-house.approve']);
    expect(await app.codeOf(contract.approveEmptyHouse, { as: second, ...(await seen(id)) })).toBe(
      'empty_houses.over',
    );
    const stale = { params: { id }, body: { version: 1, untilDay: EMPTY.untilDay, answer: 'x' } };
    expect(await app.codeOf(contract.endEmptyHouse, { as: first, ...stale })).toBe('common.stale_version');
  });

  test('is refused or taken back with a reason, and then the days are free', async () => {
    const made = await home(0);
    for (const [call, state] of [
      [contract.refuseEmptyHouse, 'REFUSED'],
      [contract.withdrawEmptyHouse, 'WITHDRAWN'],
    ] as const) {
      const { id } = await note(made);
      expect(await refusal(made)).toBe('empty_houses.days_taken');
      const { params, body } = await seen(id);
      const as = call === contract.refuseEmptyHouse ? second : first;
      await app.call(call, { as, params, body: { ...body, answer: 'Somebody is there' } });
      expect(await get(id)).toMatchObject({ state, answer: 'Somebody is there' });
      expect((await log(id)).length).toBe(2);
    }
    await note(made, { fromDay: '2026-11-01', untilDay: '2026-11-20' });
    await note(made, { fromDay: '2026-11-20', untilDay: '2026-11-30' });
    expect(await refusal(made, { fromDay: '2026-11-19', untilDay: '2026-11-21' })).toBe(
      'empty_houses.days_taken',
    );
  });

  test('begins and ends within the rules, at a connection that is there', async () => {
    const made = await home(0);
    expect(await refusal({ number: '39999999999' })).toBe('empty_houses.connection_unknown');
    // As it is read from a paper, in groups.
    const grouped = made.number.replace(/^(.{4})(.{4})/, '$1 $2 ');
    expect(await refusal({ number: grouped }, { untilDay: EMPTY.fromDay })).toBe(
      'empty_houses.end_before_begin',
    );
    expect(await refusal(made, { untilDay: EMPTY.fromDay })).toBe('empty_houses.end_before_begin');
    expect(await refusal(made, { untilDay: '2027-10-01' })).toBe('empty_houses.too_long');
    expect(await refusal(made, { fromDay: '2026-09-29' })).toBe('empty_houses.too_early');
    const old = await home(0, { connectedOn: '2026-08-31', readings: [] });
    expect(await refusal(old, { fromDay: '2026-09-04' })).toBe('empty_houses.too_early');
    await note(old, { fromDay: '2026-09-05' });
    const { id } = await note(made, { untilDay: null });
    expect(await get(id)).toMatchObject({ untilDay: '2027-09-30', openEnd: true });
    const closed = await home(0);
    await execute(
      app.owner.db,
      sql`update meters.connections set status = 'closed', disconnected_on = '2026-11-01' where id = ${closed.id}`,
    );
    expect(await refusal(closed)).toBe('empty_houses.connection_closed');
  });

  test('keeps the rules of its day; without rules nothing is noted', async () => {
    const made = await home(0);
    const { id } = await note(made);
    await ruleOfEmpty(app, { fixedOwedPercent: 10, noticeDaysBack: 60 });
    expect(await get(id)).toMatchObject({ fixedOwedPercent: 50, minimumOwedPercent: 0, emptyLitres: 1000 });
    await ruleOfEmpty(app, { on: false });
    expect(await refusal(await home(0))).toBe('empty_houses.not_offered');
    await ruleOfEmpty(app, { fixedOwedPercent: 50, noticeDaysBack: 60 });
  });

  test('is read by its own household only, without who decided', async () => {
    const { id, number } = await note(await home(0));
    expect(await get(id, household)).toMatchObject({ proposedBy: null, decidedBy: null });
    const listed = async (as: typeof first) =>
      (await app.call(contract.listEmptyHouses, { as, query: { search: number } })).items;
    expect(await listed(first)).toMatchObject([{ id, proposedBy: expect.any(String), fixedOwedPercent: 50 }]);
    expect(await listed(household)).toMatchObject([{ id, proposedBy: null }]);
    const found = async (as: typeof first) =>
      (await app.call(search, { as, query: { text: number } })).groups
        .filter(({ source }) => source === 'empty-houses')
        .flatMap(({ items }) => items.map((hit) => [hit.id, hit.exact]));
    expect([await found(first), await found(household), await found(neighbour)]).toEqual([
      [[id, true]],
      [[id, true]],
      [],
    ]);
    expect((await get(id, household)).can).toEqual({
      ...{ approve: false, refuse: false, withdraw: true, end: false, start: false, return: false },
    });
    expect(await app.codeOf(contract.getEmptyHouse, { as: neighbour, params: { id } })).toBe(
      'common.not_found',
    );
    const query = { limit: 100, offset: 1 };
    expect((await app.call(contract.listEmptyHouses, { as: neighbour, query })).total).toBe(0);
    const { items } = await app.call(contract.listEmptyHouses, {
      as: cashier,
      query: { ...query, state: 'WAITING' },
    });
    expect(items.map((item) => item.id)).toContain(id);
  });
});

test('a step of somebody who saw an earlier notice, or of one that is over, is refused', async () => {
  const made = await home(0);
  const { id } = await note(made);
  const answer = 'x';
  const steps = [
    [contract.approveEmptyHouse, second],
    [contract.refuseEmptyHouse, second],
    [contract.withdrawEmptyHouse, first],
  ] as const;
  for (const [call, as] of steps)
    expect(await app.codeOf(call, { as, params: { id }, body: { version: 9, answer } })).toBe(
      'common.stale_version',
    );
  expect(await app.codeOf(contract.endEmptyHouse, await end(id, '2026-10-16'))).toBe('empty_houses.over');
  await execute(
    app.owner.db,
    sql`update meters.connections set status = 'closed', disconnected_on = '2026-11-01' where id = ${made.id}`,
  );
  expect(await app.codeOf(contract.approveEmptyHouse, { as: second, ...(await seen(id)) })).toBe(
    'empty_houses.connection_closed',
  );
  // It is no work of anybody any more, but it can be refused.
  expect((await get(id)).can).toMatchObject({ approve: false, refuse: true });
  const queue = await emptyHouseQueue.first(app.db, { ...app.system(), userId: second.userId }, 100);
  expect(queue.items.map((item) => item.id)).not.toContain(id);
  const { params, body } = await seen(id);
  await app.call(contract.refuseEmptyHouse, { as: second, params, body: { ...body, answer } });
  const now = await seen(id);
  for (const [call, as] of steps.slice(1))
    expect(await app.codeOf(call, { as, params, body: { ...now.body, answer } })).toBe('empty_houses.over');
});

describe('a household', () => {
  const asked = (made: { id: string }) => ({ connectionId: made.id, ...WORDS, ...EMPTY });

  test('says it of its own house; the office decides, and the household is told', async () => {
    const made = await home(0);
    const { id } = await app.call(contract.askEmptyHouse, { as: household, body: asked(made) });
    expect(await app.codeOf(contract.askEmptyHouse, { as: neighbour, body: asked(await home(0)) })).toBe(
      'common.not_found',
    );
    expect(await app.codeOf(contract.askEmptyHouse, { as: first, body: asked(made) })).toBe(
      'common.not_permitted',
    );
    expect((await get(id, household)).can).toEqual({
      ...{ approve: false, refuse: false, withdraw: true, end: false, start: false, return: false },
    });
    expect(await approve(id)).toMatchObject({ state: 'APPROVED' });
    expect((await get(id, household)).can).toEqual({
      ...{ approve: false, refuse: false, withdraw: false, end: true, start: false, return: false },
    });
    const { params, body } = await seen(id);
    const ending = { params, body: { ...body, untilDay: '2026-10-16', answer: 'We came home' } };
    expect(await app.codeOf(contract.endEmptyHouse, { as: neighbour, ...ending })).toBe('common.not_found');
    expect(await app.call(contract.endEmptyHouse, { as: household, ...ending })).toMatchObject({
      state: 'ENDED',
    });
    expect(await get(id)).toMatchObject({ untilDay: '2026-10-16' });
    expect(await told(id)).toEqual(['approved', 'ended']);
  });

  test('takes it back before it is decided, or reads why it was refused', async () => {
    const made = await home(0);
    const back = await app.call(contract.askEmptyHouse, { as: household, body: asked(made) });
    const { params, body } = await seen(back.id);
    // The office says why; the household does not have to.
    const taking = { params, body: { ...body, answer: '' } };
    expect((await app.refused(contract.withdrawEmptyHouse, { as: first, ...taking })).fields).toEqual([
      { path: 'answer', code: 'empty_houses.reason_missing', params: {} },
    ]);
    expect(await app.codeOf(contract.withdrawEmptyHouse, { as: neighbour, ...taking })).toBe(
      'common.not_found',
    );
    expect(await app.call(contract.withdrawEmptyHouse, { as: household, ...taking })).toMatchObject({
      state: 'WITHDRAWN',
    });
    const { id } = await app.call(contract.askEmptyHouse, { as: household, body: asked(made) });
    const now = await seen(id);
    await app.call(contract.refuseEmptyHouse, {
      ...{ as: second, params: now.params, body: { ...now.body, answer: 'Your tenant lives there' } },
    });
    expect(await told(id)).toEqual(['refused']);
    expect(await get(id, household)).toMatchObject({ state: 'REFUSED', answer: 'Your tenant lives there' });
    const rules = await app.call(contract.listEmptyHouses, {
      ...{ as: household, query: { limit: 10, offset: 1 } },
    });
    expect(rules.offered).toBe(true);
    // The form says them before a notice is sent.
    expect(rules.rules).toEqual({
      ...{ fixedOwedPercent: 50, minimumOwedPercent: 0, emptyLitres: 1_000, longestMonths: 12 },
    });
  });

  test('is refused what the office is refused', async () => {
    const made = await home(7_000);
    const refused = (given: object, at: { id: string } = made) =>
      app.codeOf(contract.askEmptyHouse, { as: household, body: { ...asked(at), ...given } });
    expect(await refused({ untilDay: EMPTY.fromDay })).toBe('empty_houses.end_before_begin');
    expect(await refused({ untilDay: '2027-10-01' })).toBe('empty_houses.too_long');
    expect(await refused({ fromDay: '2026-09-29' })).toBe('empty_houses.too_early');
    expect(await refused({ fromDay: '2027-11-05', untilDay: null })).toBe('empty_houses.too_far');
    expect(await refused({ fromDay: '2026-11-05', startLitres: 7_000 })).toBe('empty_houses.start_to_come');
    expect(await refused({ fromDay: '2026-10-16', startLitres: 7_001 })).toBe(
      'empty_houses.start_impossible',
    );
    await note(made);
    expect(await refused({})).toBe('empty_houses.days_taken');
    const gone = await home(0);
    await execute(
      app.owner.db,
      sql`update meters.connections set status = 'closed', disconnected_on = '2026-11-01' where id = ${gone.id}`,
    );
    const again = { as: household, body: asked(gone) };
    expect((await app.refused(contract.askEmptyHouse, again)).fields).toEqual([
      { path: 'connectionId', code: 'empty_houses.own_closed', params: {} },
    ]);
    // The card of the connection says that it is closed, so it is not offered there.
    const { items } = await app.call(billingIds, { as: household, query: { limit: 200 } });
    const closedOn = (of: { id: string }) => items.find((row) => row.connectionId === of.id)?.closedOn;
    expect([closedOn(made), closedOn(gone)]).toEqual([null, '2026-11-01']);
    await ruleOfEmpty(app, { on: false });
    expect(await refused({}, await home(0))).toBe('empty_houses.not_offered');
    await ruleOfEmpty(app, { fixedOwedPercent: 50, noticeDaysBack: 60 });
  });

  test('needs the word for it, and so does the office', async () => {
    const { id } = await note(await home(0));
    const reader = await app.staffWith(['empty-houses:view']);
    const { params, body } = await seen(id);
    const step = { as: reader, params, body: { ...body, answer: 'x' } };
    expect(await app.codeOf(contract.withdrawEmptyHouse, step)).toBe('common.not_permitted');
    const end = { ...step, body: { ...step.body, untilDay: '2026-10-16' } };
    expect(await app.codeOf(contract.endEmptyHouse, end)).toBe('common.not_permitted');
  });
});

test('who decides sees the use of the last readings, and is not called for what they noted', async () => {
  const { id } = await note(await home(7_000), {}, second);
  expect((await get(id)).recent).toEqual([{ readOn: '2026-10-31', days: 31, useLitres: 7_000 }]);
  expect((await get(id, household)).recent).toBeNull();
  expect((await get(id)).lastBill).toBeNull();
  const called = async (as: typeof second) => {
    const actor = { ...app.system(), userId: as.userId };
    const { items } = await emptyHouseQueue.first(app.db, actor, 100);
    return items.some((item) => item.id === id);
  };
  expect([await called(second), await called(first)]).toEqual([false, true]);
  // It is due before its first day, unless that is over.
  const coming = await note(await home(0), { fromDay: '2026-11-20', untilDay: null }, second);
  const { items } = await emptyHouseQueue.first(app.db, { ...app.system(), userId: first.userId }, 100);
  const dueOf = (of: string) => items.find((item) => item.id === of)?.dueAt;
  expect([dueOf(id), dueOf(coming.id)]).toEqual([null, '2026-11-20']);
});

test('the register of the first day fits what the meter showed', async () => {
  const made = await home(7_000);
  const start = (fromDay: string, startLitres: number) => refusal(made, { fromDay, startLitres });
  expect(await start('2026-10-16', 7_001)).toBe('empty_houses.start_impossible');
  expect(await start('2026-11-01', 6_999)).toBe('empty_houses.start_impossible');
  expect(await start('2026-11-05', 7_000)).toBe('empty_houses.start_to_come');
  expect(await refusal(made, { fromDay: '2027-11-05', untilDay: null })).toBe('empty_houses.too_far');
  const beyond = { fromDay: '2026-11-01', startLitres: 10 ** 12 };
  expect(await refusal(made, beyond)).toBe('empty_houses.start_beyond_register');
  const own = { connectionId: made.id, ...WORDS, ...EMPTY, ...beyond };
  expect(await app.codeOf(contract.askEmptyHouse, { as: household, body: own })).toBe(
    'empty_houses.start_beyond_register',
  );
  await note(made, { fromDay: '2026-10-16', startLitres: 7_000 });
});

test('is offered to a household only if one of its bills can become less', async () => {
  const query = { limit: 10, offset: 1 };
  const offered = async (as: typeof household) =>
    (await app.call(contract.listEmptyHouses, { as, query })).offered;
  // Of a category without a price: nothing can become less.
  await home(0, { consumerId: String(neighbour.consumerId), category: 'commercial' });
  const { id } = await note(await home(0));
  expect([await offered(household), await offered(neighbour), await offered(first)]).toEqual([
    true,
    false,
    true,
  ]);
  expect((await get(id)).relieves).toBe(true);
  // Of a category without a price until another one counts that has a fixed charge.
  const shop = await home(0, { category: 'commercial' });
  const { id: later } = await note(shop);
  expect((await get(later)).relieves).toBe(false);
  const turned = await app.call(categories.proposeCategory, {
    as: first,
    body: {
      ...{ connectionNumber: shop.number, reason: 'USE_CHANGED', words: 'The shop is a home again' },
      ...{ category: 'residential', fromDay: '2026-12-01', untilDay: null, nextCategory: null },
    },
  });
  await app.call(categories.approveCategory, {
    ...{ as: second, params: { id: turned.id }, body: { version: 1 } },
  });
  expect((await get(later)).relieves).toBe(true);
});

test('the database keeps the guards by itself', async () => {
  const made = await home(0, { connectedOn: '2026-10-31', readings: [['2026-11-01', '2026-11-03', 0]] });
  const given = { fromDay: '2026-11-01', untilDay: '2026-11-20' };
  const id = await decided(made, given);
  const change = (what: ReturnType<typeof sql>) =>
    execute(app.owner.db, sql`update billing.empty_houses set ${what} where id = ${id}`);
  await expect(change(sql`until_day = '2026-12-01'`)).rejects.toThrow('is a fact');
  const ending = (day: string) =>
    change(sql`state = 'ENDED', until_day = ${day}, ended_by_name = 'x', ended_at = now(), answer = 'x'`);
  await expect(ending('2026-12-01')).rejects.toThrow('is a fact');
  await expect(change(sql`fixed_percent = 0`)).rejects.toThrow('is a fact');
  await expect(
    change(sql`state = 'WAITING', decided_at = null, decided_by = null, decided_by_name = null`),
  ).rejects.toThrow('is a fact');
  await expect(
    execute(app.owner.db, sql`delete from billing.empty_houses where id = ${id}`),
  ).rejects.toThrow();
});
