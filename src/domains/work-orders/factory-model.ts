/**
 * What people and a work order may do, once more and in another way than the program: by person and not by permission, from the README
 * and not from `work-order.rules.ts`. The random commands are judged by it.
 */
export const PEOPLE = [
  ...(['admin', 'clerk', 'engineer', 'crew', 'mate', 'cashier', 'household', 'neighbour'] as const),
];
export type Who = (typeof PEOPLE)[number];
export type Category = 'LEAK' | 'SERVICE_LINE';
type State =
  | ('PENDING' | 'ON_REVIEW' | 'ACCEPTED' | 'ASSIGNED' | 'IN_PROGRESS' | 'COMPLETED')
  | ('CLOSED' | 'RE_OPEN' | 'REJECTED' | 'CANCELLED');

/** A material and how many thousandths of its unit. */
export type Lines = [material: number, thousandths: number][];
type Seconds = -60 | 0 | 60;
export type Input =
  | { act: 'take' | 'accept' | 'return' | 'reject' | 'waive' | 'unassign' | 'verify' | 'reopen' | 'cancel' }
  | { act: 'edit'; category: Category }
  | { act: 'photo' }
  | { act: 'estimate'; labour: number; charged: boolean; lines: Lines }
  | { act: 'assign'; to: Who }
  | { act: 'arrive'; after: Seconds }
  | { act: 'complete'; after: Seconds; labour: number; lines: Lines; explained: boolean }
  | { act: 'book'; line: Lines[number] }
  | { act: 'ask again'; category: Category };
type Act = Input['act'];
/** What happens to the order beside the program: money comes, and days pass. */
export type Event = 'half is paid' | 'all is paid' | 'a month passes';

export type Model = {
  state: State;
  version: number;
  category: Category;
  askedBy: Who;
  reviewer: Who | null;
  estimate: number | null;
  charge: number | null;
  paid: number;
  waivedBy: Who | null;
  crew: Who | null;
  hasArrived: boolean;
  isStarted: boolean;
  isCompleted: boolean;
  used: number | null;
  verifiedBy: Who | null;
  isClosed: boolean;
  isLongClosed: boolean;
  reopened: number;
  remark: string | null;
  photos: number;
  /** Thousandths of each material; null: the store does not keep it. */
  store: (number | null)[];
  /** What the order has of the store. */
  taken: number[];
  timeline: [action: string, from: State | null, to: State, byOffice: boolean, remark: string | null][];
  log: [action: string, by: Who][];
  /** Kinds of which another order is open at the same plot. */
  twins: Category[];
};

/** Poisha of one unit of each material. */
export const RATES = [12_345, 333];

