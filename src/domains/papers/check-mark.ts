/** What a paper shows so that it can be checked: a QR code of the public page, and the code to type by hand. */
import type { Db } from '#platform/database/db.ts';
import { type DrawnCode, qrCode } from '#platform/pdf/codes.ts';
import { formatsOfPapers } from '#shared/format.ts';
import { notePaper, notePapers } from './actions/note-paper.ts';
import { groupedCode } from './code.rules.ts';
import { endOf } from './paper.rules.ts';
import type { PaperContent, PaperKind } from './paper-kind.ts';

const TEXTS = {
  en: {
    title: 'Check this paper',
    how: (address: string) => `Scan the code, or open ${address} and type:`,
    number: 'Number',
    code: 'Code',
    alt: 'QR code of the page that confirms this paper',
    ended: (day: string) => `No longer in force since ${day}`,
  },
  bn: {
    title: 'কাগজটি যাচাই করুন',
    how: (address: string) => `কোডটি স্ক্যান করুন, অথবা ${address} ঠিকানায় গিয়ে লিখুন:`,
    number: 'নম্বর',
    code: 'কোড',
    alt: 'এই কাগজ যাচাইয়ের পাতার কিউআর কোড',
    ended: (day: string) => `${day} থেকে আর কার্যকর নয়`,
  },
};

/** `check` of paper.typ. */
export type CheckMark = {
  title: string;
  how: string;
  number: [label: string, value: string];
  code: [label: string, value: string];
  qr: DrawnCode;
  alt: string;
  /** Since when it counts no more, in both languages: who is shown the paper may read one of them only. */
  ended: string[] | null;
};

/** The path is what the browser's page has; the code behind # is not sent to a server with the page. */
export const paperAddress = (publicUrl: string, code: string): string => `${publicUrl}/paper#${code}`;

type Choice = { language: 'en' | 'bn'; publicUrl: string; today: string };

export async function checkMark(
  db: Db,
  kind: PaperKind,
  recordId: string,
  choice: Choice,
): Promise<CheckMark> {
  const { code, ...content } = await notePaper(db, kind, recordId);
  return markOf(content, code, choice);
}

/**
 * The same for several papers of a kind.
 * @param contents what each says, by its record
 * @param choiceOf language and address, by the record
 */
export async function checkMarks(
  db: Db,
  kind: PaperKind,
  contents: ReadonlyMap<string, PaperContent>,
  choiceOf: (recordId: string) => Choice,
): Promise<Map<string, CheckMark>> {
  const codes = await notePapers(db, kind.kind, contents);
  return new Map(
    [...contents].map(([id, content]) => [id, markOf(content, codes.get(id) ?? '', choiceOf(id))]),
  );
}

function markOf(content: PaperContent, code: string, { language, publicUrl, today }: Choice): CheckMark {
  const endedOn = endOf(content, today);
  const text = TEXTS[language];
  const { digits } = formatsOfPapers({ language, bengaliDigits: true });
  return {
    title: text.title,
    how: text.how(`${publicUrl.replace(/^https?:\/\//, '')}/paper`),
    number: [text.number, digits(content.number)],
    code: [text.code, groupedCode(code)],
    qr: qrCode(paperAddress(publicUrl, code)),
    alt: text.alt,
    ended: endedOn === null ? null : endedIn(endedOn),
  };
}

const endedIn = (endedOn: string): string[] =>
  (['bn', 'en'] as const).map((language) => {
    const { day } = formatsOfPapers({ language, bengaliDigits: true });
    return TEXTS[language].ended(day(endedOn));
  });
