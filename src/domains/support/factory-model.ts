/** A ticket as a model: who may take which step, what it comes to, and with which code it is refused. Shares nothing with the rules. */
import type { Outcome } from '#test/random-commands/walk-randomly.ts';

export const PEOPLE = [
  ...(['household', 'neighbour', 'lead', 'agent', 'mate', 'cashier', 'manager', 'planner'] as const),
] as const;
export type Who = (typeof PEOPLE)[number];
type State =
  | 'OPEN'
  | 'ASSIGNED'
  | 'IN_PROGRESS'
  | 'WAITING_CUSTOMER'
  | 'WAITING_FIELD'
  | 'RESOLVED'
  | 'REJECTED'
  | 'CLOSED'
  | 'REOPENED';
export type Model = {
  state: State;
  version: number;
  agent: Who | null;
  former: Who | null;
  reopened: number;
  messages: number;
  orders: number;
  stars: number | null;
  isStopped: boolean;
  isAnswered: boolean;
  /** It ended more than 15 days ago. */
  isOld: boolean;
};
export const EVENTS = ['the work ends', 'weeks pass', 'a week of silence'] as const;
export const STEPS = [
  ...([
    'assign',
    'take',
    'start',
    'reply',
    'ask',
    'note',
    'order',
    'resolve',
    'reject',
    'rate',
    'reopen',
  ] as const),
] as const;
export type Step = (typeof STEPS)[number];
export type Command =
  | { act: Exclude<Step, 'assign'>; by: Who }
  | { act: 'assign'; by: Who; to: Who }
  | { act: (typeof EVENTS)[number]; by: Who };

export const written = (): Model => ({
  ...{ state: 'OPEN', version: 1, agent: null, former: null, reopened: 0, messages: 1, orders: 0 },
  ...{ stars: null, isStopped: false, isAnswered: false, isOld: false },
});

const ANSWERS: readonly Who[] = ['lead', 'agent', 'mate'];
const OPEN: readonly State[] = [
  ...(['OPEN', 'ASSIGNED', 'IN_PROGRESS', 'WAITING_CUSTOMER', 'WAITING_FIELD', 'REOPENED'] as const),
];
const GIVEN: readonly State[] = ['ASSIGNED', 'IN_PROGRESS', 'WAITING_CUSTOMER', 'WAITING_FIELD'];
const OF_AGENT: readonly Who[] = [...ANSWERS, 'manager'];
/** Of staff; a consumer writes, rates and opens again. */
const TAKES: Record<Step, readonly Who[]> = {
  assign: ['lead'],
  take: ANSWERS,
  start: OF_AGENT,
  reply: [...OF_AGENT, 'household'],
  ask: OF_AGENT,
  note: ANSWERS,
  order: OF_AGENT,
  resolve: OF_AGENT,
  reject: OF_AGENT,
  rate: ['household'],
  reopen: [...ANSWERS, 'household'],
};
const FROM: Record<Step, readonly State[]> = {
  ...{ assign: OPEN, take: ['OPEN', 'REOPENED'], start: ['ASSIGNED'], reply: GIVEN, order: ['IN_PROGRESS'] },
  ...{ ask: ['ASSIGNED', 'IN_PROGRESS'], resolve: GIVEN, reject: OPEN, rate: ['RESOLVED'] },
  note: [...OPEN, 'RESOLVED', 'REJECTED', 'CLOSED'],
  reopen: ['RESOLVED', 'REJECTED', 'CLOSED'],
};
const ONLY_OWN: readonly Step[] = ['start', 'reply', 'ask', 'order', 'resolve', 'reject'];
/** Calls that ask for a word before they look at the ticket. */
const GUARDED: Partial<Record<Step, readonly Who[]>> = {
  assign: ['lead'],
  take: ANSWERS,
  order: ['household', 'neighbour', 'lead', 'agent', 'mate', 'manager'],
};

const fromOf = (act: Step, by: Who) => (act === 'reply' && by === 'household' ? OPEN : FROM[act]);

/** Of what is theirs and there: why it cannot be done now. */
function hindrance(act: Step, by: Who, { state, agent, isOld }: Model): string | undefined {
  if (!fromOf(act, by).includes(state)) return 'wrong_state';
  const isOwn = agent === by || by === 'manager' || by === 'household';
  if (ONLY_OWN.includes(act) && !isOwn && !(act === 'reject' && by === 'lead')) return 'not_yours';
  if (act === 'reopen' && isOld) return 'reopen_too_late';
  return undefined;
}

