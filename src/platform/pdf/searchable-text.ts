/**
 * Says of each Bengali word in a PDF what its text is (`ActualText`), so that it can be searched, copied and read aloud.
 * Needed because Typst draws a cluster whose signs are higher or lower than its letter in several pieces, and each piece
 * says that it is the whole cluster: a reader finds "নম্বম্বম্বর" for "নম্বর" (decision 0042). What is drawn stays as it is.
 *
 * Knows only what Typst writes: a piece is `q … cm … BT … ET Q`, each glyph has two bytes, and the spaces between words are
 * pieces of another face.
 */
import { deflateSync } from 'node:zlib';
import { bytesOf, readParts, streamOf, textOf, writeParts } from './pdf-objects.ts';

type Face = { texts: ReadonlyMap<number, string>; widths: ReadonlyMap<number, number> };
/** One glyph, or the glyphs that have a text together; how far they move the pen. */
type Unit = { text: string; glyphs: number[]; width: number };
/** Of Bengali letters: the same ones are drawn again and again in a document, and are read one time. */
type Drawn = {
  /** What it draws, without the texts of its glyphs. */
  lines: string[];
  units: Unit[];
  size: number;
  /** How far the pen goes, and how much of that moves the last signs to their places. */
  pen: number;
  moved: number;
};
/** Faces by their names on a page, and what was read of pages that have the same. */
type Faces = { byName: ReadonlyMap<string, Face>; drawn: Map<string, Drawn | undefined> };
type Piece = Pick<Drawn, 'lines' | 'units' | 'size'> & {
  source: string;
  /** Its place in the document's structure; empty if the document has none. */
  tag: string;
  colour: string;
  from: { x: number; y: number };
  /** The place of the next letter, with and without what moved the last signs to their places. */
  ends: [number, number];
};

const BENGALI = /[\u0980-\u09FF]/;
/** A sign is at most so far above or below its letter, in sizes of the letters. */
const FARTHEST_SIGN = 0.7;
/** What is farther away than this is another word: a column, a cell. */
const FARTHEST_LETTER = 0.3;

/**
 * The document with the text of its Bengali words.
 * @param bytes as Typst wrote them
 * @param given the texts that it was made of
 */
export function withSearchableText(bytes: Buffer, given: string): Buffer {
  const parts = readParts(bytes);
  const faces = new Map<string, Face>();
  const facesOfPages = new Map<string, Faces>();
  const isGiven = memory((text: string) => given.includes(text));
  let isChanged = false;
  for (const page of [...parts.objects.values()]) {
    if (!/\/Type \/Page\b/.test(page)) continue;
    const content = Number(/\/Contents (\d+) 0 R/.exec(page)?.[1]);
    const object = parts.objects.get(content);
    if (!object) continue;
    const named = /\/Font <<([^>]*)>>/.exec(page)?.[1] ?? '';
    const facesOfPage = facesOfPages.get(named) ?? readFaces(parts.objects, named, faces);
    facesOfPages.set(named, facesOfPage);
    const drawn = streamOf(object);
    const changed = withWords(drawn, facesOfPage, isGiven);
    if (changed === drawn) continue;
    isChanged = true;
    parts.objects.set(content, withStream(object, changed));
  }
  return isChanged ? writeParts(parts) : bytes;
}

function memory<T>(find: (key: string) => T): (key: string) => T {
  const found = new Map<string, T>();
  return (key) => {
    const value = found.get(key) ?? find(key);
    found.set(key, value);
    return value;
  };
}

function readFaces(objects: ReadonlyMap<number, string>, named: string, known: Map<string, Face>): Faces {
  const byName = new Map<string, Face>();
  for (const [, name = '', number = ''] of named.matchAll(/\/(\S+) (\d+) 0 R/g)) {
    const face = known.get(number) ?? readFace(objects, Number(number));
    known.set(number, face);
    byName.set(name, face);
  }
  return { byName, drawn: new Map() };
}

function withStream(object: string, content: string): string {
  const data = textOf(deflateSync(bytesOf(content)));
  const number = /^\d+/.exec(object)?.[0];
  return `${number} 0 obj\n<<\n  /Length ${data.length}\n  /Filter /FlateDecode\n>>\nstream\n${data}\nendstream\nendobj\n\n`;
}

const utf16 = (hex: string) =>
  String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));
const hexOf = (text: string) =>
  `FEFF${[...Array(text.length).keys()].map((at) => text.charCodeAt(at).toString(16).padStart(4, '0')).join('')}`.toUpperCase();

