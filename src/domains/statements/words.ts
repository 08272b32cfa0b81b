/** What statements calls its permissions, audit words and records, in both languages. Read by both sides. */
import { type AuditOf, defineWords, type PermissionsOf } from '#shared/words.ts';

/** Who sees payments sees what they paid: `payments:view` opens a statement. */
export const words = defineWords({ permissions: {}, audit: {}, objects: {} });

declare module '#shared/permissions.ts' {
  interface PermissionWords extends PermissionsOf<typeof words> {}
}
declare module '#shared/words.ts' {
  interface AuditWords extends AuditOf<typeof words> {}
}
