import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDayOff } from '#domains/applications/pipeline/working-time.rules.ts';
import { answered, type Clock, ended, resumed, started, stopped, wasLate } from './ticket-clock.rules.ts';

/** Friday and Saturday closed; Dhaka is six hours ahead, so the office is open from 03:00 to 11:00 UTC. */
const office = {
  weekend: [5, 6],
  opensAt: '09:00',
  closesAt: '17:00',
  holidays: ['2026-12-16'],
  timeZone: 'Asia/Dhaka',
};
const hours = { answerHours: 2, solveHours: 10 };
const at = (text: string) => new Date(`2026-${text}:00Z`);
const shown = ({ answerDueAt, solveDueAt, minutesLeft }: Clock) => [
  answerDueAt?.toISOString().slice(5, 16) ?? null,
  solveDueAt?.toISOString().slice(5, 16) ?? null,
  minutesLeft,
];

test.each([
  ['on a Sunday at 10:00', '11-15T04:00', ['11-15T06:00', '11-16T06:00', null]],
  ['on a Thursday at 16:30: the weekend does not count', '11-19T10:30', ['11-22T04:30', '11-23T04:30', null]],
  ['at night', '11-15T20:00', ['11-16T05:00', '11-17T05:00', null]],
  ['on the day before Victory Day at 16:00', '12-15T10:00', ['12-17T04:00', '12-20T04:00', null]],
])('a ticket that is written %s', (_when, from, due) => {
  expect(shown(started(at(from), hours, office))).toEqual(due);
});

test('waiting for the consumer stops the solution only, and what was left is left when they answer', () => {
  const clock = started(at('11-15T04:00'), hours, office);
  const asked = stopped(answered(clock), at('11-15T07:00'), office);
  expect(shown(asked)).toEqual([null, null, 7 * 60]);
  expect(shown(resumed(asked, at('11-18T03:00'), office))).toEqual([null, '11-18T10:00', null]);
  expect(stopped(asked, at('11-16T07:00'), office)).toEqual(asked);
  expect(resumed(clock, at('11-16T07:00'), office)).toEqual(clock);
});

test('what was late when it was stopped is late by as much afterwards', () => {
  const clock = started(at('11-15T04:00'), hours, office);
  const late = stopped(clock, at('11-16T07:00'), office);
  expect(late.minutesLeft).toBe(-60);
  expect(shown(resumed(late, at('11-18T05:00'), office))[1]).toBe('11-18T04:00');
});

test('a ticket was late if its clock was over when it ended, also if the clock was stopped', () => {
  const clock = started(at('11-15T04:00'), hours, office);
  expect(wasLate(clock, at('11-16T06:00'))).toBe(false);
  expect(wasLate(clock, at('11-16T06:01'))).toBe(true);
  expect(wasLate(stopped(clock, at('11-16T05:00'), office), at('11-20T06:01'))).toBe(false);
  expect(wasLate(stopped(clock, at('11-16T07:00'), office), at('11-20T06:01'))).toBe(true);
  expect(shown(ended())).toEqual([null, null, null]);
  expect(wasLate(ended(), at('11-20T06:01'))).toBe(false);
});

const START = Date.parse('2026-11-15T00:00:00Z');
const MINUTE = 60_000;
/** Whether the office works in the minute that begins then: asked day by day, without the rules that are tested. */
function works(instant: number): boolean {
  const there = new Date(instant + 6 * 60 * MINUTE);
  const minute = there.getUTCHours() * 60 + there.getUTCMinutes();
  return minute >= 540 && minute < 1020 && !isDayOff(there.toISOString().slice(0, 10), office);
}

test('the due time is the minute at which a walk through all minutes has used the hours', () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 2000 }), { maxLength: 6 });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 5000 }),
      fc.integer({ min: 1, max: 20 }),
      gaps,
      (first, solveHours, waits) => {
        let instant = START + first * MINUTE;
        let clock = started(new Date(instant), { answerHours: 1, solveHours }, office);
        let left = solveHours * 60;
        let isStopped = false;
        for (const wait of waits) {
          for (let minute = 0; minute < wait; minute += 1) {
            if (!isStopped && works(instant)) left -= 1;
            instant += MINUTE;
          }
          const now = new Date(instant);
          clock = isStopped ? resumed(clock, now, office) : stopped(clock, now, office);
          isStopped = !isStopped;
          // Minus zero is zero.
          if (isStopped) expect((clock.minutesLeft ?? 0) + 0).toBe(left);
        }
        if (isStopped) clock = resumed(clock, new Date(instant), office);
        // Late ones are not walked: their due time is in the past.
        if (left <= 0) return;
        while (left > 0) {
          if (works(instant)) left -= 1;
          instant += MINUTE;
        }
        expect(clock.solveDueAt?.getTime()).toBe(instant);
      },
    ),
    { numRuns: 200 },
  );
});
