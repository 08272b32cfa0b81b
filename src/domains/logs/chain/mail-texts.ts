/** Mails to administrators about the chain of seals; the browser never sees them. */

type Mail = (language: 'en' | 'bn') => { subject: string; text: string };

export const headMail =
  (day: string, head: string): Mail =>
  (language) =>
    language === 'bn'
      ? {
          subject: `জলকলের অডিট লগ, ${day}`,
          text: `অডিট লগের শৃঙ্খল আজ এখানে শেষ হয়েছে:\n\n${head}\n\nএই ইমেইলটি রেখে দিন। পরে কেউ লগ নতুন করে লিখলে এই সংখ্যা দিয়ে তা ধরা যাবে: npm run audit-verify -- --head=${head}`,
        }
      : {
          subject: `Jolkol's audit log, ${day}`,
          text: `The chain of the audit log ended here today:\n\n${head}\n\nKeep this mail. If somebody rewrites the log later, this number tells: npm run audit-verify -- --head=${head}`,
        };

export const touchedMail =
  (line: string): Mail =>
  (language) =>
    language === 'bn'
      ? {
          subject: 'জলকলের অডিট লগে হাত দেওয়া হয়েছে',
          text: `অডিট লগ যাচাইয়ে গরমিল পাওয়া গেছে। প্রথমটি:\n\n${line}\n\nসব দেখতে: npm run audit-verify`,
        }
      : {
          subject: "Jolkol's audit log was touched",
          text: `Verifying the audit log found rows that are not as they were written. The first:\n\n${line}\n\nTo see them all: npm run audit-verify`,
        };
