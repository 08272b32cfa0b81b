/**
 * How a list is laid out on paper so that it can be read however many columns it has: a column is as wide as its content
 * needs; what does not fit is put on a wider page, then in smaller letters, and last in bands: pages that repeat the
 * first column and go on with the next ones. Widths of texts are in sizes of the letters, widths on paper in points.
 */
import type { CellKind } from './cells.ts';

type Measure = { cell: (text: string) => number; head: (text: string) => number };

/** What a column needs so that its texts have at most so many lines, and what it would take to have one. */
export type Need = { least: number; whole: number; isFilled: boolean };

export type Page = { paper: 'a4' | 'a3'; flipped: boolean; size: number };
/** Columns that are printed side by side, with their widths; the room between the texts is included. */
export type Band = { columns: number[]; widths: number[] };
export type Layout = { page: Page; bands: Band[] };

/** In points; the same as in list.typ. */
export const CELL_INSET = { x: 4, y: 4.5 };
const MARGIN_X = 45.4;
const SHEETS = { a4: [595.2, 841.8], a3: [841.8, 1190.5] } as const;

const USUAL: Page = { paper: 'a4', flipped: false, size: 7.5 };
const FLIPPED: Page = { ...USUAL, flipped: true };
const WIDE: Page = { ...FLIPPED, paper: 'a3' };
/** Smaller letters are not read on paper. */
const SMALLEST: Page = { ...WIDE, size: 7 };
const UPRIGHT_COLUMNS = 6;

/** How many lines a text takes at most, as long as that does not need a wider column than TEXT_CAP. */
const LINES: Record<CellKind, number> = {
  ...{ text: 4, instant: 2 },
  ...{ money: 1, volume: 1, number: 1, day: 1, month: 1 },
};
const HEAD_LINES = 3;
/** A longer word is broken anywhere. */
const WORD_CAP = 12;
const TEXT_CAP = 16;
const WHOLE_CAP = 30;
/** What a wrapped text loses at the ends of its lines. */
const RAGGED = 1.15;
/** Measured widths are never too small; this is for what the printer rounds. */
const SPARE = 0.2;
/** Repeated in each band at most; the first of them that every row has ends them. */
const MOST_KEYS = 3;

const SPACES = /\s+/u;

function needOf(
  text: string,
  width: (text: string) => number,
  lines: number,
): [least: number, whole: number] {
  const whole = width(text);
  const longest = text.split(SPACES).reduce((most, word) => Math.max(most, width(word)), 0);
  const wrapped = lines === 1 ? whole : Math.min(TEXT_CAP, (whole / lines) * RAGGED);
  return [Math.max(Math.min(longest, WORD_CAP), Math.min(whole, wrapped)), Math.min(whole, WHOLE_CAP)];
}

/** What the heads need, before any row is read. */
export function needsOfHeads(titles: readonly string[], { head }: Measure): Need[] {
  return titles.map((title) => {
    const [least] = needOf(title, head, HEAD_LINES);
    return { least, whole: least, isFilled: true };
  });
}

/** The needs of these rows and all before them: columns of a later part are never narrower. */
export function withRows(
  needs: readonly Need[],
  rows: readonly (readonly string[])[],
  kinds: readonly CellKind[],
  { cell }: Measure,
): Need[] {
  return needs.map((before, index) => {
    const need = { ...before };
    const lines = LINES[kinds[index] ?? 'text'];
    for (const row of rows) {
      const text = row[index] ?? '';
      if (text === '') need.isFilled = false;
      const [least, whole] = needOf(text, cell, lines);
      need.least = Math.max(need.least, least);
      need.whole = Math.max(need.whole, whole);
    }
    return need;
  });
}

const widthOfPage = ({ paper, flipped }: Page) => SHEETS[paper][flipped ? 1 : 0] - 2 * MARGIN_X;
export const heightOfPage = ({ paper, flipped }: Page) => SHEETS[paper][flipped ? 0 : 1] - 91;

const leastWidth = ({ least }: Need, { size }: Page) => (least + SPARE) * size + 2 * CELL_INSET.x;

