/** Breaks by hand: maintenance, and the utility's own pictures. */
import type { Break } from '../break.ts';

const MAINTENANCE = 'src/domains/settings/website/maintenance.test.ts';
const PICTURES = 'src/domains/settings/website/own-pictures.test.ts';

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
  {
    what: 'a picture that is not in force is shown to everybody',
    file: 'src/domains/settings/website/pictures.ts',
    find: "where p.id = ${id} and p.id::text in ${named('e.value')}",
    replace: 'where p.id = ${id}',
    caughtBy: PICTURES,
  },
  {
    what: 'a picture of another place becomes the logo',
    file: 'src/domains/settings/website/pictures.ts',
    find: 'where id = ${id} and kind = ${kind} for key share',
    replace: 'where id = ${id} for key share',
    caughtBy: PICTURES,
  },
  {
    what: 'a picture that an earlier version names goes after a week',
    file: 'src/domains/settings/website/pictures.ts',
    find: "v.key = 'website' and p.id::text in ${named('v.value')}",
    replace: "v.key = 'website' and false",
    caughtBy: PICTURES,
  },
];
