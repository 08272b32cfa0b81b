/**
 * The pipeline of an application (docs/domain §5.1): one table of what may be done, by whom, from which state to which.
 * Server, buttons (`can`), tests and the README all read it. Hold and suspend are overlays: resuming returns to
 * the same state. RECORRECTION remembers the state that asked and returns to it.
 */
import { daysBetween } from '#shared/dates.ts';
import type { Permission } from '#shared/permissions.ts';
import { ATTACH_PERMISSIONS, ATTACH_STATES } from './documents.rules.ts';
import type { Facts, Who } from './facts.rules.ts';
import { hasItNow } from './in-hand.rules.ts';
import {
  CLOSED_STATES,
  OPEN_STATES,
  type Overlay,
  REFUND_STATES,
  type RefundState,
  STATE_NAMES,
  STATES,
  type State,
  VISIT_STATES,
} from './states.rules.ts';

export type { Facts, Who };
export {
  CLOSED_STATES,
  OPEN_STATES,
  type Overlay,
  REFUND_STATES,
  type RefundState,
  STATE_NAMES,
  STATES,
  type State,
  VISIT_STATES,
};

type Check = (facts: Facts, who: Who) => boolean;
/** The office's, which are of any application. */
const OFFICE_HOLDS: readonly Permission[] = ['applications:hold', 'applications:suspend'];
const isNocOver: Check = (facts, who) => facts.nocValidUntil !== null && facts.nocValidUntil < who.today;
const isPlanner = (who: Who) => who.role.startsWith('rajuk');
const isTheirDesk: Check = (facts, who) =>
  who.role === facts.deskRole && (facts.deskOfficerId === null || facts.deskOfficerId === who.userId);
const atTheDesk: Check = (facts, who) =>
  facts.deskDeputyId === null ? isTheirDesk(facts, who) : facts.deskDeputyId === who.userId;

/** Conditions beside state and permission. Each name is also the code of the refusal when it does not hold. */
const GUARDS = {
  documents_missing: (facts) => facts.missingDocuments === 0,
  documents_returned: (facts) => facts.returnedDocuments === 0,
  documents_unchecked: (facts) => facts.uncheckedDocuments === 0,
  noc_not_valid: (facts, who) => facts.nocNumber !== null && facts.nocDocument && !isNocOver(facts, who),
  noc_over: (facts, who) => !isNocOver(facts, who),
  // What the authority approved is noted again only if it is over.
  noc_in_force: (facts, who) => facts.state !== 'WAITING_FOR_METER_NUMBER' || isNocOver(facts, who),
  not_in_chain: (facts, who) =>
    facts.inChainOf.includes(who.role) || !isPlanner(who) || facts.deskDeputyId === who.userId,
  // Until its last day the deputy has it; the officer sees it.
  desk_handed_over: (facts, who) => facts.deskDeputyId === null || facts.deskOfficerId !== who.userId,
  not_your_desk: atTheDesk,
  // An officer has one desk; so a second one is that of a deputy, or of somebody who got another role.
  decided_another_desk: (facts, who) =>
    !isPlanner(who) || who.userId === null || !facts.decidedBy.includes(who.userId),
  forward_not_yours: (facts, who) => allowed(who, ['noc:desks']) || atTheDesk(facts, who),
  reminded_already: (facts, who) => facts.remindFrom === null || facts.remindFrom <= who.today,
  // Planners ask for corrections from their own desk only; the utility's reviewers from any step.
  desk_of_another: (facts, who) =>
    !isPlanner(who) || (facts.state === 'WAITING_FOR_REVIEW' && atTheDesk(facts, who)),
  submitted_already: (facts, who) => who.kind !== 'consumer' || facts.state === 'DRAFT',
  items_not_corrected: (facts) => facts.openItems === 0,
  not_assigned_to_you: (facts, who) => facts.assigneeId === who.userId || facts.isSurveyFree,
  survey_submitted_already: (facts) => facts.surveyState !== 'SUBMITTED',
  survey_not_submitted: (facts) => facts.surveyState === 'SUBMITTED',
  own_survey: (facts, who) => facts.surveyorId !== who.userId,
  paid_already: (facts) => facts.paidMinor === 0,
  nothing_paid: (facts) => facts.paidMinor > 0,
  installed_already: (facts) => !facts.installationRecorded,
  // The same fact, as told to staff who take money back.
  meter_installed: (facts) => !facts.installationRecorded,
  // The money goes back; who wants the connection after all applies again.
  refund_asked: (facts) => facts.refundState === null,
  refund_open: (facts) => facts.refundState !== 'REQUESTED' && facts.refundState !== 'APPROVED',
  no_refund: (facts) => facts.refundState !== null,
  note_expired: (facts, who) => facts.expiresOn !== null && facts.expiresOn >= who.today,
  meter_not_reserved: (facts) => facts.meterReserved,
  not_installed_yet: (facts) => facts.installationRecorded,
  own_installation: (facts, who) => facts.installerId === null || facts.installerId !== who.userId,
  not_on_hold: (facts, who) =>
    facts.overlay === 'HOLD' || (facts.overlay === 'SUSPENDED' && allowed(who, ['applications:suspend'])),
  hold_not_yours: (facts, who) =>
    allowed(who, ['applications:hold']) || hasItNow(facts, who, atTheDesk(facts, who)),
  // What the office holds goes on by the office; work that changed hands, by who has it now.
  hold_of_another: (facts, who) =>
    allowed(who, OFFICE_HOLDS) ||
    (facts.heldBy !== null && facts.heldBy === who.userId) ||
    (facts.isOwnHold && hasItNow(facts, who, atTheDesk(facts, who))),
  not_over_yet: (facts, who) => facts.expiresOn !== null && facts.expiresOn < who.today,
  // A note that is in force gets its days again when they are over.
  days_left: (facts, who) =>
    facts.state !== 'READY_TO_PAY' || (facts.expiresOn !== null && facts.expiresOn < who.today),
  reopen_too_late: (facts, who) =>
    facts.state === 'READY_TO_PAY' ||
    (facts.closedOn !== null && daysBetween(facts.closedOn, who.today) <= REOPEN_DAYS),
} as const satisfies Record<string, Check>;
export type Guard = keyof typeof GUARDS;

