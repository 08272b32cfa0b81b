/** The small faces have what our texts need, and draw it as the whole faces do: conjuncts above all. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Blob, Face, Font, shape, Buffer as Text } from 'harfbuzzjs';
import subsetFont from 'subset-font';
import { expect, test } from 'vitest';
import { BENGALI, FONTS, LATIN, WHOLE_BENGALI } from './fonts.ts';
import { ROOT, readSource, sourceFiles } from './source-files.ts';

/** What people read: screens, words, names and places of the demo town; not tests. */
const SOURCES = sourceFiles(/^src\/.*\.tsx?$/).filter((file) => !/\.test\.tsx?$/.test(file));
/** A Bengali word as it is shaped, with its joiners. */
const BENGALI_WORD = /[\u0980-\u09ff\u200c\u200d]+/g;
const words = [...new Set(SOURCES.flatMap((file) => readSource(file).match(BENGALI_WORD) ?? []))];

/** Conjuncts of names that no text of ours holds. */
const RARE = [
  'ঊর্ধ্ব',
  'ঋত্বিক',
  'জ্যোৎস্না',
  'লক্ষ্মণ',
  'মৃত্যুঞ্জয়',
  'ঔজ্জ্বল্য',
  'স্বাতন্ত্র্য',
  'হ্রস্ব',
  'তৃষ্ণা',
  'ব্রাহ্মণ',
  'রুদ্র',
  'শুভ্রাংশু',
  'ঐন্দ্রিলা',
  'ঈপ্সিতা',
  'বঙ্কিম',
  'পাঞ্জাব',
  'অপরাহ্ণ',
  'ধৃষ্টদ্যুম্ন',
];

/** Read by HarfBuzz, which knows no WOFF2. @param weight of the whole face, which has all of them */
async function open(file: string, weight?: number): Promise<Font> {
  const face = await subsetFont(readFileSync(join(ROOT, file)), BENGALI, {
    targetFormat: 'truetype',
    ...(weight ? { variationAxes: { wght: weight } } : {}),
  });
  return new Font(new Face(new Blob(new Uint8Array(face).buffer)));
}

/** The outlines of a word, each at its place; undefined if a sign is missing. */
function drawn(font: Font, word: string): string | undefined {
  const text = new Text();
  text.addText(word);
  text.guessSegmentProperties();
  shape(font, text);
  const places = text.getGlyphPositions();
  const glyphs = text.getGlyphInfos().map(({ codepoint }, index) => {
    if (codepoint === 0) return undefined;
    return `${font.glyphToPath(codepoint)} ${JSON.stringify(places[index])}`;
  });
  return glyphs.includes(undefined) ? undefined : glyphs.join('\n');
}

test('every Bengali word of ours is drawn as the whole face draws it', async () => {
  expect(words.length).toBeGreaterThan(2000);
  const [whole, ours] = await Promise.all([open(WHOLE_BENGALI, 400), open(`${FONTS}/bengali.woff2`)]);
  const wrong = [...words, ...RARE].filter((word) => {
    const wanted = drawn(whole, word);
    return wanted === undefined || drawn(ours, word) !== wanted;
  });
  expect(wrong).toEqual([]);
});

test('a conjunct is one drawing, not letters beside each other', async () => {
  const ours = await open(`${FONTS}/bengali.woff2`);
  const count = (word: string) => drawn(ours, word)?.split('\n').length;
  expect(count('ক্ষ')).toBe(1);
  expect(count('ক\u09cd\u200cষ')).toBeGreaterThan(1);
});

test('every other sign of the dictionaries is in the Latin face', () => {
  const dictionaries = SOURCES.filter((file) => /\/(en|bn)[\w-]*\.ts$/.test(file));
  expect(dictionaries.length).toBeGreaterThan(30);
  const known = new Set([...LATIN, ...BENGALI, '\n']);
  const missing = dictionaries.flatMap((file) =>
    [...readSource(file)].filter((sign) => !known.has(sign)).map((sign) => `${file}: ${sign}`),
  );
  expect([...new Set(missing)]).toEqual([]);
});
