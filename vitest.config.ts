/** Unit, property, integration and conformance tests; browser tests are Playwright's (test/e2e). */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// `npx vitest` and editors start the system's Node, which may be older than the one the program runs on.
if (Number(process.versions.node.split('.')[0]) < 24) {
  const node = fileURLToPath(new URL('node_modules/node/bin/node', import.meta.url));
  process.exit(spawnSync(node, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1);
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'test/**/*.test.ts', 'tools/**/*.test.ts'],
    exclude: ['test/e2e/**', 'node_modules/**'],
    globalSetup: ['test/vitest-database.ts', 'test/refusals/compare-refusals.ts'],
    env: { TZ: 'UTC' },
    pool: 'forks',
    maxWorkers: 2,
    // The program's modules are loaded once a worker, not once a file: half of the time went there. Each file has
    // its own database and application; one that puts something else in the place of a module resets them first.
    isolate: false,
    // Far beyond what anything takes: a busy machine is slow, not wrong.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