export const asked = (askedBy: Who, category: Category): Model => ({
  ...{ state: 'PENDING', version: 1, category, askedBy, reviewer: null },
  ...{ estimate: null, charge: null, paid: 0, waivedBy: null },
  ...{ crew: null, hasArrived: false, isStarted: false, isCompleted: false, used: null },
  ...{ verifiedBy: null, isClosed: false, isLongClosed: false, reopened: 0, remark: null, photos: 0 },
  ...{ store: [null, null], taken: [0, 0], twins: [] },
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
  ...{ arrive: WORKERS, complete: WORKERS, book: HEADS },
  photo: [...OFFICE, 'crew', 'mate', 'cashier', ...HOUSEHOLDS],
  'ask again': [...OFFICE, ...HOUSEHOLDS],
};
/** Steps that payments takes, with the money: here only their buttons are judged. */
const MONEY_BY = {
  pay: ['cashier', 'admin', 'household'],
  'take-back': ['clerk', 'admin'],
  'withdraw-paid': HEADS,
} satisfies Record<string, Who[]>;
type MoneyStep = keyof typeof MONEY_BY;
const MONEY_FROM: Record<MoneyStep, State[]> = {
  pay: ['ON_REVIEW'],
  'take-back': ['ON_REVIEW', 'ACCEPTED'],
  'withdraw-paid': ['ON_REVIEW', 'ACCEPTED', 'RE_OPEN', 'ASSIGNED'],
};
export const MONEY_STEPS = Object.keys(MONEY_BY) as MoneyStep[];

export type StepOfOrder = Exclude<Act, 'book' | 'ask again'>;
const FROM: Record<StepOfOrder, State[]> = {
  take: ['PENDING'],
  edit: ['PENDING', 'ON_REVIEW'],
  photo: ['PENDING', 'ON_REVIEW', 'ASSIGNED', 'IN_PROGRESS'],
  estimate: ['ON_REVIEW'],
  waive: ['ON_REVIEW'],
  accept: ['ON_REVIEW'],
  return: ['ON_REVIEW'],
  reject: ['ON_REVIEW'],
  assign: ['ACCEPTED', 'RE_OPEN'],
  unassign: ['ASSIGNED', 'IN_PROGRESS'],
  arrive: ['ASSIGNED'],
  complete: ['IN_PROGRESS'],
  verify: ['COMPLETED'],
  reopen: ['COMPLETED', 'CLOSED'],
  cancel: NOT_DONE,
};
export const STEPS = Object.keys(FROM) as StepOfOrder[];

const isSettled = ({ charge, paid, waivedBy }: Model) =>
  charge === null || paid === charge || waivedBy !== null;

export const sees = (by: Who, { crew }: Model): boolean =>
  by === 'crew' || by === 'mate' ? crew === by : by !== 'neighbour';

/** Why a step is never this person's; undefined: it may be. */
function notTheirs(act: StepOfOrder, by: Who, model: Model): string | undefined {
  if (!BY[act].includes(by)) return 'common.not_permitted';
  if (!sees(by, model)) return 'common.not_found';
  return by === 'household' && model.askedBy !== by ? 'common.not_permitted' : undefined;
}

/** Why a step of this person is not possible now. */
function notNow(act: StepOfOrder, by: Who, model: Model): string | undefined {
  const { state, crew, paid } = model;
  if (by === 'household') return state === 'PENDING' ? undefined : 'wrong_state';
  if (act === 'complete' && state === 'ASSIGNED' && crew === by) return 'arrival_missing';
  if (!FROM[act].includes(state)) return 'wrong_state';
  if ((act === 'arrive' || act === 'complete') && crew !== by) return 'not_yours';
  if (act === 'verify' && crew === by) return 'own_work';
  if (act === 'accept' && !isSettled(model)) return 'not_paid';
  if (['waive', 'estimate', 'return', 'reject', 'cancel'].includes(act) && paid > 0) return 'paid_already';
  return undefined;
}

/** What the page of this person says about a step. */
export function button(act: StepOfOrder, by: Who, model: Model): string {
  const why = notTheirs(act, by, model) ?? notNow(act, by, model);
  if (why === undefined) return 'yes';
  return ['own_work', 'not_yours', 'not_paid', 'paid_already'].includes(why) ? why : 'no';
}

/** What the page of this person says about a step with money. */
export function moneyButton(act: MoneyStep, by: Who, model: Model): 'yes' | 'no' {
  const allowed = MONEY_BY[act] as Who[];
  if (!allowed.includes(by) || !MONEY_FROM[act].includes(model.state)) return 'no';
  if (act === 'pay') return isSettled(model) ? 'no' : 'yes';
  return model.paid > 0 && !(act === 'take-back' && model.isStarted) ? 'yes' : 'no';
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
/** No person has it, and nobody was there. */
const UNASSIGNED = { crew: null, hasArrived: false };

/** What a possible step changes, or the code of what is wrong with the fields of it. */
function changeBy(input: Input & { act: StepOfOrder }, by: Who, model: Model): Partial<Model> | string {
  const remark = remarkOf(input.act);
  switch (input.act) {
    case 'take':
      return { state: 'ON_REVIEW', reviewer: by };
    case 'edit':
      if (model.category === 'SERVICE_LINE' && input.category === 'LEAK' && !HEADS.includes(by))
        return 'charge_needed';
      return { category: input.category };
    case 'photo':
      return { photos: model.photos + 1 };
    case 'estimate': {
      const estimate = input.labour + costOf(input.lines);
      if (model.category === 'SERVICE_LINE' && !(input.charged && estimate > 0)) return 'charge_needed';
      return { estimate, charge: input.charged && estimate > 0 ? estimate : null, waivedBy: null };
    }
    case 'waive':
      return isSettled(model) ? 'nothing_to_waive' : { waivedBy: by };
    case 'accept':
      if (model.estimate === null && model.category === 'SERVICE_LINE') return 'estimate_missing';
      return { state: 'ACCEPTED' };
    case 'return':
      return { state: 'PENDING', reviewer: null, remark };
    case 'reject':
      return { state: 'REJECTED', remark };
    case 'cancel':
      return { state: 'CANCELLED', remark };
    case 'assign':
      if (!WORKERS.includes(input.to)) return 'crew_unknown';
      return { state: 'ASSIGNED', ...UNASSIGNED, crew: input.to, isCompleted: false };
    case 'unassign':
      return { state: 'ACCEPTED', ...UNASSIGNED, remark };
    case 'arrive':
      if (input.after > 0) return 'arrived_in_future';
      return input.after < 0
        ? 'arrived_before_assigned'
        : { state: 'IN_PROGRESS', hasArrived: true, isStarted: true };
    case 'complete':
      return completion(input, model);
    case 'verify':
      return { state: 'CLOSED', verifiedBy: by, isClosed: true };
    case 'reopen':
      if (model.isLongClosed) return 'reopen_too_late';
      return {
        ...{ state: 'RE_OPEN', reopened: model.reopened + 1, ...UNASSIGNED, isCompleted: false, remark },
        ...{ verifiedBy: null, isClosed: false },
      };
  }
}

function completion(input: Input & { act: 'complete' }, model: Model): Partial<Model> | string {
  const { after, lines, labour, explained } = input;
  if (after > 0) return 'completed_in_future';
  if (after < 0) return 'completed_before_arrival';
  const used = labour + costOf(lines);
  // A tenth of the estimate is no difference; one poisha more is.
  const { estimate } = model;
  if (!explained && estimate !== null && Math.abs(used - estimate) * 10 > estimate) return 'variance_reason';
  // What it took before comes back first.
  const back = {
    ...model,
    ...without(
      model,
      model.taken.map((thousandths, material) => [material, -thousandths]),
    ),
  };
  if (lines.some((line) => lacks(back.store, line))) return 'stock_short';
  return { state: 'COMPLETED', isCompleted: true, used, ...without(back, lines) };
}

const WITH_REMARK: Act[] = ['return', 'reject', 'waive', 'unassign', 'reopen', 'cancel'];
export const remarkOf = (act: Act): string | null => (WITH_REMARK.includes(act) ? `${act}: because` : null);
const own = (code: string) => (code.startsWith('common.') ? code : `work-orders.${code}`);

/** The code of the refusal, or the order after it. */
export function after(input: Input, by: Who, isStale: boolean, model: Model): string | Model {
  if (input.act === 'book' || input.act === 'ask again') return beside(input, by, model);
  const never = notTheirs(input.act, by, model);
  if (never) return never;
  if (isStale) return 'common.stale_version';
  const change = notNow(input.act, by, model) ?? changeBy({ ...input, act: input.act } as never, by, model);
  if (typeof change === 'string') return own(change);
  const state = change.state ?? model.state;
  const remark = remarkOf(input.act);
  return {
    ...{ ...model, ...change, state, version: model.version + 1 },
    timeline: [...model.timeline, [input.act, model.state, state, by !== 'household', remark]],
    log: [...model.log, [input.act, by]],
  };
}

/** What leaves the order as it is. */
function beside(input: Input & { act: 'book' | 'ask again' }, by: Who, model: Model): string | Model {
  if (!BY[input.act].includes(by)) return 'common.not_permitted';
  if (input.act === 'book') {
    const [material, thousandths] = input.line;
    const left = (model.store[material] ?? 0) + thousandths;
    if (left < 0) return own('stock_short');
    return { ...model, store: model.store.with(material, left) };
  }
  if (by === 'neighbour') return own('connection_unknown');
  const isOpen = model.category === input.category && NOT_DONE.includes(model.state);
  if (isOpen || model.twins.includes(input.category)) return own('similar_open');
  return { ...model, twins: [...model.twins, input.category] };
}

/** What happens beside the program; undefined: it cannot now. */
export function happen(event: Event, model: Model): Partial<Model> | undefined {
  const { state, charge, paid, waivedBy, isClosed, isLongClosed } = model;
  if (event === 'a month passes') return isClosed && !isLongClosed ? { isLongClosed: true } : undefined;
  const sum = event === 'all is paid' ? charge : charge && Math.floor(charge / 2);
  const mayPay = (state === 'PENDING' || state === 'ON_REVIEW') && waivedBy === null;
  return mayPay && sum && paid < sum ? { paid: sum } : undefined;
}
