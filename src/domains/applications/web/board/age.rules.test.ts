import { expect, test } from 'vitest';
import { ageOf } from './age.rules.ts';

const NOW = new Date('2026-11-15T06:00:00Z');
const age = (row: Partial<Parameters<typeof ageOf>[0]>) =>
  ageOf({ overlay: null, overdue: false, dueAt: null, expiresOn: null, ...row }, NOW, '2026-11-15');

test('what is over is late, what is over within a day is soon, what is on hold is neither', () => {
  expect(age({})).toBe('usual');
  expect(age({ overdue: true, dueAt: '2026-11-14T06:00:00Z' })).toBe('late');
  expect(age({ dueAt: '2026-11-16T05:59:59Z' })).toBe('soon');
  expect(age({ dueAt: '2026-11-16T06:00:00Z' })).toBe('usual');
  expect(age({ overlay: 'HOLD', overdue: true })).toBe('held');
});

test('the day of the applicant is soon two days before, and over the day after', () => {
  expect(age({ expiresOn: '2026-11-18' })).toBe('usual');
  expect(age({ expiresOn: '2026-11-17' })).toBe('soon');
  expect(age({ expiresOn: '2026-11-15' })).toBe('soon');
  expect(age({ expiresOn: '2026-11-14' })).toBe('late');
});
