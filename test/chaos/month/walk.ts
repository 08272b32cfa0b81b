/** Random walks through some months of a small town, and what must hold after every step and at the end. */
import fc from 'fast-check';
import { finishAll } from './finish.ts';
import { refusal } from './refusal.ts';
import * as money from './steps-money.ts';
import * as readings from './steps-readings.ts';
import * as runs from './steps-runs.ts';
import { runsIn } from './steps-runs.ts';
import type { Town } from './town.ts';
import { whatIsWrong } from './truths.ts';

const STEPS = {
  read: [readings.read, 5],
  readAll: [readings.readAll, 3],
  correct: [readings.correct, 3],
  undo: [readings.undo, 2],
  undoFile: [readings.undoFile, 1],
  approve: [readings.approve, 4],
  swapMeter: [readings.swapMeter, 3],
  moveConnection: [readings.moveConnection, 2],
  plan: [runs.plan, 4],
  resume: [runs.resume, 4],
  recalculate: [runs.recalculate, 3],
  holdOne: [runs.holdOne, 1],
  approveBills: [runs.approveBills, 4],
  post: [runs.post, 4],
  billMonth: [runs.billMonth, 6],
  giveUp: [runs.giveUp, 2],
  reverse: [runs.reverse, 2],
  pay: [money.pay, 5],
  takeBack: [money.takeBack, 2],
  cancel: [money.cancel, 3],
  adjust: [money.adjust, 4],
  chargeLate: [money.chargeLate, 4],
  changeTariff: [money.changeTariff, 3],
  withdraw: [money.withdraw, 1],
  changeVat: [money.changeVat, 1],
  wait: [money.wait, 3],
  nextMonth: [money.nextMonth, 6],
} satisfies Record<string, [readings.Step, weight: number]>;
type Kind = keyof typeof STEPS;

const kinds = Object.keys(STEPS) as Kind[];
const kind = fc.oneof(...kinds.map((name) => ({ arbitrary: fc.constant(name), weight: STEPS[name][1] })));
const numbers = fc.noShrink(fc.array(fc.nat(999), { minLength: 5, maxLength: 5 }));
const step = fc.tuple(kind, numbers);
export type Walk = [Kind, number[]][];
/** The first month is read and approved, so that there is something to bill from the first step on. */
export const walks: fc.Arbitrary<Walk> = fc
  .tuple(numbers, fc.array(step, { minLength: 1, maxLength: 28, size: 'max' }))
  .map(([first, steps]) => [['nextMonth', first], ...steps]);

export type Told = { steps: Map<string, number>; refused: Map<string, number>; kills: number; walks: number };
export const nothingTold = (): Told => ({ steps: new Map(), refused: new Map(), kills: 0, walks: 0 });

const count = (of: Map<string, number>, what: string) => of.set(what, (of.get(what) ?? 0) + 1);

async function check(town: Town, after: string): Promise<void> {
  const wrong = await whatIsWrong(town.db);
  for (const { id, state } of await runsIn(town, 'CALCULATING', 'POSTING')) {
    if (!town.stopped.has(id)) wrong.push(`run ${id} is stuck in ${state}`);
  }
  if (wrong.length > 0) throw new Error(`after ${after}:\n${wrong.join('\n')}`);
}

/** One walk from the town's first day, with everything finished at its end. */
export async function takeWalk(town: Town, walk: Walk, told: Told): Promise<void> {
  await town.restore();
  const before = town.worker.kills();
  told.walks += 1;
  for (const [index, [name, numbers]] of walk.entries()) {
    const refused = await refusal(() => STEPS[name][0](town, numbers));
    if (refused) count(told.refused, `${name} ${refused}`);
    else count(told.steps, name);
    await check(town, `step ${index + 1}, ${name} on ${town.day}${refused ? ` (refused: ${refused})` : ''}`);
  }
  told.kills += town.worker.kills() - before;
  await finishAll(town, (what) => check(town, what));
}