/** The first of the pages that all columns fit on; bands of the widest one if they fit on none. */
export function layoutOf(needs: readonly Need[]): Layout {
  const pages = [...(needs.length <= UPRIGHT_COLUMNS ? [USUAL] : []), FLIPPED, WIDE, SMALLEST];
  const all = needs.map((_, index) => index);
  const sum = (page: Page) => needs.reduce((total, need) => total + leastWidth(need, page), 0);
  const page = pages.find((sheet) => sum(sheet) <= widthOfPage(sheet));
  const bands = page ? [all] : inBands(needs, WIDE);
  const chosen = page ?? WIDE;
  return {
    page: chosen,
    bands: bands.map((columns) => ({ columns, widths: widened(columns, needs, chosen) })),
  };
}

/** As few bands as there is room for, each about as full as the others. */
function inBands(needs: readonly Need[], page: Page): number[][] {
  const keys = keysOf(needs);
  const width = (columns: readonly number[]) =>
    columns.reduce((sum, column) => sum + leastWidth(needs[column] ?? needs[0] ?? NOTHING, page), 0);
  const room = widthOfPage(page) - width(keys);
  const others = needs.map((_, index) => index).slice(keys.length);
  const filled = (most: number) => {
    const bands: number[][] = [];
    for (const column of others) {
      const last = bands.at(-1);
      if (last && width([...last, column]) <= most) last.push(column);
      else bands.push([column]);
    }
    return bands;
  };
  const fewest = filled(room).length;
  const even = width(others) / fewest;
  const STEPS = 20;
  for (let step = 0; step < STEPS; step += 1) {
    const bands = filled(even + ((room - even) * step) / STEPS);
    if (bands.length === fewest) return bands.map((columns) => [...keys, ...columns]);
  }
  return filled(room).map((columns) => [...keys, ...columns]);
}

const NOTHING: Need = { least: 0, whole: 0, isFilled: false };

/** Columns by which a row is known again: up to the first that every row has. */
function keysOf(needs: readonly Need[]): number[] {
  const filled = needs.findIndex(({ isFilled }) => isFilled);
  return Array.from({ length: filled < 0 || filled >= MOST_KEYS ? 1 : filled + 1 }, (_, index) => index);
}

/** The page's whole width: first to those whose texts would have more lines, the rest to all. */
function widened(columns: readonly number[], needs: readonly Need[], page: Page): number[] {
  const least = columns.map((column) => leastWidth(needs[column] ?? NOTHING, page));
  const wished = columns.map((column, index) => {
    const { whole } = needs[column] ?? NOTHING;
    return Math.max(0, (whole + SPARE) * page.size + 2 * CELL_INSET.x - (least[index] ?? 0));
  });
  const sum = (list: readonly number[]) => list.reduce((total, width) => total + width, 0);
  const room = Math.max(0, widthOfPage(page) - sum(least));
  const share = sum(wished) > 0 ? Math.min(1, room / sum(wished)) : 0;
  const taken = least.map((width, index) => width + share * (wished[index] ?? 0));
  const rest = Math.max(0, widthOfPage(page) - sum(taken)) / Math.max(1, columns.length);
  return taken.map((width) => width + rest);
}

const CLUSTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** The end of a line may be here, within a word. */
const BREAK = '\u200b';

/** A text whose words are no wider than their column: a longer one may be broken between any two of its letters. */
export function brokenTo(text: string, width: (text: string) => number, room: number): string {
  if (width(text) <= room) return text;
  return text
    .split(/(\s+)/u)
    .map((word) =>
      width(word) <= room ? word : Array.from(CLUSTERS.segment(word), ({ segment }) => segment).join(BREAK),
    )
    .join('');
}

/** How many lines a text takes in a column. */
export function linesOf(text: string, width: (text: string) => number, room: number): number {
  let lines = 1;
  let used = 0;
  const space = width(' ');
  for (const word of text.split(SPACES)) {
    const wide = width(word);
    if (used > 0 && used + space + wide > room) {
      lines += 1;
      used = 0;
    }
    lines += Math.max(0, Math.ceil(wide / room) - 1);
    used += (used > 0 ? space : 0) + (wide > room ? wide % room : wide);
  }
  return lines;
}

/** Rows in groups that fill a page each, by the lines of the row's longest cell. @param heights of the rows */
export function inPages(heights: readonly number[], room: number): [from: number, to: number][] {
  const pages: [number, number][] = [];
  let from = 0;
  let used = 0;
  for (const [index, height] of heights.entries()) {
    if (index > from && used + height > room) {
      pages.push([from, index]);
      [from, used] = [index, 0];
    }
    used += height;
  }
  pages.push([from, heights.length]);
  return pages;
}
