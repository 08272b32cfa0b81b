/** Categories by date over HTTP: proposed, approved by a second person, billed by day, told before and after. */
import { beforeEach, describe, expect, test } from 'vitest';
import { listNotices } from '#domains/identity/notices/contract.ts';
import type { MadeConnection } from '#domains/meters/factory.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import {
  approveRun,
  billMonth,
  calculateMonth,
  closeWith,
  outcomesOf,
  postRun,
} from '../bill-run/factory-months.ts';
import * as corrections from '../corrections/contract.ts';
import * as invoices from '../invoices/contract.ts';
import { billedCategories } from './billed-categories.rules.ts';
import * as contract from './contract.ts';
import { categoryOffice, SEPTEMBER, START, WORDS } from './factory.ts';

const town = await categoryOffice();
const { app, office, first, second, cashier, household, neighbour, goTo, home } = town;
const { body, propose, refusal, get, seen, approve, decided, spans, today, log, told, work } = town;

beforeEach(() => goTo(START));

describe('one person proposes, another one approves', () => {
  test('until then nothing counts; then it does by its days, and the household is told', async () => {
    const made = await home();
    const { id, number } = await propose(made);
    expect(number).toMatch(/^99\d{9}$/);
    expect(await get(id)).toMatchObject({ state: 'WAITING', days: [], todayEn: 'Residential', ...WORDS });
    expect(await spans(made)).toEqual([]);
    expect(await told(id)).toEqual([]);
    expect(await app.codeOf(contract.getCategoryChange, { as: household, params: { id } })).toBe(
      'common.not_found',
    );
    const { items } = await app.call(listNotices, { as: second, query: {} });
    expect(items.map(({ kind, path }) => [kind, path])).toContainEqual([
      'categories.waiting',
      `/billing/categories/${id}`,
    ]);
    await approve(id);
    expect(await spans(made)).toEqual([
      { category: 'residential', from: '-infinity', until: '2026-11-15' },
      { category: 'commercial', from: '2026-11-15', until: '2027-02-01' },
      { category: 'residential', from: '2027-02-01', until: 'infinity' },
    ]);
    expect(await today(made)).toBe('residential');
    expect(await told(id)).toEqual(['approved']);
    expect(await log(id)).toEqual(['category-change.propose', 'category-change.approve']);
    const own = await get(id, household);
    expect(own).toMatchObject({ state: 'APPROVED', categoryEn: 'Commercial', words: null, proposedBy: null });
    expect(own.days).toHaveLength(3);
    expect(Object.values(own.can)).not.toContain(true);
    // The card of the connection says it too.
    const { items: cards } = await app.call(invoices.billingIds, { as: household, query: { limit: 200 } });
    expect(cards.find(({ connectionId }) => connectionId === made.id)?.billedAs).toMatchObject({
      ...{ en: 'Residential', until: '2026-11-15', nextEn: 'Commercial', changeId: id },
    });
    expect(await app.codeOf(contract.getCategoryChange, { as: neighbour, params: { id } })).toBe(
      'common.not_found',
    );
    expect((await app.call(contract.listCategoryChanges, { as: neighbour, query: {} })).total).toBe(0);
  });

  test('who proposed it does not approve it', async () => {
    const { id } = await propose(await home(), {}, second);
    expect((await get(id, second)).can.approve).toBe(false);
    expect(await app.codeOf(contract.approveCategory, { as: second, ...(await seen(id)) })).toBe(
      'categories.second_person',
    );
    await approve(id, first);
  });

  test('it is refused or taken back with a reason, one time', async () => {
    const made = await home();
    const { id } = await propose(made);
    const refuse = async (changeId: string) => {
      const { params, body: version } = await seen(changeId);
      return { as: second, params, body: { ...version, answer: 'It is a shop' } };
    };
    const asked = await refuse(id);
    await app.call(contract.refuseCategory, asked);
    expect(await get(id)).toMatchObject({ state: 'REFUSED', answer: 'It is a shop' });
    const { items } = await app.call(listNotices, { as: first, query: {} });
    expect(items.map(({ kind }) => kind)).toContain('categories.refused');
    const next = await propose(made);
    await app.call(contract.withdrawCategory, { ...(await refuse(next.id)), as: first });
    for (const over of [id, next.id]) {
      expect(await app.codeOf(contract.approveCategory, { as: second, ...(await seen(over)) })).toBe(
        'categories.over',
      );
      expect(await app.codeOf(contract.refuseCategory, await refuse(over))).toBe('categories.over');
      expect(await app.codeOf(contract.withdrawCategory, { ...(await refuse(over)), as: first })).toBe(
        'categories.over',
      );
    }
    expect(await spans(made)).toEqual([]);
    expect(await log(next.id)).toEqual(['category-change.propose', 'category-change.withdraw']);
    expect(await log(id)).toEqual(['category-change.propose', 'category-change.refuse']);
  });

  test('as the person saw it', async () => {
    const { id } = await propose(await home());
    const [version, params] = [9, { id }];
    const codes = [
      await app.codeOf(contract.approveCategory, { as: second, params, body: { version } }),
      await app.codeOf(contract.refuseCategory, { as: second, params, body: { version, answer: 'No' } }),
      await app.codeOf(contract.withdrawCategory, { as: first, params, body: { version, answer: 'No' } }),
      await app.codeOf(contract.checkCategoryEnd, { as: first, params, body: { version, words: 'Seen' } }),
    ];
    expect([...new Set(codes)]).toEqual(['common.stale_version']);
  });

  test('the counter looks and does not propose', async () => {
    const made = await home();
    expect(await app.codeOf(contract.proposeCategory, { as: cashier, body: body(made) })).toBe(
      'common.not_permitted',
    );
  });
});