const REOPEN_DAYS = 90;

/** Why an action is refused; the codes are in contract.ts. */
export type Refusal = Guard | 'not_permitted' | 'archived' | 'on_hold' | 'wrong_state';

export type Transition = {
  from: readonly State[];
  /** same: no change of state; origin: the state that it came from; several: depends on the decision. */
  to: readonly (State | 'same' | 'origin')[];
  /** One of these words is enough; empty: only the program itself. */
  permissions: readonly Permission[];
  guards: readonly Guard[];
  remark: boolean;
  /** The call that does it. */
  call: string;
};

const BEFORE_SURVEY_DONE: readonly State[] = [
  ...(['PENDING', 'WAITING_FOR_REVIEW', 'WAITING_FOR_METER_NUMBER', 'READY_TO_SURVEY'] as const),
];
const BEFORE_PAYMENT: readonly State[] = [...BEFORE_SURVEY_DONE, 'READY_TO_PAY', 'RECORRECTION'];

const row = (
  from: State | readonly State[],
  to: Transition['to'][number] | Transition['to'],
  permission: Permission | readonly Permission[],
  more: { guards?: readonly Guard[]; remark?: true; call: string },
): Transition => ({
  from: typeof from === 'string' ? [from] : from,
  to: typeof to === 'string' ? [to] : to,
  permissions: typeof permission === 'string' ? [permission] : permission,
  guards: more.guards ?? [],
  remark: more.remark ?? false,
  call: more.call,
});

const STATE_CALL = '/application/update/state';
const AT_THE_DESK = ['desk_handed_over', 'not_your_desk', 'decided_another_desk'] as const;
const DESK_CALL = '/rajuk/application/{id}/approval-decision';
const PAY: readonly Permission[] = ['demand-notes:pay-counter', 'demand-notes:pay-online'];

