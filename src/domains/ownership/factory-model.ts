/**
 * What people and a request may do, once more and in another way than the program: by person and not by permission, from the README and
 * not from `ownership.rules.ts`. The random commands are judged by it.
 */
import type { Outcome } from '#test/random-commands/walk-randomly.ts';
import {
  afterFee,
  type FeeInput,
  type FeeModel,
  feeButtons,
  feeOfEnded,
  stateAfterReading,
} from './factory-model-fee.ts';

const OFFICE_PEOPLE = ['admin', 'second', 'clerk', 'colleague'] as const;
/** Staff whose roles have nothing to do with owners, two desks of the planning authority among them. */
const OTHERS = ['cashier', 'engineer', 'surveyor', 'installer', 'reader', 'planner', 'director'] as const;
export const PEOPLE = [...OFFICE_PEOPLE, ...OTHERS, 'owner', 'buyer', 'stranger'] as const;
export type Who = (typeof PEOPLE)[number];
type State =
  | ('REQUESTED' | 'CONSENTED' | 'RECORRECTION' | 'DOCS_VERIFIED' | 'READY_TO_PAY' | 'READY_TO_APPROVE')
  | ('COMPLETED' | 'REJECTED' | 'WITHDRAWN' | 'EXPIRED');
export type Side = 'PRESENT' | 'NEW';
const SIDES = ['PRESENT', 'NEW'] as const;
export type Paper = 'deed_paper' | 'Applicant_nid_front';

export type Input =
  | { act: 'edit'; cause: 'SALE' | 'GIFT'; name: string }
  | { act: 'document'; kind: Paper }
  | { act: 'send-code'; side: Side }
  | { act: 'agree'; side: Side; isRight: boolean }
  | { act: 'override'; side: Side }
  | { act: 'read'; on: 'today' | 'tomorrow' | 'too early'; takesOver: 'nothing' | 'all' | 'more' }
  | { act: 'resubmit'; isExplained: boolean }
  | { act: 'verify' | 'return' | 'accept' | 'reject' | 'withdraw' }
  | FeeInput
  | { act: 'ask again' | 'pay' }
  | { act: 'a minute passes' | 'days pass' | 'a bill comes' };
export type Act = Input['act'];
export type Command = Input & { by: Who };

type Code = { sent: number; isFresh: boolean; isGood: boolean; tries: number };
export type Model = Omit<FeeModel, 'state'> & {
  state: State;
  version: number;
  askedBy: Who;
  /** The buyer is in the register: as a party, with an account. */
  isKnown: boolean;
  agreed: Record<Side, boolean>;
  /** Who of the office agreed for an owner. */
  overriddenBy: Who[];
  codes: Record<Side, Code>;
  papers: Paper[];
  /** How many papers came, and what the request was when it was returned last. */
  uploads: number;
  returnedAs: string | null;
  cause: 'SALE' | 'GIFT';
  name: string;
  verifiedBy: Who | null;
  readBy: Who | null;
  liability: number;
  decidedBy: Who | null;
  /** Poisha of the bills that are open, and how many bills came. */
  open: number;
  bills: number;
  /** Another request for the connection is open. */
  hasTwin: boolean;
  timeline: [action: string, from: State | null, to: State, byOffice: boolean, remark: string | null][];
  log: [action: string, by: Who | null][];
};

/** The buyer as in the register. */
export const NAME = 'Salma';
export const BILL = 11_500;

const OFFICE: readonly Who[] = OFFICE_PEOPLE;
const HEADS: readonly Who[] = ['admin', 'second'];
const HOUSEHOLDS: readonly Who[] = ['owner', 'buyer', 'stranger'];
const READ: State[] = ['DOCS_VERIFIED', 'READY_TO_PAY', 'READY_TO_APPROVE'];
const OPEN: State[] = ['REQUESTED', 'CONSENTED', 'RECORRECTION', ...READ];

type Step = Exclude<
  Act,
  FeeInput['act'] | 'ask again' | 'pay' | 'a minute passes' | 'days pass' | 'a bill comes'
