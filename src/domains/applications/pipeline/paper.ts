/** What the pipeline's papers share: letterhead, language, digits. */
import { getUtility } from '#domains/settings/queries.ts';
import type { Db } from '#platform/db.ts';
import { formats } from '#shared/format.ts';

export type Language = 'en' | 'bn';

const FRAME = {
  en: {
    pageWord: 'Page',
    digits: '0123456789',
    note: 'Made by Jolkol. Scan the code to see this application.',
  },
  bn: {
    pageWord: 'পৃষ্ঠা',
    digits: '০১২৩৪৫৬৭৮৯',
    note: 'জলকল থেকে তৈরি। কোডটি স্ক্যান করলে আবেদনটি দেখা যাবে।',
  },
};

/** Fields of every paper, and the writers of its numbers. */
export async function paperFrame(db: Db, language: Language) {
  const utility = await getUtility(db);
  const bengali = language === 'bn';
  const contact = [utility.phone, utility.email, utility.website].filter(Boolean).join('  ·  ');
  const { pageWord, digits, note } = FRAME[language];
  return {
    write: formats({ language, bengaliDigits: true }),
    frame: {
      language,
      note,
      digits,
      'page-word': pageWord,
      head: {
        name: bengali ? utility.nameBn : utility.nameEn,
        lines: [bengali ? utility.addressBn : utility.addressEn, contact].filter(Boolean),
      },
    },
  };
}
