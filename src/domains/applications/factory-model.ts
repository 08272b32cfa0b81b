/**
 * What people and an application may do, once more and in another way than the program: by person and not by permission, from the
 * README's and domain.md's tables and not from `application.rules.ts`. The random commands are judged by it.
 */
import type { Outcome } from '#test/random-commands/walk-randomly.ts';
import { type MoneyInput, moneyAfter, noMoney, stepped } from './factory-model-money.ts';
import { DESKS, type Model, OFFICERS, PEOPLE, type State, type Who } from './factory-model-types.ts';

/** Acts that name nothing beside the application. */
const PLAIN = [
  ...(['submit', 'edit', 'accept', 'update-noc', 'check-document', 'auto-approve', 'noc-remark'] as const),
  ...([
    'noc-check',
    'noc-approve',
    'noc-return',
    'noc-reject',
    'recorrection',
    'correct',
    'resubmit',
    'letter',
  ] as const),
  ...(['survey', 'approve-survey', 'return-survey', 'revise-survey', 'install', 'hold'] as const),
  ...(['confirm-installation', 'suspend', 'resume', 'comment', 'reject', 'withdraw', 'reopen'] as const),
  ...(['delete', 'archive', 'restore', 'withdraw-paid'] as const),
];
type Plain = (typeof PLAIN)[number];
export type Step = Plain | 'assign' | 'noc-forward';
type StepInput =
  | { act: Plain; inBulk?: true }
  /** Of an item that is not on the desk's list. */
  | { act: 'noc-check'; isUnknown: true }
  | { act: 'noc-forward'; to: Who }
  | { act: 'assign'; to: Who; inBulk?: true };
export type Input = StepInput | MoneyInput | { act: 'days pass' };
export type Command = Input & { by: Who };

/** An application as it is when it has come so far by itself. */
export const startedAt = (state: State, version: number, money: { total: number; vat: number }): Model => ({
  ...{ state, version, overlay: null, isArchived: false, isDeleted: false },
  ...{ holder: null, isOwnHold: false },
  desk: state === 'DRAFT' || state === 'PENDING' ? null : 4,
  ...{ given: null, askedFrom: null, isCorrected: false, closedFrom: null, hasNoc: false },
  assignee: state === 'READY_TO_PAY' ? 'surveyor' : null,
  survey: state === 'READY_TO_PAY' ? 'APPROVED' : null,
  surveyor: state === 'READY_TO_PAY' ? 'surveyor' : null,
  startedWithNote: state === 'READY_TO_PAY',
  ...{ isInstalled: false, installer: null, money: { ...noMoney, ...money }, timeline: [], log: [] },
});

const HEADS: readonly Who[] = ['admin', 'second'];
const CLERKS: readonly Who[] = [...HEADS, 'clerk'];
const SURVEYORS: readonly Who[] = ['surveyor', 'colleague'];
const HOUSEHOLDS: readonly Who[] = ['owner', 'neighbour'];
const ENGINEERS: readonly Who[] = [...HEADS, 'engineer'];
const AUTHORITY: readonly Who[] = [...HEADS, ...OFFICERS];
/** The role of an officer, by its desk. */
const roleOf = (who: Who) => (who === 'sae2' ? 'sae' : who);

const HOLDERS: readonly Who[] = [...CLERKS, ...SURVEYORS, 'installer', 'engineer', ...OFFICERS];

const BEFORE_SURVEYED: State[] = [
  ...(['PENDING', 'WAITING_FOR_REVIEW', 'WAITING_FOR_METER_NUMBER', 'READY_TO_SURVEY'] as const),
];
const BEFORE_PAID: State[] = [...BEFORE_SURVEYED, 'READY_TO_PAY', 'RECORRECTION'];
const OPEN: State[] = [...BEFORE_PAID, 'READY_FOR_METER_INSTALLATION'];
const OVER: State[] = ['CONNECTED', 'REJECTED', 'WITHDRAWN', 'EXPIRED'];

