/**
 * Random commands by random people against a model, over the real program. Each noun brings what people may try, its model and what must
 * be true of it; here is how it is tried: once, on a version that is not there any more, sent again with its key, and two at the same
 * time, of which the outcome has to be that of one after the other. `MODEL_RUNS=2000` is the full search.
 */
import fc from 'fast-check';
import { expect } from 'vitest';

export type Answer = { code: string | undefined; data?: unknown };
/** The code of the refusal if there is one, and what is true afterwards; `or`: or this, because a call has more than one transaction. */
export type Outcome<Model> = {
  code: string | undefined;
  model: Model;
  or?: Model;
  /** Or this code, because what another one does at the same time is seen by an earlier statement of the call, or not. */
  orCode?: string;
};
/** What a call names beside its command. */
export type Sent<Model> = {
  version: number;
  key?: string;
  /** What the person saw before the call. */
  seen: Model;
};
type Doing = {
  act: string;
  by: string;
  /** By a bulk job. */
  inBulk?: true;
};

export type Noun<Run, Model extends { version: number }, Command extends Doing> = {
  commands: readonly Command[];
  /**
   * Undefined: it is nothing that anybody could try now.
   * @param seen what the person saw before: of two at once the second has not seen what the first did
   */
  after: (command: Command, isStale: boolean, model: Model, seen: Model) => Outcome<Model> | undefined;
  send: (run: Run, command: Command, sent: Sent<Model>) => Promise<Answer>;
  /** Compares what the database has with the model. */
  check: (run: Run, model: Model) => Promise<void>;
  /** Compares what the page of this person offers with the model. */
  checkPage: (run: Run, model: Model, by: Command['by']) => Promise<void>;
  people: readonly Command['by'][];
  /** Of acts that name no version nothing is stale; those of nobody (time passes) are neither sent again nor at once. */
  unversioned: readonly string[];
  ofNobody: readonly string[];
  /** Acts of which the model does not know what they come to beside another one. */
  notAtOnce: readonly string[];
  /** Acts that lead nowhere, and those that end all: chosen seldom, so that walks get far. */
  seldom: readonly string[];
  ends: readonly string[];
  isOver: (model: Model) => boolean;
  /** The refusals of most commands; the others are rare by chance. */
  usual: readonly string[];
  /** What is put away when a walk is over. */
  ended?: (run: Run) => Promise<unknown>;
};

export type Choice = { mode: number; act: number; which: number; other: number };
/** How many of sixteen commands are tried in each way; all others are what the model accepts. */
const MODES = ['any', 'any', 'rare', 'rare', 'stale', 'again', 'again at once', 'two', 'two', 'two'] as const;
type Mode = (typeof MODES)[number] | 'accepted';

export const RUNS_WANTED = process.env.MODEL_RUNS;
const STEPS = 30;
/** What is over is tried a few times more: most is refused there. */
const STEPS_AFTER_END = 4;

/** What the walks of a test reached: that it was much is asked at its end. */
export type Reached = {
  states: Set<string>;
  codes: Set<string>;
  /** How often each way of trying was used, and each act of a person was accepted (`ok act by person`) or refused (`no …`). */
  counts: Map<string, number>;
};

const count = ({ counts }: Reached, what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);

const nameOf = ({ act, by, ...more }: Doing) => `${act} ${JSON.stringify(more)} by ${by}`;
const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length];

/** Evenly among the acts, then evenly among who does it and how. */
function ofActs<Command extends Doing>(from: readonly Command[], act: number, which: number) {
  const acts = [...new Set(from.map((command) => command.act))];
  const chosen = pick(acts, act);
  return pick(
    from.filter((command) => command.act === chosen),
    which,
  );
}

/** One record and what is known of it. */
export type Walk<Run, Model, Command extends Doing> = {
  noun: Noun<Run, Model & Versioned, Command>;
  run: Run;
  model: Model;
};
type Versioned = { version: number; state: string };
type Walking<R, M extends Versioned, C extends Doing> = Walk<R, M, C> & {
  reached: Reached;
  /** What was tried, for who looks for the cause of a failure. */
  tried: string[];
};

async function step<R, M extends Versioned, C extends Doing>(walk: Walking<R, M, C>, choice: Choice) {
  const { noun, reached } = walk;
  const mode: Mode = MODES[choice.mode] ?? 'accepted';
  const command = choose(walk, mode, choice);
  if (!command) return;
  const isOfNobody = noun.ofNobody.includes(command.act);
  count(reached, `way: ${isOfNobody ? 'time' : mode}`);
  if (mode === 'two' && mayBeAtOnce(noun, command)) await doTwo(walk, command, choice);
  else if (mode === 'again at once' && !isOfNobody) await doAtOnce(walk, command);
  else await doOne(walk, command, { mode, choice });
  reached.states.add(walk.model.state);
  const reader = pick(noun.people, choice.other);
  if (reader) await noun.checkPage(walk.run, walk.model, reader);
}

