/** What logs calls its permissions, audit words and records, in both languages. Read by both sides. */
import { type AuditOf, defineWords, type NoticesOf, type PermissionsOf, usual } from '#shared/words.ts';

export const words = defineWords({
  permissions: {
    logs: {
      title: ['Logs', 'লগ'],
      features: {
        view: { name: usual.view },
      },
    },
  },
  audit: {
    'job.try-again': ['Background work started again', 'স্বয়ংক্রিয় কাজ আবার শুরু করা হয়েছে'],
    'audit-log.verify': ['Audit log verified', 'অডিট লগ যাচাই করা হয়েছে'],
  },
  objects: {
    job: ['Background work', 'স্বয়ংক্রিয় কাজ'],
    'audit-log': ['Audit log', 'অডিট লগ'],
  },
  notices: ['logs.job_failed', 'logs.mail_undelivered', 'logs.sms_undelivered'],
});

declare module '#shared/permissions.ts' {
  interface PermissionWords extends PermissionsOf<typeof words> {}
}
declare module '#shared/words.ts' {
  interface AuditWords extends AuditOf<typeof words> {}
  interface NoticeWords extends NoticesOf<typeof words> {}
}
