/** What ledger calls its permissions, audit words and records, in both languages. Read by both sides. */
import { type AuditOf, defineWords } from '#shared/words.ts';

export const words = defineWords({
  permissions: {},
  audit: {
    'period.close': ['Ledger period closed', 'লেজারের মাস বন্ধ করা হয়েছে'],
  },
  objects: {
    ledger_period: ['Ledger period', 'লেজারের মাস'],
  },
});

declare module '#shared/words.ts' {
  interface AuditWords extends AuditOf<typeof words> {}
}
