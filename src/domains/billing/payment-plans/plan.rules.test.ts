/** How a sum is split and on which days it is paid, for any sum and any rules. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#shared/dates.ts';
import {
  datesOf,
  leastFirst,
  OPEN_STATES,
  PLAN_STATES,
  planCan,
  scheduleOf,
  splitSum,
  USUAL_RULES,
  wrongTerms,
} from './plan.rules.ts';

const sum = fc.integer({ min: 1_00, max: 500_000_00 });
const parts = fc.integer({ min: 1, max: 60 });
const day = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2026-01-01', days));
/** Up to three days off in a row. */
const onWorkday = (off: ReadonlySet<number>) => (on: string) => {
  let moved = on;
  while (off.has(new Date(`${moved}T00:00:00Z`).getUTCDay())) moved = addDays(moved, 1);
  return moved;
};

describe('the parts of a sum', () => {
  test('are the sum, exactly, in whole Taka but for the last one, which is the greatest by less than a Taka for each', () => {
    fc.assert(
      fc.property(sum, fc.nat(), parts, (sumMinor, firstSeed, instalments) => {
        const firstMinor = firstSeed % sumMinor;
        const split = splitSum(sumMinor, firstMinor, instalments);
        expect(split.reduce((total, part) => total + part, 0)).toBe(sumMinor);
        expect(split).toHaveLength(firstMinor > 0 ? instalments + 1 : instalments);
        const rest = firstMinor > 0 ? split.slice(1) : split;
        const last = rest.at(-1) ?? 0;
        for (const part of rest.slice(0, -1)) {
          expect(part % 100).toBe(0);
          expect(last - part).toBeGreaterThanOrEqual(0);
          expect(last - part).toBeLessThan(100 * instalments);
        }
      }),
    );
  });

  test('that are allowed are none below the least, and the first one has its share', () => {
    const rules = fc.record({
      firstPercent: fc.integer({ min: 0, max: 90 }),
      leastInstalmentMinor: fc.integer({ min: 100, max: 5_000_00 }),
      mostInstalments: parts,
    });
    fc.assert(
      fc.property(sum, fc.nat(), parts, rules, (sumMinor, firstSeed, instalments, some) => {
        const firstMinor = firstSeed % sumMinor;
        const all = { ...USUAL_RULES, ...some } as typeof USUAL_RULES;
        if (wrongTerms({ sumMinor, firstMinor, instalments }, all) !== undefined) return;
        for (const part of splitSum(sumMinor, firstMinor, instalments))
          expect(part).toBeGreaterThanOrEqual(all.leastInstalmentMinor);
        expect(firstMinor * 100).toBeGreaterThanOrEqual(sumMinor * all.firstPercent);
        expect(instalments).toBeLessThanOrEqual(all.mostInstalments);
      }),
    );
  });

  test.each([
    [345_00, 20, 10_00, 69_00],
    [345_01, 20, 10_00, 70_00],
    [345_00, 20, 200_00, 200_00],
    [345_00, 0, 200_00, 0],
  ])('of %i with %i %% and %i at least begin with %i', (sumMinor, firstPercent, least, first) => {
    const rules = { firstPercent, leastInstalmentMinor: least } as typeof USUAL_RULES;
    expect(leastFirst(sumMinor, rules)).toBe(first);
  });

  test.each([
    [{ instalments: 13 }, 'TOO_MANY'],
    [{ firstMinor: 199_99 }, 'FIRST_TOO_SMALL'],
    [{ instalments: 5 }, 'PARTS_TOO_SMALL'],
    [{ instalments: 4 }, undefined],
  ])('%o is %s', (more, wrong) => {
    const terms = { sumMinor: 1_000_00, firstMinor: 200_00, instalments: 2, ...more };
    expect(wrongTerms(terms, USUAL_RULES)).toBe(wrong);
  });
});

describe('the days of a plan', () => {
  test('rise, begin with the last day to accept, and are no days off', () => {
    const off = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 3 });
    const dayOfMonth = fc.integer({ min: 1, max: 28 });
    const acceptDays = fc.integer({ min: 1, max: 60 });
    fc.assert(
      fc.property(day, acceptDays, dayOfMonth, parts, off, (today, accept, on, instalments, weekend) => {
        const move = onWorkday(new Set(weekend));
        const { acceptBy, dueOn } = datesOf({ today, acceptDays: accept, dayOfMonth: on, instalments }, move);
        const all = [today, acceptBy, ...dueOn];
        expect(all).toEqual([...new Set(all)].toSorted());
        expect(acceptBy >= addDays(today, accept)).toBe(true);
        for (const one of [acceptBy, ...dueOn]) expect(move(one)).toBe(one);
      }),
    );
  });

  test('without a first payment begin in the next month', () => {
    const terms = { sumMinor: 300_00, firstMinor: 0, today: '2026-12-05', acceptDays: 7, dayOfMonth: 28 };
    expect(scheduleOf({ ...terms, instalments: 2 }, (on) => on)).toEqual({
      acceptBy: '2026-12-12',
      parts: [
        { seq: 1, dueOn: '2027-01-28', amountMinor: 150_00 },
        { seq: 2, dueOn: '2027-02-28', amountMinor: 150_00 },
      ],
    });
  });
});

describe('the buttons', () => {
  const who = (kind: string, ...permissions: string[]) =>
    ({ userId: 'me', kind, permissions: new Set(permissions) }) as unknown as Parameters<typeof planCan>[1];
  const buttons = (person: Parameters<typeof planCan>[1], proposedById: string | null = 'other') =>
    Object.fromEntries(
      PLAN_STATES.map((state) => [
        state,
        Object.entries(planCan({ state, proposedById }, person))
          .filter(([, may]) => may)
          .map(([name]) => name),
      ]),
    );

  test('of a household are for what was asked for and proposed', () => {
    const shown = buttons(who('consumer', 'payment-plans:own'));
    expect([shown.REQUESTED, shown.PROPOSED]).toEqual([['decline'], ['accept', 'decline']]);
    for (const state of PLAN_STATES)
      if (state !== 'REQUESTED' && state !== 'PROPOSED') expect(shown[state]).toEqual([]);
  });

  test('of the office are for open plans; who proposed one does not agree to it', () => {
    const all = ['payment-plans:propose', 'payment-plans:accept', 'payment-plans:approve'];
    expect(buttons(who('staff', ...all))).toMatchObject({
      REQUESTED: ['propose', 'cancel'],
      WAITING: ['decide', 'cancel'],
      PROPOSED: ['accept', 'cancel'],
      ACTIVE: ['cancel'],
    });
    expect(buttons(who('staff', ...all), 'me').WAITING).toEqual(['isProposer', 'cancel']);
    const over = PLAN_STATES.filter((state) => !OPEN_STATES.includes(state));
    for (const state of over) expect(buttons(who('staff', ...all))[state]).toEqual([]);
    expect(Object.values(buttons(who('staff'))).flat()).toEqual([]);
  });
});
