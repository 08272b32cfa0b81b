/** Which applications the town has: some in every state, at every desk and under every overlay. */
import type { State } from '#domains/applications/application.rules.ts';

export type Plan = {
  upTo: State;
  /** WAITING_FOR_REVIEW: desks that have approved. READY_TO_SURVEY: 1 assigned, 2 surveyed. Installation: 1 recorded. */
  progress?: number;
  overlay?: 'hold' | 'suspend';
  archived?: true;
  /** RECORRECTION: asked by a desk of the planning authority, not at the counter. */
  byDesk?: true;
  /** Of the consumer who has a login. */
  household?: true;
};

const times = (count: number, plan: Plan): Plan[] => Array.from({ length: count }, () => plan);

export const PLANS: readonly Plan[] = [
  { upTo: 'READY_TO_PAY', household: true },
  ...times(5, { upTo: 'DRAFT' }),
  ...times(6, { upTo: 'PENDING' }),
  ...[0, 1, 2, 3].flatMap((progress) => times(2, { upTo: 'WAITING_FOR_REVIEW', progress })),
  ...times(5, { upTo: 'WAITING_FOR_METER_NUMBER' }),
  ...[0, 1, 1, 2, 2].map((progress): Plan => ({ upTo: 'READY_TO_SURVEY', progress })),
  ...times(5, { upTo: 'READY_TO_PAY' }),
  ...[0, 0, 0, 1, 1].map((progress): Plan => ({ upTo: 'READY_FOR_METER_INSTALLATION', progress })),
  ...times(5, { upTo: 'CONNECTED' }),
  ...times(3, { upTo: 'RECORRECTION' }),
  ...times(2, { upTo: 'RECORRECTION', byDesk: true }),
  ...times(5, { upTo: 'REJECTED' }),
  ...times(4, { upTo: 'WITHDRAWN' }),
  ...times(4, { upTo: 'EXPIRED' }),
  ...times(3, { upTo: 'PENDING', overlay: 'hold' }),
  ...times(2, { upTo: 'READY_TO_SURVEY', progress: 1, overlay: 'hold' }),
  ...times(2, { upTo: 'WAITING_FOR_METER_NUMBER', overlay: 'suspend' }),
  ...times(3, { upTo: 'REJECTED', archived: true }),
  ...times(2, { upTo: 'CONNECTED', archived: true }),
];

/** The way of an application that is not turned away. */
export const WAY: readonly State[] = [
  'DRAFT',
  'PENDING',
  'WAITING_FOR_REVIEW',
  'WAITING_FOR_METER_NUMBER',
  'READY_TO_SURVEY',
  'READY_TO_PAY',
  'READY_FOR_METER_INSTALLATION',
  'CONNECTED',
];

/** The state at which an application leaves the usual path. */
export function turningPoint({ upTo, byDesk }: Plan): State {
  if (upTo === 'RECORRECTION') return byDesk ? 'WAITING_FOR_REVIEW' : 'PENDING';
  if (upTo === 'EXPIRED') return 'READY_TO_PAY';
  if (upTo === 'REJECTED' || upTo === 'WITHDRAWN') return 'PENDING';
  return upTo;
}

/** True if the path goes past the demand note, which is then paid. */
export function paysNote(plan: Plan): boolean {
  return WAY.indexOf(turningPoint(plan)) > WAY.indexOf('READY_TO_PAY');
}
