/**
 * Faults for money; the same seed, the same points.
 * `npm run chaos -- bill-run --seed 1 [--connections 100000] [--kills 50]` kills a run of the whole program,
 * `npm run chaos -- payments --seed 1 [--connections 2000] [--kills 20]` kills PostgreSQL while cashiers take money,
 * `npm run chaos -- month --seed 1 [--sequences 2000]` walks through months of a small town,
 * `npm run chaos -- year --seed 1 [--consumers 1000]` lives a year of a utility with a clock that is moved,
 * `npm run chaos -- guarantees --seed 1` asks G1 to G18 and prints what asked each.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    connections: { type: 'string' },
    kills: { type: 'string' },
    sequences: { type: 'string', default: '2000' },
    consumers: { type: 'string', default: '1000' },
  },
});
/** A test that is told what to do by its environment. */
function runTest(folder: string, env: Record<string, string>): never {
  const { status } = spawnSync(process.execPath, ['tools/unit.ts', folder], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  process.exit(status ?? 1);
}
if (positionals[0] === 'month')
  runTest('test/chaos/month', { MONTH_SEED: values.seed, MONTH_WALKS: values.sequences });
if (positionals[0] === 'year')
  runTest('test/chaos/year', { YEAR_SEED: values.seed, YEAR_CONSUMERS: values.consumers });
if (positionals[0] === 'guarantees') {
  const sized = (['connections', 'kills'] as const).flatMap((name) =>
    values[name] ? [`--${name}`, values[name]] : [],
  );
  const { passed, failed } = (await import('./guarantees.ts')).run(values.seed, sized);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
const RUNS: Record<
  string,
  {
    load: () => Promise<typeof import('./bill-run.ts') | typeof import('./payments.ts')>;
    connections: string;
    kills: string;
  }
> = {
  'bill-run': { load: () => import('./bill-run.ts'), connections: '100000', kills: '50' },
  payments: { load: () => import('./payments.ts'), connections: '2000', kills: '20' },
};
const chosen = RUNS[positionals[0] ?? ''];
if (!chosen) {
  console.error('Say which: bill-run, payments, month, year, guarantees');
  process.exit(1);
}
const { run } = await chosen.load();
console.log(`seed ${values.seed}`);
const { passed, failed } = await run({
  seed: Number(values.seed),
  connections: Number(values.connections ?? chosen.connections),
  kills: Number(values.kills ?? chosen.kills),
});
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