/** The table. */
export const TRANSITIONS = {
  submit: row('DRAFT', 'PENDING', 'applications:create', {
    guards: ['documents_missing'],
    call: '/application/create',
  }),
  edit: row(['DRAFT', 'PENDING'], 'same', 'applications:edit', {
    guards: ['submitted_already'],
    call: '/quick/application/update, /application_applicant/update …',
  }),
  accept: row('PENDING', 'WAITING_FOR_REVIEW', 'applications:accept', {
    guards: ['documents_returned', 'documents_unchecked'],
    call: '/application/connection/accept',
  }),
  'update-noc': row(
    ['PENDING', 'WAITING_FOR_REVIEW', 'WAITING_FOR_METER_NUMBER'],
    'same',
    'applications:accept',
    { guards: ['noc_in_force'], call: '/application/update/noc' },
  ),
  'check-document': row(BEFORE_SURVEY_DONE, 'same', 'applications:accept', {
    call: '/application/document/check',
  }),
  'auto-approve': row('PENDING', 'WAITING_FOR_METER_NUMBER', 'applications:auto-approve', {
    guards: ['noc_not_valid', 'documents_returned', 'documents_unchecked'],
    remark: true,
    call: '/application/auto/approve',
  }),
  'noc-remark': row('WAITING_FOR_REVIEW', 'same', 'noc:remark', {
    guards: ['not_in_chain'],
    remark: true,
    call: '/rajuk/application/remark/{id}',
  }),
  'noc-remind': row('WAITING_FOR_REVIEW', 'same', 'applications:accept', {
    guards: ['reminded_already'],
    call: '/rajuk/application/{id}/remind',
  }),
  'noc-forward': row('WAITING_FOR_REVIEW', 'same', ['noc:decide', 'noc:desks'], {
    guards: ['forward_not_yours'],
    remark: true,
    call: '/rajuk/application/{id}/forward',
  }),
  'noc-check': row('WAITING_FOR_REVIEW', 'same', 'noc:decide', {
    guards: AT_THE_DESK,
    call: '/rajuk/application/{id}/checks',
  }),
  'noc-approve': row('WAITING_FOR_REVIEW', ['same', 'WAITING_FOR_METER_NUMBER'], 'noc:decide', {
    guards: AT_THE_DESK,
    call: DESK_CALL,
  }),
  'noc-return': row('WAITING_FOR_REVIEW', 'RECORRECTION', 'noc:decide', {
    guards: AT_THE_DESK,
    remark: true,
    call: DESK_CALL,
  }),
  'noc-reject': row('WAITING_FOR_REVIEW', 'REJECTED', 'noc:decide', {
    guards: AT_THE_DESK,
    remark: true,
    call: DESK_CALL,
  }),
  recorrection: row(BEFORE_SURVEY_DONE, 'RECORRECTION', 'applications:recorrect', {
    guards: ['desk_handed_over', 'desk_of_another', 'decided_another_desk'],
    remark: true,
    call: '/application/recorrection/create',
  }),
  correct: row('RECORRECTION', 'same', 'applications:edit', {
    call: '/application/document/recorrect, /application_applicant/update …',
  }),
  resubmit: row('RECORRECTION', 'origin', 'applications:edit', {
    guards: ['items_not_corrected'],
    call: '/application/resubmission/{id}',
  }),
  letter: row('WAITING_FOR_METER_NUMBER', 'READY_TO_SURVEY', 'applications:letter', {
    guards: ['noc_over'],
    call: '/application/update/customerId',
  }),
  attach: row(ATTACH_STATES, 'same', ATTACH_PERMISSIONS, { call: '/document/edit' }),
  assign: row(OPEN_STATES, 'same', 'applications:assign', { call: '/application/assign/user' }),
  survey: row('READY_TO_SURVEY', 'same', 'applications:survey', {
    guards: ['not_assigned_to_you', 'survey_submitted_already'],
    call: '/application/survey_materials/temp, /application/add/survey',
  }),
  'approve-survey': row('READY_TO_SURVEY', 'READY_TO_PAY', 'applications:approve-survey', {
    guards: ['survey_not_submitted', 'own_survey', 'meter_not_reserved'],
    call: STATE_CALL,
  }),
  'return-survey': row('READY_TO_SURVEY', 'same', 'applications:approve-survey', {
    guards: ['survey_not_submitted', 'own_survey'],
    remark: true,
    call: STATE_CALL,
  }),
  'revise-survey': row('READY_TO_PAY', 'READY_TO_SURVEY', 'applications:approve-survey', {
    guards: ['paid_already'],
    remark: true,
    call: STATE_CALL,
  }),
  pay: row('READY_TO_PAY', ['same', 'READY_FOR_METER_INSTALLATION'], PAY, {
    guards: ['note_expired'],
    call: '/application/payment',
  }),
  'take-back-payment': row(
    ['READY_TO_PAY', 'READY_FOR_METER_INSTALLATION'],
    'READY_TO_PAY',
    'payments:reverse',
    {
      guards: ['meter_installed'],
      remark: true,
      call: '/payment/reverse, /payment/reversal/decide',
    },
  ),
  install: row('READY_FOR_METER_INSTALLATION', 'same', 'applications:install', {
    guards: ['meter_not_reserved'],
    call: '/application/meter/installation',
  }),
  'confirm-installation': row('READY_FOR_METER_INSTALLATION', 'CONNECTED', 'applications:confirm-install', {
    guards: ['not_installed_yet', 'own_installation'],
    call: STATE_CALL,
  }),
  // From the letter on: also one that was opened again after its meter was given away.
  'change-meter': row(
    ['READY_TO_SURVEY', 'READY_TO_PAY', 'READY_FOR_METER_INSTALLATION'],
    'same',
    ['meters:change', 'applications:letter'],
    { remark: true, call: STATE_CALL },
  ),
  hold: row(OPEN_STATES, 'same', ['applications:hold', 'applications:hold-own'], {
    guards: ['hold_not_yours'],
    remark: true,
    call: '/application/hold',
  }),
  suspend: row(OPEN_STATES, 'same', 'applications:suspend', { remark: true, call: '/application/suspend' }),
  resume: row(OPEN_STATES, 'same', [...OFFICE_HOLDS, 'applications:hold-own'], {
    guards: ['not_on_hold', 'hold_of_another'],
    remark: true,
    call: '/application/resume',
  }),
  comment: row(STATE_NAMES, 'same', 'applications:view', { remark: true, call: STATE_CALL }),
  reject: row(BEFORE_PAYMENT, 'REJECTED', 'applications:reject', {
    guards: ['paid_already'],
    remark: true,
    call: STATE_CALL,
  }),
  withdraw: row(BEFORE_PAYMENT, 'WITHDRAWN', 'applications:withdraw', {
    guards: ['paid_already'],
    call: STATE_CALL,
  }),
  'withdraw-paid': row(
    ['READY_TO_PAY', 'READY_FOR_METER_INSTALLATION'],
    'WITHDRAWN',
    'applications:withdraw',
    {
      guards: ['nothing_paid', 'installed_already'],
      remark: true,
      call: '/application/withdraw',
    },
  ),
  refund: row('WITHDRAWN', 'same', ['payments:refund', 'payments:approve-refund'], {
    guards: ['no_refund'],
    call: '/refund/open, /refund/decide, /refund/pay',
  }),
  expire: row(['READY_TO_PAY', 'RECORRECTION'], 'EXPIRED', [], {
    guards: ['not_over_yet', 'paid_already'],
    call: 'daily job',
  }),
  reopen: row(
    ['READY_TO_PAY', 'REJECTED', 'WITHDRAWN', 'EXPIRED'],
    ['same', 'origin'],
    'applications:reopen',
    {
      guards: ['days_left', 'refund_asked', 'reopen_too_late'],
      remark: true,
      call: STATE_CALL,
    },
  ),
  delete: row(['DRAFT', 'PENDING', 'REJECTED', 'WITHDRAWN', 'EXPIRED'], 'same', 'applications:delete', {
    guards: ['submitted_already', 'paid_already'],
    remark: true,
    call: '/application/delete/{id}, /quick/application/delete/{id}',
  }),
  archive: row([...CLOSED_STATES, 'DRAFT'], 'same', 'applications:archive', {
    guards: ['refund_open'],
    call: STATE_CALL,
  }),
  restore: row([...CLOSED_STATES, 'DRAFT'], 'same', 'applications:archive', { call: STATE_CALL }),
} as const satisfies Record<string, Transition>;
export type Action = keyof typeof TRANSITIONS;
export const ACTIONS = Object.keys(TRANSITIONS) as [Action, ...Action[]];

