/** What the pipeline's papers share: letterhead, language, digits. */
import { getUtility } from '#domains/settings/queries.ts';
import type { Db } from '#platform/database/db.ts';
import { formatsOfPapers } from '#shared/format.ts';

export type Language = 'en' | 'bn';

const FRAME = {
  en: {
    pageWord: 'Page',
    digits: '0123456789',
    note: (utility: string) => `Made by ${utility}.`,
    scan: 'Scan to see the application',
    place: (sector: string, road: string, plot: string) => `Sector ${sector}, Road ${road}, Plot ${plot}`,
  },
  bn: {
    pageWord: 'পৃষ্ঠা',
    digits: '০১২৩৪৫৬৭৮৯',
    note: (utility: string) => `${utility} থেকে তৈরি।`,
    scan: 'আবেদন দেখতে স্ক্যান করুন',
    place: (sector: string, road: string, plot: string) => `সেক্টর ${sector}, রোড ${road}, প্লট ${plot}`,
  },
};

/** Whose paper it is. */
type Applicant = { applicantName: string; applicantNameBn: string | null };
type Place = { sectorNumber: string | null; roadNumber: string | null; plotNumber: string };

/** Fields of every paper, its way of saying a place, and the writers of its numbers. */
export async function paperFrame(db: Db, language: Language) {
  const utility = await getUtility(db);
  const bengali = language === 'bn';
  const write = formatsOfPapers({ language, bengaliDigits: true });
  const contact = [utility.phone && write.digits(utility.phone), utility.email, utility.website]
    .filter(Boolean)
    .join('  ·  ');
  const { pageWord, digits, note, scan, place } = FRAME[language];
  const part = (number: string | null) => write.digits(number ?? '–');
  return {
    scan,
    /** Whom to call. */
    help: write.digits(utility.phone),
    nameOf: ({ applicantName, applicantNameBn }: Applicant) =>
      bengali ? (applicantNameBn ?? applicantName) : applicantName,
    placeOf: ({ sectorNumber, roadNumber, plotNumber }: Place) =>
      place(part(sectorNumber), part(roadNumber), part(plotNumber)),
    write,
    frame: {
      language,
      note: note(bengali ? utility.nameBn : utility.nameEn),
      digits,
      'page-word': pageWord,
      head: {
        name: bengali ? utility.nameBn : utility.nameEn,
        lines: [bengali ? utility.addressBn : utility.addressEn, contact].filter(Boolean),
      },
    },
  };
}
