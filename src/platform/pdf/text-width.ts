/**
 * How wide a text is on paper, without drawing it: the sum of what each of its characters moves the pen. What Bengali joins to
 * one sign is counted as its parts, so that a text is never wider than this says.
 */
import { BENGALI, LATIN, readFont } from './fonts.ts';

/** In sizes of the letters: 0.5 is half of it. */
export type TextWidth = (text: string) => number;
export type Weight = 'regular' | 'semiBold';

/** Of a character that no face has. */
const UNKNOWN = 1;
const WIDEST_CODE = 0x1_00_00;

const known = new Map<Weight, Float32Array>();

export function textWidth(weight: Weight): TextWidth {
  const widths = known.get(weight) ?? widthsOf(weight);
  known.set(weight, widths);
  return (text) => {
    let sum = 0;
    for (let at = 0; at < text.length; at += 1) sum += widths[text.charCodeAt(at)] ?? UNKNOWN;
    return sum;
  };
}

/** By character code; the Latin face is asked first, as the papers do. */
function widthsOf(weight: Weight): Float32Array {
  const widths = new Float32Array(WIDEST_CODE).fill(UNKNOWN);
  for (const font of [BENGALI[weight], LATIN[weight]]) readWidths(readFont(font), widths);
  return widths;
}

/** The tables of an OpenType face that say which glyph a character has, and how far it moves the pen. */
function readWidths(font: Buffer, widths: Float32Array): void {
  const tables = new Map<string, number>();
  for (let table = 0; table < font.readUInt16BE(4); table += 1) {
    const entry = 12 + table * 16;
    tables.set(font.toString('latin1', entry, entry + 4), font.readUInt32BE(entry + 8));
  }
  const at = (name: string) => tables.get(name) ?? 0;
  const unitsPerEm = font.readUInt16BE(at('head') + 18);
  const measured = font.readUInt16BE(at('hhea') + 34);
  const widthOf = (glyph: number) =>
    font.readUInt16BE(at('hmtx') + Math.min(glyph, measured - 1) * 4) / unitsPerEm;
  const cmap = at('cmap');
  for (let index = 0; index < font.readUInt16BE(cmap + 2); index += 1) {
    const map = cmap + font.readUInt32BE(cmap + 4 + index * 8 + 4);
    if (font.readUInt16BE(map) !== 4) continue;
    for (const [code, glyph] of charactersOf(font, map)) if (glyph > 0) widths[code] = widthOf(glyph);
  }
}

/** Characters of a map of format 4, each with its glyph. */
function* charactersOf(font: Buffer, map: number): Generator<[code: number, glyph: number]> {
  const size = font.readUInt16BE(map + 6);
  for (let place = 0; place < size; place += 2) {
    const last = font.readUInt16BE(map + 14 + place);
    const first = font.readUInt16BE(map + 16 + size + place);
    const shift = font.readUInt16BE(map + 16 + 2 * size + place);
    const jump = map + 16 + 3 * size + place;
    const offset = font.readUInt16BE(jump);
    for (let code = first; code <= last && code < 0xff_ff; code += 1) {
      const glyph = offset === 0 ? code : font.readUInt16BE(jump + offset + (code - first) * 2);
      yield [code, glyph === 0 ? 0 : (glyph + shift) & 0xff_ff];
    }
  }
}
