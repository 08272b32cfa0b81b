/** States of a reading and who may do what with it (domain §5.3). Used by the actions, the answers' `can` and tests. */
import type { Actor } from '#platform/actor.ts';

export type ReviewFacts = {
  state: string;
  flags: readonly string[];
  taken_by: string | null;
  first_approved_by: string | null;
  /** It took the place of a reading that somebody else had taken. */
  replaces_other: boolean;
  consumption_litres: number | null;
};

type Who = Pick<Actor, 'userId' | 'kind' | 'permissions'>;

/** Not approved yet: may still be corrected, asked for again or voided. */
export const OPEN_STATES: readonly string[] = ['CAPTURED', 'VALID', 'FLAGGED'];

/** Decided and not billed; what was estimated keeps its own word. */
export const APPROVED_STATES: readonly string[] = ['APPROVED', 'ESTIMATED'];

/** More was estimated before it than it shows: its approval makes the estimates again, and then it has a use. */
export const isBelowEstimate = ({ flags }: Pick<ReviewFacts, 'flags'>): boolean =>
  flags.includes('BELOW_ESTIMATE');

const isOpen = (reading: ReviewFacts) => OPEN_STATES.includes(reading.state);
const has = (who: Who, word: 'readings:review' | 'readings:create' | 'readings:delete') =>
  who.kind === 'system' || who.permissions.has(word);

export type Refusal =
  | 'reading_not_open'
  | 'own_reading'
  | 'second_approver_is_first'
  | 'no_consumption'
  | 'reason_required';

/**
 * Why this person cannot approve it; undefined if they can. A flagged one, and one that replaces another person's, is
 * approved by somebody else than who took it; a flagged one with a reason, a very high one by two of them.
 */
export function approvalRefusal(
  reading: ReviewFacts,
  who: Pick<Who, 'userId'>,
  reason: string | undefined,
): Refusal | undefined {
  if (!isOpen(reading)) return 'reading_not_open';
  if (reading.consumption_litres === null && !isBelowEstimate(reading)) return 'no_consumption';
  const isOwn = who.userId !== null && reading.taken_by === who.userId;
  if (isOwn && (reading.replaces_other || reading.flags.length > 0)) return 'own_reading';
  if (reading.flags.length === 0) return undefined;
  if (who.userId !== null && reading.first_approved_by === who.userId) return 'second_approver_is_first';
  return reason ? undefined : 'reason_required';
}

/** What an answer lets the person's buttons do. */
export function allowed(reading: ReviewFacts, who: Who) {
  const open = isOpen(reading);
  const own = reading.taken_by !== null && reading.taken_by === who.userId;
  return {
    approve: has(who, 'readings:review') && approvalRefusal(reading, who, 'given') === undefined,
    edit: open && (has(who, 'readings:review') || (own && has(who, 'readings:create'))),
    reread: open && has(who, 'readings:review'),
    reopen: APPROVED_STATES.includes(reading.state) && has(who, 'readings:review'),
    delete: open && has(who, 'readings:delete'),
  };
}
