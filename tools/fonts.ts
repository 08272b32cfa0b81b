/**
 * `npm run fonts`: makes the small faces of the browser side (src/web/fonts) out of the whole ones that npm brings. Run it
 * after a new version of those packages; tools/fonts.test.ts says if a text needs a sign that the faces do not have.
 *
 * Bengali is one weight: browsers draw its bold themselves, and the second weight would be as large again. All conjuncts
 * that its letters can form stay in it, because names of people can need any of them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { ROOT } from './source-files.ts';

const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');

/** The letters, signs and digits of Bengali as it is written in Bangladesh; those of Assamese and of Sanskrit alone are left out. */
export const BENGALI = [
  from(0x0981, 0x0983),
  from(0x0985, 0x098b),
  'এঐওঔ',
  from(0x0995, 0x09a8),
  from(0x09aa, 0x09b0),
  'ল',
  from(0x09b6, 0x09b9),
  '\u09bc\u09bd',
  from(0x09be, 0x09c3),
  '\u09c7\u09c8\u09cb\u09cc\u09cd\u09ce\u09d7\u09dc\u09dd\u09df',
  from(0x09e6, 0x09ef),
  '৳।॥\u200c\u200d',
].join('');

/** English, the marks of Western European names, and the signs in our texts. */
export const LATIN = [from(0x20, 0x7e), from(0xa0, 0xff), '–—‘’“”•…‹›€™←↑→↓↗−≈≠≤≥⌘'].join('');

const PACKAGES = 'node_modules/@fontsource-variable';
export const WHOLE_BENGALI = `${PACKAGES}/noto-sans-bengali/files/noto-sans-bengali-bengali-wght-normal.woff2`;
const WHOLE_LATIN = `${PACKAGES}/inter/files/inter-latin-wght-normal.woff2`;

const FACES = [
  { file: 'bengali.woff2', whole: WHOLE_BENGALI, signs: BENGALI, axes: { wght: 400 } },
  { file: 'latin.woff2', whole: WHOLE_LATIN, signs: LATIN, axes: { wght: { min: 400, max: 700 } } },
  { file: 'signs.woff2', whole: WHOLE_BENGALI, signs: '৳বাংলা', axes: { wght: 400 } },
];
export const FONTS = 'src/web/fonts';

async function makeFonts(): Promise<void> {
  for (const { file, whole, signs, axes } of FACES) {
    const face = await subsetFont(readFileSync(join(ROOT, whole)), signs, {
      targetFormat: 'woff2',
      variationAxes: axes,
    });
    writeFileSync(join(ROOT, FONTS, file), face);
    console.log(`${FONTS}/${file} ${(face.length / 1000).toFixed(1)} kB`);
  }
}

if (import.meta.main) await makeFonts();
