import { expect, test } from 'vitest';
import { codeOf, groupedCode, plainCode, plainNumber } from './code.rules.ts';

test('a code uses 60 bits of what is random, and no letter that is mistaken for another one', () => {
  expect(codeOf(new Uint8Array(12))).toBe('000000000000');
  expect(codeOf(new Uint8Array(12).fill(255))).toBe('ZZZZZZZZZZZZ');
  const letters = new Set(Array.from({ length: 32 }, (_, byte) => codeOf(new Uint8Array(12).fill(byte))[0]));
  expect(letters.size).toBe(32);
  for (const unclear of 'ILOU') expect(letters.has(unclear)).toBe(false);
});

test('it is read however it was typed', () => {
  const code = 'K7QX2M9P4TR1';
  expect(groupedCode(code)).toBe('K7QX-2M9P-4TR1');
  for (const typed of [
    'K7QX-2M9P-4TR1',
    'k7qx 2m9p 4tr1',
    'K7QX2M9P4TRI',
    'k7qx–2m9p–4trl',
    'K৭QX-২M৯P-৪TR১',
  ])
    expect([typed, plainCode(typed)]).toEqual([typed, code]);
  expect(plainCode('OOOO-0000-oooo')).toBe('000000000000');
});

test('what can be no code is none', () => {
  for (const typed of ['', 'K7QX-2M9P-4TR', 'K7QX-2M9P-4TR11', 'K7QX-2M9P-4TRU', "' or true --"])
    expect([typed, plainCode(typed)]).toEqual([typed, undefined]);
});

test('a number is compared without its blanks and in Latin digits', () => {
  expect(plainNumber(' rajuk/২০২৬/ 000012 ')).toBe('RAJUK/2026/000012');
});
