/** The states of an application (docs/domain §5.1) and what is laid over them; application.rules.ts says what may be done in each. */
import type { Permission } from '#shared/permissions.ts';

type StateFacts = {
  /** Working hours that the state may last; null if the applicant, not the utility, is asked to act. */
  slaHours: number | null;
  /** What somebody must be allowed to do to work here: who may be assigned (/task-role). */
  work: Permission | null;
  /** open: somebody works on it; closed: over, may be archived. */
  phase: 'draft' | 'open' | 'closed';
};

export const STATES = {
  DRAFT: { slaHours: null, work: null, phase: 'draft' },
  PENDING: { slaHours: 8, work: 'applications:accept', phase: 'open' },
  WAITING_FOR_REVIEW: { slaHours: 40, work: 'noc:decide', phase: 'open' },
  WAITING_FOR_METER_NUMBER: { slaHours: 8, work: 'applications:letter', phase: 'open' },
  READY_TO_SURVEY: { slaHours: 32, work: 'applications:survey', phase: 'open' },
  READY_TO_PAY: { slaHours: null, work: 'demand-notes:pay-counter', phase: 'open' },
  READY_FOR_METER_INSTALLATION: { slaHours: 32, work: 'applications:install', phase: 'open' },
  RECORRECTION: { slaHours: null, work: 'applications:edit', phase: 'open' },
  CONNECTED: { slaHours: null, work: null, phase: 'closed' },
  REJECTED: { slaHours: null, work: null, phase: 'closed' },
  WITHDRAWN: { slaHours: null, work: null, phase: 'closed' },
  EXPIRED: { slaHours: null, work: null, phase: 'closed' },
} as const satisfies Record<string, StateFacts>;
export type State = keyof typeof STATES;
export const STATE_NAMES = Object.keys(STATES) as [State, ...State[]];

const inPhase = (phase: StateFacts['phase']) => STATE_NAMES.filter((state) => STATES[state].phase === phase);
export const OPEN_STATES: readonly State[] = inPhase('open');
export const CLOSED_STATES: readonly State[] = inPhase('closed');

/** States whose work is done at the plot, so that its day can be planned. */
export const VISIT_STATES: readonly State[] = ['READY_TO_SURVEY', 'READY_FOR_METER_INSTALLATION'];

export type Overlay = 'HOLD' | 'SUSPENDED';

export const REFUND_STATES = ['REQUESTED', 'APPROVED', 'REFUSED', 'PAID_OUT'] as const;
export type RefundState = (typeof REFUND_STATES)[number];