/** Each step: who, and from which states. */
const TABLE: Record<Step, [by: readonly Who[], from: State[]]> = {
  submit: [[...CLERKS, ...HOUSEHOLDS], ['DRAFT']],
  edit: [
    [...CLERKS, ...HOUSEHOLDS],
    ['DRAFT', 'PENDING'],
  ],
  accept: [CLERKS, ['PENDING']],
  'update-noc': [CLERKS, ['PENDING', 'WAITING_FOR_REVIEW', 'WAITING_FOR_METER_NUMBER']],
  'check-document': [CLERKS, BEFORE_SURVEYED],
  'auto-approve': [CLERKS, ['PENDING']],
  'noc-remark': [AUTHORITY, ['WAITING_FOR_REVIEW']],
  'noc-check': [AUTHORITY, ['WAITING_FOR_REVIEW']],
  'noc-forward': [AUTHORITY, ['WAITING_FOR_REVIEW']],
  'noc-approve': [AUTHORITY, ['WAITING_FOR_REVIEW']],
  'noc-return': [AUTHORITY, ['WAITING_FOR_REVIEW']],
  'noc-reject': [AUTHORITY, ['WAITING_FOR_REVIEW']],
  recorrection: [[...CLERKS, ...SURVEYORS, ...OFFICERS], BEFORE_SURVEYED],
  correct: [[...CLERKS, ...HOUSEHOLDS], ['RECORRECTION']],
  resubmit: [[...CLERKS, ...HOUSEHOLDS], ['RECORRECTION']],
  letter: [CLERKS, ['WAITING_FOR_METER_NUMBER']],
  assign: [[...CLERKS, 'engineer'], OPEN],
  survey: [[...HEADS, ...SURVEYORS], ['READY_TO_SURVEY']],
  'approve-survey': [ENGINEERS, ['READY_TO_SURVEY']],
  'return-survey': [ENGINEERS, ['READY_TO_SURVEY']],
  'revise-survey': [ENGINEERS, ['READY_TO_PAY']],
  install: [[...HEADS, 'installer'], ['READY_FOR_METER_INSTALLATION']],
  'confirm-installation': [ENGINEERS, ['READY_FOR_METER_INSTALLATION']],
  hold: [HOLDERS, OPEN],
  suspend: [HEADS, OPEN],
  resume: [HOLDERS, OPEN],
  comment: [
    [...CLERKS, 'cashier', ...SURVEYORS, 'installer', 'engineer', ...HOUSEHOLDS],
    ['DRAFT', ...OPEN, ...OVER],
  ],
  reject: [CLERKS, BEFORE_PAID],
  withdraw: [[...HEADS, 'cashier', ...HOUSEHOLDS], BEFORE_PAID],
  reopen: [HEADS, ['READY_TO_PAY', 'REJECTED', 'WITHDRAWN', 'EXPIRED']],
  delete: [
    [...HEADS, ...HOUSEHOLDS],
    ['DRAFT', 'PENDING', 'REJECTED', 'WITHDRAWN', 'EXPIRED'],
  ],
  archive: [CLERKS, ['DRAFT', ...OVER]],
  restore: [CLERKS, ['DRAFT', ...OVER]],
  'withdraw-paid': [
    [...HEADS, 'cashier', ...HOUSEHOLDS],
    ['READY_TO_PAY', 'READY_FOR_METER_INSTALLATION'],
  ],
};
export const STEPS = Object.keys(TABLE) as Step[];
const ON_HOLD: Step[] = ['comment', 'resume', 'delete', 'reject'];

const mayInstall = (who: Who | null) => who !== null && ['admin', 'second', 'installer'].includes(who);
const maySurvey = (who: Who | null) => who !== null && [...HEADS, ...SURVEYORS].includes(who);
/** Who has the work of a state. */
const WORKERS: Partial<Record<State, readonly Who[]>> = {
  ...{ PENDING: ['clerk'], WAITING_FOR_REVIEW: DESKS, WAITING_FOR_METER_NUMBER: ['clerk'] },
  ...{ READY_TO_SURVEY: SURVEYORS, READY_TO_PAY: ['cashier'], RECORRECTION: ['clerk'] },
  READY_FOR_METER_INSTALLATION: ['installer'],
};

