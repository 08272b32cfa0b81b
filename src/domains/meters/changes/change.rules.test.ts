/** Every state with every move and every kind of person: exactly the moves of the table are possible. What is asked about figures. */
import { describe, expect, test } from 'vitest';
import type { Permission } from '#shared/permissions.ts';
import {
  CHANGE_MOVES,
  CHANGE_STATES,
  CHANGE_TRANSITIONS,
  type ChangeMove,
  type ChangeState,
  changeRefusal,
  isUnusualOpening,
  unusualFinal,
} from './change.rules.ts';

/** Written by hand from domain.md §5.3: who makes which move from which state, and what becomes of it. */
const EXPECTED: Record<
  ChangeMove,
  { word: Permission; by: 'asker' | 'another'; moves: Partial<Record<ChangeState, ChangeState>> }
> = {
  accept: { word: 'meters:change', by: 'another', moves: { REQUESTED: 'ACCEPTED' } },
  refuse: { word: 'meters:change', by: 'another', moves: { REQUESTED: 'REFUSED', RETURNED: 'REFUSED' } },
  return: { word: 'meters:change', by: 'another', moves: { REQUESTED: 'RETURNED' } },
  resend: {
    word: 'meters:ask-change',
    by: 'asker',
    moves: { REQUESTED: 'REQUESTED', RETURNED: 'REQUESTED' },
  },
  withdraw: {
    ...{ word: 'meters:ask-change', by: 'asker' },
    moves: { REQUESTED: 'WITHDRAWN', RETURNED: 'WITHDRAWN' },
  },
};
const WORDS = ['meters:change', 'meters:ask-change'] as const;

test('each move from each state, by who asked, another person and the program, with each permission', () => {
  for (const move of CHANGE_MOVES)
    for (const state of CHANGE_STATES)
      for (const userId of ['asker', 'another', null])
        for (const words of [[], [WORDS[0]], [WORDS[1]], WORDS] as (readonly string[])[]) {
          const { word, by, moves } = EXPECTED[move];
          const isBy = (userId === 'asker' ? 'asker' : 'another') === by;
          const wrongPerson = by === 'another' ? 'change_asker' : 'change_not_asker';
          const expected = !words.includes(word)
            ? 'not_permitted'
            : !moves[state]
              ? 'change_wrong_state'
              : isBy
                ? undefined
                : wrongPerson;
          const who = { userId, permissions: new Set(words) };
          const given = changeRefusal(move, { state, askedById: 'asker' }, who);
          expect([move, state, userId, words, given]).toEqual([move, state, userId, words, expected]);
          if (moves[state]) expect(CHANGE_TRANSITIONS[move].to).toBe(moves[state]);
        }
});

test('only what says no to who asked needs a reason', () => {
  expect(CHANGE_MOVES.filter((move) => CHANGE_TRANSITIONS[move].remark)).toEqual(['refuse', 'return']);
});

describe('figures that a person is asked about', () => {
  const old = (finalLitres: number, days: number) =>
    unusualFinal({ lastLitres: 50_000, lastOn: '2026-11-01', registerDigits: 5, finalLitres, days });

  test.each([
    ['a litre below the last reading', 49_999, 3, 'below'],
    ['the last reading again', 50_000, 3, undefined],
    ['all that a pipe gives in three days', 110_000, 3, undefined],
    ['a litre more than that', 110_001, 3, 'high'],
    ['on the day of the last reading, what a pipe gives in one', 70_000, 0, undefined],
    ['a litre more than that, on the same day', 70_001, 0, 'high'],
  ])('a last figure: %s', (_, litres, days, expected) => expect(old(litres, days)).toBe(expected));

  test.each([
    ['a litre below its last figure', 6_999, true],
    ['its last figure', 7_000, false],
    ['what a test bench takes', 17_000, false],
    ['a litre more', 17_001, true],
  ])('a first figure: %s', (_, openingLitres, expected) =>
    expect(isUnusualOpening({ lastLitres: 7_000, openingLitres })).toBe(expected),
  );
});
