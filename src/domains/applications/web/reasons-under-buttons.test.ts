/** Why an action is not allowed is written under the button with who has the work, and until when; nothing else is known there. */
import { expect, test } from 'vitest';
import { TRANSITIONS } from '../application.rules.ts';
import * as bn from './bn-staff.ts';
import * as en from './en-staff.ts';

const reasons = new Set(Object.values(TRANSITIONS).flatMap(({ guards }) => guards as readonly string[]));

test.each([
  ['en', en.staff.errors],
  ['bn', bn.staff.errors],
])('a reason of %s asks for a name and a last day at most', (_language, errors) => {
  const asked = Object.entries(errors)
    .filter(([code]) => reasons.has(code))
    .flatMap(([, text]) => [...String(text).matchAll(/{{(\w+)/g)].map(([, what]) => what));
  expect(asked.filter((what) => !['name', 'until'].includes(what))).toEqual([]);
  expect(asked.length).toBeGreaterThan(0);
});
