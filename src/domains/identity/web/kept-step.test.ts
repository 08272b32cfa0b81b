import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { forgetStep, keepStep, keptStep } from './kept-step.ts';

const stored = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
});
beforeEach(() => stored.clear());
afterAll(() => void vi.unstubAllGlobals());

const sent = { phone: '+8801712345678', againAt: 60_000, until: 600_000 };

test('a step is found again until the code runs out, and is removed then', () => {
  keepStep('code registration', sent);
  expect(keptStep('code registration', 599_999)).toEqual(sent);
  expect(keptStep('code password-reset', 0)).toBeNull();
  expect(keptStep('code registration', 600_000)).toBeNull();
  expect(stored.size).toBe(0);
});

test('a step that is done is forgotten, and what is not ours is none', () => {
  keepStep('code registration', sent);
  keepStep('proven', { proven: { phone: sent.phone, proof: 'p' }, until: 1000 });
  forgetStep('code registration');
  expect(keptStep('code registration', 0)).toBeNull();
  expect(keptStep('proven', 0)?.proven.proof).toBe('p');
  stored.set('signInStep second-step', '{');
  expect(keptStep('second-step', 0)).toBeNull();
  expect(stored.has('signInStep second-step')).toBe(false);
});
