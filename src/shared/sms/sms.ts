/**
 * How many SMS a text costs. With only the signs of GSM 03.38 a single SMS has 160 places and each part of a longer text
 * 153; some signs take two. One sign from outside makes the whole text UCS-2: 70 and 67.
 */

const ONE_PLACE = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Written with an escape sign before them. */
const TWO_PLACES = new Set('\f^{}\\[~]|€');

export type SmsCount = { isGsm: boolean; places: number; parts: number };

export function countSms(text: string): SmsCount {
  const signs = [...text];
  const isGsm = signs.every((sign) => ONE_PLACE.has(sign) || TWO_PLACES.has(sign));
  // A part of a longer text does not end between an escape sign and what follows it, or within a sign.
  const widths = signs.map((sign) => (isGsm ? (TWO_PLACES.has(sign) ? 2 : 1) : sign.length));
  const places = widths.reduce((sum, width) => sum + width, 0);
  const [single, part] = isGsm ? [160, 153] : [70, 67];
  if (places <= single) return { isGsm, places, parts: 1 };
  let parts = 1;
  let used = 0;
  for (const width of widths) {
    if (used + width > part) {
      parts += 1;
      used = 0;
    }
    used += width;
  }
  return { isGsm, places, parts };
}

/** Bengali letters with a dot, which NFC takes apart: two places instead of one. */
const DOTTED: Readonly<Record<string, string>> = {
  '\u09A1\u09BC': '\u09DC',
  '\u09A2\u09BC': '\u09DD',
  '\u09AF\u09BC': '\u09DF',
};

/** What is sent to people: in NFC, but ড়, ঢ় and য় as one sign each, as keyboards write them. */
export const asSent = (text: string): string =>
  text.normalize('NFC').replace(/[\u09A1\u09A2\u09AF]\u09BC/g, (letter) => DOTTED[letter] ?? letter);

const graphemes = new Intl.Segmenter('bn', { granularity: 'grapheme' });

/** At most so many places, cut at a word; within one only if it alone is too long. No sign says that it was cut: … costs all of GSM. */
export function cutAtWord(text: string, places: number): string {
  if (text.length <= places) return text;
  const end = text.slice(0, places + 1).search(/\s\S*$/);
  if (end > 0) return text.slice(0, end).replace(/[\s,;:.–-]+$/, '');
  let cut = '';
  for (const { segment } of graphemes.segment(text)) {
    if (cut.length + segment.length > places) break;
    cut += segment;
  }
  return cut;
}

/**
 * The text in at most so many SMS. What people wrote (names, remarks) is cut until it fits, the longest first; codes,
 * numbers and links stay whole.
 */
export function fitSms<Free extends Record<string, string>>(
  parts: number,
  free: Free,
  write: (free: Free) => string,
): string {
  let kept = free;
  for (;;) {
    const text = asSent(write(kept));
    const [longest] = Object.entries(kept).sort(([, a], [, b]) => b.length - a.length);
    if (countSms(text).parts <= parts || !longest?.[1]) return text;
    kept = { ...kept, [longest[0]]: cutAtWord(longest[1], longest[1].length - 1) };
  }
}
