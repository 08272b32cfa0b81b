/** Unit, property, integration and conformance tests; browser tests are Playwright's (test/e2e). */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { cacheFolder, hashOfFiles } from './tools/cache-folder.ts';

// `npx vitest` and editors start the system's Node, which may be older than the one the program runs on.
if (Number(process.versions.node.split('.')[0]) < 24) {
  const node = fileURLToPath(new URL('node_modules/node/bin/node', import.meta.url));
  process.exit(spawnSync(node, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1);
}

// Node keeps what it compiled, by the content of each file; the processes that run the tests inherit this.
process.env.NODE_COMPILE_CACHE ??= cacheFolder('test-modules', hashOfFiles(['package-lock.json']));

/** Tests that load modules again or put something in the place of one: only Vite's loader can do that. */
const BY_VITE = ['src/domains/identity/guess-passwords.test.ts', 'test/browser/twenty-tabs.test.ts'];

/**
 * What asks the engine which lines have run: in a worker that other files have used, the answer leaves some out. And what needs a module
 * that has kept nothing yet: the phone's storage is opened by the first entry of a page.
 */
const FRESH = ['test/conformance/secrets.test.ts', 'src/web/outbox/outbox.test.ts'];

/**
 * The tests about days, once more in a zone whose evening is the next day in Dhaka and in UTC: a day that is taken from
 * there fails. `TEST_TIME_ZONE=America/St_Johns npm run unit` runs every file in another zone.
 */
const ELSEWHERE = 'America/St_Johns';
const ABOUT_DAYS = [
  'src/platform/database/days.test.ts',
  'src/domains/applications/days-of-lists.test.ts',
  'src/domains/applications/each-guard-alone.test.ts',
  'src/domains/applications/settings/fees-and-hours-by-day.test.ts',
  'src/domains/billing/bill-run/plan-to-posted.test.ts',
  'src/domains/billing/invoices/due-day.test.ts',
  'src/domains/dashboard/home-figures.test.ts',
  'src/domains/meters/export-meters-and-readings.test.ts',
  'src/domains/meters/readings/refused-readings.test.ts',
  'src/domains/payments/take-and-reverse-payments.test.ts',
  'src/domains/work-orders/plan/calendar.test.ts',
];
// A file that got another name would be left out without a word.
const gone = [...BY_VITE, ...ABOUT_DAYS, ...FRESH].filter((file) => !existsSync(file));
if (gone.length > 0) throw new Error(`vitest.config.ts names files that are not there: ${gone.join(', ')}`);

export default defineConfig({
  test: {
    globalSetup: ['test/vitest-database.ts', 'test/refusals/compare-refusals.ts'],
    // More than there are cores: a part of the time a file waits for a time-out, a lock or a process of its own.
    maxWorkers: 4,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'test/e2e/**', ...BY_VITE, ...FRESH],
        },
      },
      { extends: true, test: { name: 'vite', include: BY_VITE, experimental: { viteModuleRunner: true } } },
      { extends: true, test: { name: 'fresh', include: FRESH, isolate: true } },
      {
        extends: true,
        test: {
          name: 'elsewhere',
          include: ABOUT_DAYS,
          env: { TZ: ELSEWHERE, TEST_TIME_ZONE: ELSEWHERE },
        },
      },
    ],
    // Node loads the files and strips their types, as it does for the program: half of the time of Vite's loader.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    env: { TZ: process.env.TEST_TIME_ZONE || 'UTC' },
    pool: 'forks',
    // The program's modules are loaded one time by each worker, not by each file: half of the time went there. Each
    // file has its own database and application; one that puts something else in the place of a module resets them
    // first.
    isolate: false,
    // No test takes as long: on a busy machine a test is slow, not wrong. The same tests took four times as long on a machine
    // whose forks and page faults were slow.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
