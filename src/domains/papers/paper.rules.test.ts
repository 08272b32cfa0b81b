import { expect, test } from 'vitest';
import { coveredName, endOf, factsOf, placeOf, type Stored, validityOf } from './paper.rules.ts';

const stored: Stored = { number: '4001', issuedOn: '2026-11-01', amountMinor: 500 as never, restHash: 'a' };
const place = { sectorNumber: '7', roadNumber: '3', plotNumber: '12/A' };
const facts = { meter: 'M-7', application: '4000', noc: null };
const about = {
  ...{ holder: 'A', holderBn: null, place, facts, rest: '', endedOn: null, changedOn: '2026-11-09' },
  ...{ validUntil: null, leftMinor: null },
};
const TODAY = '2026-11-15';
const content = { ...stored, ...about, restHashes: ['a'] };

test('a paper counts as long as its record says the same and has not ended', () => {
  expect(validityOf(stored, content, TODAY)).toEqual({ state: 'valid', endedOn: null });
  expect(validityOf(stored, { ...content, holder: 'B', holderBn: 'খ' }, TODAY)).toEqual({
    state: 'valid',
    endedOn: null,
  });
  const ended = { state: 'ended', endedOn: '2026-11-07' };
  expect(validityOf(stored, { ...content, endedOn: '2026-11-07' }, TODAY)).toEqual(ended);
});

test.each([
  ['number', '4002'],
  ['issuedOn', '2026-11-02'],
  ['amountMinor', 600],
  ['restHashes', ['b']],
])('it counts no more when the record has another %s', (field, value) => {
  const now = { ...content, [field]: value };
  expect(validityOf(stored, now, TODAY)).toEqual({ state: 'ended', endedOn: '2026-11-09' });
  expect(placeOf(stored, now)).toBeNull();
});

test('it counts also if it says what the record had before, and that takes nothing from who has it', () => {
  const now = { ...content, restHashes: ['c', 'a'] };
  expect(validityOf(stored, now, TODAY)).toEqual({ state: 'valid', endedOn: null });
  expect(placeOf(stored, now)).toEqual(place);
});

test.each([
  ['2026-11-15', null],
  ['2026-11-14', '2026-11-15'],
])('its last day is %s: it has ended since %s', (validUntil, endedOn) => {
  expect(endOf({ endedOn: null, validUntil }, TODAY)).toBe(endedOn);
  expect(validityOf(stored, { ...content, validUntil }, TODAY)).toEqual({
    state: endedOn ? 'ended' : 'valid',
    endedOn,
  });
});

test('of two ends the first one counts', () => {
  expect(endOf({ endedOn: '2026-11-10', validUntil: '2026-11-10' }, TODAY)).toBe('2026-11-10');
  expect(endOf({ endedOn: '2026-11-12', validUntil: '2026-11-10' }, TODAY)).toBe('2026-11-11');
});

test('what it is about is told as long as the record says the same, without what is not on it', () => {
  const now = { ...content, validUntil: '2026-12-01' };
  expect(factsOf(stored, now)).toEqual([
    { name: 'application', value: '4000' },
    { name: 'meter', value: 'M-7' },
    { name: 'validUntil', value: '2026-12-01' },
  ]);
  expect(factsOf(stored, { ...now, restHashes: ['b'] })).toEqual([]);
  expect(factsOf(stored, undefined)).toEqual([]);
});

test('its plot is told as long as the paper and the record say the same, also after it ended', () => {
  expect(placeOf(stored, { ...content, endedOn: '2026-11-07' })).toEqual(place);
  expect(placeOf(stored, undefined)).toBeNull();
});

test('nor if there is no such record any more', () => {
  expect(validityOf(stored, undefined, TODAY)).toEqual({ state: 'ended', endedOn: null });
});

test.each([
  ['Abdur Rahman', 'A•••r R•••n'],
  ['Md. Ali', 'M••• A•••'],
  ['আনোয়ারা বেগম', 'আ•••রা বে•••'],
  ['মোঃ  আব্দুর রহমান', 'মোঃ••• আ••• র•••ন'],
  ['', ''],
])('of the name %s only %s is shown', (name, covered) => {
  expect(coveredName(name)).toBe(covered.normalize('NFC'));
});
