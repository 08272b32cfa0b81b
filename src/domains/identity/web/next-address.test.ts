import { expect, test } from 'vitest';
import { nextAddress } from './next-address.rules.ts';

const OWN = 'https://water.test';

test.each([
  ['/sector?page=2', '/sector?page=2'],
  ['/billing/invoice-list/1?tab=lines#a', '/billing/invoice-list/1?tab=lines#a'],
  ['/গ্রাহক', `/${encodeURIComponent('গ্রাহক')}`],
])('goes on to %s (G46)', (next, address) => expect(nextAddress(next, OWN)).toBe(address));

test.each([
  undefined,
  '',
  'https://evil.test/',
  '//evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '/%09/../..//evil.test',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  '/..//evil.test',
  '/.//evil.test',
  '／／evil.test',
  '/login?next=/login',
  'evil.test',
])('stays on its own for %j (G46)', (next) => {
  const address = nextAddress(next, OWN);
  expect(new URL(address, OWN).origin).toBe(OWN);
  expect(address).not.toMatch(/^\/[/\\]/);
  expect(address).not.toContain('evil.test/');
});
