/** What bulk actions are called: their permission, audit words, records and notices, in both languages. Read by both sides. */
import { type AuditOf, defineWords, type NoticesOf, type PermissionsOf } from '#shared/words.ts';

export const words = defineWords({
  permissions: {
    bulk: {
      title: ['Bulk actions', 'একসঙ্গে অনেক কাজ'],
      features: {
        // What is done to each record needs the permission of that step, too.
        use: {
          name: ['Act on many records at once', 'একসঙ্গে অনেক রেকর্ডে কাজ করা'],
          roles: ['reviewer', 'engineer', 'rajukSAE', 'rajukAE', 'rajukPD', 'rajukPM'],
        },
      },
    },
  },
  audit: {
    'bulk.start': ['Bulk action started', 'একসঙ্গে অনেক কাজ শুরু করা হয়েছে'],
    'bulk.cancel': ['Bulk action cancelled', 'একসঙ্গে অনেক কাজ বাতিল করা হয়েছে'],
  },
  objects: {
    bulk_job: ['Bulk action', 'একসঙ্গে অনেক কাজ'],
  },
  fields: {
    bulkAction: ['Action', 'কাজ'],
    bulkItems: ['Records', 'রেকর্ড'],
    leftOut: ['Left out', 'বাদ পড়েছে'],
    told: ['What was given with it', 'সঙ্গে যা দেওয়া হয়েছে'],
  },
  notices: ['bulk.finished', 'bulk.stopped', 'bulk.failed'],
});

declare module '#shared/permissions.ts' {
  interface PermissionWords extends PermissionsOf<typeof words> {}
}
declare module '#shared/words.ts' {
  interface AuditWords extends AuditOf<typeof words> {}
  interface NoticeWords extends NoticesOf<typeof words> {}
}
