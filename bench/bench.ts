/**
 * `npm run bench -- <name>`: each benchmark runs beside its baseline, interleaved in one process, and prints one
 * JSON object as its last line. Ratios count, not seconds: machines differ.
 */
const benchmarks: Record<string, () => Promise<{ run(args: string[]): Promise<Record<string, unknown>> }>> = {
  'bill-run': () => import('./bill-run.ts'),
  import: () => import('./import.ts'),
  consumers: () => import('./consumers.ts'),
  api: () => import('./api.ts'),
  search: () => import('./search.ts'),
  lists: () => import('./lists/lists.ts'),
  'sign-in': () => import('./sign-in.ts'),
  lanes: () => import('./lanes.ts'),
  'send-ahead': () => import('./send-ahead.ts'),
  town: () => import('./town/town.ts'),
  phone: () => import('./phone/phone.ts'),
  ledger: () => import('./ledger.ts'),
  'money-lists': () => import('./money-lists.ts'),
  simulation: () => import('./simulation.ts'),
  'bill-pdfs': () => import('./bill-pdfs.ts'),
};

const [name = '', ...args] = process.argv.slice(2);
const load = benchmarks[name];
if (!load) {
  console.error(`Say which: ${Object.keys(benchmarks).join(', ')}`);
  process.exit(1);
}
const { run } = await load();
const result = await run(args);
console.log(JSON.stringify({ bench: name, ...result }));
process.exit(0);