describe('what is refused', () => {
  test('a second proposal of a connection, also if both come at the same time', async () => {
    const made = await home();
    const codes = await Promise.all([refusal(made), refusal(made)]);
    expect(codes.toSorted()).toEqual(['categories.already_waiting', undefined]);
  });

  test('connections and categories that are not there, ends that are not whole', async () => {
    const made = await home();
    expect(await refusal({ ...made, number: '3999999999' })).toBe('categories.connection_unknown');
    expect(await refusal(made, { category: 'palace' })).toBe('categories.no_tariff');
    expect(await refusal(made, { category: 'industrial' })).toBe('categories.no_tariff');
    expect(await refusal(made, { nextCategory: 'industrial' })).toBe('categories.no_tariff');
    expect(await refusal(made, { nextCategory: null })).toBe('categories.end_incomplete');
    expect(await refusal(made, { untilDay: null })).toBe('categories.end_incomplete');
    expect(await refusal(made, { nextCategory: 'commercial' })).toBe('categories.end_incomplete');
    expect(await refusal(made, { untilDay: '2026-11-15' })).toBe('categories.end_before_begin');
    expect(await refusal(made, { untilDay: '2036-11-16' })).toBe('categories.too_long');
    expect(await refusal(made, { fromDay: '9999-01-01', untilDay: null, nextCategory: null })).toBe(
      'categories.too_far',
    );
    expect(await refusal(made, { fromDay: '2026-08-30' })).toBe('categories.before_connection');
    const same = { category: 'residential', untilDay: null, nextCategory: null };
    expect(await refusal(made, same)).toBe('categories.nothing_changes');
  });

  test('a closed connection', async () => {
    const made = await home({ readings: [] });
    const { id } = await propose(made);
    await closeWith(office, made, '2026-11-01', 1_000);
    expect(await app.codeOf(contract.approveCategory, { as: second, ...(await seen(id)) })).toBe(
      'categories.connection_closed',
    );
    expect(await refusal(made)).toBe('categories.connection_closed');
  });
});

