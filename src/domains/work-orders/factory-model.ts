/**
 * What people and a work order may do, once more and in another way than the program: by person and not by permission, from the README
 * and not from `work-order.rules.ts`. The random commands are judged by it.
 */
import type { Outcome } from '#test/random-commands/walk-randomly.ts';
import { isSettled, type MoneyInput, moneyAfter, noMoney, vatOf } from './factory-model-money.ts';
import type { Category, Model, State, Who } from './factory-model-types.ts';

/** A material and how many thousandths of its unit. */
export type Lines = [material: number, thousandths: number][];
type Seconds = -60 | 0 | 60;
type StepInput =
  | {
      act:
        | 'take'
        | 'accept'
        | 'return'
        | 'reject'
        | 'waive'
        | 'unassign'
        | 'resume'
        | 'verify'
        | 'reopen'
        | 'reply'
        | 'reopen-request'
        | 'cancel';
    }
  | { act: 'pause'; until: 'none' | 'today' | 'tomorrow' }
  | { act: 'rate'; stars: number }
  | { act: 'edit'; category: Category }
  | { act: 'photo'; moment: 'BEFORE' | 'AFTER' }
  | { act: 'estimate'; labour: number; charged: boolean; lines: Lines }
  /** despite: all that is missing in the store. */
  | { act: 'assign'; to: Who; with: Who[]; why: boolean; despite: boolean }
  | { act: 'arrive'; after: Seconds }
  | { act: 'complete'; after: Seconds; labour: number; lines: Lines; explained: boolean; why: boolean }
  | { act: 'book'; line: Lines[number]; anyway: boolean }
  | { act: 'ask again'; category: Category };
type Act = StepInput['act'];
export type Input = StepInput | MoneyInput | { act: 'a month passes' } | { act: 'the hold is over' };
export type Command = Input & { by: Who };

/** Poisha of one unit of each material. */
export const RATES = [12_345, 333];

export const asked = (askedBy: Who, category: Category): Model => ({
  ...{ state: 'PENDING', version: 1, category, askedBy, reviewer: null },
  ...{ estimate: null, charge: null, paid: 0, waivedBy: null },
  ...{ members: [], workers: [], isPaused: false, holdEnds: false, ratings: [] },
  ...{ crew: null, hasArrived: false, isStarted: false, isCompleted: false, used: null },
  ...{ verifiedBy: null, isClosed: false, isLongClosed: false, reopened: 0, remark: null, photos: 0 },
  ...{ isProven: false, unprovenReason: null },
  ...{ store: [null, null], planned: [0, 0], taken: [0, 0], twins: [], money: noMoney },
  timeline: [['create', null, 'PENDING', askedBy !== 'household', null]],
  log: [['create', askedBy]],
});

const OFFICE: Who[] = ['clerk', 'engineer', 'admin'];
const HEADS: Who[] = ['engineer', 'admin'];
const WORKERS: Who[] = ['crew', 'mate', 'admin'];
const HOUSEHOLDS: Who[] = ['household', 'neighbour'];
const NOT_DONE: State[] = ['PENDING', 'ON_REVIEW', 'ACCEPTED', 'ASSIGNED', 'IN_PROGRESS', 'RE_OPEN'];

