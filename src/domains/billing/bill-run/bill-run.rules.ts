/** States of a bill run and why a connection is held. A failed calculation or posting is resumed, not a state. */

export const RUN_STATES = [
  'PLANNED',
  'CALCULATING',
  'REVIEW',
  'APPROVED',
  'POSTING',
  'POSTED',
  'REVERSED',
] as const;
export type RunState = (typeof RUN_STATES)[number];

type Transition = { from: RunState; action: string; to: RunState; permission: string | 'system' };

export const RUN_TRANSITIONS: readonly Transition[] = [
  { from: 'PLANNED', action: 'calculate', to: 'CALCULATING', permission: 'bill-runs:plan' },
  { from: 'CALCULATING', action: 'finish-calculation', to: 'REVIEW', permission: 'system' },
  { from: 'REVIEW', action: 'calculate', to: 'CALCULATING', permission: 'bill-runs:plan' },
  { from: 'REVIEW', action: 'approve', to: 'APPROVED', permission: 'bill-runs:approve' },
  { from: 'APPROVED', action: 'post', to: 'POSTING', permission: 'bill-runs:post' },
  { from: 'POSTING', action: 'finish-posting', to: 'POSTED', permission: 'system' },
];

/** The state an action leads to, or undefined where it is not allowed. */
export function nextRunState(from: RunState, action: string): RunState | undefined {
  return RUN_TRANSITIONS.find((transition) => transition.from === from && transition.action === action)?.to;
}

/** Why a connection gets no bill in this run. The last four come from the calculation itself. */
export const HELD_REASONS = [
  'already_billed',
  'no_reading',
  'reading_not_approved',
  'held_by_hand',
  'no_tariff',
  'negative_use',
  'no_days',
  'mixed_money',
] as const;
export type HeldReason = (typeof HELD_REASONS)[number];

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