describe('bills', () => {
  const october = (litres: number): [string, string, number] => ['2026-10-01', '2026-10-31', litres];
  const lines = async ({ id }: MadeConnection, period: string) => {
    const bill = await one<{ id: string }>(
      app.db,
      sql`select id from billing.invoices where connection_id = ${id} and period = ${period}::date and cancelled_on is null`,
    );
    const detail = await app.call(invoices.invoiceDetail, { as: second, params: { id: bill.id } });
    return {
      parts: detail.explanation.map(({ from, days }) => [from, days]).toSorted(),
      tariffs: detail.tariffs.length,
      categories: billedCategories(detail),
      ...Object.fromEntries(detail.lines.map(({ kind, amountMinor }) => [kind, amountMinor])),
    };
  };

  test('each day by the category that counts on it; days that are billed keep theirs', async () => {
    // Its first bill of October has 31 days, from 30 September to 30 October.
    const readings = [SEPTEMBER, october(51_000)];
    const [made, other] = [await home({ readings }), await home({ readings })];
    await billMonth(office, '2026-09-01');
    expect(await lines(made, '2026-09-01')).toMatchObject({ water: 20_000, tariffs: 1 });
    expect(await refusal(made, { fromDay: '2026-09-29' })).toBe('categories.day_billed');
    expect((await get(await decided(made, { fromDay: '2026-10-10', untilDay: '2026-10-20' }))).earliest).toBe(
      '2026-09-30',
    );

    const runId = await billMonth(office, '2026-10-01');
    expect((await outcomesOf(office, runId)).get(made.id)).toBe('BILLED');
    // 21 days at ৳10, 10 days at ৳40, 1 m³ a day; the month of the fixed charge by days.
    expect(await lines(made, '2026-10-01')).toEqual({
      ...{
        water: 21_000 + 40_000,
        fixed: Math.round((21 * 3_000 + 10 * 6_000) / 31),
        tariffs: 2,
        categories: ['residential', 'commercial'],
      },
      parts: [
        ['2026-09-30', 10],
        ['2026-10-10', 10],
        ['2026-10-20', 11],
      ],
    });
    expect(await lines(other, '2026-10-01')).toEqual({
      ...{
        water: 31_000,
        fixed: 3_000,
        tariffs: 1,
        parts: [['2026-09-30', 31]],
        categories: ['residential'],
      },
    });
    const billedUntil = async (category: string, day: string) =>
      (
        await one<{ day: string | null }>(
          app.db,
          sql`select billing.billed_until(${category}, ${day}::date) as day`,
        )
      ).day;
    expect(await billedUntil('commercial', '2026-10-12')).toBe('2026-10-20');
    expect(await billedUntil('commercial', '2026-10-20')).toBeNull();
    expect(await billedUntil('residential', '2026-10-12')).toBe('2026-10-31');
  });

  test('a change that is approved after the calculation is held, before the approval and before the posting', async () => {
    await goTo('2026-12-02');
    const november: [string, string, number] = ['2026-11-01', '2026-11-30', 30_000];
    const readings = [november];
    const [before, after, calm] = [
      await home({ readings, connectedOn: '2026-10-31' }),
      await home({ readings, connectedOn: '2026-10-31' }),
      await home({ readings, connectedOn: '2026-10-31' }),
    ];
    const id = await calculateMonth(office, '2026-11-01');
    await decided(before, { fromDay: '2026-11-10' });
    expect(await approveRun(office, id)).toMatchObject({ state: 'REVIEW', moved: 1 });
    expect(await approveRun(office, id)).toMatchObject({ state: 'APPROVED', moved: 0 });
    await decided(after, { fromDay: '2026-11-10' });
    await postRun(office, id);
    const outcomes = await outcomesOf(office, id);
    expect([before, after, calm].map((made) => outcomes.get(made.id))).toEqual([
      'moved_category',
      'moved_category',
      'BILLED',
    ]);
  });

  test('a bill over two categories is corrected by both of them', async () => {
    await goTo('2027-03-02');
    const readings: [string, string, number][] = [['2027-02-01', '2027-02-28', 28_000]];
    const made = await home({ readings, connectedOn: '2027-01-31' });
    await decided(made, { fromDay: '2027-02-15', untilDay: null, nextCategory: null });
    await billMonth(office, '2027-02-01');
    // 15 days at ৳10 and 13 days at ৳40, 1 m³ a day.
    expect(await lines(made, '2027-02-01')).toMatchObject({ water: 15_000 + 52_000, tariffs: 2 });
    const bill = await one<{ id: string; version: number }>(
      app.db,
      sql`select id, version from billing.invoices where connection_id = ${made.id}`,
    );
    const asked = { invoiceId: bill.id, version: bill.version, registerLitres: 14_000, reason: 'misread' };
    await app.call(corrections.adjustMeterReading, { as: first, body: asked });
    const adjusted = await one<{ water: number }>(
      app.db,
      sql`select l.after_minor as water from billing.adjustments a join billing.adjustment_lines l on l.adjustment_id = a.id
        where a.invoice_id = ${bill.id} and l.kind = 'water'`,
    );
    expect(Number(adjusted.water)).toBe(7_500 + 26_000);
  });
});

