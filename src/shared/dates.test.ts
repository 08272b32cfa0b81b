import { describe, expect, test } from 'vitest';
import { addDays, addMonths, dayOf, daysBetween, firstOfMonth, instantOf, timeOf } from './dates.ts';

test.each([
  // 18:00 UTC is midnight in Dhaka (G17).
  ['2026-02-28T17:59:59Z', '2026-02-28'],
  ['2026-02-28T18:00:00Z', '2026-03-01'],
  ['2028-02-28T18:00:00Z', '2028-02-29'],
  ['2026-12-31T18:30:00Z', '2027-01-01'],
])('the business day of %s in Dhaka is %s', (instant, day) => {
  expect(dayOf(new Date(instant), 'Asia/Dhaka')).toBe(day);
});

test('months are cut to their length, days cross years', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2028-03-31', -1)).toBe('2028-02-29');
  expect(addMonths('2026-11-15', -24)).toBe('2024-11-15');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2);
  expect(firstOfMonth('2026-11-21')).toBe('2026-11-01');
});

describe('the instant of a time on the clock', () => {
  const HOUR_MS = 3_600_000;
  const START = Date.parse('2026-01-01T00:15:00Z');

  test.each(['Asia/Dhaka', 'America/New_York', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu'])(
    'each hour of a year in %s is found again by its day and time',
    (zone) => {
      for (let hour = 0; hour < 365 * 24; hour += 1) {
        const instant = new Date(START + hour * HOUR_MS);
        const [day, time] = [dayOf(instant, zone), timeOf(instant, zone)];
        const found = instantOf(day, time, zone);
        // An hour that comes twice has two instants.
        expect([dayOf(found, zone), timeOf(found, zone)]).toEqual([day, time]);
        expect(Math.abs(found.getTime() - instant.getTime())).toBeLessThanOrEqual(HOUR_MS);
      }
    },
  );

  test.each([
    ['2026-11-15', '09:00', 'Asia/Dhaka', '2026-11-15T03:00:00.000Z'],
    // The clocks go from 02:00 to 03:00 on this day, and back on the first of November.
    ['2026-03-08', '05:00', 'America/New_York', '2026-03-08T09:00:00.000Z'],
    ['2026-03-08', '01:30', 'America/New_York', '2026-03-08T06:30:00.000Z'],
    ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-11-01', '05:00', 'America/New_York', '2026-11-01T10:00:00.000Z'],
  ])('%s at %s in %s', (day, time, zone, instant) => {
    expect(instantOf(day, time, zone).toISOString()).toBe(instant);
  });
});
