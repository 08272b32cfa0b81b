import { expect, test } from 'vitest';
import { closeness, soundOf, soundsLike } from './sounds.rules.ts';

test.each([
  ['আবেদন', 'abedon'],
  ['মিটার', 'meter'],
  ['গ্রাহক', 'grahok'],
  ['বিলিং', 'billing'],
  ['সেক্টর', 'sector'],
  ['প্রতিবেদন', 'protibedon'],
])('%s sounds like %s', (bengali, latin) => {
  expect(soundOf(latin)).toBe(soundOf(bengali));
});

test('a line is found by how its names are written or pronounced, each word by its beginning', () => {
  const line = 'New Applications নতুন আবেদন';
  for (const typed of ['new', 'appl', 'আবেদ', 'notun abedon', 'abedon', 'applications new']) {
    expect(soundsLike(line, typed), typed).toBe(true);
  }
  for (const typed of ['zzzzqq', 'invoice', 'a b', 'pay', 'lications'])
    expect(soundsLike(line, typed), typed).toBe(false);
});

test('what begins with the letters comes before what holds them or only sounds alike', () => {
  const names = [
    ['New Applications', 'নতুন আবেদন'],
    ['Work Order Invoice', 'x'],
    ['Reinvest', 'x'],
    ['Invoice List', 'ইনভয়েস তালিকা'],
  ];
  expect(names.map((each) => closeness(each, 'Inv'))).toEqual([3, 1, 2, 0]);
  expect(closeness(['Invoice List', 'ইনভয়েস তালিকা'], 'ইনভ')).toBe(0);
});
