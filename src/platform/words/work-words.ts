/**
 * Words that let a person work on records, each with the word without which the person cannot open these records: the calls that
 * show them ask for it. Who has the first word and not the second cannot do the work: it is not given to them, leaves them if their
 * role loses either word, and is offered to them nowhere. A domain declares it at the feature (`seenBy` in its words.ts).
 */
import type { Permission } from '#shared/permissions.ts';
import { allWords } from './all-words.ts';

const SEEN_BY: Readonly<Record<string, Permission | undefined>> = Object.fromEntries(
  allWords.flatMap(({ permissions }) =>
    Object.entries(permissions).flatMap(([module, { features }]) =>
      Object.entries(features).map(([feature, { seenBy }]) => [`${module}:${feature}`, seenBy as Permission]),
    ),
  ),
);

/** The word without which nobody can open what this word lets them work on. */
export const seenBy = (word: string): Permission | undefined => SEEN_BY[word];

/** With these words a person can do what `word` lets them do. */
export function canWork(words: ReadonlySet<string>, word: string): boolean {
  const view = seenBy(word);
  return words.has(word) && (view === undefined || words.has(view));
}
