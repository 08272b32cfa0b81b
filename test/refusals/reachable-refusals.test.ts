/** A code that a call can refuse with is in its contract, also if no test has tried it. */
import { expect, test } from 'vitest';
import { reachableRefusals } from './reachable-refusals.ts';
import { UNEXAMINED } from './unexamined-refusals.ts';

const { routes, unlisted } = await reachableRefusals();
const found = unlisted.map(({ call, code }) => `${call} ${code}`);

test('the routes are read', () => expect(routes).toBeGreaterThan(300));

test('nothing new is reached that a contract does not list', () => {
  const known = new Set(UNEXAMINED);
  const added = unlisted.filter(({ call, code }) => !known.has(`${call} ${code}`));
  expect(added.map(({ call, code, through }) => `${call} ${code}, through ${through}`)).toEqual([]);
});

test('what is listed meanwhile, or reached no more, leaves the list', () => {
  expect(UNEXAMINED.filter((line) => !found.includes(line))).toEqual([]);
});
