/**
 * Secrets that people type in (a mail server's password, a gateway's token) at rest: AES-256-GCM under a key of the
 * program's secrets. What is sealed names its key, so that a new key can come first while older ones still open.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Secrets } from './secrets.ts';

export type Sealed = { key: string; bytes: Buffer };
export type Vault = {
  /** Name of the key that seals from now on. */
  key: string;
  /** @param name what the secret is of; sealed for one name it cannot be opened as another's */
  seal(name: string, text: string): Sealed;
  open(name: string, sealed: Sealed): string;
};

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The key of an installation that has chosen none: made from its pepper. */
const FIRST_KEY = 'pepper';

export function makeVault(secrets: Pick<Secrets, 'pepper' | 'vault'>): Vault {
  const derived = Buffer.from(hkdfSync('sha256', secrets.pepper, '', 'jolkol settings vault', 32));
  const chosen = secrets.vault ?? [];
  const keys = new Map([
    [FIRST_KEY, derived],
    ...chosen.map(({ id, key }): [string, Buffer] => [id, Buffer.from(key, 'base64url')]),
  ]);
  const key = chosen[0]?.id ?? FIRST_KEY;
  const keyOf = (id: string) => {
    const found = keys.get(id);
    if (!found) throw new Error(`secrets.json has no vault key "${id}", under which a secret was sealed`);
    return found;
  };
  return {
    key,
    seal(name, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keyOf(key), nonce).setAAD(Buffer.from(name));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return { key, bytes: Buffer.concat([nonce, cipher.getAuthTag(), body]) };
    },
    open(name, sealed) {
      const nonce = sealed.bytes.subarray(0, NONCE_BYTES);
      const tag = sealed.bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const cipher = createDecipheriv('aes-256-gcm', keyOf(sealed.key), nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(name))
        .setAuthTag(tag);
      const body = sealed.bytes.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([cipher.update(body), cipher.final()]).toString('utf8');
    },
  };
}