>;
const FROM: Record<Step, State[]> = {
  ...{ edit: ['REQUESTED', 'RECORRECTION'], document: ['REQUESTED', 'CONSENTED', 'RECORRECTION'] },
  ...{ 'send-code': ['REQUESTED'], agree: ['REQUESTED'], override: ['REQUESTED'], verify: ['CONSENTED'] },
  return: ['CONSENTED', ...READ],
  ...{ resubmit: ['RECORRECTION'], read: READ },
  ...{ accept: ['READY_TO_APPROVE'], reject: OPEN, withdraw: OPEN },
};
export const STEPS = Object.keys(FROM) as Step[];
const BY: Record<Step, readonly Who[]> = {
  ...{ override: OFFICE, verify: OFFICE, return: OFFICE, read: OFFICE, accept: HEADS, reject: HEADS },
  ...{ edit: [...OFFICE, ...HOUSEHOLDS], document: [...OFFICE, ...HOUSEHOLDS] },
  ...{ 'send-code': [...OFFICE, ...HOUSEHOLDS], agree: [...OFFICE, ...HOUSEHOLDS] },
  ...{ resubmit: [...OFFICE, ...HOUSEHOLDS], withdraw: [...OFFICE, ...HOUSEHOLDS] },
};
/** Of two owners only who asked. */
const OF_ASKER: Step[] = ['edit', 'resubmit'];

const sideOf = (by: Who, { isKnown }: Model): Side | null =>
  by === 'owner' ? 'PRESENT' : by === 'buyer' && isKnown ? 'NEW' : null;
export const sees = (by: Who, model: Model): boolean => OFFICE.includes(by) || sideOf(by, model) !== null;
/** Poisha that the new owner takes over. */
export const takenOver = ({ open }: Model, { takesOver }: { takesOver: 'nothing' | 'all' | 'more' }) =>
  takesOver === 'nothing' ? 0 : takesOver === 'all' ? open : open + 1;

const sentFirst = (): Code => ({ sent: 1, isFresh: true, isGood: true, tries: 0 });

export function asked(askedBy: Who, isKnown: boolean, fee: number): Model {
  // Who asks has agreed to nothing by that: each of the two phones gets its code.
  const agreed = { PRESENT: false, NEW: false };
  return {
    ...{ state: 'REQUESTED', version: 1, askedBy, isKnown, agreed, cause: 'SALE', name: NAME },
    // A household brings what the check needs; the office asks without.
    papers: HOUSEHOLDS.includes(askedBy) ? ['deed_paper', 'Applicant_nid_front'] : [],
    ...{ uploads: 0, returnedAs: null },
    codes: { PRESENT: sentFirst(), NEW: sentFirst() },
    overriddenBy: [],
    ...{ fee, feePaid: 0, receipts: [], refunds: 0 },
    ...{ verifiedBy: null, readBy: null, liability: 0, decidedBy: null, open: 0, bills: 0, hasTwin: false },
    timeline: [['request', null, 'REQUESTED', !HOUSEHOLDS.includes(askedBy), null]],
    log: [['request', askedBy]],
  };
}

/** A code goes out if the last one is a minute old, and at most five do. */
function send(model: Model, side: Side): Model['codes'] | undefined {
  const code = model.codes[side];
  if (model.agreed[side] || code.sent >= 5 || code.isFresh) return undefined;
  return { ...model.codes, [side]: { sent: code.sent + 1, isFresh: true, isGood: true, tries: 0 } };
}
const sendOpen = (model: Model, sides: readonly Side[]): Model['codes'] =>
  sides.reduce((codes, side) => send({ ...model, codes }, side) ?? codes, model.codes);

function notTheirs(act: Step, by: Who, model: Model): string | undefined {
  if (!BY[act].includes(by)) return 'common.not_permitted';
  if (!sees(by, model)) return 'common.not_found';
  const isAsker = model.askedBy === by || OFFICE.includes(by);
  return OF_ASKER.includes(act) && !isAsker ? 'common.not_permitted' : undefined;
}

/** What the page of this person says about the fee. */
export const buttonsOfFee = (by: Who, model: Model) => feeButtons(by, sideOf(by, model) !== null, model);

