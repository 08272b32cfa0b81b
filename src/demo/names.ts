/** Names, telephone numbers and addresses of the people of the town. */
import { toBengaliDigits } from '#shared/format.ts';
import {
  DISTRICTS,
  EVERYWHERE,
  FEMALE,
  FEMALE_ENDINGS,
  HINDU_FAMILIES,
  HINDU_FEMALE,
  HINDU_MALE,
  MALE,
  type Word,
} from './name-lists.ts';
import type { Random } from './random.ts';

export type PersonName = { name: string; nameBn: string };

const join = (...parts: (Word | undefined)[]): PersonName => {
  const known = parts.filter((part) => part !== undefined);
  return {
    name: known.map(([latin]) => latin).join(' '),
    nameBn: known.map(([, bengali]) => bengali).join(' '),
  };
};

/** A person; the family's name follows the district it came from. */
export function personName(
  random: Random,
  sex: 'male' | 'female' = random.chance(0.72) ? 'male' : 'female',
): PersonName {
  if (random.chance(0.09)) {
    return join(random.pick(sex === 'male' ? HINDU_MALE : HINDU_FEMALE), random.pick(HINDU_FAMILIES));
  }
  if (sex === 'female') return join(random.pick(FEMALE), random.weighted(FEMALE_ENDINGS));
  const family = random.chance(0.5)
    ? random.pick(EVERYWHERE)
    : random.pick(random.weighted(DISTRICTS).families);
  return join(random.chance(0.4) ? ['Md.', 'মোঃ'] : undefined, random.pick(MALE), family);
}

/** The name of a body in a sector. */
export function bodyName(word: Word, sector: string): PersonName {
  return { name: word[0].replace('%', sector), nameBn: word[1].replace('%', toBengaliDigits(sector)) };
}

/** Well-formed mobile numbers of a block of their own; `n` makes each unique. */
export function phoneOf(n: number): string {
  return `+8801${3 + (n % 7)}00${String(n).padStart(6, '0')}`;
}

/** Ten digits, as on the cards. */
export function nidOf(random: Random): string {
  return `${random.int(1, 9)}${String(random.int(0, 999_999_999)).padStart(9, '0')}`;
}