const BY: Record<Act, Who[]> = {
  ...{ take: OFFICE, edit: OFFICE, estimate: OFFICE, accept: OFFICE, return: OFFICE, reject: OFFICE },
  ...{ verify: OFFICE, reopen: OFFICE, waive: HEADS, assign: HEADS, unassign: HEADS, cancel: HEADS },
  ...{ arrive: WORKERS, complete: WORKERS, book: HEADS, pause: HEADS, resume: HEADS, rate: HOUSEHOLDS },
  photo: [...OFFICE, 'crew', 'mate', ...HOUSEHOLDS],
  ...{ reply: OFFICE, 'reopen-request': [...OFFICE, ...HOUSEHOLDS] },
  'ask again': [...OFFICE, ...HOUSEHOLDS],
};
export type StepOfOrder = Exclude<Act, 'book' | 'ask again'>;
const FROM: Record<StepOfOrder, State[]> = {
  take: ['PENDING'],
  edit: ['PENDING', 'ON_REVIEW'],
  photo: ['PENDING', 'ON_REVIEW', 'ACCEPTED', 'RE_OPEN', 'ASSIGNED', 'IN_PROGRESS', 'COMPLETED'],
  estimate: ['ON_REVIEW'],
  waive: ['ON_REVIEW'],
  accept: ['ON_REVIEW'],
  return: ['ON_REVIEW'],
  reject: ['PENDING', 'ON_REVIEW'],
  reply: [...NOT_DONE, 'COMPLETED', 'CLOSED', 'REJECTED', 'CANCELLED'],
  'reopen-request': ['REJECTED', 'CANCELLED'],
  assign: ['ACCEPTED', 'RE_OPEN'],
  unassign: ['ASSIGNED', 'IN_PROGRESS'],
  arrive: ['ASSIGNED'],
  complete: ['IN_PROGRESS'],
  pause: ['ASSIGNED', 'IN_PROGRESS'],
  resume: ['ASSIGNED', 'IN_PROGRESS'],
  verify: ['COMPLETED'],
  rate: ['CLOSED'],
  reopen: ['COMPLETED', 'CLOSED'],
  cancel: NOT_DONE,
};
export const STEPS = Object.keys(FROM) as StepOfOrder[];

const isInCrew = (by: Who, { crew, members }: Model): boolean => crew === by || members.includes(by);
export const sees = (by: Who, model: Model): boolean =>
  by === 'crew' || by === 'mate' ? isInCrew(by, model) : by !== 'neighbour' && !OUTSIDERS.includes(by);
export const OUTSIDERS: readonly Who[] = ['surveyor', 'reader', 'planner', 'director'];

/** Why a step is never this person's; undefined: it may be. */
function notTheirs(act: StepOfOrder, by: Who, model: Model): string | undefined {
  if (!BY[act].includes(by)) return 'common.not_permitted';
  if (!sees(by, model)) return 'common.not_found';
  if (act === 'rate') return undefined;
  return by === 'household' && model.askedBy !== by ? 'common.not_permitted' : undefined;
}

/** Why the household does not say how the work was. */
function noRating({ ratings, reopened, isLongClosed }: Model): string | undefined {
  if (ratings.some(([closing]) => closing === reopened)) return 'rated_already';
  return isLongClosed ? 'rating_too_late' : undefined;
}

/** Nobody has accepted it, and no money of it is owed back. */
export const isRequest = ({ timeline }: Model): boolean =>
  !timeline.some(([action]) => action === 'accept' || action === 'withdraw-paid');

/** Why a step of this person is not possible now. */
function notNow(act: StepOfOrder, by: Who, model: Model): string | undefined {
  const { state, paid } = model;
  const isOwn = isInCrew(by, model);
  if (act === 'rate') return state === 'CLOSED' ? noRating(model) : 'wrong_state';
  if (act === 'reopen-request')
    return FROM[act].includes(state) && isRequest(model) ? undefined : 'wrong_state';
  if (by === 'household' && act !== 'photo') return state === 'PENDING' ? undefined : 'wrong_state';
  if (act === 'complete' && state === 'ASSIGNED' && isOwn) return 'arrival_missing';
  if (!FROM[act].includes(state)) return 'wrong_state';
  const isOfCrew = act === 'arrive' || act === 'complete' || (act === 'photo' && state === 'COMPLETED');
  if (isOfCrew && !isOwn) return 'not_yours';
  if (['pause', 'arrive', 'complete'].includes(act) && model.isPaused) return 'paused';
  if (act === 'resume' && !model.isPaused) return 'not_paused';
  if (act === 'verify' && (isOwn || model.workers.includes(by))) return 'own_work';
  if (act === 'reply' && model.askedBy !== 'household') return 'no_household';
  if (act === 'accept' && !isSettled(model)) return 'not_paid';
  if (['waive', 'estimate', 'return', 'reject', 'cancel'].includes(act) && paid > 0) return 'paid_already';
  return undefined;
}

