import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addWorkingMinutes, minutesOfDay, workingMinutesBetween } from './working-time.rules.ts';

/** Friday and Saturday closed; Dhaka is six hours ahead, so the office is open from 03:00 to 11:00 UTC. */
const office = {
  weekend: [5, 6],
  opensAt: '09:00',
  closesAt: '17:00',
  holidays: ['2026-12-16'],
  timeZone: 'Asia/Dhaka',
};
const hours = (count: number) => count * 60;

test.each([
  // Sunday 10:00 in Dhaka.
  ['2026-11-15T04:00:00Z', hours(1), '2026-11-15T05:00:00.000Z'],
  ['2026-11-15T04:00:00Z', hours(7), '2026-11-15T11:00:00.000Z'],
  ['2026-11-15T04:00:00Z', hours(8), '2026-11-16T04:00:00.000Z'],
  // Thursday afternoon: Friday and Saturday do not count.
  ['2026-11-19T10:00:00Z', hours(2), '2026-11-22T04:00:00.000Z'],
  // At night, on a weekend, over Victory Day.
  ['2026-11-15T20:00:00Z', hours(1), '2026-11-16T04:00:00.000Z'],
  ['2026-11-20T06:00:00Z', hours(1), '2026-11-22T04:00:00.000Z'],
  ['2026-12-15T10:00:00Z', hours(2), '2026-12-17T04:00:00.000Z'],
])('from %s, %i minutes of work end at %s', (from, minutes, end) => {
  expect(addWorkingMinutes(new Date(from), minutes, office).toISOString()).toBe(end);
});

test('what was added is what is between', () => {
  const instant = fc.integer({ min: 0, max: 500_000 }).map((minutes) => {
    return new Date(Date.parse('2026-11-01T00:00:00Z') + minutes * 60_000);
  });
  fc.assert(
    fc.property(instant, fc.integer({ min: 1, max: 10_000 }), (from, minutes) => {
      const end = addWorkingMinutes(from, minutes, office);
      expect(workingMinutesBetween(from, end, office)).toBe(minutes);
    }),
    { numRuns: 300 },
  );
});

test.each([
  // Sunday 10:00 in Dhaka: an hour before, and Thursday's last hour.
  ['2026-11-15T04:00:00Z', hours(1), '2026-11-15T03:00:00.000Z'],
  ['2026-11-15T04:00:00Z', hours(2), '2026-11-12T10:00:00.000Z'],
  // At night, and on a Saturday.
  ['2026-11-15T20:00:00Z', hours(1), '2026-11-15T10:00:00.000Z'],
  ['2026-11-21T06:00:00Z', hours(1), '2026-11-19T10:00:00.000Z'],
])('at %s, %i minutes of work have passed since %s', (at, minutes, since) => {
  expect(addWorkingMinutes(new Date(at), -minutes, office).toISOString()).toBe(since);
  expect(workingMinutesBetween(new Date(at), new Date(since), office)).toBe(-minutes);
});

test('more than a year of work is counted, ahead and back', () => {
  const from = new Date('2026-11-15T04:00:00Z');
  for (const minutes of [hours(8) * 600, -hours(8) * 600]) {
    const at = addWorkingMinutes(from, minutes, office);
    expect(workingMinutesBetween(from, at, office)).toBe(minutes);
  }
});

test('an office that is never open is a mistake that is found', () => {
  const never = { ...office, opensAt: '17:00', closesAt: '09:00' };
  expect(() => addWorkingMinutes(new Date('2026-11-15T04:00:00Z'), 1, never)).toThrow('no working hours');
});

test('the hours are those of the utility, in any time zone', () => {
  const inNewYork = { ...office, timeZone: 'America/New_York' };
  // Sunday 07:00 in New York, five hours behind UTC: two hours before the office opens.
  expect(addWorkingMinutes(new Date('2026-11-15T12:00:00Z'), 60, inNewYork).toISOString()).toBe(
    '2026-11-15T15:00:00.000Z',
  );
});

test.each([
  ['09:00', '17:00', 480],
  ['08:30', '14:15', 345],
  ['17:00', '09:00', 0],
])('a day from %s to %s has %i minutes', (opensAt, closesAt, minutes) => {
  expect(minutesOfDay({ opensAt, closesAt })).toBe(minutes);
});