function choose<R, M extends Versioned, C extends Doing>(
  { noun, model }: Walking<R, M, C>,
  mode: Mode,
  { act, which }: Choice,
): C | undefined {
  const { seldom, ends, usual, commands, after } = noun;
  const fits = (command: C) => {
    const outcome = after(command, false, model, model);
    if (!outcome) return false;
    if (mode === 'any') return true;
    if (mode === 'rare') return outcome.code !== undefined && !usual.includes(outcome.code);
    if (outcome.code !== undefined) return false;
    if (ends.includes(command.act)) return which % 16 === 0;
    return which % 3 === 0 || !seldom.includes(command.act);
  };
  return ofActs(commands.filter(fits), act, which);
}

/** One command; on another version if it is to be stale; a second time if it is sent again. */
async function doOne<R, M extends Versioned, C extends Doing>(
  walk: Walking<R, M, C>,
  command: C,
  { mode, choice: { which } }: { mode: Mode; choice: Choice },
): Promise<void> {
  const { noun, run, model, tried } = walk;
  const isStale = mode === 'stale' && isVersioned(noun, command);
  const sent = {
    version: model.version + (isStale ? (which % 2) * 2 - 1 : 0),
    seen: model,
    ...(mode === 'again' ? { key: crypto.randomUUID() } : {}),
  };
  const outcome = noun.after(command, isStale, model, model);
  if (!outcome) return;
  tried.push(`${nameOf(command)} (${mode})`);
  const answer = await noun.send(run, command, sent);
  expect([command, model.state, answer.code]).toEqual([command, model.state, outcome.code]);
  note(walk, command, answer);
  await settle(walk, [outcome]);
  if (mode !== 'again' || noun.ofNobody.includes(command.act)) return;
  // Nothing is done twice: the model is as before.
  expect([command, await noun.send(run, command, sent)]).toEqual([command, answer]);
  await settle(walk, [outcome]);
}

/** The same call two times at once, with one key: one answer, one effect. */
async function doAtOnce<R, M extends Versioned, C extends Doing>(walk: Walking<R, M, C>, command: C) {
  const { noun, run, model, tried } = walk;
  const outcome = noun.after(command, false, model, model);
  if (!outcome) return;
  tried.push(`${nameOf(command)} (at once)`);
  const sent = { version: model.version, seen: model, key: crypto.randomUUID() };
  const [first, second] = await Promise.all([noun.send(run, command, sent), noun.send(run, command, sent)]);
  expect([command, first, first.code]).toEqual([command, second, outcome.code]);
  note(walk, command, first);
  await settle(walk, [outcome]);
}

/** Two at once, on what both have seen: as if one came after the other. */
async function doTwo<R, M extends Versioned, C extends Doing>(
  walk: Walking<R, M, C>,
  first: C,
  { other, act }: Choice,
): Promise<void> {
  const { noun, run, model, reached, tried } = walk;
  const others = noun.commands.filter((command) => {
    const outcome = noun.after(command, false, model, model);
    return outcome && outcome.code === undefined && mayBeAtOnce(noun, command);
  });
  // In one of three cases the same act, by anybody who may.
  const same = others.filter((command) => command.act === first.act);
  const second = act % 3 === 0 ? pick(same, other) : ofActs(others, other, act);
  if (!second) return;
  tried.push(`${nameOf(first)} and ${nameOf(second)} (at once)`);
  const sent = { version: model.version, seen: model };
  const [ofFirst, ofSecond] = await Promise.all([noun.send(run, first, sent), noun.send(run, second, sent)]);
  const codes = [ofFirst.code, ofSecond.code];
  const inTurns = endings(walk, first, second);
  const possible = inTurns.filter((ending) => `${ending.codes}` === `${codes}`);
  if (possible.length === 0) {
    const what = { first, second, state: model.state };
    expect({ ...what, codes }).toEqual({ ...what, codes: inTurns.map((ending) => ending.codes) });
  }
  note(walk, first, ofFirst);
  note(walk, second, ofSecond);
  const isWon = codes.filter((code) => code === undefined).length === 1;
  if (isWon) count(reached, 'way: one of two won');
  await settle(walk, possible);
}