/** What the page of this person says about a step. */
export function button(act: StepOfOrder, by: Who, model: Model): string {
  const why = notTheirs(act, by, model) ?? notNow(act, by, model);
  if (why === undefined) return 'yes';
  return ['own_work', 'not_yours', 'not_paid', 'paid_already', 'paused'].includes(why) ? why : 'no';
}

/** Half up, each line for itself; all in whole numbers. */
const costOf = (lines: Lines) =>
  lines.reduce(
    (sum, [material, thousandths]) =>
      sum + Math.floor((thousandths * (RATES[material] ?? 0) * 2 + 1000) / 2000),
    0,
  );
const lacks = (store: Model['store'], [material, thousandths]: Lines[number]) => {
  const left = store[material] ?? null;
  return left !== null && left < thousandths;
};
/** The store without these lines, as far as it keeps their materials. */
function without(model: Model, lines: Lines): Pick<Model, 'store' | 'taken'> {
  const store = [...model.store];
  const taken = [...model.taken];
  for (const [material, thousandths] of lines) {
    const left = store[material] ?? null;
    if (left === null) continue;
    store[material] = left - thousandths;
    taken[material] = (taken[material] ?? 0) + thousandths;
  }
  return { store, taken };
}
/** What the order needs of each material and has not taken yet. */
const neededOf = ({ planned, taken }: Model) =>
  planned.map((thousandths, material) => Math.max(thousandths - (taken[material] ?? 0), 0));
/** What nobody else gets: of work that is assigned and not done. */
export const reservedOf = (model: Model): number[] =>
  model.state === 'ASSIGNED' || model.state === 'IN_PROGRESS' ? neededOf(model) : [0, 0];
/** Nobody else reserves the materials of a walk. */
const isMissing = (model: Model): boolean =>
  neededOf(model).some((thousandths, material) => lacks(model.store, [material, thousandths]));
const plannedOf = (lines: Lines): number[] => {
  const planned = [0, 0];
  for (const [material, thousandths] of lines) planned[material] = thousandths;
  return planned;
};
/** No person has it, and nobody was there. */
const UNASSIGNED = { crew: null, members: [], hasArrived: false };

