/**
 * Faults for money; the same seed, the same points: `npm run chaos -- bill-run --seed 1 [--connections 100000]` kills a run of
 * the whole program, `npm run chaos -- month --seed 1 [--sequences 2000]` walks through months of a small town.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    connections: { type: 'string', default: '100000' },
    sequences: { type: 'string', default: '2000' },
  },
});
if (positionals[0] === 'month') {
  const { status } = spawnSync(process.execPath, ['tools/unit.ts', 'test/chaos/month'], {
    stdio: 'inherit',
    env: { ...process.env, MONTH_SEED: values.seed, MONTH_WALKS: values.sequences },
  });
  process.exit(status ?? 1);
}
if (positionals[0] !== 'bill-run') {
  console.error('Say which: bill-run, month');
  process.exit(1);
}
const { run } = await import('./bill-run.ts');
console.log(`seed ${values.seed}`);
const { passed, failed } = await run({ seed: Number(values.seed), connections: Number(values.connections) });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