/** What two commands come to in both orders. */
function endings<R, M extends Versioned, C extends Doing>(
  { noun, model }: Walking<R, M, C>,
  first: C,
  second: C,
) {
  const inTurn = (before: C, next: C) => {
    const between = noun.after(before, false, model, model);
    const now = between?.model ?? model;
    const isStale = isVersioned(noun, next) && now.version !== model.version;
    const last = noun.after(next, isStale, now, model);
    const ended = [last?.model ?? now, ...(last?.or ? [last.or] : [])];
    const codes = [last?.code, ...(last?.orCode ? [last.orCode] : [])];
    return ended.flatMap((known) => codes.map((code) => ({ codes: [between?.code, code], model: known })));
  };
  const reversed = inTurn(second, first).map((ending) => ({ ...ending, codes: ending.codes.toReversed() }));
  return [...inTurn(first, second), ...reversed];
}

/** The model is that of the outcome which the database has; of several, the first that fits. */
async function settle<R, M extends Versioned, C extends Doing>(
  walk: Walking<R, M, C>,
  outcomes: readonly { model: M }[],
): Promise<void> {
  let failure: unknown;
  for (const { model } of outcomes) {
    try {
      await walk.noun.check(walk.run, model);
      walk.model = model;
      return;
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

function isVersioned<R, M extends Versioned, C extends Doing>(noun: Noun<R, M, C>, { act }: C): boolean {
  return !noun.unversioned.includes(act) && !noun.ofNobody.includes(act);
}

function mayBeAtOnce<R, M extends Versioned, C extends Doing>(noun: Noun<R, M, C>, { act }: C): boolean {
  return !noun.notAtOnce.includes(act) && !noun.ofNobody.includes(act);
}

function note<R, M extends Versioned, C extends Doing>(
  { reached }: Walking<R, M, C>,
  { act, by, inBulk }: C,
  { code }: Answer,
): void {
  count(reached, `${code === undefined ? 'ok' : 'no'} ${act}${inBulk ? ' in bulk' : ''} by ${by}`);
  if (code) reached.codes.add(code);
}

const choice = fc.record({
  ...{ mode: fc.nat({ max: 19 }), act: fc.nat({ max: 999 }) },
  ...{ which: fc.nat({ max: 999 }), other: fc.nat({ max: 999 }) },
});
// A failure names all that was tried; a shorter list of choices would mean other commands.
const choices = fc.noShrink(fc.array(choice, { minLength: 10, maxLength: STEPS, size: 'max' }));

/**
 * Begins walks and takes their steps, some at the same time: the program and the database wait for each other less.
 * @param begin makes the walk that a number chooses
 */
export async function walkRandomly<R, M extends Versioned, C extends Doing>(
  runs: number,
  begin: (start: number) => Promise<Walk<R, M, C>>,
): Promise<Reached> {
  const reached: Reached = { states: new Set(), codes: new Set(), counts: new Map() };
  const lanes = Math.min(4, Math.ceil(runs / 10));
  const walks = fc.asyncProperty(fc.noShrink(fc.nat({ max: 999 })), choices, async (start, list) => {
    const walk = { ...(await begin(start)), reached, tried: [] as string[] };
    try {
      let left = list.length;
      for (const choice of list) {
        if (left === 0) break;
        await step(walk, choice);
        left = walk.noun.isOver(walk.model) ? Math.min(left - 1, STEPS_AFTER_END) : left - 1;
      }
    } catch (error) {
      throw new Error(`after ${walk.tried.join(', ')}`, { cause: error });
    }
    await walk.noun.ended?.(walk.run);
    count(reached, 'walks');
  });
  const numRuns = Math.ceil(runs / lanes);
  await Promise.all(Array.from({ length: lanes }, () => fc.assert(walks, { numRuns })));
  if (RUNS_WANTED) tell(reached);
  return reached;
}

/** What a wide search did, for who asked for it. */
function tell({ states, codes, counts }: Reached): void {
  const of = (start: string) => [...counts].filter(([what]) => what.startsWith(start));
  const sum = (start: string) => of(start).reduce((all, [, times]) => all + times, 0);
  const list = (start: string) =>
    of(start)
      .map(([what, times]) => `${what.slice(start.length)} ${times}`)
      .toSorted()
      .join(', ');
  const lines = [
    `walks ${counts.get('walks')}, accepted ${sum('ok ')}, refused ${sum('no ')}`,
    `ways: ${list('way: ')}`,
    `states: ${[...states].toSorted().join(' ')}`,
    `codes: ${[...codes].toSorted().join(' ')}`,
    `accepted: ${list('ok ')}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