/** What a possible step changes, or the code of what is wrong with the fields of it. */
function changeBy(input: StepInput & { act: StepOfOrder }, by: Who, model: Model): Partial<Model> | string {
  const remark = remarkOf(input);
  switch (input.act) {
    case 'take':
      return { state: 'ON_REVIEW', reviewer: by };
    case 'edit': {
      const isOther = input.category !== model.category;
      if (isOther && model.paid > 0) return 'paid_already';
      if (model.category === 'SERVICE_LINE' && input.category === 'LEAK' && !HEADS.includes(by))
        return 'charge_needed';
      // What was estimated was estimated for the other one.
      return {
        category: input.category,
        ...(isOther
          ? {
              estimate: null,
              charge: null,
              waivedBy: null,
              planned: model.estimate === null ? model.planned : [0, 0],
            }
          : {}),
      };
    }
    case 'photo': {
      // Nobody has seen the work done before somebody was there, and after it nobody sees how it was.
      const moments = { COMPLETED: ['AFTER'], IN_PROGRESS: ['BEFORE', 'AFTER'] }[model.state as 'COMPLETED'];
      const shown = by === 'household' ? ['BEFORE'] : (moments ?? ['BEFORE']);
      return shown.includes(input.moment)
        ? { photos: model.photos + 1, ...(input.moment === 'AFTER' ? { isProven: true } : {}) }
        : 'photo_of_after';
    }
    case 'estimate': {
      const estimate = input.labour + costOf(input.lines);
      if (model.category === 'SERVICE_LINE' && !(input.charged && estimate > 0)) return 'charge_needed';
      const isCharged = input.charged && estimate > 0;
      const planned = plannedOf(input.lines);
      return { estimate, planned, charge: isCharged ? estimate + vatOf(estimate) : null, waivedBy: null };
    }
    case 'waive':
      return isSettled(model) ? 'nothing_to_waive' : { waivedBy: by };
    case 'accept':
      if (model.charge === null && model.category === 'SERVICE_LINE')
        return model.estimate === null ? 'estimate_missing' : 'charge_needed';
      return { state: 'ACCEPTED' };
    case 'return':
      return { state: 'PENDING', reviewer: null, remark };
    case 'reject':
      return { state: 'REJECTED', remark };
    case 'reply':
      return {};
    case 'reopen-request':
      return {
        ...{ state: 'PENDING', reviewer: null, remark },
        ...{ estimate: null, charge: null, waivedBy: null, planned: [0, 0] },
      };
    case 'cancel':
      return { state: 'CANCELLED', remark };
    case 'assign':
      if (!WORKERS.includes(input.to)) return 'crew_unknown';
      if (input.with.some((who) => !WORKERS.includes(who))) return 'member_unknown';
      if (model.reopened > 1 && model.workers.includes(input.to) && !input.why) return 'same_crew';
      if (isMissing(model) && !input.despite) return 'stock_not_free';
      return {
        ...{ state: 'ASSIGNED', ...UNASSIGNED, isCompleted: false },
        ...{ crew: input.to, members: input.with.toSorted() },
      };
    case 'unassign':
      return { state: 'ACCEPTED', ...UNASSIGNED, remark };
    case 'arrive':
      if (input.after > 0) return 'arrived_in_future';
      return input.after < 0
        ? 'arrived_before_assigned'
        : { state: 'IN_PROGRESS', hasArrived: true, isStarted: true, workers: withCrew(model) };
    case 'complete':
      return completion(input, model);
    case 'pause':
      return input.until === 'today'
        ? 'pause_over'
        : { isPaused: true, holdEnds: input.until === 'tomorrow' };
    case 'resume':
      return { isPaused: false, holdEnds: false };
    case 'rate':
      return { ratings: [...model.ratings, [model.reopened, input.stars]] };
    case 'verify':
      return { state: 'CLOSED', verifiedBy: by, isClosed: true };
    case 'reopen':
      if (model.isLongClosed) return 'reopen_too_late';
      return {
        ...{ state: 'RE_OPEN', reopened: model.reopened + 1, ...UNASSIGNED, isCompleted: false, remark },
        ...{ verifiedBy: null, isClosed: false, isProven: false },
      };
  }
}

/** Those who were there, and now the crew as well. */
const withCrew = ({ workers, crew, members }: Model): Who[] =>
  [...new Set([...workers, ...members, ...(crew ? [crew] : [])])].toSorted();

function completion(input: StepInput & { act: 'complete' }, model: Model): Partial<Model> | string {
  const { after, lines, labour, explained } = input;
  if (after > 0) return 'completed_in_future';
  if (after < 0) return 'completed_before_arrival';
  const used = labour + costOf(lines);
  // A tenth of the estimate is no difference; one poisha more is.
  const { estimate } = model;
  if (!explained && estimate !== null && Math.abs(used - estimate) * 10 > estimate) return 'variance_reason';
  if (!model.isProven && !input.why) return 'unproven';
  // What it took before comes back first.
  const back = {
    ...model,
    ...without(
      model,
      model.taken.map((thousandths, material) => [material, -thousandths]),
    ),
  };
  if (lines.some((line) => lacks(back.store, line))) return 'stock_short';
  const unprovenReason = model.isProven ? null : NO_PHOTO;
  return { state: 'COMPLETED', isCompleted: true, used, unprovenReason, ...without(back, lines) };
}