/** What the page of this person says about a step: the code if it would be refused. */
export function button(act: Step, by: Who, model: Model): string {
  if (notTheirs(act, by, model) || !FROM[act].includes(model.state)) return 'no';
  const open = SIDES.filter((side) => !model.agreed[side]);
  if (act === 'send-code')
    return open.some((side) => model.codes[side].sent < 5) ? 'yes' : 'ownership.code_wait';
  if (act === 'agree') {
    const theirs = open.filter((side) => !HOUSEHOLDS.includes(by) || sideOf(by, model) === side);
    if (theirs.length === 0) return 'ownership.agreed_already';
    const isGood = (side: Side) => model.codes[side].isGood && model.codes[side].tries < 5;
    return theirs.some(isGood) ? 'yes' : 'ownership.code_over';
  }
  const change = act === 'accept' || act === 'verify' ? changeBy({ act, by }, model, model) : {};
  return typeof change === 'string' ? change : 'yes';
}

const REMARKS: Act[] = ['override', 'return', 'reject', 'withdraw', 'take-back'];
export const remarkOf = (command: Input): string | null =>
  REMARKS.includes(command.act) || (command.act === 'resubmit' && command.isExplained)
    ? `${command.act}: because`
    : null;

/** What can be corrected. */
const content = ({ cause, name, uploads }: Model): string => `${cause} ${name} ${uploads}`;

/** What the step changes, or the code of what is wrong with it. */
function changeBy(input: Command, model: Model, seen: Model): Partial<Model> | string {
  const { by } = input;
  switch (input.act) {
    case 'edit': {
      const isBuyer = by === 'buyer';
      if (model.isKnown && !isBuyer && input.name !== NAME) return 'ownership.phone_of_other';
      const name = isBuyer ? NAME : input.name;
      const fields = { cause: input.cause, name };
      if (input.cause === model.cause && name === model.name) return fields;
      // Both are asked again, also who corrects.
      const agreed = { PRESENT: false, NEW: false };
      const codes = {
        PRESENT: { ...model.codes.PRESENT, isGood: false },
        NEW: { ...model.codes.NEW, isGood: false },
      };
      const now = { ...model, agreed, codes };
      return {
        ...fields,
        agreed,
        overriddenBy: [],
        codes: model.state === 'REQUESTED' ? sendOpen(now, SIDES) : codes,
      };
    }
    case 'document':
      return { papers: [...new Set([...model.papers, input.kind])], uploads: model.uploads + 1 };
    case 'verify':
      if (model.papers.length < 2) return 'ownership.papers_missing';
      return { state: 'DOCS_VERIFIED', verifiedBy: by };
    case 'return':
      return {
        state: 'RECORRECTION',
        returnedAs: content(model),
        verifiedBy: null,
        readBy: null,
        liability: 0,
      };
    case 'resubmit': {
      if (model.returnedAs === content(model) && !input.isExplained) return 'ownership.nothing_corrected';
      const sides = SIDES.filter((side) => !model.agreed[side]);
      const state = sides.length === 0 ? 'CONSENTED' : 'REQUESTED';
      return { state, codes: sendOpen(model, sides) };
    }
    case 'read': {
      if (input.on === 'tomorrow') return 'ownership.day_in_future';
      if (input.on === 'too early') return 'ownership.day_too_early';
      const liability = takenOver(seen, input);
      if (liability > model.open) return 'ownership.liability_beyond_dues';
      return { state: stateAfterReading(model), readBy: by, liability };
    }
    case 'accept':
      if ([model.verifiedBy, model.readBy, ...model.overriddenBy].includes(by)) return 'ownership.own_check';
      if (model.open > model.liability) return 'ownership.dues_open';
      return { state: 'COMPLETED', decidedBy: by };
    case 'reject':
      return { state: 'REJECTED', decidedBy: by, ...feeOfEnded(model) };
    case 'withdraw':
      return { state: 'WITHDRAWN', ...feeOfEnded(model) };
    default:
      return {};
  }
}

