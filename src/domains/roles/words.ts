/** What roles calls its permissions, audit words and records, in both languages. Read by both sides. */
import { type AuditOf, defineWords, type PermissionsOf, usual } from '#shared/words.ts';

export const words = defineWords({
  permissions: {
    roles: {
      title: ['Roles', 'ভূমিকা'],
      features: {
        view: { name: usual.view },
        edit: { name: usual.edit },
      },
    },
  },
  audit: {
    'role.create': ['Role added', 'ভূমিকা যোগ করা হয়েছে'],
    'role.delete': ['Role deleted', 'ভূমিকা মুছে ফেলা হয়েছে'],
    'role.edit': ['Role changed', 'ভূমিকা পরিবর্তন করা হয়েছে'],
    'role.permissions': ['Permissions of a role changed', 'ভূমিকার অনুমতি পরিবর্তন করা হয়েছে'],
  },
  objects: {
    role: ['Role', 'ভূমিকা'],
  },
  fields: {
    copyOf: ['Copy of', 'যার কপি'],
    description: ['Description', 'বিবরণ'],
    permissions: ['Permissions', 'অনুমতি'],
  },
});

declare module '#shared/permissions.ts' {
  interface PermissionWords extends PermissionsOf<typeof words> {}
}
declare module '#shared/words.ts' {
  interface AuditWords extends AuditOf<typeof words> {}
}
