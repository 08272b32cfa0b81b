/** The machine of a cheque as a table, and the days that a bank pays it. */
import { expect, test } from 'vitest';
import { CHEQUE_STATES, isWaiting, mayGo, refusedDay } from './cheque.rules.ts';

test('a cheque goes to the bank and comes to an end; only before that it can be given back', () => {
  const steps = CHEQUE_STATES.flatMap((from) =>
    CHEQUE_STATES.filter((to) => mayGo(from, to)).map((to) => `${from}>${to}`),
  );
  expect(steps).toEqual([
    'RECEIVED>DEPOSITED',
    'RECEIVED>GIVEN_BACK',
    'DEPOSITED>RECEIVED',
    'DEPOSITED>CLEARED',
    'DEPOSITED>DISHONOURED',
    'CLEARED>DISHONOURED',
  ]);
  expect(CHEQUE_STATES.filter(isWaiting)).toEqual(['RECEIVED', 'DEPOSITED']);
});

test.each([
  ['2026-11-15', undefined],
  ['2026-11-16', 'post_dated'],
  ['2026-05-15', undefined],
  ['2026-05-14', 'stale'],
])('a cheque of %s on 15 November 2026: %s', (drawnOn, refused) => {
  expect(refusedDay('2026-11-15', drawnOn)).toBe(refused);
});

test('six months before the last day of August are cut to the end of February', () => {
  expect([refusedDay('2026-08-31', '2026-02-28'), refusedDay('2026-08-31', '2026-02-27')]).toEqual([
    undefined,
    'stale',
  ]);
});
