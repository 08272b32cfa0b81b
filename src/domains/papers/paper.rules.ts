/** What the public page says of a paper, and what it covers. */
import { addDays } from '#shared/dates.ts';
import { PAPER_FACTS, type PaperFact } from './paper-facts.rules.ts';
import type { PaperContent, PaperPlace } from './paper-kind.ts';

/** What was stored when the paper was printed. */
export type Stored = Pick<PaperContent, 'number' | 'issuedOn' | 'amountMinor'> & { restHash: string };

/** @property restHashes of what counts: what the record says now, and what is on earlier papers */
type Now = PaperContent & { restHashes: readonly string[] };

/**
 * Whether the paper still counts. The name is not compared: a name that was written better since does not make a paper wrong.
 * @param now what the record says today; undefined if there is no such paper any more
 */
export function validityOf(
  stored: Stored,
  now: Now | undefined,
  today: string,
): { state: 'valid' | 'ended'; endedOn: string | null } {
  if (!now) return { state: 'ended', endedOn: null };
  if (!isSame(stored, now)) return { state: 'ended', endedOn: now.changedOn };
  const endedOn = endOf(now, today);
  return endedOn === null ? { state: 'valid', endedOn } : { state: 'ended', endedOn };
}

/** The day from which a paper counts no more: its record ended, or its own last day is over. Null while it counts. */
export function endOf(
  { endedOn, validUntil }: Pick<PaperContent, 'endedOn' | 'validUntil'>,
  today: string,
): string | null {
  const over = validUntil !== null && validUntil < today ? addDays(validUntil, 1) : null;
  return endedOn !== null && (over === null || endedOn < over) ? endedOn : over;
}

/** What else is told of the paper, in one order, if the record still says the same. */
export function factsOf(stored: Stored, now: Now | undefined): { name: PaperFact; value: string }[] {
  if (!now || !isSame(stored, now)) return [];
  // The last day to pay is told by that name, one time.
  const values = { ...now.facts, validUntil: now.facts.dueOn ? null : now.validUntil };
  return PAPER_FACTS.flatMap((name) => {
    const value = values[name];
    return value ? [{ name, value }] : [];
  });
}

/** What is still to be paid of a paper that counts; null if it asks for nothing, or says something else than the record by now. */
export function leftOf(stored: Stored, now: Now | undefined, today: string): PaperContent['leftMinor'] {
  return now && validityOf(stored, now, today).state === 'valid' ? now.leftMinor : null;
}

/** The plot of the record, if it is the one that the paper names. */
export function placeOf(stored: Stored, now: Now | undefined): PaperPlace | null {
  return now && isSame(stored, now) ? now.place : null;
}

const isSame = (stored: Stored, now: Now): boolean =>
  stored.number === now.number &&
  stored.issuedOn === now.issuedOn &&
  stored.amountMinor === now.amountMinor &&
  now.restHashes.includes(stored.restHash);

const COVER = '•••';
const letters = new Intl.Segmenter('bn', { granularity: 'grapheme' });

/** Of each word only its first letter, and its last one if there are four: "Abdur Rahman" is "A•••r R•••n". */
export function coveredName(name: string): string {
  return name
    .normalize('NFC')
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => {
      const parts = [...letters.segment(word)].map(({ segment }) => segment);
      return `${parts[0]}${COVER}${parts.length > 3 ? parts.at(-1) : ''}`;
    })
    .join(' ');
}
