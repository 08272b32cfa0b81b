/**
 * `npm test`: check, then unit, property, integration and conformance tests against a real PostgreSQL, then the
 * browser tests. The last line counts all of them; anything that failed fails the command.
 */
import { ensureBrowser } from './browser-binary.ts';
import { type Counts, playwrightCounts, runStep, vitestCounts } from './run-step.ts';

const browser = ensureBrowser();
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const started = performance.now();

async function step(name: string, args: string[], read: (text: string) => Counts): Promise<void> {
  console.log(`\n— ${name}`);
  const { ok, text } = await runStep(args, { CHROMIUM_PATH: browser });
  const found = read(text);
  total.passed += found.passed;
  total.skipped += found.skipped;
  // A step that died before it could count is a failure of its own.
  total.failed += ok ? found.failed : Math.max(1, found.failed);
}

await step('check', ['tools/check.ts'], (text) => {
  const [, passed = '0', failed = '0'] = /check: (\d+) passed, (\d+) failed/.exec(text) ?? [];
  return { passed: Number(passed), failed: Number(failed), skipped: 0 };
});
await step(
  'unit, property, integration, conformance',
  ['node_modules/vitest/vitest.mjs', 'run'],
  vitestCounts,
);
await step('browser', ['node_modules/@playwright/test/cli.js', 'test'], playwrightCounts);

console.log(`\nTests took ${((performance.now() - started) / 60_000).toFixed(1)} minutes.`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
