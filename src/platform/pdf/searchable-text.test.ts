/** A reader finds every Bengali word of a paper as it is written there, and the paper looks as Typst draws it. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { afterAll, expect, test } from 'vitest';
import { textOfPdf } from '#test/read-pdf.ts';
import { ROOT } from '#tools/source-files.ts';
import { readParts, streamOf, textOf } from './pdf-objects.ts';
import { closePdf, renderPdf } from './render.ts';
import { withSearchableText } from './searchable-text.ts';

afterAll(closePdf);

const PAPER = `#import "/platform/pdf/paper.typ": *
#show: paper.with(title: "শব্দ", language: "bn", page-word: "পৃষ্ঠা", digits: "০১২৩৪৫৬৭৮৯")
`;
const words = (text: string) => new Set(text.normalize('NFC').split(/\s+/));

/** Every word of the Bengali texts, and rare ones of names. */
async function bengaliWords(): Promise<string[]> {
  const found = new Set([
    'ব্রাহ্মণবাড়িয়া',
    'কৃষ্ণকান্ত',
    ...['ম্বম্ব', 'স্তিস্তি', 'য়য়'],
    'অন্তত',
    'লক্ষ্মীপুর',
    'রূপগঞ্জ',
    'চট্টগ্রাম',
    'উজ্জ্বল',
    'আশ্চর্য',
    'সূর্য্য',
  ]);
  const collect = (value: unknown): void => {
    if (typeof value === 'string')
      for (const word of value.match(/[\u0980-\u09E5\u09F0-\u09FF]+/g) ?? [])
        found.add(word.normalize('NFC'));
    else if (value && typeof value === 'object') Object.values(value).forEach(collect);
  };
  for (const file of globSync('src/**/web/**/bn{,-*}.ts', { cwd: ROOT }))
    collect({ ...(await import(join(ROOT, file))) });
  return [...found];
}

test.each([true, false])('every word of the Bengali texts is found (structure: %s)', async (tagged) => {
  const all = await bengaliWords();
  expect(all.length).toBeGreaterThan(1500);
  const source = `${PAPER}#for word in data [#word #linebreak()]`;
  const { content } = await renderPdf({ template: { source }, data: all, tagged });
  const found = words(textOfPdf(content));
  expect(all.filter((word) => !found.has(word))).toEqual([]);
});

test('columns and lines beside and below each other stay apart', async () => {
  const rows = [
    ['স্ক্যান', 'স্ক্যান', '১২৩'],
    ['স্ক্যান', 'নম্বর', '১২৩'],
  ];
  const source = `${PAPER}#records(("ক", "খ", "টাকা"), ("text", "text", "money"), data)`;
  const { content } = await renderPdf({ template: { source }, data: rows });
  const lines = textOfPdf(content)
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  for (const row of rows) expect(lines).toContainEqual(row);
});

/** Typst as it is, without what we do afterwards. */
function plainCompiler(): NodeCompiler {
  const font = createRequire(import.meta.url).resolve(
    '@expo-google-fonts/noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf',
  );
  return NodeCompiler.create({ workspace: ROOT, fontArgs: [{ fontBlobs: [readFileSync(font)] }] });
}

test('nothing that is drawn changes, and the structure keeps its places', () => {
  const compiler = plainCompiler();
  const mainFileContent = `#set document(title: "x")\n#set text(font: "Noto Sans Bengali", size: 20pt)
    = পূর্বাচল নম্বর
    কর#text(fill: red)[তল]#text(size: 30pt)[নল] কর্তৃপক্ষ স্ক্যান নম্বর দ্বিতীয় কিস্তি (সংযোগ)`;
  const { result } = compiler.compile({ mainFileContent });
  if (!result) throw new Error('the text did not compile');
  const drawn = compiler.pdf(result, { pdfTags: true });
  const changed = withSearchableText(drawn, mainFileContent);
  expect(changed.equals(drawn)).toBe(false);
  const picture = (pdf: Buffer) => execFileSync('pdftoppm', ['-r', '100', '-gray', '-'], { input: pdf });
  expect(picture(drawn).length).toBeGreaterThan(100_000);
  expect(picture(changed).equals(picture(drawn))).toBe(true);
  const places = (pdf: Buffer) =>
    [...readParts(pdf).objects.values()].flatMap((object) => streamOf(object).match(/MCID \d+/g) ?? []);
  expect(places(drawn).length).toBeGreaterThan(10);
  expect(places(changed)).toEqual(places(drawn));
});

test('a document without Bengali stays as it was', () => {
  const compiler = plainCompiler();
  const { result } = compiler.compile({ mainFileContent: 'Water (1)' });
  if (!result) throw new Error('the text did not compile');
  const drawn = compiler.pdf(result, {});
  expect(textOf(withSearchableText(drawn, 'Water (1)'))).toBe(textOf(drawn));
});
