import { expect, test } from 'vitest';
import { ForbiddenHost, resolveOutgoing } from './outgoing.ts';

const PRIVATE = [
  ...['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.7.7', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
  ...['::1', '::', 'fe80::1', 'fd00::5', '::ffff:10.0.0.1', '::ffff:169.254.169.254', '64:ff9b::a00:1'],
  ...['::10.0.0.1', '::a00:1', '::8.8.8.8', '::ffff:0:10.0.0.1', '::ffff:0:a00:1', '::ffff:127.0.0.1'],
  ...['64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b::192.168.7.7', '64:ff9b:1::a00:1'],
  ...['2002:a00:1::1', '2002:7f00:1::', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:db8::1', '3fff::1'],
  ...['[::1]', 'localhost'],
];

test.each(PRIVATE)('%s is not reached', async (host) => {
  await expect(resolveOutgoing(host, [])).rejects.toBeInstanceOf(ForbiddenHost);
});

test('a public address is, and a private one that the program allows', async () => {
  expect(await resolveOutgoing('8.8.8.8', [])).toBe('8.8.8.8');
  for (const ip of ['64:ff9b::808:808', '2a00:1450:4001:81b::200e', '2606:4700::1111']) {
    expect(await resolveOutgoing(ip, [])).toBe(ip);
  }
  expect(await resolveOutgoing('64:ff9b::192.168.7.7', ['192.168.7.0/24'])).toBe('64:ff9b::192.168.7.7');
  expect(await resolveOutgoing('192.168.7.7', ['192.168.7.0/24'])).toBe('192.168.7.7');
  await expect(resolveOutgoing('192.168.8.7', ['192.168.7.0/24'])).rejects.toBeInstanceOf(ForbiddenHost);
});
