/** `npm run chaos -- bill-run --seed 1 [--connections 100000]`: faults for money; the same seed, the same points. */
import { parseArgs } from 'node:util';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' }, connections: { type: 'string', default: '100000' } },
});
if (positionals[0] !== 'bill-run') {
  console.error('Say which: bill-run');
  process.exit(1);
}
const { run } = await import('./bill-run.ts');
console.log(`seed ${values.seed}`);
const { passed, failed } = await run({ seed: Number(values.seed), connections: Number(values.connections) });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
