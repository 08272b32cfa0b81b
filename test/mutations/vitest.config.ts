/** The tests of pure rules alone, for Stryker: no database, no program. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.rules.test.ts'],
    env: { TZ: 'UTC' },
  },
});