/** Who surveys or installs sees their own work and what nobody has; the authority what its chain has. */
export function sees(by: Who, model: Model): boolean {
  if (model.isDeleted || by === 'reader' || by === 'neighbour') return false;
  if ((OFFICERS as readonly Who[]).includes(by)) return model.desk !== null;
  const { state, assignee, isArchived } = model;
  if (SURVEYORS.includes(by))
    return assignee === by || (state === 'READY_TO_SURVEY' && !maySurvey(assignee) && !isArchived);
  if (by === 'installer')
    return (
      assignee === by || (state === 'READY_FOR_METER_INSTALLATION' && !mayInstall(assignee) && !isArchived)
    );
  return true;
}

const own = (code: string) => `applications.${code}`;

/** Why the table or a guard refuses the step; `never`: it is not theirs, or they do not see it. */
function refusalOf(act: Step, by: Who, isStale: boolean, model: Model): string | undefined {
  const [people, from] = TABLE[act];
  if (!people.includes(by)) return 'never';
  if (!sees(by, model)) {
    const isTaken = act === 'survey' && model.state === 'READY_TO_SURVEY' && maySurvey(model.assignee);
    return isTaken && !model.isArchived && !model.isDeleted ? own('not_assigned_to_you') : 'never';
  }
  if (isStale) return 'common.stale_version';
  if (model.isArchived !== (act === 'restore')) return own(model.isArchived ? 'archived' : 'wrong_state');
  if (model.overlay && !ON_HOLD.includes(act)) return own('on_hold');
  if (!from.includes(model.state)) return own('wrong_state');
  const guard = guardOf(act, by, model);
  return guard && own(guard);
}

/** The application is at their desk, and no other officer got it. */
const isAtDeskOf = (by: Who, { desk, given }: Model): boolean =>
  desk !== null && DESKS[desk] === roleOf(by) && (given === null || given === by);

/** Its next step is this person's; the office has its own right to hold. */
function waitsFor(by: Who, model: Model): boolean {
  const { state, survey, surveyor, assignee } = model;
  if (state === 'WAITING_FOR_REVIEW') return isAtDeskOf(by, model);
  if (state === 'READY_TO_SURVEY') {
    if (survey === 'SUBMITTED') return by === 'engineer' && surveyor !== by;
    return SURVEYORS.includes(by) && assignee === by;
  }
  if (state !== 'READY_FOR_METER_INSTALLATION') return false;
  return model.isInstalled ? by === 'engineer' : by === 'installer' && assignee === by;
}

function guardOf(act: Step, by: Who, model: Model): string | undefined {
  const { state, survey, surveyor, assignee, money } = model;
  const isAtDesk = isAtDeskOf(by, model);
  const isPlanner = (OFFICERS as readonly Who[]).includes(by);
  switch (act) {
    case 'edit':
      return by === 'owner' && state !== 'DRAFT' ? 'submitted_already' : undefined;
    // No walk is so long that a NoC is over.
    case 'update-noc':
      return state === 'WAITING_FOR_METER_NUMBER' ? 'noc_in_force' : undefined;
    case 'auto-approve':
      return model.hasNoc ? undefined : 'noc_not_valid';
    case 'noc-forward':
      return isAtDesk || HEADS.includes(by) || by === 'pd' ? undefined : 'forward_not_yours';
    case 'noc-check':
    case 'noc-approve':
    case 'noc-return':
    case 'noc-reject':
      return isAtDesk ? undefined : 'not_your_desk';
    case 'recorrection':
      return isPlanner && !(isAtDesk && state === 'WAITING_FOR_REVIEW') ? 'desk_of_another' : undefined;
    case 'resubmit':
      return model.isCorrected ? undefined : 'items_not_corrected';
    case 'survey':
      if (assignee !== by && maySurvey(assignee)) return 'not_assigned_to_you';
      return survey === 'SUBMITTED' ? 'survey_submitted_already' : undefined;
    case 'approve-survey':
    case 'return-survey':
      if (survey !== 'SUBMITTED') return 'survey_not_submitted';
      return surveyor === by ? 'own_survey' : undefined;
    case 'revise-survey':
    case 'reject':
    case 'withdraw':
      return money.paid > 0 ? 'paid_already' : undefined;
    case 'withdraw-paid':
      if (money.paid === 0) return 'nothing_paid';
      return model.isInstalled ? 'installed_already' : undefined;
    case 'confirm-installation':
      if (!model.isInstalled) return 'not_installed_yet';
      return model.installer === by ? 'own_installation' : undefined;
    case 'install':
      return model.isInstalled ? 'installation_noted' : undefined;
    case 'resume':
      if (!model.overlay || (model.overlay === 'SUSPENDED' && !HEADS.includes(by))) return 'not_on_hold';
      if (CLERKS.includes(by) || model.holder === by || (model.isOwnHold && waitsFor(by, model)))
        return undefined;
      return 'hold_of_another';
    case 'hold':
      return CLERKS.includes(by) || waitsFor(by, model) ? undefined : 'hold_not_yours';
    case 'reopen':
      // No walk is so long that the days of a part are over.
      if (state === 'READY_TO_PAY') return 'days_left';
      return money.ofNote ? 'refund_asked' : undefined;
    case 'delete':
      if (by === 'owner' && state !== 'DRAFT') return 'submitted_already';
      return money.paid > 0 ? 'paid_already' : undefined;
    case 'archive':
      return money.ofNote === 'REQUESTED' || money.ofNote === 'APPROVED' ? 'refund_open' : undefined;
    default:
      return undefined;
  }
}

