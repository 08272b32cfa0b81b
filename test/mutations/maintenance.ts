/** Breaks by hand: maintenance. */
import type { Break } from './break.ts';

const MAINTENANCE = 'src/domains/settings/website/maintenance.test.ts';

export const maintenance: readonly Break[] = [
  {
    what: 'a person without the permission works during maintenance',
    file: 'src/domains/identity/queries.ts',
    find: '(row.in_maintenance || maintenance.byProgram) && !words.has(MAINTENANCE_PERMISSION)',
    replace: 'maintenance.byProgram && !words.has(MAINTENANCE_PERMISSION)',
    caughtBy: MAINTENANCE,
  },
  {
    what: 'a stranger begins something during maintenance',
    file: 'src/platform/http/binder.ts',
    find: 'if (!endpoint.openInMaintenance) await context.refuseInMaintenance();',
    replace: '',
    caughtBy: MAINTENANCE,
  },
  {
    what: 'the payments that banks tell of are refused during maintenance',
    file: 'src/platform/http/binder.ts',
    find: 'if (!endpoint.openInMaintenance) await',
    replace: 'await',
    caughtBy: MAINTENANCE,
  },
];
