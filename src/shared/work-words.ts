/**
 * Words that let a person work on records, each with the word without which the person cannot open these records: the calls that
 * show them ask for it. Who has the first word and not the second cannot do the work: it is not given to them, leaves them if their
 * role loses either word, and is offered to them nowhere. The one table of it; a word that is not here needs no other one.
 */
import type { Permission } from './permissions.ts';

/** By the word to open: the work of the same part, and of another one in full. Every page loads it, so it is short. */
const WORK: Partial<Record<Permission, string>> = {
  'applications:view':
    'accept approve-survey assign confirm-install edit hold install letter reopen survey demand-notes:pay-counter',
  'noc:view': 'decide desks',
  'work-orders:view': 'assign pay-counter review work',
  'bill-runs:view': 'approve post',
  'ownership:view': 'accept verify',
  'payments:refund': 'approve-refund',
  'support:view': 'answer assign',
};

const SEEN_BY = new Map(
  Object.entries(WORK).flatMap(([view, work]) =>
    work
      .split(' ')
      .map((word) => [word.includes(':') ? word : view.replace(/[^:]*$/, word), view as Permission]),
  ),
);

/** The word without which nobody can open what this word lets them work on. */
export const seenBy = (word: string): Permission | undefined => SEEN_BY.get(word);

/** With these words a person can do what `word` lets them do. */
export function canWork(words: ReadonlySet<string>, word: string): boolean {
  const view = seenBy(word);
  return words.has(word) && (view === undefined || words.has(view));
}
