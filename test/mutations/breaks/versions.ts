/** Breaks by hand: calls that take the version of a record no longer compare it. */
import type { Break } from '../break.ts';

/** A check as a line of its own. */
const line = (file: string, find: string, caughtBy: string): Break => ({
  what: `a stale version is taken: ${file}`,
  ...{ file, find: `  ${find} throw fail(commonErrors.stale_version);\n`, replace: '', caughtBy },
});
const NOT_CHANGED = 'if (!changed)';
const ROW = 'if (row.version !== step.version)';
const FOUND = 'if (found.version !== input.version)';
const SENT = 'if (found.version !== version)';

const SETTINGS = 'src/domains/billing/settings/refused-settings.test.ts';
const READINGS = 'src/domains/meters/imports/import-states.test.ts';
const CONSUMERS = 'src/domains/consumers/imports/import-states.test.ts';

export const versions: readonly Break[] = [
  line('src/domains/settings/dated/actions/plan-dated.ts', ROW, SETTINGS),
  line('src/domains/billing/tariffs/actions/move-tariff.ts', ROW, SETTINGS),
  line('src/domains/meters/imports/actions/undo-import.ts', FOUND, READINGS),
  line('src/domains/meters/imports/actions/commit-import.ts', `  ${FOUND}`, READINGS),
  line('src/domains/consumers/imports/actions/start-work.ts', SENT, CONSUMERS),
  line('src/domains/consumers/imports/actions/undo-import.ts', SENT, CONSUMERS),
  line(
    'src/domains/identity/actions/edit-own-profile.ts',
    NOT_CHANGED,
    'src/domains/settings/edit-conflicts.test.ts',
  ),
  line(
    'src/domains/identity/users/actions/edit-users.ts',
    NOT_CHANGED,
    'src/domains/identity/users/refused-account-calls.test.ts',
  ),
  line(
    'src/domains/settings/places/actions/edit-dmas.ts',
    NOT_CHANGED,
    'src/domains/settings/places/edit-places.test.ts',
  ),
  line(
    'src/domains/settings/materials/actions/edit-materials.ts',
    NOT_CHANGED,
    'src/domains/settings/materials/dated-rates.test.ts',
  ),
  line(
    'src/domains/billing/corrections/actions/lock-bill.ts',
    'if (bill.version !== input.version)',
    'src/domains/billing/corrections/refused-corrections.test.ts',
  ),
  {
    what: 'of two who set a desk of the planning authority up the second one writes over the first',
    file: 'src/domains/applications/noc/actions/set-desk.ts',
    find: '\n        where d.version = ${version ?? null}::int',
    replace: '',
    caughtBy: 'src/domains/applications/noc/desks.test.ts',
    test: 'written over',
  },
];
