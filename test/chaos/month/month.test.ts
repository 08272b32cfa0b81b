/**
 * A month as a model: random walks of reading, correcting, undoing, planning, approving, posting, paying, reversing,
 * cancelling and price changes, with workers that are killed. After each step the tables are asked what must be true
 * (truths.ts); at the end everything is finished and nothing may be left over (finish.ts).
 *
 * `npm run chaos -- month --seed 1 --sequences 2000`. A failure prints its seed and path: `MONTH_SEED=… MONTH_PATH=…
 * npm run unit -- test/chaos/month` repeats its shortest walk.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeTown } from './town.ts';
import { nothingTold, takeWalk, walks } from './walk.ts';

const { MONTH_SEED, MONTH_WALKS, MONTH_PATH } = process.env;
const WALKS = Number(MONTH_WALKS ?? 12);
/** The same ones always, and one that no run had before. */
const ALWAYS = [20264, 20265, 20266];
const SEEDS = MONTH_SEED ? [Number(MONTH_SEED)] : [...ALWAYS, Date.now() % 2 ** 31];

const town = await makeTown();

test.each(SEEDS)('walks of seed %i (G1, G5, G6)', { timeout: 120_000 + WALKS * 20_000 }, async (seed) => {
  const told = nothingTold();
  const options = { seed, numRuns: WALKS, ...(MONTH_PATH ? { path: MONTH_PATH } : {}) };
  await fc.assert(
    fc.asyncProperty(walks, (walk) => takeWalk(town, walk, told)),
    options,
  );
  const sum = (of: Map<string, number>) => [...of.values()].reduce((all, times) => all + times, 0);
  console.info(
    `month: MONTH_SEED=${seed}, ${told.walks} walks, ${sum(told.steps)} steps, ${sum(told.refused)} refused, ${told.kills} kills`,
  );
  // Twelve walks of a new seed may have no kill, by chance.
  if (!MONTH_PATH && ALWAYS.includes(seed)) expect(told.kills).toBeGreaterThan(0);
});
