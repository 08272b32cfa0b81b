/** The first page of a file of bills: which road it is, how many bills there are behind it, and what they are together. */

import type { Utility } from '#domains/settings/contract.ts';
import { placeOnPaper } from '#domains/settings/places/place-on-paper.rules.ts';
import { formatsOfPapers } from '#shared/format.ts';

export type CoverFacts = {
  runNumber: number;
  printNumber: number;
  period: string;
  issuedOn: string;
  sectorNumber: string;
  roadNumber: string;
  piece: number;
  pieces: number;
  bills: number;
  languages: { bn: number; en: number };
  totalMinor: number;
  firstNumber: string;
  lastNumber: string;
};

const TEXTS = {
  en: {
    title: 'Bills to hand out',
    place: placeOnPaper.en,
    piece: (piece: string, pieces: string) => `File ${piece} of ${pieces} of this road`,
    month: 'Month',
    issued: 'Issued on',
    run: 'Bill run',
    print: 'Print',
    bills: 'Bills',
    sum: 'Sum',
    first: 'First bill',
    last: 'Last bill',
    language: 'Language of the bills',
    languages: { bn: 'Bengali', en: 'English' },
    order: 'The bills are in the order in which the meters of the road are read.',
    page: 'Page',
    note: (utility: string) => `Made by ${utility}.`,
  },
  bn: {
    title: 'বিতরণের বিল',
    place: placeOnPaper.bn,
    piece: (piece: string, pieces: string) => `এই রোডের ${pieces}টি ফাইলের ${piece} নম্বর`,
    month: 'মাস',
    issued: 'ইস্যুর তারিখ',
    run: 'বিল রান',
    print: 'ছাপা',
    bills: 'বিলের সংখ্যা',
    sum: 'মোট টাকা',
    first: 'প্রথম বিল',
    last: 'শেষ বিল',
    language: 'বিলের ভাষা',
    languages: { bn: 'বাংলা', en: 'ইংরেজি' },
    order: 'রোডের মিটার যে ক্রমে পড়া হয়, বিলগুলো সেই ক্রমে সাজানো।',
    page: 'পৃষ্ঠা',
    note: (utility: string) => `${utility} থেকে তৈরি।`,
  },
};

/** What cover.typ sets, in the utility's own language: the office and who hands the bills out read it. */
export function coverData(of: CoverFacts, utility: Utility) {
  const { language } = utility;
  const text = TEXTS[language];
  const { digits, number, money, month, day } = formatsOfPapers({ language, bengaliDigits: true });
  const isBengali = language === 'bn';
  const name = isBengali ? utility.nameBn : utility.nameEn;
  const spoken = (['bn', 'en'] as const).filter((name) => of.languages[name] > 0);
  return {
    language,
    title: text.title,
    head: { name, lines: [isBengali ? utility.addressBn : utility.addressEn].filter(Boolean) },
    note: text.note(name),
    pageWord: text.page,
    digits: isBengali ? '০১২৩৪৫৬৭৮৯' : '0123456789',
    place: text.place(digits(of.sectorNumber), digits(of.roadNumber)),
    piece: of.pieces > 1 ? text.piece(number(of.piece), number(of.pieces)) : '',
    order: text.order,
    sums: [
      [text.bills, number(of.bills)],
      [text.sum, money(of.totalMinor)],
    ],
    facts: [
      [text.first, digits(of.firstNumber)],
      [text.last, digits(of.lastNumber)],
      [
        text.language,
        spoken.map((name) => `${text.languages[name]} (${number(of.languages[name])})`).join(', '),
      ],
      [text.month, month(of.period)],
      [text.issued, day(of.issuedOn)],
      [text.run, `${number(of.runNumber)} · ${text.print} ${number(of.printNumber)}`],
    ],
  };
}
