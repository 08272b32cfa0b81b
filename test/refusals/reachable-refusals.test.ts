/** A code that a call can refuse with is in its contract, also if no test has tried it. */
import { expect, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { codesOfSql, constraintRules } from './constraint-refusals.ts';
import { NEVER_REFUSED } from './never-refused.ts';
import { type NeverRefused, type Reached, reachableRefusals } from './reachable-refusals.ts';

const { db } = await testDatabase();
const { rules, unknown } = await constraintRules(db);
const { routes, unlisted } = await reachableRefusals(rules);

const fits = (wanted: string | RegExp, found: string): boolean =>
  typeof wanted === 'string' ? wanted === found : wanted.test(found);
const covers = ({ code, through, calls }: NeverRefused, found: Reached): boolean =>
  fits(code, found.code) && fits(through, found.through) && (calls?.test(found.call) ?? true);
const open = unlisted.filter((found) => !NEVER_REFUSED.some((never) => covers(never, found)));

test('the routes are read', () => expect(routes).toBeGreaterThan(300));

test('each constraint that an error code names is in the database', () => expect(unknown).toEqual([]));

test('nothing is reached that a contract does not list and no exception explains', () => {
  expect(open.map(({ call, code, through }) => `${call} ${code}, through ${through}`)).toEqual([]);
});

test('an exception whose code is listed meanwhile, or reached no more, goes', () => {
  expect(NEVER_REFUSED.filter((never) => !unlisted.some((found) => covers(never, found)))).toEqual([]);
});

test('a statement is refused by the constraints of what it writes', () => {
  const codes = (text: string) => codesOfSql(rules, text);
  expect(codes('update settings.roads set number = ?, version = version + 1 where id = ?')).toEqual([
    'settings.road_number_taken',
  ]);
  expect(codes('update settings.roads set name = ? where number = ?')).toEqual([]);
  expect(codes('insert into identity.users (name, phone) values (?, ?)')).toEqual(['identity.phone_taken']);
  expect(codes('delete from roles.roles where id = ?')).toEqual(['roles.in_use']);
  expect(codes('select from settings.roads where number = ?')).toEqual([]);
});
