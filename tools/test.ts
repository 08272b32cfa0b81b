/**
 * `npm test`: check, then unit, property, integration and conformance tests against a real PostgreSQL, then the
 * browser tests. The last line counts all of them; anything that failed fails the command.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endOf, failedInBrowser, failedInVitest, failedOf } from './failed-tests.ts';
import { type Counts, playwrightCounts, runStep, vitestCounts } from './run-step.ts';
import { browserTests, slowestOf, vitestFiles } from './slowest.ts';
import { ROOT } from './source-files.ts';
import { ensureBrowser, ensurePdfReader } from './test-programs.ts';

const reports = join(ROOT, '.cache', 'reports');
const vitestReport = join(reports, 'vitest.json');
const browserReport = join(reports, 'browser.json');
// A step that dies must not show the times of an earlier run.
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const browser = ensureBrowser();
ensurePdfReader();
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];
const started = performance.now();

async function step(
  name: string,
  args: string[],
  read: (text: string) => Counts,
  failed: () => string[] = () => [],
): Promise<void> {
  console.log(`\n— ${name}`);
  const environment = { ...browser, PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport };
  const { ok, text } = await runStep(args, environment);
  const found = read(text);
  total.passed += found.passed;
  total.skipped += found.skipped;
  // A step that died before it could count is a failure of its own.
  total.failed += ok ? found.failed : Math.max(1, found.failed);
  const named = failed();
  failures.push(...(ok || named.length > 0 ? named : [`${name}\n${endOf(text)}`]));
}

await step('check', ['tools/check.ts'], (text) => {
  const [, passed = '0', failed = '0'] = /check: (\d+) passed, (\d+) failed/.exec(text) ?? [];
  return { passed: Number(passed), failed: Number(failed), skipped: 0 };
});
await step(
  'unit, property, integration, conformance',
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
  ],
  vitestCounts,
  () => failedOf(vitestReport, failedInVitest),
);
await step(
  'browser',
  ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
  playwrightCounts,
  () => failedOf(browserReport, failedInBrowser),
);

console.log(['\nThe slowest files:', ...slowestOf(vitestReport, vitestFiles)].join('\n'));
console.log(['The slowest browser tests:', ...slowestOf(browserReport, browserTests)].join('\n'));
if (failures.length > 0) console.log(['\nWhat failed:', ...failures].join('\n'));
console.log(`\nTests took ${((performance.now() - started) / 60_000).toFixed(1)} minutes.`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
