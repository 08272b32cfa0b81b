/** Mails to administrators about the chain of seals; the browser never sees them. */
import type { MessageText } from '#domains/settings/speaker.ts';

const head: MessageText<{ day: string; head: string }> = {
  subject: {
    en: ({ utility, day }) => `${utility}: audit log, ${day}`,
    bn: ({ utility, day }) => `${utility}: অডিট লগ, ${day}`,
  },
  en: ({ utility, head }) =>
    `${utility}: the chain of the audit log ended here today:\n\n${head}\n\nKeep this mail. If somebody rewrites the log later, this number tells: npm run audit-verify -- --head=${head}`,
  bn: ({ utility, head }) =>
    `${utility}: অডিট লগের শৃঙ্খল আজ এখানে শেষ হয়েছে:\n\n${head}\n\nএই ইমেইলটি রেখে দিন। পরে কেউ লগ নতুন করে লিখলে এই সংখ্যা দিয়ে তা ধরা যাবে: npm run audit-verify -- --head=${head}`,
};

const touched: MessageText<{ line: string }> = {
  subject: {
    en: ({ utility }) => `${utility}: the audit log was touched`,
    bn: ({ utility }) => `${utility}: অডিট লগে হাত দেওয়া হয়েছে`,
  },
  en: ({ utility, line }) =>
    `${utility}: verifying the audit log found rows that are not as they were written. The first:\n\n${line}\n\nTo see them all: npm run audit-verify`,
  bn: ({ utility, line }) =>
    `${utility}: অডিট লগ যাচাইয়ে গরমিল পাওয়া গেছে। প্রথমটি:\n\n${line}\n\nসব দেখতে: npm run audit-verify`,
};

export const messages = { head, touched };