function readFace(objects: ReadonlyMap<number, string>, number: number): Face {
  const font = objects.get(number) ?? '';
  const referred = (word: string) =>
    objects.get(Number(new RegExp(`/${word} \\[?(\\d+) 0 R`).exec(font)?.[1])) ?? '';
  const texts = new Map<number, string>();
  const map = streamOf(referred('ToUnicode'));
  for (const [, glyph = '', text = ''] of map.matchAll(/^<([\dA-F]{4})> <([\dA-F]+)>$/gim))
    texts.set(Number.parseInt(glyph, 16), utf16(text));
  const widths = new Map<number, number>();
  const listed = /\/W \[([^\]]*(?:\[[^\]]*\][^\]]*)*)\]/.exec(referred('DescendantFonts'))?.[1] ?? '';
  for (const [, first = '', last = '', width = ''] of listed.matchAll(/(\d+) (\d+) ([\d.]+)/g))
    for (let glyph = Number(first); glyph <= Number(last); glyph += 1) widths.set(glyph, Number(width));
  return { texts, widths };
}

const NUMBER = String.raw`(-?[\d.]+)`;
const PIECE = new RegExp(
  String.raw`(/\w+ <<\n {2}/MCID \d+\n>> BDC\n)?q\n1 0 0 -1 ${NUMBER} ${NUMBER} cm\n((?:[^\n]* (?:cs|scn|gs|g|rg|k)\n)*)BT\n([\s\S]*?)ET\nQ\n`,
  'g',
);
const SPAN_END = 'EMC\n';

/** Whether a text is in what the document was made of. */
type IsGiven = (text: string) => boolean;

/** What a page draws, with a text around each word that needs one. */
function withWords(drawn: string, faces: Faces, isGiven: IsGiven): string {
  const written: string[] = [];
  let word: Piece[] = [];
  let end = 0;
  const endWord = () => {
    written.push(writeWord(word, isGiven));
    word = [];
  };
  for (const match of drawn.matchAll(PIECE)) {
    const tagEnd = match[1] ? SPAN_END : '';
    const whole = `${match[0]}${tagEnd}`;
    const piece = drawn.startsWith(whole, match.index) ? readPiece(match, whole, faces) : undefined;
    const last = word.at(-1);
    if (match.index > end || !piece || (last && !goesOn(last, piece))) endWord();
    written.push(drawn.slice(end, match.index));
    end = match.index + (piece ? whole.length : 0);
    if (piece) word.push(piece);
  }
  endWord();
  written.push(drawn.slice(end));
  return written.join('');
}

/** A piece of Bengali text; undefined if it is anything else, or written in a way that Typst does not write. */
function readPiece(match: RegExpExecArray, whole: string, faces: Faces): Piece | undefined {
  const [, tag = '', x, y, colour = '', body = ''] = match;
  if (!faces.drawn.has(body)) faces.drawn.set(body, readDrawn(body, faces.byName));
  const drawn = faces.drawn.get(body);
  if (!drawn) return undefined;
  const { lines, units, size, pen, moved } = drawn;
  return {
    ...{ source: whole, tag, colour, lines, units, size },
    from: { x: Number(x), y: Number(y) },
    ends: [Number(x) + pen - moved, Number(x) + pen],
  };
}

/** @param body what is between BT and ET */
function readDrawn(body: string, faces: ReadonlyMap<string, Face>): Drawn | undefined {
  const lines: string[] = [];
  const units: Unit[] = [];
  let span: Unit | undefined;
  let face = '';
  let size = 0;
  let [pen, moved] = [0, 0];
  // No line ends within a string: Typst writes such bytes as `\n`.
  for (const line of body.replaceAll(/<<\n {2}(.*)\n>> BDC/g, '<<$1>> BDC').split('\n')) {
    const opened = /^\/Span <<\/ActualText <FEFF([\dA-F]*)>>> BDC$/.exec(line);
    const set = /^\/(\S+) ([\d.]+) Tf$/.exec(line);
    const place = MOVE.exec(line);
    if (opened) {
      span = { text: utf16(opened[1] ?? ''), glyphs: [], width: 0 };
      continue;
    }
    if (line === 'EMC' && span) {
      units.push(span);
      span = undefined;
      continue;
    }
    lines.push(line);
    if (set) [face, size] = [set[1] ?? '', Number(set[2])];
    else if (place) [pen, moved] = [Number(place[1]), 0];
    else if (/ T[jJ]$/.test(line)) {
      const known = faces.get(face);
      if (!known) return undefined;
      for (const shown of shownIn(line)) {
        if ('move' in shown) moved += (shown.move / 1000) * size;
        else {
          const width = known.widths.get(shown.glyph) ?? 0;
          pen += (width / 1000) * size;
          if (span) {
            span.glyphs.push(shown.glyph);
            span.width += width;
          } else units.push({ text: known.texts.get(shown.glyph) ?? '', glyphs: [shown.glyph], width });
        }
      }
    } else if (line && !/^\d Tr$/.test(line)) return undefined;
  }
  if (!units.some(({ text }) => BENGALI.test(text))) return undefined;
  return { lines, units, size, pen, moved };
}

const ESCAPES: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

