/** What a dispute of a bill is about, how it goes on, and who may do what about it. */
import type { Permission } from '#shared/permissions.ts';

export const DISPUTE_REASONS = [
  'READING_WRONG',
  'LEAK',
  'NOT_MY_METER',
  'ALREADY_PAID',
  'TARIFF_WRONG',
  'OTHER',
] as const;
export type DisputeReason = (typeof DISPUTE_REASONS)[number];
export const DISPUTE_CHANNELS = ['PORTAL', 'COUNTER', 'PHONE'] as const;
export const OFFICE_DISPUTE_CHANNELS = ['COUNTER', 'PHONE'] as const;

/** OPEN: nobody decided. TO_CORRECT: the household is right at least in part, and the bill is not corrected yet. The others are over. */
export const DISPUTE_STATES = [
  'OPEN',
  'TO_CORRECT',
  'UPHELD',
  'PARTLY',
  'REJECTED',
  'WITHDRAWN',
  'CORRECTED',
] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];
export const VERDICTS = ['UPHELD', 'PARTLY', 'REJECTED'] as const;
export type Verdict = (typeof VERDICTS)[number];

export const isOpenDispute = (state: DisputeState): boolean => state === 'OPEN' || state === 'TO_CORRECT';

type Who = { userId: string | null; kind: string; permissions: ReadonlySet<Permission> };
type Case = {
  state: DisputeState;
  /** Who took or approved the reading of the bill. */
  readers: readonly string[];
  /** A correction of the bill waits for its second person. */
  correctionWaits: boolean;
};

/** Which buttons a person gets. Who took or approved the reading does not decide whether it is right. */
export function disputeCan({ state, readers, correctionWaits }: Case, who: Who) {
  const isOpen = isOpenDispute(state);
  const decides = who.kind !== 'consumer' && who.permissions.has('disputes:decide');
  const isReader = who.userId !== null && readers.includes(who.userId);
  return {
    withdraw: isOpen && who.permissions.has(who.kind === 'consumer' ? 'disputes:own' : 'disputes:note'),
    assign: isOpen && decides,
    decide: isOpen && decides && !isReader && !correctionWaits,
    /** Only the reading keeps the person from deciding. */
    isReader: isOpen && decides && isReader,
  };
}
