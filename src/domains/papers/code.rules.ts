/** The code of a paper: made, written in groups, and read however it was typed. */
import { toLatinDigits } from '#shared/money.ts';

/** Crockford's base 32: without I, L, O and U. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;
const MISREAD: Readonly<Record<string, string>> = { I: '1', L: '1', O: '0' };

/** @param random at least 12 random bytes, of which 60 bits are used */
export function codeOf(random: Uint8Array): string {
  return [...random.slice(0, LENGTH)].map((byte) => LETTERS[byte & 31]).join('');
}

/** As it is on the paper: K7QX-2M9P-4TRW. */
export function groupedCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-');
}

/** As it is stored; undefined if it can be none. */
export function plainCode(typed: string): string | undefined {
  const plain = toLatinDigits(typed)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/[ILO]/g, (letter) => MISREAD[letter] ?? letter);
  return plain.length === LENGTH && [...plain].every((letter) => LETTERS.includes(letter))
    ? plain
    : undefined;
}

/** A number of a paper, as it is compared. */
export function plainNumber(typed: string): string {
  return toLatinDigits(typed).toUpperCase().replace(/\s/g, '');
}