/** Glyphs and moves of a line that shows text, in their order. */
function shownIn(line: string): ({ glyph: number } | { move: number })[] {
  const shown: ({ glyph: number } | { move: number })[] = [];
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '(' || line[at] === '<') {
      const { bytes, end } = line[at] === '(' ? stringAt(line, at) : hexAt(line, at);
      for (let byte = 0; byte + 1 < bytes.length; byte += 2)
        shown.push({ glyph: (bytes[byte] ?? 0) * 256 + (bytes[byte + 1] ?? 0) });
      at = end;
    } else {
      const [number] = /^-?[\d.]+/.exec(line.slice(at, at + 20)) ?? [];
      if (!number) continue;
      shown.push({ move: Number(number) });
      at += number.length - 1;
    }
  }
  return shown;
}

function hexAt(line: string, start: number): { bytes: number[]; end: number } {
  const end = line.indexOf('>', start);
  const bytes = (line.slice(start + 1, end).match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));
  return { bytes, end };
}

/** The bytes of a string of PDF that begins here; pairs of parentheses within it are written as they are. */
function stringAt(line: string, start: number): { bytes: number[]; end: number } {
  const bytes: number[] = [];
  let depth = 0;
  let at = start;
  for (; at < line.length; at += 1) {
    const sign = line[at] ?? '';
    if (sign === '\\') {
      const octal = /^[0-7]{1,3}/.exec(line.slice(at + 1, at + 4))?.[0];
      const next = line[at + 1] ?? '';
      bytes.push(octal ? Number.parseInt(octal, 8) : (ESCAPES[next] ?? next.charCodeAt(0)));
      at += octal?.length ?? 1;
      continue;
    }
    if (sign === ')') depth -= 1;
    if (depth === 0 && sign === ')') break;
    if (depth > 0 || sign !== '(') bytes.push(sign.charCodeAt(0));
    if (sign === '(') depth += 1;
  }
  return { bytes, end: at };
}

/** The same word: on one line but for the height of signs, with no room between. */
function goesOn(last: Piece, next: Piece): boolean {
  const reach = FARTHEST_SIGN * next.size;
  const gaps = last.ends.map((end) => Math.abs(next.from.x - end));
  return (
    last.colour === next.colour &&
    Math.abs(next.from.y - last.from.y) <= reach &&
    Math.min(...gaps) <= FARTHEST_LETTER * next.size
  );
}

/** One text of all pieces: some readers lose their place if a text goes on behind the end of a piece. */
function writeWord(pieces: readonly Piece[], isGiven: IsGiven): string {
  const [first, ...others] = pieces;
  if (!first) return '';
  // Digits, and letters without signs.
  const isPlain = first.units.every(({ text, glyphs }) => text.length === 1 && glyphs.length === 1);
  if (isPlain && others.length === 0) return first.source;
  const { tag, colour, from } = first;
  const lines = pieces.flatMap((piece) => movedLines(piece, from)).join('');
  const text = `/Span <<\n  /ActualText <${hexOf(textOfWord(pieces, isGiven))}>\n>> BDC\n${lines}${SPAN_END}`;
  const inTag = `q\n1 0 0 -1 ${from.x} ${from.y} cm\n${colour}BT\n${text}ET\nQ\n`;
  // The structure names the other pieces too: they are there, with nothing in them.
  return tag
    ? `${tag}${inTag}${SPAN_END}${others.map((piece) => `${piece.tag}${SPAN_END}`).join('')}`
    : inTag;
}

/** What a piece draws, as seen from the beginning of the word. */
function movedLines({ lines, from }: Piece, start: Piece['from']): string[] {
  const [dx, dy] = [from.x - start.x, start.y - from.y];
  return lines
    .filter(Boolean)
    .map((line) => `${line.replace(MOVE, (_, x, y) => moveTo(Number(x) + dx, Number(y) + dy))}\n`);
}

const MOVE = /^1 0 0 -1 (-?[\d.]+) (-?[\d.]+) Tm$/;
const moveTo = (x: number, y: number) => `1 0 0 -1 ${plain(x)} ${plain(y)} Tm`;
/** PDF knows no exponents. */
const plain = (value: number) => String(Number(value.toFixed(5)));

/**
 * The texts of its units; a cluster that goes on in the next piece is there once. If a letter below another one is
 * followed by the same letter, what is drawn does not say whether it goes on: then the texts of the paper do.
 */
function textOfWord(pieces: readonly Piece[], isGiven: IsGiven): string {
  const whole = joined(pieces, (unit) => unit.width === 0);
  const shorter = joined(pieces, () => true);
  return shorter !== whole && !isGiven(whole) && isGiven(shorter) ? shorter : whole;
}

/** @param goesOnAlone whether a single letter is a part of the same one before it */
function joined(pieces: readonly Piece[], goesOnAlone: (unit: Unit) => boolean): string {
  let text = '';
  let cluster: Unit | undefined;
  for (const { units } of pieces) {
    for (const [index, unit] of units.entries()) {
      // Two equal clusters side by side begin with the same glyph.
      const isPart = unit.text.length > 1 ? cluster?.glyphs[0] !== unit.glyphs[0] : goesOnAlone(unit);
      if (index === 0 && cluster?.text === unit.text && isPart) continue;
      text += unit.text;
      cluster = unit;
    }
  }
  return text;
}