const WITH_REMARK: Input['act'][] = [
  ...(['return', 'reject', 'waive', 'unassign', 'pause', 'reopen', 'cancel'] as const),
  ...(['reply', 'reopen-request'] as const),
];
export const remarkOf = (input: Input): string | null =>
  (input.act === 'assign' ? input.why : WITH_REMARK.includes(input.act)) ? `${input.act}: because` : null;
/** Why work is assigned of which materials are missing. */
export const DESPITE = 'comes tomorrow';
export const NO_PHOTO = 'the phone had no charge';
const own = (code: string) => (code.startsWith('common.') ? code : `work-orders.${code}`);

/** The code of the refusal, and the order after it; undefined: nothing that anybody could try now. */
export function after(
  { by, ...input }: Command,
  isStale: boolean,
  model: Model,
  seen: Model,
): Outcome<Model> | undefined {
  if (input.act === 'a month passes') {
    const isPossible = by === 'admin' && model.isClosed && !model.isLongClosed;
    return isPossible ? { code: undefined, model: { ...model, isLongClosed: true } } : undefined;
  }
  if (input.act === 'the hold is over') {
    const { state, timeline, log } = model;
    if (by !== 'admin' || !model.holdEnds) return undefined;
    const gone = { ...model, isPaused: false, holdEnds: false, version: model.version + 1 };
    return {
      code: undefined,
      model: {
        ...gone,
        timeline: [...timeline, ['resume', state, state, true, null]],
        log: [...log, ['resume', null]],
      },
    };
  }
  if (!isStep(input)) return moneyAfter(input, by, model, { isStale, seen });
  const outcome = afterStep(input, by, isStale, model);
  if (typeof outcome !== 'string') return { code: undefined, model: outcome };
  // Who is in the crew may be read before another one takes the order from them.
  if (outcome !== 'common.not_found' || !sees(by, seen)) return { code: outcome, model };
  const reason = notNow(input.act as StepOfOrder, by, model);
  const orCode = isStale ? 'common.stale_version' : reason && own(reason);
  return { code: outcome, model, ...(orCode ? { orCode } : {}) };
}

const isStep = (input: StepInput | MoneyInput): input is StepInput => input.act in BY;

/** The code of the refusal, or the order after it. */
function afterStep(input: StepInput, by: Who, isStale: boolean, model: Model): string | Model {
  if (input.act === 'book' || input.act === 'ask again') return beside(input, by, model);
  const never = notTheirs(input.act, by, model);
  if (never) return never;
  if (isStale) return 'common.stale_version';
  const change = notNow(input.act, by, model) ?? changeBy({ ...input, act: input.act } as never, by, model);
  if (typeof change === 'string') return own(change);
  const state = change.state ?? model.state;
  const despite = input.act === 'assign' && isMissing(model) ? DESPITE : null;
  const remark = [remarkOf(input), despite].filter(Boolean).join('; ') || null;
  // A hold ends with the state.
  const ended = state === model.state ? {} : { isPaused: false, holdEnds: false };
  return {
    ...{ ...model, ...change, ...ended, state, version: model.version + 1 },
    timeline: [...model.timeline, [input.act, model.state, state, by !== 'household', remark]],
    log: [...model.log, [input.act, by]],
  };
}

/** What leaves the order as it is. */
function beside(input: StepInput & { act: 'book' | 'ask again' }, by: Who, model: Model): string | Model {
  if (!BY[input.act].includes(by)) return 'common.not_permitted';
  if (input.act === 'book') {
    const [material, thousandths] = input.line;
    const left = (model.store[material] ?? 0) + thousandths;
    if (left < 0) return own('stock_short');
    if (thousandths < 0 && left < (reservedOf(model)[material] ?? 0) && !input.anyway)
      return own('stock_reserved');
    return { ...model, store: model.store.with(material, left) };
  }
  if (by === 'neighbour') return own('connection_unknown');
  const isOpen = model.category === input.category && NOT_DONE.includes(model.state);
  if (isOpen || model.twins.includes(input.category)) return own('similar_open');
  return { ...model, twins: [...model.twins, input.category] };
}
