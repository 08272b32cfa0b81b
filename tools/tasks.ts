/** `npm run tasks`: ten tasks of every day by keys (and one by touch) in a demo town, with steps and seconds. */
import { runStep } from './run-step.ts';
import { ensureBrowser } from './test-programs.ts';

const { ok } = await runStep(
  [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--workers',
    '1',
    '--retries',
    '0',
    ...process.argv.slice(2),
  ],
  { ...ensureBrowser(), TASKS: '1' },
);
process.exit(ok ? 0 : 1);