const closes = (state: State, model: Model): Partial<Model> => ({
  ...{ state, closedFrom: model.state, overlay: null, assignee: null },
});
const corrects = (model: Model): Partial<Model> => ({
  ...{ state: 'RECORRECTION', askedFrom: model.state, isCorrected: false },
});

/** What a step that is not refused changes. */
function changeBy(act: Step, by: Who, model: Model): Partial<Model> {
  switch (act) {
    case 'submit':
      return { state: 'PENDING' };
    case 'accept':
      return { state: 'WAITING_FOR_REVIEW', desk: 0 };
    case 'update-noc':
      return { hasNoc: true };
    case 'auto-approve':
      return { state: 'WAITING_FOR_METER_NUMBER' };
    case 'noc-approve': {
      const desk = Number(model.desk) + 1;
      return { desk, given: null, ...(desk < DESKS.length ? {} : { state: 'WAITING_FOR_METER_NUMBER' }) };
    }
    case 'noc-return':
    case 'recorrection':
      return corrects(model);
    case 'noc-reject':
      return { state: 'REJECTED', closedFrom: model.state, overlay: null };
    case 'correct':
      return { isCorrected: true };
    case 'resubmit':
      return { state: model.askedFrom ?? model.state, askedFrom: null };
    case 'letter':
      return { state: 'READY_TO_SURVEY' };
    case 'survey':
      return { survey: 'SUBMITTED', surveyor: by, assignee: by };
    case 'approve-survey':
      return { state: 'READY_TO_PAY', survey: 'APPROVED' };
    case 'return-survey':
      return { survey: 'DRAFT' };
    case 'revise-survey':
      return { state: 'READY_TO_SURVEY', survey: 'DRAFT' };
    case 'install':
      return { isInstalled: true, installer: by };
    case 'confirm-installation':
      return { ...closes('CONNECTED', model), assignee: model.assignee };
    case 'hold':
      return { overlay: 'HOLD', holder: by, isOwnHold: !CLERKS.includes(by) };
    case 'suspend':
      return { overlay: 'SUSPENDED', holder: by, isOwnHold: false };
    case 'resume':
      return { overlay: null };
    case 'reject':
      return closes('REJECTED', model);
    case 'withdraw':
      return closes('WITHDRAWN', model);
    case 'withdraw-paid': {
      const { money } = model;
      const owed = {
        state: 'REQUESTED' as const,
        amount: money.paid,
        asker: by,
        decider: null,
        ofNote: true,
      };
      const refunds = [...money.refunds, owed];
      return {
        ...closes('WITHDRAWN', model),
        money: { ...money, ofNote: 'REQUESTED', isWithdrawn: true, refunds },
      };
    }
    case 'reopen':
      return { state: model.closedFrom ?? model.state, closedFrom: null };
    case 'delete':
      return { isDeleted: true };
    case 'archive':
      return { isArchived: true };
    case 'restore':
      return { isArchived: false };
    default:
      return {};
  }
}

