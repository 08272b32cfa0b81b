/** What dashboard calls its permissions, audit words and records, in both languages. Read by both sides. */
import { type AuditOf, defineWords, type PermissionsOf, usual } from '#shared/words.ts';

export const words = defineWords({
  permissions: {
    dashboard: {
      title: ['Dashboard', 'ড্যাশবোর্ড'],
      features: {
        view: {
          name: usual.view,
          roles: [
            'reviewer',
            'cashier',
            'reader',
            'surveyor',
            'installer',
            'engineer',
            'rajukSAE',
            'rajukAE',
            'rajukPD',
            'rajukPM',
            'consumer',
          ],
        },
        // Money, use and applications of everybody: for who answers for the utility, not for its desks.
        town: { name: ['Figures of the town', 'শহরের হিসাব'], roles: ['engineer'] },
      },
    },
  },
  audit: {},
  objects: {},
});

declare module '#shared/permissions.ts' {
  interface PermissionWords extends PermissionsOf<typeof words> {}
}
declare module '#shared/words.ts' {
  interface AuditWords extends AuditOf<typeof words> {}
}
