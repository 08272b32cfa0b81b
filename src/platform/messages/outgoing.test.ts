import { expect, test } from 'vitest';
import { ForbiddenHost, resolveOutgoing } from './outgoing.ts';

const PRIVATE = [
  ...['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.7.7', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
  ...['::1', '::', 'fe80::1', 'fd00::5', '::ffff:10.0.0.1', '::ffff:169.254.169.254', '64:ff9b::a00:1'],
  ...['[::1]', 'localhost'],
];

test.each(PRIVATE)('%s is not reached', async (host) => {
  await expect(resolveOutgoing(host, [])).rejects.toBeInstanceOf(ForbiddenHost);
});

test('a public address is, and a private one that the program allows', async () => {
  expect(await resolveOutgoing('8.8.8.8', [])).toBe('8.8.8.8');
  expect(await resolveOutgoing('192.168.7.7', ['192.168.7.0/24'])).toBe('192.168.7.7');
  await expect(resolveOutgoing('192.168.8.7', ['192.168.7.0/24'])).rejects.toBeInstanceOf(ForbiddenHost);
});
