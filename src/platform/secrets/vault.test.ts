import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeSecrets } from './secrets.ts';
import { makeVault } from './vault.ts';

const secrets = makeSecrets();
const key = () => randomBytes(32).toString('base64url');

test('what was sealed opens again, never looks the same twice, and not as another secret', () => {
  const vault = makeVault(secrets);
  const [one, two] = [vault.seal('email', 'পাসওয়ার্ড-42'), vault.seal('email', 'পাসওয়ার্ড-42')];
  expect(vault.open('email', one)).toBe('পাসওয়ার্ড-42');
  expect(one.bytes.equals(two.bytes)).toBe(false);
  expect(one.bytes.includes(Buffer.from('পাসওয়ার্ড'))).toBe(false);
  expect(() => vault.open('sms', one)).toThrow();
});

test('a changed byte is noticed', () => {
  const vault = makeVault(secrets);
  const { key: name, bytes } = vault.seal('sms', 'token');
  for (const at of [0, 13, bytes.length - 1]) {
    const touched = Buffer.from(bytes);
    touched[at] = (touched[at] ?? 0) ^ 1;
    expect(() => vault.open('sms', { key: name, bytes: touched })).toThrow();
  }
});

test('a new key seals, older ones still open, and a key that is gone is named', () => {
  const first = makeVault(secrets);
  const old = first.seal('email', 'secret');
  const rotated = makeVault({ ...secrets, vault: [{ id: '2026-11', key: key() }] });
  expect([first.key, rotated.key]).toEqual(['pepper', '2026-11']);
  expect(rotated.open('email', old)).toBe('secret');
  const again = rotated.seal('email', 'secret');
  const twice = makeVault({
    ...secrets,
    vault: [
      { id: '2027-01', key: key() },
      { id: '2026-11', key: key() },
    ],
  });
  expect(() => twice.open('email', again)).toThrow();
  expect(() => first.open('email', again)).toThrow('"2026-11"');
});
