/**
 * Passwords: argon2id (19 MiB, t=2, p=1). The specification's rule (6 characters, no white space) is the floor;
 * the commonest passwords and one's own name, phone or e-mail are refused as well (G34).
 */
import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { atMost } from '#platform/at-most.ts';

/** G34. */
const COMMON_WORDS = 3000;

const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Each takes 30 ms of a processor and 19 MiB. Two at a time leave threads for files and compression; who would wait
 * longer than some seconds is told that the service is busy.
 */
const hashing = atMost({ running: 2, waiting: 200 });

/** Hashes a password; NFKC, so that the same text typed on another keyboard matches. */
export function hashPassword(password: string): Promise<string> {
  return hashing.run(() => hash(password.normalize('NFKC'), OPTIONS));
}

/** A hash of nothing anybody knows: unknown accounts cost the same time as known ones (G32). */
const dummyHash = hashPassword(randomUUID());

/** True if the password is the account's; takes as long for no account at all. */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const against = stored ?? (await dummyHash);
  const matches = await hashing.run(() => verify(against, password.normalize('NFKC')));
  return matches && stored !== null;
}

/** What people here choose besides the world's commonest. */
const LOCAL = `bangladesh bangladesh1 dhaka123 dhaka1234 allahuakbar bismillah iloveallah alhamdulillah chittagong
  sonarbangla bangla123 dhakawasa jolkol123 water123 changeme test123 welcome letmein admin123 password1 qwerty123`;

/** The commonest first; shorter ones are refused for their length already. */
const COMMON: ReadonlySet<string> = new Set([
  ...dictionary['passwords-common'].filter((word) => word.length >= 6).slice(0, COMMON_WORDS),
  ...LOCAL.split(/\s+/),
]);

/** True if a password is too easy to guess for this person. */
export function isWeak(password: string, about: readonly (string | null | undefined)[]): boolean {
  const lower = password.normalize('NFKC').toLowerCase();
  if (COMMON.has(lower) || new Set(lower).size < 3) return true;
  return about.some((text) => {
    const own = text?.normalize('NFKC').toLowerCase() ?? '';
    // A phone counts without its country, a name in one piece, an e-mail by the part before the @.
    const parts = [own.split('@')[0] ?? '', own.replace(/\s+/g, ''), own.replace(/^\+880/, '0'), own];
    return parts.some((part) => part.length >= 4 && lower.includes(part));
  });
}
