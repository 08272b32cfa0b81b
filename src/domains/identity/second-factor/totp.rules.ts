/**
 * Time-based one-time passwords (RFC 6238): SHA-1, six digits, 30 s, as every authenticator app takes them. A code is
 * good for its own step and one on each side, which covers clocks that differ and slow typing.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { toLatinDigits } from '#shared/money.ts';

const STEP_SECONDS = 30;
const WINDOW_STEPS = 1;
/** RFC 4226: as long as the hash. */
const SECRET_BYTES = 20;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 without padding, as authenticator apps read secrets. */
export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += LETTERS[(held >>> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + LETTERS[(held << (5 - bits)) & 31] : text;
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const letter of text) {
    held = (held << 5) | LETTERS.indexOf(letter);
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >>> bits) & 255);
    }
    held &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}

export function newSecret(): string {
  return toBase32(randomBytes(SECRET_BYTES));
}

/** What the QR code holds (the key URI format of authenticator apps). */
export function enrolmentAddress(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=30`;
}

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 1000 / STEP_SECONDS);
}

/** The six digits of a step. */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

/** The step whose code this is, among those that are good now; undefined for a wrong code. */
export function matchingStep(secret: string, code: string, now: Date): number | undefined {
  const typed = Buffer.from(toLatinDigits(code).replace(/[\s-]/g, ''));
  const current = stepAt(now);
  for (let step = current - WINDOW_STEPS; step <= current + WINDOW_STEPS; step += 1) {
    const right = Buffer.from(codeOf(secret, step));
    if (typed.length === right.length && timingSafeEqual(typed, right)) return step;
  }
  return undefined;
}

/** 50 random bits in letters and digits that are not mistaken for one another, in two groups. */
export function newRecoveryCode(): string {
  const text = toBase32(randomBytes(7)).slice(0, 10).toLowerCase();
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

/** A recovery code as it is compared, however it was typed. */
export function plainRecoveryCode(typed: string): string {
  return toLatinDigits(typed)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}