/** One side agrees; when both have, the papers are looked at. */
function consent(side: Side, model: Model): Partial<Model> {
  const agreed = { ...model.agreed, [side]: true };
  const code = { ...model.codes[side], isGood: false };
  const state = agreed.PRESENT && agreed.NEW ? 'CONSENTED' : 'REQUESTED';
  return { agreed, codes: { ...model.codes, [side]: code }, state };
}

const refused = (code: string, model: Model): Outcome<Model> => ({ code, model });

/** The model after a step that was taken. */
function done(command: Command, model: Model, change: Partial<Model>): Outcome<Model> {
  const { act, by } = command;
  const state = change.state ?? model.state;
  const log = [...model.log, [act, by]] as Model['log'];
  if (act === 'send-code') return { code: undefined, model: { ...model, ...change, log } };
  const office = !HOUSEHOLDS.includes(by);
  const timeline = [
    ...model.timeline,
    [act, model.state, state, office, remarkOf(command)],
  ] as Model['timeline'];
  return {
    code: undefined,
    model: { ...model, ...change, state, version: model.version + 1, timeline, log },
  };
}

/** The code of the refusal, and the request after it; undefined: nothing that can happen now. */
export function after(
  command: Command,
  isStale: boolean,
  model: Model,
  seen: Model,
): Outcome<Model> | undefined {
  const { act, by } = command;
  if (command.act === 'pay fee' || command.act === 'take-back') return moved(command, model, seen);
  if (!(STEPS as string[]).includes(act)) return beside(command, model);
  const step = act as Step;
  const never = notTheirs(step, by, model);
  if (never) return refused(never, model);
  if (command.act === 'agree') return byCode(command, model, seen);
  if (isStale) return refused('common.stale_version', model);
  if (!FROM[step].includes(model.state)) return refused('ownership.wrong_state', model);
  if (command.act === 'override') {
    if (model.agreed[command.side]) return refused('ownership.agreed_already', model);
    const overriddenBy = [...model.overriddenBy, by];
    return done(command, model, { ...consent(command.side, model), overriddenBy });
  }
  if (command.act === 'send-code') {
    if (model.agreed[command.side]) return refused('ownership.agreed_already', model);
    const codes = send(model, command.side);
    return codes ? done(command, model, { codes }) : refused('ownership.code_wait', model);
  }
  const change = changeBy(command, model, seen);
  return typeof change === 'string' ? refused(change, model) : done(command, model, change);
}

/** Money for the fee: the request moves with it. */
function moved(command: Command & FeeInput, model: Model, seen: Model): Outcome<Model> | undefined {
  const change = afterFee(command, command.by, model, seen);
  if (change === undefined) return undefined;
  if (typeof change === 'string') return refused(change, model);
  const act = command.act === 'pay fee' ? ('pay' as const) : command.act;
  return done({ act, by: command.by } as Command, model, change);
}

/** A try is counted also if the code is wrong; after five no code is right. */
function byCode(command: Command & { act: 'agree' }, model: Model, seen: Model): Outcome<Model> {
  const { by, side, isRight } = command;
  if (HOUSEHOLDS.includes(by) && sideOf(by, model) !== side) return refused('common.not_permitted', model);
  if (model.agreed[side]) return refused('ownership.agreed_already', model);
  const code = model.codes[side];
  const tried = { ...code, tries: Math.min(5, code.tries + 1) };
  const counted = { ...model, codes: { ...model.codes, [side]: tried } };
  if (model.state !== 'REQUESTED') {
    // If the request ends after the try was counted, the try stays counted.
    const isMeanwhile = seen.state === 'REQUESTED';
    return { ...refused('ownership.wrong_state', model), ...(isMeanwhile ? { or: counted } : {}) };
  }
  const isLast = code.sent === seen.codes[side].sent;
  if (isRight && isLast && code.isGood && code.tries < 5) return done(command, model, consent(side, model));
  // A new code begins with no try, also if one was counted just before it was sent.
  // Of the last try, and of a code that counts no more, only a new one helps.
  const isOver = !code.isGood || tried.tries === 5;
  const before = seen.codes[side];
  const isAsSeen = isLast && code.tries === before.tries && code.isGood === before.isGood;
  return {
    ...refused(isOver ? 'ownership.code_over' : 'ownership.code_wrong', counted),
    ...(isAsSeen ? {} : { orCode: isOver ? 'ownership.code_wrong' : 'ownership.code_over' }),
    ...(isLast ? {} : { or: model }),
  };
}

