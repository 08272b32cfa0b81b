import { expect, test } from 'vitest';
import { allWords } from '#platform/words/all-words.ts';
import { auditName } from '#shared/words.ts';
import { changedFields, changesOf, listDifference, valueKind } from './changes.rules.ts';
import { fieldWords } from './field-words.rules.ts';

test('only what differs is a change; nothing, null and empty are the same', () => {
  const before = { name: 'A', email: null, phone: '', address: { road: '1', plot: '2' }, tags: ['a'] };
  const after = { name: 'B', phone: null, address: { road: '1', plot: '3' }, tags: ['a'], rateMinor: 500 };
  expect(changesOf(before, after)).toEqual([
    { field: 'name', before: 'A', after: 'B' },
    { field: 'address.plot', before: '2', after: '3' },
    { field: 'rateMinor', before: undefined, after: 500 },
  ]);
  expect(changedFields(null, null)).toEqual([]);
  expect(changedFields({ name: 'A' }, null)).toEqual(['name']);
});

test.each([
  ['rateMinor', 500, 'money'],
  ['rate_minor', 500, 'money'],
  ['openingLitres', 500, 'volume'],
  ['count', 5, 'number'],
  ['active', false, 'flag'],
  ['paidOn', '2026-11-05', 'day'],
  ['at', '2026-11-05T10:00:00.000Z', 'instant'],
  ['dmaId', '01a1fe54-2d38-7d9c-bfce-599753fe65cc', 'id'],
  ['phone', '•••1234', 'text'],
  ['nid', null, 'empty'],
  ['items', ['x'], 'list'],
] as const)('%s of %j is written as %s', (field, value, kind) => {
  expect(valueKind(field, value)).toBe(kind);
});

test('of two lists only what came and what went', () => {
  expect(listDifference(['a', 'b', 'c'], ['b', 'd'])).toEqual({ before: ['a', 'c'], after: ['d'] });
  expect(listDifference([{ a: 1 }], [{ a: 1 }, { a: 2 }])).toEqual({ before: [], after: [{ a: 2 }] });
});

test('actions and fields are shown in both languages, unknown ones as they are written', () => {
  expect(auditName(allWords, 'invoice.cancel')).toEqual(['Invoice cancelled', 'বিল বাতিল করা হয়েছে']);
  expect(auditName(allWords, 'pump-station.switch-off')).toEqual([
    'Pump station switch off',
    'Pump station switch off',
  ]);
  expect(fieldWords(allWords, 'amountMinor')[0]).toBe('Amount');
  expect(fieldWords(allWords, 'dma_id')[0]).toBe('Metered area (DMA)');
  expect(fieldWords(allWords, 'address.plotNumber')).toEqual(['Address › Plot', 'ঠিকানা › প্লট']);
  expect(fieldWords(allWords, 'someNewThing')[0]).toBe('Some new thing');
});
