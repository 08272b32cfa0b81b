import { describe, expect, test } from 'vitest';
import {
  codeOf,
  enrolmentAddress,
  matchingStep,
  newRecoveryCode,
  newSecret,
  plainRecoveryCode,
  stepAt,
  toBase32,
} from './totp.rules.ts';

/** RFC 6238, appendix B, SHA-1; the six last of its eight digits. */
const SECRET = toBase32(Buffer.from('12345678901234567890'));
const VECTORS: [string, string][] = [
  ['1970-01-01T00:00:59Z', '287082'],
  ['2005-03-18T01:58:29Z', '081804'],
  ['2005-03-18T01:58:31Z', '050471'],
  ['2009-02-13T23:31:30Z', '005924'],
  ['2033-05-18T03:33:20Z', '279037'],
  ['2603-10-11T11:33:20Z', '353130'],
];

test.each(VECTORS)('the code of %s is %s (RFC 6238)', (instant, code) => {
  expect(SECRET).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(codeOf(SECRET, stepAt(new Date(instant)))).toBe(code);
});

describe('the window', () => {
  const secret = newSecret();
  const now = new Date('2026-11-15T04:00:10Z');
  const codeAfter = (seconds: number) => codeOf(secret, stepAt(new Date(now.getTime() + seconds * 1000)));

  test.each([
    [-60, false],
    [-30, true],
    [0, true],
    [30, true],
    [60, false],
  ])('a code of %i s from now is good: %s', (seconds, good) => {
    expect(matchingStep(secret, codeAfter(seconds), now) !== undefined).toBe(good);
  });

  test('Bengali digits and blanks are taken, anything else is not', () => {
    const code = codeAfter(0);
    const bengali = [...code].map((digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)]).join('');
    expect(matchingStep(secret, `${bengali.slice(0, 3)} ${bengali.slice(3)}`, now)).toBe(stepAt(now));
    for (const bad of ['', code.slice(1), `${code}0`, 'abcdef', '১২']) {
      expect(matchingStep(secret, bad, now)).toBeUndefined();
    }
  });
});

test('a recovery code is the same in capitals, with other blanks and in Bengali digits', () => {
  expect(plainRecoveryCode(' AB২৩C 4D5e7 ')).toBe('ab23c4d5e7');
});

test('secrets hold 160 bits, recovery codes 50, and the address names both sides', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(newRecoveryCode()).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/);
  const address = new URL(enrolmentAddress('পানি & Co', 'a@b.test', SECRET));
  expect(address.searchParams.get('issuer')).toBe('পানি & Co');
  expect(decodeURIComponent(address.pathname)).toContain('পানি & Co:a@b.test');
});
