/** A daily job starts at its time of the utility's day, once a day, also if the clocks are changed. */
import { parseCronItems } from 'graphile-worker';
import { expect, test } from 'vitest';
import { dailyItem, isDue } from './daily-jobs.ts';

const MINUTE_MS = 60_000;

/** Every minute from an instant on at which it is due. */
function dueFrom(start: string, { hours, at, zone }: { hours: number; at: string; zone: string }): string[] {
  return Array.from({ length: hours * 60 }, (_, index) => new Date(Date.parse(start) + index * MINUTE_MS))
    .filter((instant) => isDue(instant, at, zone))
    .map((instant) => instant.toISOString().slice(0, 16));
}

test.each([
  ['Asia/Dhaka', '00:30', ['2026-11-14T18:30', '2026-11-15T18:30']],
  ['Asia/Dhaka', '23:30', ['2026-11-14T17:30', '2026-11-15T17:30']],
  ['America/St_Johns', '00:30', ['2026-11-14T04:00', '2026-11-15T04:00']],
  ['America/St_Johns', '23:30', ['2026-11-15T03:00', '2026-11-16T03:00']],
])('in %s at %s, once in each day', (zone, at, due) => {
  expect(dueFrom('2026-11-14T03:30:00Z', { hours: 48, at, zone })).toEqual(due);
});

test('summer time moves it by an hour in UTC, not for the utility', () => {
  const zone = 'America/St_Johns';
  // The clocks go back on 1 November 2026 and forward on 14 March 2027.
  expect(dueFrom('2026-10-31T00:00:00Z', { hours: 72, at: '00:10', zone })).toEqual([
    '2026-10-31T02:40',
    '2026-11-01T02:40',
    '2026-11-02T03:40',
  ]);
  expect(dueFrom('2027-03-13T00:00:00Z', { hours: 72, at: '00:10', zone })).toEqual([
    '2027-03-13T03:40',
    '2027-03-14T03:40',
    '2027-03-15T02:40',
  ]);
});

test('a time that the clocks jump over is made up for, one that comes twice counts once', () => {
  // Beirut: from 00:00 to 01:00 on 29 March 2026, from 24:00 back to 23:00 on 24 October.
  expect(dueFrom('2026-03-28T12:00:00Z', { hours: 24, at: '00:10', zone: 'Asia/Beirut' })).toEqual([
    '2026-03-28T22:00',
  ]);
  expect(dueFrom('2026-10-24T12:00:00Z', { hours: 20, at: '23:30', zone: 'Asia/Beirut' })).toEqual([
    '2026-10-24T20:30',
  ]);
  // Lord Howe puts its clocks back by half an hour, from 02:00 on 5 April 2026.
  expect(dueFrom('2026-04-04T12:00:00Z', { hours: 12, at: '01:40', zone: 'Australia/Lord_Howe' })).toEqual([
    '2026-04-04T14:40',
  ]);
});

test.each([
  ['2026-12-31T23:59:30Z', { min: 0, hour: 0, date: 1, month: 1, dow: 5 }],
  ['2027-01-01T00:00:30Z', { min: 0, hour: 0, date: 1, month: 1, dow: 5 }],
  ['2027-01-01T00:00:30Z', { min: 0, hour: 18, date: 31, month: 12, dow: 4 }],
])('the worker is answered by the clock’s zone, also at New Year (%s)', (now, minute) => {
  const clock = { now: () => new Date(now), timeZone: 'Asia/Dhaka' };
  const isAsked = (at: string) =>
    parseCronItems([dailyItem({ name: 'test:pump', at }, clock)])[0]?.match(minute);
  const local = minute.hour === 0 ? '06:00' : '00:00';
  expect([isAsked(local), isAsked('12:00')]).toEqual([true, false]);
});

test('the year decides if the clocks are on summer time', () => {
  // 31 October 2027 is before the change (7 November 2027), 1 November 2026 is the day of it.
  const clock = (now: string) => ({ now: () => new Date(now), timeZone: 'America/St_Johns' });
  const minute = { min: 40, hour: 2, date: 2, month: 11, dow: 0 };
  const match = (now: string) =>
    parseCronItems([dailyItem({ name: 'test:pump', at: '00:10' }, clock(now))])[0]?.match(minute);
  expect([match('2027-11-02T02:40:10Z'), match('2026-11-02T02:40:10Z')]).toEqual([true, false]);
});