describe('its end', () => {
  test('is told thirty days before, is a task, and turns by itself', async () => {
    const made = await home();
    const id = await decided(made);
    await goTo('2026-11-15');
    await work();
    expect(await today(made)).toBe('commercial');
    expect(await log(made.id)).toContain('category-change.turn');
    await goTo('2027-01-01');
    await work();
    expect(await told(id)).toEqual(['approved']);
    expect((await get(id)).can.check).toBe(false);
    const words = { words: 'Families live there' };
    const check = async () => {
      const { params, body: version } = await seen(id);
      return { as: first, params, body: { ...version, ...words } };
    };
    expect(await app.codeOf(contract.checkCategoryEnd, await check())).toBe('categories.nothing_to_check');
    await goTo('2027-01-02');
    await work();
    await goTo('2027-01-03');
    await work();
    const toldOn = sql`select told_ending_on as day from billing.category_changes where id = ${id}`;
    expect(await all(app.owner.db, toldOn)).toEqual([{ day: '2027-01-02' }]);
    expect(await told(id)).toEqual(['approved', 'ending']);
    const { items } = await app.call(contract.listCategoryChanges, { as: first, query: { toCheck: true } });
    expect(items.map((row) => row.id)).toContain(id);
    expect((await app.call(listNotices, { as: first, query: {} })).items.map(({ kind }) => kind)).toContain(
      'categories.to_check',
    );
    await app.call(contract.checkCategoryEnd, await check());
    expect(await app.codeOf(contract.checkCategoryEnd, await check())).toBe('categories.nothing_to_check');
    expect(await log(id)).toContain('category-change.check-end');
    await goTo('2027-01-31');
    await work();
    expect(await today(made)).toBe('commercial');
    await goTo('2027-02-01');
    await work();
    await work();
    expect(await today(made)).toBe('residential');
    expect(await told(id)).toEqual(['approved', 'ending', 'turned']);
  });

  test('that is prolonged is told of the new end only', async () => {
    const made = await home();
    const id = await decided(made, { untilDay: '2026-12-01' });
    const longer = await decided(made, { fromDay: '2026-12-01', untilDay: '2027-03-01' });
    expect(await get(id)).toMatchObject({
      replacedBy: { id: longer },
      isToCheck: false,
      can: { prolong: false },
    });
    expect(await spans(made)).toHaveLength(3);
    await goTo('2026-12-01');
    await work();
    expect(await told(id)).toEqual(['approved']);
    expect(await today(made)).toBe('commercial');
    expect(await told(longer)).toEqual(['approved']);
  });
});

describe('the database', () => {
  test('keeps what was proposed and decided, and categories without a gap', async () => {
    const made = await home();
    const id = await decided(made);
    for (const change of [
      sql`category = 'residential'`,
      sql`from_day = from_day - 1`,
      sql`decided_at = now()`,
      sql`state = 'WAITING'`,
    ])
      await expect(
        execute(app.owner.db, sql`update billing.category_changes set ${change} where id = ${id}`),
      ).rejects.toThrow();
    await expect(
      execute(
        app.owner.db,
        sql`delete from meters.connection_categories where connection_id = ${made.id} and category = 'commercial'`,
      ),
    ).rejects.toThrow('gap');
    await expect(
      execute(
        app.owner.db,
        sql`insert into meters.connection_categories (connection_id, category, from_day, until_day) values (${made.id}, 'commercial', '2026-12-01', '2026-12-02')`,
      ),
    ).rejects.toThrow('connection_categories_days_excl');
  });
});

test('what changed since the proposal is asked again at its approval: the price, and the category itself', async () => {
  const forever = { untilDay: null, nextCategory: null };
  const unpriced = await propose(await home(), forever);
  const same = await propose(await home(), forever);
  const { connectionId } = await get(same.id);
  const pricedFrom = async (day: string) => {
    await execute(app.owner.db, sql`alter table billing.tariff_versions disable trigger user`);
    await execute(
      app.owner.db,
      sql`update billing.tariff_versions set effective_from = ${day}::date where category = 'commercial'`,
    );
    await execute(app.owner.db, sql`alter table billing.tariff_versions enable trigger user`);
  };
  await pricedFrom('2027-06-01');
  const asked = { as: second, ...(await seen(unpriced.id)) };
  expect(await app.codeOf(contract.approveCategory, asked)).toBe('categories.no_tariff');
  await pricedFrom('2024-01-01');
  await execute(
    app.owner.db,
    sql`update meters.connections set category = 'commercial' where id = ${connectionId}`,
  );
  const again = { as: second, ...(await seen(same.id)) };
  expect(await app.codeOf(contract.approveCategory, again)).toBe('categories.nothing_changes');
});
