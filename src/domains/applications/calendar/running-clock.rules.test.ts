/** A deadline follows the office's calendar, and comes back to the same instant with it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minutesOfDay, type Office } from '../pipeline/working-time.rules.ts';
import { dueOf, ofDays, type RunningClock, reckoned } from './running-clock.rules.ts';

const office: Office = {
  ...{ weekend: [5, 6], opensAt: '09:00', closesAt: '17:00', holidays: [], timeZone: 'Asia/Dhaka' },
};
const at = (text: string) => new Date(`2026-${text}:00+06:00`);
const hours = (from: string, count: number): RunningClock => ({
  ...{ from: at(from), minutes: count * 60, day: null },
});
const began = at('11-26T09:00');
const move = (
  clock: RunningClock | null,
  dueAt: Date,
  { before = office, now = office, inDays = false }: { before?: Office; now?: Office; inDays?: boolean },
) => reckoned({ dueAt, clock, began, inDays }, { before, now });

test('a holiday before the deadline moves it by a working day, one after it does not', () => {
  const clock = hours('11-26T10:00', 12);
  const due = dueOf(clock, office);
  expect(due).toEqual(at('11-29T14:00'));
  const with29 = { ...office, holidays: ['2026-11-29'] };
  expect(move(clock, due, { now: with29 }).dueAt).toEqual(at('11-30T14:00'));
  expect(move(clock, due, { now: { ...office, holidays: ['2026-11-30'] } }).dueAt).toEqual(due);
  expect(move(clock, at('11-30T14:00'), { before: with29 }).dueAt).toEqual(due);
});

test('hours are hours and days are days if the office closes sooner', () => {
  const short = { ...office, closesAt: '15:00' };
  expect(move(hours('11-26T09:00', 8), at('11-26T17:00'), { now: short }).dueAt).toEqual(at('11-29T11:00'));
  const twoDays = ofDays(at('11-26T09:00'), 960, office);
  expect(move(twoDays, at('11-29T17:00'), { now: short }).dueAt).toEqual(at('11-29T15:00'));
  expect(move(twoDays, at('11-29T15:00'), { before: short }).dueAt).toEqual(at('11-29T17:00'));
});

test('what was put on another instant by hand keeps its minutes to that instant', () => {
  const now = { ...office, holidays: ['2026-11-30'] };
  const moved = move(hours('11-26T10:00', 12), at('12-01T10:30'), { now });
  expect(moved.dueAt).toEqual(at('12-02T10:30'));
  expect(move(moved.clock, moved.dueAt, { before: now }).dueAt).toEqual(at('12-01T10:30'));
});

const calendars = fc
  .record({
    weekend: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 5 }),
    opens: fc.integer({ min: 6, max: 11 }),
    length: fc.integer({ min: 1, max: 11 }),
    holidays: fc.uniqueArray(fc.integer({ min: 10, max: 30 }), { maxLength: 12 }),
  })
  .map(({ weekend, opens, length, holidays }) => ({
    ...{ weekend, timeZone: 'Asia/Dhaka' },
    opensAt: `${String(opens).padStart(2, '0')}:00`,
    closesAt: `${String(opens + length).padStart(2, '0')}:00`,
    holidays: holidays.map((day) => `2026-11-${day}`),
  }));

test('any change of the calendar and its taking back leave every deadline at the same instant, also of old rows', () => {
  fc.assert(
    fc.property(
      ...[calendars, calendars],
      fc.integer({ min: 0, max: 20 * 24 * 60 * 60 }),
      fc.integer({ min: -3000, max: 6000 }),
      fc.boolean(),
      fc.boolean(),
      (first, other, second, minutes, inDays, isOld) => {
        const from = new Date(at('11-08T00:00').getTime() + second * 1000);
        const clock: RunningClock = { from, minutes, day: inDays ? minutesOfDay(first) : null };
        const due = dueOf(clock, first);
        const known = isOld ? null : clock;
        const there = reckoned(
          { dueAt: due, clock: known, began: from, inDays },
          { before: first, now: other },
        );
        const back = reckoned(
          { dueAt: there.dueAt, clock: there.clock, began: from, inDays },
          { before: other, now: first },
        );
        expect(back.dueAt).toEqual(due);
        // A second pass moves nothing.
        expect(
          reckoned(
            { dueAt: there.dueAt, clock: there.clock, began: from, inDays },
            { before: first, now: other },
          ).dueAt,
        ).toEqual(there.dueAt);
      },
    ),
  );
});
