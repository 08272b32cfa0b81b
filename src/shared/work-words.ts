/**
 * Words that let a person work on records, each with the word without which the person cannot open these records: the calls that
 * show them ask for it. Who has the first word and not the second cannot do the work: it is not given to them, leaves them if their
 * role loses either word, and is offered to them nowhere. The one table of it; a word that is not here needs no other one.
 */
import type { Permission } from './permissions.ts';

const SEEN_BY: Partial<Record<Permission, Permission>> = {
  'applications:accept': 'applications:view',
  'applications:approve-survey': 'applications:view',
  'applications:assign': 'applications:view',
  'applications:confirm-install': 'applications:view',
  'applications:edit': 'applications:view',
  'applications:hold': 'applications:view',
  'applications:install': 'applications:view',
  'applications:letter': 'applications:view',
  'applications:reopen': 'applications:view',
  'applications:survey': 'applications:view',
  'demand-notes:pay-counter': 'applications:view',
  'meters:ask-change': 'meters:view',
  'meters:change': 'meters:view',
  'noc:decide': 'noc:view',
  'noc:desks': 'noc:view',
  'work-orders:assign': 'work-orders:view',
  'work-orders:pay-counter': 'work-orders:view',
  'work-orders:review': 'work-orders:view',
  'work-orders:work': 'work-orders:view',
  'bill-runs:approve': 'bill-runs:view',
  'bill-runs:post': 'bill-runs:view',
  'ownership:accept': 'ownership:view',
  'ownership:verify': 'ownership:view',
  'payments:approve-refund': 'payments:refund',
  'support:answer': 'support:view',
  'support:assign': 'support:view',
};

/** The word without which nobody can open what this word lets them work on. */
export const seenBy = (word: string): Permission | undefined => SEEN_BY[word as Permission];

/** With these words a person can do what `word` lets them do. */
export function canWork(words: ReadonlySet<string>, word: string): boolean {
  const view = seenBy(word);
  return words.has(word) && (view === undefined || words.has(view));
}
