/** States of a bill run and why a connection is held. A failed calculation or posting is resumed, not a state. */

export const RUN_STATES = [
  'PLANNED',
  'CALCULATING',
  'REVIEW',
  'APPROVED',
  'POSTING',
  'POSTED',
  'CANCELLED',
  'REVERSED',
] as const;
export type RunState = (typeof RUN_STATES)[number];
/**
 * What lists of runs are narrowed to: a state; runs whose work failed, in each state; runs posted in the last weeks that held
 * bills which nobody has made since, though their readings are approved now; posted runs whose reversal waits for a second person.
 */
export const RUN_FILTERS = [...RUN_STATES, 'FAILED', 'HELD_LEFT', 'REVERSAL_ASKED'] as const;
export type RunFilter = (typeof RUN_FILTERS)[number];

type Transition = {
  from: RunState;
  action: string;
  to: RunState;
  permission: string | 'system';
  /** Not of correction runs. */
  billsOnly?: true;
};

export const RUN_TRANSITIONS: readonly Transition[] = [
  { from: 'PLANNED', action: 'calculate', to: 'CALCULATING', permission: 'bill-runs:plan' },
  { from: 'CALCULATING', action: 'finish-calculation', to: 'REVIEW', permission: 'system' },
  { from: 'REVIEW', action: 'calculate', to: 'CALCULATING', permission: 'bill-runs:plan' },
  {
    ...{ from: 'REVIEW', action: 'calculate-held', to: 'CALCULATING', permission: 'bill-runs:plan' },
    billsOnly: true,
  },
  {
    ...{ from: 'REVIEW', action: 'release', to: 'CALCULATING', permission: 'bill-runs:approve' },
    billsOnly: true,
  },
  { from: 'REVIEW', action: 'approve', to: 'APPROVED', permission: 'bill-runs:approve' },
  { from: 'REVIEW', action: 'refuse', to: 'CANCELLED', permission: 'bill-runs:approve' },
  { from: 'APPROVED', action: 'post', to: 'POSTING', permission: 'bill-runs:post' },
  { from: 'POSTING', action: 'finish-posting', to: 'POSTED', permission: 'system' },
  {
    ...{ from: 'POSTED', action: 'reverse', to: 'REVERSED', permission: 'bill-runs:reverse' },
    billsOnly: true,
  },
  { from: 'PLANNED', action: 'give-up', to: 'CANCELLED', permission: 'bill-runs:plan' },
  { from: 'CALCULATING', action: 'give-up', to: 'CANCELLED', permission: 'bill-runs:plan' },
  { from: 'REVIEW', action: 'give-up', to: 'CANCELLED', permission: 'bill-runs:plan' },
  { from: 'APPROVED', action: 'give-up', to: 'CANCELLED', permission: 'bill-runs:plan' },
];

/** The state an action leads to, or undefined if it is not allowed. */
export function nextRunState(from: RunState, action: string, isCorrection = false): RunState | undefined {
  const found = RUN_TRANSITIONS.find(
    (transition) => transition.from === from && transition.action === action,
  );
  return found?.billsOnly && isCorrection ? undefined : found?.to;
}

/**
 * What moved between the calculation and the approval or the posting: the columns of an item that are compared with
 * its sources as they are now, in the order in which a reason is looked for. A reading that is not approved any more,
 * a connection that left the scope, and the tariff versions of the days are compared beside them (compare-chunk.ts).
 */
export const SOURCES = [
  { reason: 'moved_owner', columns: ['consumer_id'] },
  { reason: 'moved_meter', columns: ['meter_id', 'meters'] },
  {
    reason: 'moved_connection',
    columns: ['pipe_size_mm', 'dwelling_units', 'sewer_percent', 'connected_on', 'disconnected_on'],
  },
  {
    reason: 'moved_reading',
    columns: [
      'reading_id',
      'previous_litres',
      'current_litres',
      'usage_litres',
      'period_from',
      'period_to',
      'periods',
    ],
  },
  { reason: 'moved_category', columns: ['category', 'categories'] },
  { reason: 'moved_empty_house', columns: ['empty_days'] },
  { reason: 'moved_arrears', columns: ['arrears_minor'] },
] as const;

/**
 * Why a connection gets no bill in this run. `moved_…`: something it was calculated from changed since. The last
 * four come from the calculation itself.
 */
export const HELD_REASONS = [
  'already_billed',
  'no_reading',
  'reading_not_approved',
  'held_by_hand',
  'month_before_unbilled',
  'read_after_issue',
  'empty_house_waits',
  'category_waits',
  'moved_scope',
  'moved_owner',
  'moved_meter',
  'moved_connection',
  'moved_reading',
  'moved_category',
  'moved_empty_house',
  'moved_tariff',
  'moved_arrears',
  'no_tariff',
  'negative_use',
  'no_days',
  'mixed_money',
] as const;
export type HeldReason = (typeof HELD_REASONS)[number];
/** Why a bill is not corrected by a correction run; the last three come from the calculation. */
export const CORRECTION_HELD_REASONS = [
  'cancelled',
  'correction_waits',
  'bill_changed',
  'not_reproducible',
  'no_tariff',
  'negative_use',
  'no_days',
] as const;
export type CorrectionHeldReason = (typeof CORRECTION_HELD_REASONS)[number];

/** Workers of one run: as many as a small machine has processors to give. */
export const RUN_WORKERS = 2;

/** Connections per transaction: small enough that a kill loses seconds, large enough that SQL does the work. */
const CHUNK_SIZE = 5_000;
const SMALLEST_CHUNK = 1_000;

/** Cut so that the workers finish together: as many chunks for one as for the other. */
export function chunkSize(connections: number): number {
  const chunks = Math.ceil(connections / CHUNK_SIZE / RUN_WORKERS) * RUN_WORKERS;
  return Math.max(SMALLEST_CHUNK, Math.ceil(connections / Math.max(chunks, 1)));
}

/** Why a month of a connection has no bill. */
export const UNBILLED_REASONS = ['NO_READING', 'NOT_APPROVED', 'APPROVED'] as const;
