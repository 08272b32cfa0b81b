/** `npm run unit -- [files]`: the tests without a browser. */
import { runStep } from './run-step.ts';
import { ensurePdfReader } from './test-programs.ts';

ensurePdfReader();

const { ok } = await runStep(['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)]);
process.exit(ok ? 0 : 1);
