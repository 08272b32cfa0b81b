/** What papers calls its permissions, audit words and records, in both languages. Read by both sides. */
import { type AuditOf, defineWords, type PermissionsOf } from '#shared/words.ts';

/** Nobody needs a permission: who has a paper may ask about it, and who may print it is its domain's question. */
export const words = defineWords({ permissions: {}, audit: {}, objects: {} });

declare module '#shared/permissions.ts' {
  interface PermissionWords extends PermissionsOf<typeof words> {}
}
declare module '#shared/words.ts' {
  interface AuditWords extends AuditOf<typeof words> {}
}
