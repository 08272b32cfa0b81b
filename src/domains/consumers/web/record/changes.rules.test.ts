import { expect, test } from 'vitest';
import { differences } from './changes.rules.ts';

test('only what differs is a difference, in the order of the form', () => {
  const before = { name: 'A', phone: '•••1234', address: '', version: 1, status: 'active' };
  const after = { status: 'inactive', address: 'Dhaka', name: 'A', phone: '•••1234' };
  expect(differences({ before, after })).toEqual([
    { field: 'address', before: '', after: 'Dhaka' },
    { field: 'status', before: 'active', after: 'inactive' },
  ]);
});

test('a field that the second picture does not contain has not changed', () => {
  expect(differences({ before: { name: 'A', status: 'active' }, after: { status: 'merged' } })).toEqual([
    { field: 'status', before: 'active', after: 'merged' },
  ]);
});

test('the first picture shows what it holds, the last what was there', () => {
  expect(differences({ before: null, after: { name: 'A', nid: null } })).toEqual([
    { field: 'name', before: '', after: 'A' },
  ]);
  expect(differences({ before: { number: '7' }, after: null })).toEqual([
    { field: 'number', before: '7', after: '' },
  ]);
});