/** Roles that do one act to many. */
const IN_BULK: readonly Who[] = [...CLERKS, 'engineer', ...OFFICERS];

/** The code of the refusal, and the application after it; undefined: nothing that anybody could try now. */
export function after(
  command: Command,
  isStale: boolean,
  model: Model,
  seen: Model,
): Outcome<Model> | undefined {
  const { act, by } = command;
  if (act === 'days pass') {
    const isWaiting =
      model.state === 'RECORRECTION' || (model.state === 'READY_TO_PAY' && model.money.paid === 0);
    if (!isWaiting || model.overlay || model.isArchived || by !== 'admin') return undefined;
    return stepped(model, 'expire', null, closes('EXPIRED', model));
  }
  if (!(act in TABLE)) return moneyAfter(command as MoneyInput & { by: Who }, model, seen);
  const step = act as Step;
  if ('inBulk' in command && !IN_BULK.includes(by)) return { code: 'never', model };
  // In a correction the same call corrects, and only what was asked.
  const isCorrection = step === 'edit' && model.state === 'RECORRECTION';
  // Before the review a paper that is sent as a correction is one that is edited.
  const isEdit = step === 'correct' && TABLE.edit[1].includes(model.state);
  const meant = isCorrection ? 'correct' : isEdit ? 'edit' : step;
  const code = refusalOf(meant, by, isStale, model);
  if (code) return { code, model };
  if (isEdit) return stepped(model, 'edit', by, {});
  if (isCorrection) return { code: own('part_not_asked'), model };
  if (command.act === 'noc-check' && 'isUnknown' in command) return { code: own('checks_changed'), model };
  if (command.act === 'noc-forward') {
    const { to } = command;
    if (roleOf(to) !== DESKS[Number(model.desk)]) return { code: own('officer_of_another_role'), model };
    if (model.given === to) return { code: own('officer_has_it'), model };
    return stepped(model, step, by, { given: to });
  }
  if (command.act === 'assign') {
    const may = HEADS.includes(command.to) || WORKERS[model.state]?.includes(command.to);
    if (!may) return { code: own('assignee_may_not'), model };
    return stepped(model, 'assign', by, { assignee: command.to });
  }
  return stepped(model, step, by, changeBy(step, by, model));
}

const BULK_STEPS: Plain[] = [
  ...(['accept', 'noc-approve', 'approve-survey', 'confirm-installation', 'hold', 'resume'] as const),
  ...(['archive', 'restore'] as const),
];
const INPUTS: Input[] = [
  ...PLAIN.map((act): Input => ({ act })),
  ...BULK_STEPS.map((act): Input => ({ act, inBulk: true })),
  ...(['surveyor', 'colleague', 'installer', 'admin', 'clerk'] as const).map(
    (to): Input => ({ act: 'assign', to }),
  ),
  { act: 'assign', to: 'surveyor', inBulk: true },
  { act: 'noc-check', isUnknown: true },
  ...(['sae', 'sae2', 'ae'] as const).map((to): Input => ({ act: 'noc-forward', to })),
  ...(['whole', 'part', 'more'] as const).map((amount): Input => ({ act: 'pay', amount })),
  ...(['whole', 'part', 'more'] as const).map((amount): Input => ({ act: 'begin', amount })),
  ...(['open', 'ask the bank', 'take-back-payment', 'pay refund'] as const).map((act): Input => ({ act })),
  ...[true, false].map((accept): Input => ({ act: 'decide refund', accept })),
];
export const OF_NOBODY = ['days pass', 'the bank takes it'] as const;
export const COMMANDS: Command[] = [
  ...INPUTS.flatMap((input) => PEOPLE.map((by): Command => ({ ...input, by }))),
  ...OF_NOBODY.map((act): Command => ({ act, by: 'admin' })),
];
