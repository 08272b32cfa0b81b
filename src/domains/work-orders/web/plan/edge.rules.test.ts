import { expect, test } from 'vitest';
import { edgeOf } from './edge.rules.ts';

const RUNS = { pausedAt: null };
const HELD = { pausedAt: '2026-11-14T06:00:00Z' };

test('what is late is red, what is due today amber, what has time has no colour', () => {
  expect((['late', 'today', 'later'] as const).map((band) => edgeOf(RUNS, band))).toEqual([
    'late',
    'soon',
    undefined,
  ]);
});

test('what is on hold is violet, also if it was late before', () => {
  expect((['late', 'today', 'later'] as const).map((band) => edgeOf(HELD, band))).toEqual([
    'held',
    'held',
    'held',
  ]);
});