/** What is no step of the request. */
function beside({ act, by }: Command, model: Model): Outcome<Model> | undefined {
  const isOpen = OPEN.includes(model.state);
  const happens = (change: Partial<Model>) =>
    by === 'admin' ? { code: undefined, model: { ...model, ...change } } : undefined;
  switch (act) {
    case 'ask again':
      if (!OFFICE.includes(by) && !HOUSEHOLDS.includes(by)) return refused('common.not_permitted', model);
      // A household names its own connection.
      if (by === 'buyer' || by === 'stranger') return refused('common.not_found', model);
      if (model.state === 'COMPLETED') return refused('ownership.connection_closed', model);
      if (isOpen || model.hasTwin) return refused('ownership.request_open', model);
      return { code: undefined, model: { ...model, hasTwin: true } };
    case 'pay':
      if (!['cashier', 'admin', 'second'].includes(by)) return refused('common.not_permitted', model);
      // Beyond what is open it would be an advance, of which the tests of payments ask.
      return model.open > 0 && isOpen ? { code: undefined, model: { ...model, open: 0 } } : undefined;
    case 'a minute passes': {
      if (!isOpen || !(model.codes.PRESENT.isFresh || model.codes.NEW.isFresh)) return undefined;
      const older = (code: Code) => ({ ...code, isFresh: false });
      return happens({ codes: { PRESENT: older(model.codes.PRESENT), NEW: older(model.codes.NEW) } });
    }
    case 'days pass': {
      // Only who is waited for lets a request expire.
      if (!['REQUESTED', 'RECORRECTION'].includes(model.state)) return undefined;
      const timeline = [...model.timeline, ['expire', model.state, 'EXPIRED', true, null]];
      const log = [...model.log, ['expire', null]];
      const ended = { ...feeOfEnded(model), state: 'EXPIRED', version: model.version + 1 };
      return happens({ ...ended, timeline, log } as Partial<Model>);
    }
    default:
      return isOpen && model.bills < 2
        ? happens({ open: model.open + BILL, bills: model.bills + 1 })
        : undefined;
  }
}

const of = <T extends object>(inputs: readonly T[]) =>
  inputs.flatMap((input) => PEOPLE.map((by) => ({ ...input, by })));
/** All that somebody may try; what happens by itself has one entry each. */
export const COMMANDS: Command[] = [
  ...of<Input>([
    { act: 'edit', cause: 'SALE', name: NAME },
    { act: 'edit', cause: 'GIFT', name: NAME },
    { act: 'edit', cause: 'SALE', name: 'Salma Begum' },
    ...(['deed_paper', 'Applicant_nid_front'] as const).map((kind) => ({ act: 'document' as const, kind })),
    ...SIDES.flatMap((side): Input[] => [
      { act: 'send-code', side },
      { act: 'agree', side, isRight: true },
      { act: 'agree', side, isRight: false },
      { act: 'override', side },
    ]),
    ...(['nothing', 'all', 'more'] as const).map(
      (takesOver): Input => ({ act: 'read', on: 'today', takesOver }),
    ),
    { act: 'read', on: 'tomorrow', takesOver: 'nothing' },
    { act: 'read', on: 'too early', takesOver: 'nothing' },
    ...[false, true].map((isExplained): Input => ({ act: 'resubmit', isExplained })),
    ...(['verify', 'return', 'accept', 'reject', 'withdraw'] as const).map((act) => ({ act })),
    { act: 'ask again' },
    { act: 'pay' },
    { act: 'pay fee', amount: 'whole' },
    { act: 'pay fee', amount: 'less' },
    { act: 'take-back' },
  ]),
  ...(['a minute passes', 'days pass', 'a bill comes'] as const).map((act) => ({
    act,
    by: 'admin' as const,
  })),
];