function refusal(command: Command & { act: Step }, isStale: boolean, model: Model, seen: Model) {
  const { act, by } = command;
  if (by === 'planner' || GUARDED[act]?.includes(by) === false) return 'common.not_permitted';
  if (by === 'neighbour') return 'common.not_found';
  const isConsumer = by === 'household';
  // A consumer's question is a message like any other.
  const meant = act === 'ask' && isConsumer ? 'reply' : act;
  if (!TAKES[meant].includes(by)) return 'common.not_permitted';
  if (isStale) return 'common.stale_version';
  const why = hindrance(meant, by, model);
  if (why) return `support.${why}`;
  if ((meant === 'reply' || meant === 'ask') && seen.messages !== model.messages)
    return 'support.newer_message';
  const to = act === 'assign' ? command.to : act === 'take' ? by : null;
  if (to && !ANSWERS.includes(to)) return 'support.agent_unknown';
  if (to && model.reopened > 1 && to === model.former) return 'support.same_agent';
  return undefined;
}

/** What the page says of a step. */
export function button(act: Step | 'answer', by: Who, model: Model): string {
  const isConsumer = by === 'household';
  // A consumer's message has a name of its own.
  if (act === 'answer' ? !isConsumer : isConsumer && act === 'reply') return 'no';
  const step = act === 'answer' ? 'reply' : act;
  if (!TAKES[step].includes(by)) return 'no';
  const why = hindrance(step, by, model);
  if (!why) return 'yes';
  return why === 'wrong_state' ? 'no' : why;
}

const isEvent = (command: Command): command is Command & { act: (typeof EVENTS)[number] } =>
  (EVENTS as readonly string[]).includes(command.act);

export function after(
  command: Command,
  isStale: boolean,
  model: Model,
  seen: Model,
): Outcome<Model> | undefined {
  if (isEvent(command)) return happened(command.act, model);
  const code = refusal(command as Command & { act: Step }, isStale, model, seen);
  if (code) return { code, model };
  return { code: undefined, model: { ...model, ...moved(command, model), version: model.version + 1 } };
}

const ENDED = { isStopped: false, isOld: false, isAnswered: true };

function moved(command: Command, model: Model): Partial<Model> {
  const { state, messages } = model;
  const message = { messages: messages + 1 };
  const isNew = state === 'OPEN' || state === 'REOPENED';
  switch (command.act) {
    case 'assign':
      return { agent: command.to, ...(isNew ? { state: 'ASSIGNED' } : {}) };
    case 'take':
      return { agent: command.by, state: 'ASSIGNED' };
    case 'start':
      return { state: 'IN_PROGRESS' };
    case 'reply':
    case 'ask':
      if (command.by === 'household')
        return state === 'WAITING_CUSTOMER'
          ? { ...message, state: 'IN_PROGRESS', isStopped: false }
          : message;
      if (command.act === 'ask')
        return { ...message, state: 'WAITING_CUSTOMER', isStopped: true, isAnswered: true };
      return { ...message, isAnswered: true, ...(state === 'ASSIGNED' ? { state: 'IN_PROGRESS' } : {}) };
    case 'order':
      return { state: 'WAITING_FIELD', orders: model.orders + 1 };
    case 'resolve':
      return { ...message, ...ENDED, state: 'RESOLVED' };
    case 'reject':
      return { ...message, ...ENDED, state: 'REJECTED' };
    case 'rate':
      return { state: 'CLOSED', stars: 4 };
    case 'reopen':
      return {
        ...{
          ...message,
          state: 'REOPENED',
          reopened: model.reopened + 1,
          former: model.agent ?? model.former,
        },
        ...{ agent: null, stars: null, isOld: false, isAnswered: false },
      };
    default:
      return {};
  }
}

/** What nobody does. Undefined: it cannot be. */
function happened(act: (typeof EVENTS)[number], model: Model): Outcome<Model> | undefined {
  const version = model.version + 1;
  const to = (more: Partial<Model>) => ({ code: undefined, model: { ...model, ...more } });
  const { state } = model;
  if (act === 'the work ends')
    return state === 'WAITING_FIELD' ? to({ state: 'IN_PROGRESS', version }) : undefined;
  if (act === 'weeks pass')
    return fromOf('reopen', 'lead').includes(state) && !model.isOld ? to({ isOld: true }) : undefined;
  if (state === 'WAITING_CUSTOMER') return to({ state: 'RESOLVED', version, isStopped: false });
  return state === 'RESOLVED' ? to({ state: 'CLOSED', version }) : undefined;
}
