import { expect, test } from 'vitest';
import { bankAsListed, bankIn, bankNames } from './banks.rules.ts';

test('a bank is kept by the name of the list, however it is written', () => {
  const written = [
    'Janata Bank Ltd.',
    'JANATA BANK PLC',
    'janata  bank limited',
    'জনতা ব্যাংক',
    'জনতা ব্যাংক পিএলসি',
    'Janata',
  ];
  expect(written.map(bankAsListed)).toEqual(written.map(() => 'Janata Bank'));
  expect(['DBBL', 'Dutch Bangla Bank', 'Dutch-Bangla Bank Limited'].map(bankAsListed)).toEqual([
    ...['Dutch-Bangla Bank', 'Dutch-Bangla Bank', 'Dutch-Bangla Bank'],
  ]);
});

test('another bank stays as it was written', () => {
  expect(bankAsListed('Bank of the Village')).toBe('Bank of the Village');
  expect(bankIn('Bank of the Village', 'bn')).toBe('Bank of the Village');
});

test('no two banks of the list are the same one; each has both names', () => {
  expect(new Set(bankNames('en').map(bankAsListed)).size).toBe(bankNames('en').length);
  expect(bankNames('bn').map(bankAsListed)).toEqual(bankNames('en'));
  expect(bankIn('Sonali Bank', 'bn')).toBe('সোনালী ব্যাংক');
});
