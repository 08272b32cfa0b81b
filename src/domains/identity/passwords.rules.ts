/**
 * Passwords: argon2id (19 MiB, t=2, p=1). The specification's rule (6 characters, no white space) is the floor;
 * the commonest passwords and one's own name, phone or e-mail are refused as well (G34).
 */
import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a password; NFC, so that the same Bengali text typed on another keyboard matches. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), OPTIONS);
}

/** A hash of nothing anybody knows: unknown accounts cost the same time as known ones (G32). */
const dummyHash = hashPassword(randomUUID());

/** True where the password is the account's; takes as long for no account at all. */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const matches = await verify(stored ?? (await dummyHash), password.normalize('NFC'));
  return matches && stored !== null;
}

const COMMON = new Set(
  `123456 1234567 12345678 123456789 1234567890 password password1 passw0rd qwerty qwerty123 qwertyuiop abc123
   111111 000000 123123 654321 666666 121212 112233 987654321 iloveyou welcome admin admin123 letmein dragon monkey
   bangladesh bangladesh1 dhaka123 dhaka1234 allahuakbar bismillah iloveallah asdfgh asdfghjkl zxcvbnm 1q2w3e4r
   1qaz2wsx football cricket sunshine princess master superman batman trustno1 secret default changeme test123`
    .split(/\s+/)
    .filter(Boolean),
);

/** True where a password is too easy to guess for this person. */
export function isWeak(password: string, about: readonly (string | null | undefined)[]): boolean {
  const lower = password.toLowerCase();
  if (COMMON.has(lower) || new Set(lower).size < 3) return true;
  return about.some((text) => {
    const own = text?.toLowerCase() ?? '';
    return own.length >= 4 && (lower === own || lower.includes(own.split('@')[0] || own));
  });
}

/** Wait after failed sign-ins: none up to the fifth, then 30 s, 60 s … at most 15 minutes, never for ever (G31). */
export function lockedForSeconds(failures: number): number {
  if (failures < 5) return 0;
  return Math.min(30 * 2 ** (failures - 5), 900);
}
