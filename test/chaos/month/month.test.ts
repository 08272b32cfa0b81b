/**
 * A month as a model: random walks of reading, correcting, undoing, planning, approving, posting, paying, reversing,
 * cancelling and price changes, with workers that are killed. After each step the tables are asked what must be true
 * (truths.ts); at the end everything is finished and nothing may be left over (finish.ts).
 * `npm run chaos -- month --seed 1 --sequences 2000`. MONTH_SEED, MONTH_PATH and MONTH_WALKS repeat and widen.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeTown } from './town.ts';
import { nothingTold, takeWalk, walks } from './walk.ts';

const WALKS = Number(process.env.MONTH_WALKS ?? 0);
const SEEDS = process.env.MONTH_SEED ? [Number(process.env.MONTH_SEED)] : [1, 2, Date.now() % 2 ** 31];

const town = await makeTown();

for (const seed of SEEDS) {
  test(`walks of seed ${seed}`, { timeout: 40_000_000 }, async () => {
    console.info(`month: MONTH_SEED=${seed}`);
    const told = nothingTold();
    const path = process.env.MONTH_PATH;
    await fc.assert(
      fc.asyncProperty(walks, (walk) => takeWalk(town, walk, told)),
      { seed, numRuns: WALKS || 20, ...(path ? { path } : {}) },
    );
    console.info(told);
    expect(told.kills).toBeGreaterThan(0);
  });
}
