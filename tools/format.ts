/** `npm run format`: writes every file the way `npm run check` wants it. */
import { runStep } from './run-step.ts';

const { ok } = await runStep(['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.']);
process.exit(ok ? 0 : 1);
