import { expect, test } from 'vitest';
import { askedFor } from './asked.rules.ts';

test('papers, fields of a part, and a part as a whole, in the order in which they were asked for', () => {
  const items = ['allotment_letter', 'applicant', 'building'];
  expect(askedFor({ items, fields: ['applicant.nid', 'applicant.name'] })).toEqual([
    { paper: 'allotment_letter' },
    { part: 'applicant', field: 'nid' },
    { part: 'applicant', field: 'name' },
    { part: 'building', field: null },
  ]);
});

test('an entry that asks for nothing has nothing, nor has what nobody knows any more', () => {
  expect(askedFor({})).toEqual([]);
  expect(askedFor({ items: ['a_kind_of_long_ago'], fields: ['applicant.nid'] })).toEqual([]);
});
