/** The PDF of every list can be read, with all of its columns, in both languages: no word is printed over another one. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import type { ExportRow } from '#platform/exports/cells.ts';
import { exportColumn, type ListColumn, onPaper } from '#platform/exports/export-list.ts';
import { exportFile } from '#platform/exports/export-rows.ts';
import { closePdf } from '#platform/pdf/render.ts';
import { pagesOfPdf, textOfPdf, unreadableWords } from '#test/read-pdf.ts';
import { exportsOf } from './exports-of.ts';

afterAll(closePdf);

const TEXTS = [
  ...['7000000016', '+8801400700012', 'Mosammat Rokeya Khatun Chowdhury', 'মোসাম্মৎ রোকেয়া খাতুন চৌধুরী'],
  ...[
    'someone.with.a.long.address@purbachal-water-authority.example',
    '01a21a3c-2227-7cc4-a0a1-93f5c3a0b4f7',
  ],
  'Ferrule, brass, 20 mm × 2; Pipe, HDPE, 25 mm × 17.5; Saddle, cast iron, 100 mm × 1; Valve box × 1',
  'পাইপ ফেটে গেছে, রাস্তায় পানি জমেছে এবং পাশের বাড়ির গেট পর্যন্ত পৌঁছে গেছে বলে জানানো হয়েছে',
  ...['', '—', 'A/12', 'Aerobacterialphytoplanktonremovalequipmentinstallationcertificate'],
];
const VALUES = {
  money: [-1_234_567_890, 0, 999_999_999_99, 57_500],
  volume: [18_005, 999_999_999, 0],
  number: [3, 12_345_678, '15.1800'],
  day: ['2026-09-30', '2026-11-27'],
  month: ['2026-09-01', '2026-02-01'],
  instant: ['2026-09-30T17:59:09.000Z', '2026-11-27T05:30:00.000Z'],
};
const pick = <T>(list: readonly T[], at: number) => list[at % list.length];

/** A row with something in each column; words of codes as they are written. */
const rowOf = (columns: readonly ListColumn[], at: number, language: number): ExportRow =>
  Object.fromEntries(
    columns.map(({ key, kind, words }, index) => {
      const known = typeof words === 'object' ? Object.values(words).map((word) => word[language]) : TEXTS;
      return [key, kind === 'text' ? pick(known, at * 5 + index) : pick<unknown>(VALUES[kind], at + index)];
    }),
  );

const pdfOf = async (columns: readonly ListColumn[], rows: readonly ExportRow[], language: 'en' | 'bn') => {
  const { chunks } = exportFile({
    ...{ format: 'pdf', name: 'list' },
    columns: columns.map(({ key, kind, title }) => ({ key, kind, title: title[language === 'en' ? 0 : 1] })),
    header: { title: 'A list', filters: [], user: 'Karim', at: new Date('2026-11-27T04:00:00Z') },
    language: { language, bengaliDigits: true, timeZone: 'Asia/Dhaka' },
  });
  async function* listed() {
    yield* rows;
  }
  return buffer(Readable.from(chunks(listed())));
};

test('every list, all columns, in both languages: each word has its own place, within the page', async () => {
  const lists = await exportsOf();
  expect(lists.size).toBeGreaterThan(30);
  const wrong: string[] = [];
  for (const [endpoint, all] of lists)
    for (const [place, language] of (['en', 'bn'] as const).entries()) {
      const paper = onPaper(all);
      for (const columns of paper.length < all.length ? [all, paper] : [all]) {
        const rows = Array.from({ length: 16 }, (_, at) => rowOf(columns, at, place));
        const content = await pdfOf(columns, rows, language);
        const over = unreadableWords(content);
        if (over.length > 0)
          wrong.push(`${endpoint} ${language} ${columns.length}: ${over.slice(0, 3).join('; ')}`);
      }
    }
  expect(wrong).toEqual([]);
}, 900_000);

const wide = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    exportColumn(`c${at}`, at % 3 === 1 ? 'money' : 'text', [`Column${at}`, `কলাম${at}`]),
  );
const rowsOf = (columns: readonly ListColumn[], count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...rowOf(columns, at, 0), c0: `N${1000 + at}` }));

test('what fits on no page is printed in bands: each row’s number with each of its columns, in the order of the rows', async () => {
  const columns = wide(60);
  const content = await pdfOf(columns, rowsOf(columns, 120), 'en');
  expect(unreadableWords(content)).toEqual([]);
  const shown = textOfPdf(content);
  const bands = shown.match(/Column0\b/g)?.length ?? 0;
  for (const { title } of columns.slice(1)) expect(shown).toMatch(new RegExp(String.raw`${title[0]}\b`));
  const numbers: string[] = shown.match(/\bN1\d{3}\b/g) ?? [];
  expect(bands).toBe(pagesOfPdf(content));
  expect(numbers.length % 120).toBe(0);
  expect(numbers.length / 120).toBeGreaterThan(1);
  expect(numbers.indexOf('N1119')).toBeGreaterThan(numbers.lastIndexOf('N1000'));
});

test('a page is no larger than its columns need', async () => {
  const size = async (count: number) => {
    const columns = wide(count);
    const content = await pdfOf(columns, rowsOf(columns, 3), 'en');
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(content.toString('latin1')) ?? [];
    return [Math.round(Number(width)), Math.round(Number(height))];
  };
  expect(await size(3)).toEqual([595, 842]);
  expect(await size(9)).toEqual([842, 595]);
  expect(await size(15)).toEqual([1191, 842]);
  expect(await size(60)).toEqual([1191, 842]);
});
