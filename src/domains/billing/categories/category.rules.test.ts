import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Permission } from '#shared/permissions.ts';
import {
  categoriesAfter,
  categoryOn,
  changeCan,
  changesAnything,
  droppedBy,
  looksFrom,
  nowAndNext,
  type Span,
  turnsAfter,
} from './category.rules.ts';

const HOME: Span[] = [{ category: 'residential', from: '-infinity', until: 'infinity' }];
const BUILDING = {
  ...{ category: 'commercial', fromDay: '2026-03-01', untilDay: '2027-03-01', nextCategory: 'residential' },
};

test('a building under construction is one thing until its end, and another from that day on', () => {
  const spans = categoriesAfter(HOME, BUILDING);
  expect(spans).toEqual([
    { category: 'residential', from: '-infinity', until: '2026-03-01' },
    { category: 'commercial', from: '2026-03-01', until: '2027-03-01' },
    { category: 'residential', from: '2027-03-01', until: 'infinity' },
  ]);
  expect(
    ['2026-02-28', '2026-03-01', '2027-02-28', '2027-03-01'].map((day) => categoryOn(spans, day)),
  ).toEqual(['residential', 'commercial', 'commercial', 'residential']);
});

test('prolonging it makes one longer span', () => {
  const longer = { ...BUILDING, fromDay: '2027-03-01', untilDay: '2027-09-01' };
  expect(categoriesAfter(categoriesAfter(HOME, BUILDING), longer)).toEqual([
    { category: 'residential', from: '-infinity', until: '2026-03-01' },
    { category: 'commercial', from: '2026-03-01', until: '2027-09-01' },
    { category: 'residential', from: '2027-09-01', until: 'infinity' },
  ]);
});

test('what was agreed for days after the end of a change stays', () => {
  const now = categoriesAfter(HOME, BUILDING);
  const pause = {
    ...{ category: 'residential', fromDay: '2026-08-01', untilDay: '2026-09-01', nextCategory: 'commercial' },
  };
  expect(categoriesAfter(now, pause)).toEqual([
    { category: 'residential', from: '-infinity', until: '2026-03-01' },
    { category: 'commercial', from: '2026-03-01', until: '2026-08-01' },
    { category: 'residential', from: '2026-08-01', until: '2026-09-01' },
    { category: 'commercial', from: '2026-09-01', until: '2027-03-01' },
    { category: 'residential', from: '2027-03-01', until: 'infinity' },
  ]);
  expect(droppedBy(now, pause)).toEqual([]);
  expect(turnsAfter(now, pause).map(({ category, from }) => [category, from])).toEqual([
    ['commercial', '2026-09-01'],
    ['residential', '2027-03-01'],
  ]);
  // Another category follows it: also that one ends on the agreed day.
  expect(categoriesAfter(now, { ...pause, nextCategory: 'industrial' }).at(-1)?.from).toBe('2027-03-01');
});

test('what a change takes away is known: the turns after which another category counts now', () => {
  const now = categoriesAfter(HOME, BUILDING);
  const forever = { category: 'commercial', fromDay: '2026-06-01', untilDay: null, nextCategory: null };
  expect(droppedBy(now, forever)).toEqual([
    { category: 'residential', from: '2027-03-01', until: 'infinity' },
  ]);
  expect(droppedBy(now, { ...forever, category: 'residential' })).toEqual([]);
  expect(droppedBy(HOME, forever)).toEqual([]);
});

test('a change without an end takes the place of all that was planned from its day on', () => {
  const now = categoriesAfter(HOME, BUILDING);
  const done = { category: 'residential', fromDay: '2026-06-01', untilDay: null, nextCategory: null };
  expect(categoriesAfter(now, done)).toEqual([
    { category: 'residential', from: '-infinity', until: '2026-03-01' },
    { category: 'commercial', from: '2026-03-01', until: '2026-06-01' },
    { category: 'residential', from: '2026-06-01', until: 'infinity' },
  ]);
  expect(categoriesAfter(now, { ...done, fromDay: '2026-03-01' })).toEqual(HOME);
});

