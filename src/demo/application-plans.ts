/** Which applications the town has: some in every state, at every desk and under every overlay. */
import type { State } from '#domains/applications/application.rules.ts';
import { type DocumentKind, neededDocuments } from '#domains/applications/documents.rules.ts';

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
  /** Asked for in the portal, by somebody with an account. */
  portal?: true;
  /** The surveyor drew how the pipe runs. */
  sketch?: true;
  /** Somebody else owns the plot: with their papers, and a power of attorney. */
  tenant?: true;
  /** The owner is in the land register: there is a mutation paper. */
  mutated?: true;
  /** The authority's consent came on paper. */
  paperNoc?: true;
  /** The engineer sent the survey back one time. */
  returned?: true;
  /** How often an approved survey was taken up again: each time its demand note is another one. */
  revised?: 1 | 2;
};

const times = (count: number, plan: Plan): Plan[] => Array.from({ length: count }, () => plan);

export const PLANS: readonly Plan[] = [
  { upTo: 'READY_TO_PAY', household: true },
  ...times(5, { upTo: 'DRAFT' }),
  ...times(2, { upTo: 'PENDING' }),
  ...times(2, { upTo: 'PENDING', portal: true }),
  ...times(2, { upTo: 'PENDING', tenant: true }),
  ...[0, 1, 2, 3].flatMap((progress): Plan[] => [
    { upTo: 'WAITING_FOR_REVIEW', progress, mutated: true },
    { upTo: 'WAITING_FOR_REVIEW', progress },
  ]),
  ...times(3, { upTo: 'WAITING_FOR_METER_NUMBER' }),
  { upTo: 'WAITING_FOR_METER_NUMBER', tenant: true },
  { upTo: 'WAITING_FOR_METER_NUMBER', paperNoc: true },
  ...[0, 1, 1].map((progress): Plan => ({ upTo: 'READY_TO_SURVEY', progress })),
  { upTo: 'READY_TO_SURVEY', progress: 2 },
  { upTo: 'READY_TO_SURVEY', progress: 2, sketch: true },
  { upTo: 'READY_TO_PAY' },
  { upTo: 'READY_TO_PAY', portal: true, sketch: true },
  { upTo: 'READY_TO_PAY', returned: true, sketch: true },
  { upTo: 'READY_TO_PAY', revised: 1, tenant: true },
  { upTo: 'READY_TO_PAY', revised: 2, paperNoc: true },
  ...[0, 0, 1].map((progress): Plan => ({ upTo: 'READY_FOR_METER_INSTALLATION', progress })),
  { upTo: 'READY_FOR_METER_INSTALLATION', progress: 0, portal: true, sketch: true },
  { upTo: 'READY_FOR_METER_INSTALLATION', progress: 1, sketch: true },
  ...times(2, { upTo: 'CONNECTED' }),
  { upTo: 'CONNECTED', portal: true, sketch: true },
  { upTo: 'CONNECTED', tenant: true, returned: true },
  { upTo: 'CONNECTED', paperNoc: true, revised: 1 },
  ...times(2, { upTo: 'RECORRECTION' }),
  { upTo: 'RECORRECTION', portal: true },
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

/** The papers that an application has by the end of its way: those of the applicant, and those of the steps. */
export function papersOf(plan: Plan): DocumentKind[] {
  const last = WAY.indexOf(turningPoint(plan));
  const survey = WAY.indexOf('READY_TO_SURVEY');
  const install = WAY.indexOf('READY_FOR_METER_INSTALLATION');
  const isSurveyed = last > survey || (last === survey && (plan.progress ?? 0) > 1);
  const isInstalled = last > install || (last === install && (plan.progress ?? 0) > 0);
  return [
    ...neededDocuments(!plan.tenant),
    'deed_paper',
    ...(plan.tenant || plan.mutated ? (['mutation_paper'] as const) : []),
    ...(plan.paperNoc ? (['Other_documents'] as const) : []),
    ...(isSurveyed ? (['survey_file'] as const) : []),
    ...(isInstalled ? (['new_meter_doc'] as const) : []),
  ];
}