/** Actions that have no call of their own: /application/update/state does them. */
export const STATE_ACTIONS = [
  ...(['approve-survey', 'return-survey', 'revise-survey', 'confirm-installation', 'change-meter'] as const),
  ...(['comment', 'reject', 'withdraw', 'reopen', 'archive', 'restore'] as const),
] satisfies Action[];
export type StateAction = (typeof STATE_ACTIONS)[number];

/** What is left while an application is on hold. */
export const WHILE_ON_HOLD: readonly Action[] = ['comment', 'resume', 'delete', 'reject'];

/** The first reason why `who` may not do `action` now; undefined if they may. */
export function refusalOf(action: Action, facts: Facts, who: Who): Refusal | undefined {
  const transition: Transition = TRANSITIONS[action];
  if (!allowed(who, transition.permissions)) return 'not_permitted';
  if (facts.archived !== (action === 'restore')) return facts.archived ? 'archived' : 'wrong_state';
  if (facts.overlay !== null && !WHILE_ON_HOLD.includes(action)) return 'on_hold';
  if (!transition.from.includes(facts.state)) return 'wrong_state';
  return transition.guards.find((guard) => !GUARDS[guard](facts, who));
}

function allowed(who: Who, permissions: readonly Permission[]): boolean {
  return who.kind === 'system' || permissions.some((permission) => who.permissions.has(permission));
}
