import { expect, test } from 'vitest';
import { formats } from '#shared/format.ts';
import { withSeconds } from './with-seconds.rules.ts';

test.each([
  ['en', '28 Nov 2026, 03:04:09 AM'],
  ['bn', '২৮ নভে ২০২৬, রাত ৩:০৪:০৯'],
] as const)('the time of a log with its seconds: %s', (language, written) => {
  const write = formats({ language, bengaliDigits: true }, 'Asia/Dhaka');
  const at = '2026-11-27T21:04:09.999Z';
  expect(withSeconds(write.shortInstant(at), at, write.digits)).toBe(written);
});
