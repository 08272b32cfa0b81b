/** Every state of a meter with every move: exactly those of the table are possible, and a person makes only those on the page. */
import { expect, test } from 'vitest';
import {
  canMove,
  METER_MOVES,
  METER_STATES,
  METER_TRANSITIONS,
  type MeterMove,
  type MeterState,
  movesOf,
} from './store.rules.ts';

/** Written by hand from domain.md §5.3: what each move makes of which states. */
const EXPECTED: Record<MeterMove, readonly [to: MeterState, from: readonly MeterState[]]> = {
  reserve: ['RESERVED', ['IN_STOCK']],
  release: ['IN_STOCK', ['RESERVED']],
  install: ['INSTALLED', ['IN_STOCK', 'RESERVED']],
  faulty: ['FAULTY', ['INSTALLED', 'LOCKED', 'STOPPED']],
  locked: ['LOCKED', ['INSTALLED', 'FAULTY', 'STOPPED']],
  stopped: ['STOPPED', ['INSTALLED', 'FAULTY', 'LOCKED']],
  working: ['INSTALLED', ['FAULTY', 'LOCKED', 'STOPPED']],
  remove: ['REMOVED', ['INSTALLED', 'FAULTY', 'LOCKED', 'STOPPED']],
  'put-back': ['INSTALLED', ['REMOVED']],
  confirm: ['REMOVED_CONFIRMED', ['REMOVED']],
  'pass-test': ['IN_STOCK', ['REMOVED', 'REMOVED_CONFIRMED', 'IN_STOCK']],
  'fail-test': ['REMOVED_CONFIRMED', ['REMOVED', 'REMOVED_CONFIRMED', 'IN_STOCK']],
  scrap: ['SCRAPPED', ['REMOVED_CONFIRMED', 'IN_STOCK']],
};
/** On the page of the meter; the others come with an installation, a change or a closure. */
const BY_PERSON: readonly MeterMove[] = [
  ...['faulty', 'locked', 'stopped', 'working', 'pass-test', 'fail-test', 'scrap'],
] as MeterMove[];

test('each move from each state', () => {
  const cells = METER_MOVES.flatMap((move) =>
    METER_STATES.map((state) => [move, state, canMove(move, state), METER_TRANSITIONS[move].to]),
  );
  const expected = METER_MOVES.flatMap((move) => {
    const [to, from] = EXPECTED[move];
    return METER_STATES.map((state) => [move, state, from.includes(state), to]);
  });
  expect(cells).toEqual(expected);
});

test('a person gets the moves of the page, with the permission to edit meters only', () => {
  for (const state of METER_STATES) {
    const expected = METER_MOVES.filter(
      (move) => BY_PERSON.includes(move) && EXPECTED[move][1].includes(state),
    );
    expect([state, movesOf(state, new Set(['meters:edit']))]).toEqual([state, expected]);
    expect(movesOf(state, new Set(['meters:view', 'meters:change', 'meters:create']))).toEqual([]);
  }
});
