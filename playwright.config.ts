import { defineConfig } from '@playwright/test';
import { ZONE } from './test/zone.ts';

/** Browser tests: one real program over a real PostgreSQL, Debian's Chromium (CHROMIUM_PATH, set by `npm run e2e`). */
export default defineConfig({
  testDir: 'test/e2e',
  // `npm run tasks` measures; it proves nothing that `npm test` would have to wait for.
  testMatch: process.env.TASKS ? '**/*.task.ts' : '**/*.e2e.ts',
  outputDir: 'test-results',
  timeout: 600_000,
  // Twice what a busy machine takes: a slow one is no fault.
  expect: { timeout: 30_000 },
  // A test file's program is its worker's own, so three workers are three utilities side by side. One more than there are cores: a third of the
  // time a test waits for a message, a debounce or a job.
  fullyParallel: true,
  workers: 3,
  // What fails once is tried again and named flaky: twenty whole runs without a second try have not been seen yet.
  retries: 1,
  reporter: [['list']],
  use: {
    actionTimeout: 30_000,
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    timezoneId: ZONE,
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