test('what changes nothing is told', () => {
  const now = categoriesAfter(HOME, BUILDING);
  expect(changesAnything(now, BUILDING)).toBe(false);
  expect(changesAnything(now, { ...BUILDING, fromDay: '2026-05-01' })).toBe(false);
  expect(changesAnything(now, { ...BUILDING, untilDay: '2027-03-02' })).toBe(true);
});

test('any changes: all days have exactly one category, no day before a change is touched, and none that was agreed after its end', () => {
  const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-05-${String(n).padStart(2, '0')}`);
  const category = fc.constantFrom('a', 'b', 'c');
  const change = fc
    .record({ category, next: category, fromDay: day, until: fc.option(day) })
    .map(({ category: is, next, fromDay, until }) =>
      until !== null && until > fromDay && next !== is
        ? { category: is, fromDay, untilDay: until, nextCategory: next }
        : { category: is, fromDay, untilDay: null, nextCategory: null },
    );
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), day, (changes, asked) => {
      let spans = HOME;
      for (const next of changes) {
        const before = spans;
        spans = categoriesAfter(before, next);
        expect([spans[0]?.from, spans.at(-1)?.until]).toEqual(['-infinity', 'infinity']);
        for (const [index, span] of spans.entries()) {
          const after = spans[index + 1];
          if (after) expect([after.from, after.category === span.category]).toEqual([span.until, false]);
        }
        const { untilDay } = next;
        const agreed = before.find(({ from }) => untilDay !== null && from > untilDay)?.from ?? '9999-12-31';
        const follows = asked < agreed ? next.nextCategory : categoryOn(before, asked);
        const expected =
          asked < next.fromDay
            ? categoryOn(before, asked)
            : untilDay !== null && asked >= untilDay
              ? follows
              : next.category;
        expect(categoryOn(spans, asked)).toBe(expected);
      }
    }),
  );
});

test('a household reads what counts today and what comes next, also after the end of a change', () => {
  const spans = categoriesAfter(HOME, BUILDING);
  const on = (day: string) => {
    const days = spans.map((span) => ({ ...span, isToday: categoryOn([span], day) !== undefined }));
    const { now, next } = nowAndNext(days);
    return [now?.category, now?.from, next?.category, next?.from];
  };
  expect(on('2026-02-01')).toEqual(['residential', '-infinity', 'commercial', '2026-03-01']);
  expect(on('2026-03-01')).toEqual(['commercial', '2026-03-01', 'residential', '2027-03-01']);
  expect(on('2027-03-01')).toEqual(['residential', '2027-03-01', undefined, undefined]);
  expect(nowAndNext([])).toEqual({});
});

test('its end is looked at thirty days before', () => {
  expect(looksFrom('2027-03-01')).toBe('2027-01-30');
});

describe('who may do what', () => {
  const who = (userId: string, ...permissions: Permission[]) => ({
    ...{ userId, kind: 'staff', permissions: new Set(permissions) },
  });
  const both = ['connection-categories:edit', 'connection-categories:approve'] as const;
  const waiting = {
    state: 'WAITING' as const,
    proposedBy: 'ann',
    isToCheck: false,
    hasEnd: true,
    isClosed: false,
  };

  test('who proposed it does not approve it', () => {
    expect(changeCan(waiting, who('ann', ...both))).toMatchObject({
      approve: false,
      refuse: true,
      withdraw: true,
    });
    expect(changeCan(waiting, who('ben', ...both))).toMatchObject({ approve: true });
    expect(changeCan(waiting, who('ben', 'connection-categories:edit'))).toMatchObject({
      approve: false,
      refuse: false,
    });
  });

  test('an end is prolonged or checked by who edits; a household does nothing', () => {
    const ending = { ...waiting, state: 'APPROVED' as const, isToCheck: true };
    expect(changeCan(ending, who('ann', ...both))).toEqual({
      ...{ approve: false, refuse: false, withdraw: false, check: true, prolong: true, change: true },
    });
    expect(changeCan({ ...ending, isToCheck: false, hasEnd: false }, who('ann', ...both))).toMatchObject({
      ...{ check: false, prolong: false, change: true },
    });
    expect(Object.values(changeCan({ ...ending, isClosed: true }, who('ann', ...both)))).not.toContain(true);
    expect(Object.values(changeCan(ending, { ...who('ann', ...both), kind: 'consumer' }))).not.toContain(
      true,
    );
  });
});
