/**
 * G1 to G18 one after the other: every test that names one of them, those with a seed at a larger size, then the kills of the whole
 * program. Prints for each guarantee what asked it and whether it held; what a random one began with is the seed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askedBy, FULL_SIZE, MONEY, namedIn } from '../guarantees/asked-by.ts';

type Asked = { guarantees: string[]; title: string; ok: boolean; seconds: number };
type Report = {
  testResults: {
    assertionResults: { fullName: string; status: string; duration?: number }[];
  }[];
};

/** Sizes that every run of the tests has smaller. */
const sizes = (seed: string) => ({
  ...{ CUT_SEED: seed, CUT_RUNS: '100' },
  ...{ MONTH_SEED: seed, MONTH_WALKS: '100' },
});

function askTests(seed: string): Asked[] {
  const files = [...new Set(MONEY.flatMap((name) => [...(askedBy().get(name) ?? [])]))].toSorted();
  const folder = mkdtempSync(join(tmpdir(), 'jolkol-guarantees-'));
  const report = join(folder, 'report.json');
  const named = '\\((G\\d+, )*G([1-9]|1[0-8])[,)]';
  spawnSync(
    process.execPath,
    ['tools/unit.ts', ...files, '-t', named, '--reporter=json', `--outputFile.json=${report}`],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...sizes(seed) } },
  );
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  rmSync(folder, { recursive: true });
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'skipped' && status !== 'pending')
    .map(({ fullName, status, duration = 0 }) => ({
      ...{ guarantees: namedIn(fullName), title: fullName.trim() },
      ...{ ok: status === 'passed', seconds: duration / 1000 },
    }));
}

function killPrograms(seed: string, more: readonly string[]): Asked[] {
  return Object.entries(FULL_SIZE).map(([name, guarantees]) => {
    const began = performance.now();
    const args = ['test/chaos/chaos.ts', name, '--seed', seed, ...more];
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
    return {
      ...{ guarantees: [...guarantees], title: `npm run chaos -- ${name} --seed ${seed} ${more.join(' ')}` },
      ...{ ok: status === 0, seconds: (performance.now() - began) / 1000 },
    };
  });
}

/** @param more options of the runs that kill, as `--kills 10` */
export function run(seed: string, more: readonly string[]): { passed: number; failed: number } {
  const asked = [...askTests(seed), ...killPrograms(seed, more)];
  let failed = 0;
  for (const name of MONEY) {
    const own = asked.filter(({ guarantees }) => guarantees.includes(name));
    const holds = own.length > 0 && own.every(({ ok }) => ok);
    if (!holds) failed += 1;
    console.log(`\n${holds ? 'ok  ' : 'FAIL'} ${name}, seed ${seed}`);
    for (const { ok, title, seconds } of own)
      console.log(`  ${ok ? 'ok  ' : 'FAIL'} ${title} (${seconds.toFixed(1)} s)`);
  }
  return { passed: MONEY.length - failed, failed };
}
