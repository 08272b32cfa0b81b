/** `npm run e2e -- [files]`: the browser tests. */
import { runStep } from './run-step.ts';
import { ensureBrowser } from './test-programs.ts';

const { ok } = await runStep(
  ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)],
  ensureBrowser(),
);
process.exit(ok ? 0 : 1);
