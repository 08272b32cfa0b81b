/** What a reader finds in a PDF, by poppler's programs: `npm test` and `npm run unit` install them (tools/test-programs.ts). */
import { execFileSync } from 'node:child_process';

const MOST_TEXT = 256 * 1024 ** 2;

/** The text of all pages, as it is laid out. */
export function textOfPdf(content: Buffer): string {
  return execFileSync('pdftotext', ['-layout', '-', '-'], {
    input: content,
    maxBuffer: MOST_TEXT,
  }).toString();
}

/** How many pages it has. */
export function pagesOfPdf(content: Buffer): number {
  return Number(/Pages:\s+(\d+)/.exec(execFileSync('pdfinfo', ['-'], { input: content }).toString())?.[1]);
}

/** How many pictures it has; what is drawn, such as a QR code, is none. */
export function picturesOfPdf(content: Buffer): number {
  const [, , ...pictures] = execFileSync('pdfimages', ['-list', '-'], { input: content })
    .toString()
    .trim()
    .split('\n');
  return pictures.length;
}

type Box = {
  page: number;
  pageWidth: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  word: string;
};

/** The boxes of all words. */
function boxesOfPdf(content: Buffer): Box[] {
  const drawn = execFileSync('pdftotext', ['-bbox', '-', '-'], {
    input: content,
    maxBuffer: MOST_TEXT,
  }).toString();
  let [page, pageWidth] = [0, 0];
  const found =
    /<page width="([\d.]+)"|xMin="(-?[\d.]+)" yMin="(-?[\d.]+)" xMax="(-?[\d.]+)" yMax="(-?[\d.]+)">(.*?)<\/word>/g;
  return [...drawn.matchAll(found)].flatMap(([, width, left, top, right, bottom, word]) => {
    if (width) [page, pageWidth] = [page + 1, Number(width)];
    if (left === undefined || !word) return [];
    const box = { left: Number(left), right: Number(right), top: Number(top), bottom: Number(bottom) };
    return { page, pageWidth, word, ...box };
  });
}

/** A box is as high as the highest letters of its face; the middle of it is what is read. */
const READ_PART = 0.4;
/** Rounding, in points. */
const TOUCHING = 0.6;

/** Words of which a part is beyond a side of their page. */
export function wordsBeyondPage(content: Buffer): string[] {
  return beyondPage(boxesOfPdf(content));
}

/** What nobody can read: words that are printed over each other, in pairs, and words that are beyond a side of their page. */
export function unreadableWords(content: Buffer): string[] {
  const drawn = boxesOfPdf(content);
  return [...overprinted(drawn), ...beyondPage(drawn)];
}

function beyondPage(drawn: readonly Box[]): string[] {
  return drawn.filter(({ left, right, pageWidth }) => left < 0 || right > pageWidth).map(({ word }) => word);
}

function overprinted(drawn: readonly Box[]): string[] {
  const boxes = drawn.map((box) => {
    const [middle, half] = [(box.top + box.bottom) / 2, ((box.bottom - box.top) * READ_PART) / 2];
    return { ...box, top: middle - half, bottom: middle + half };
  });
  boxes.sort((a, b) => a.page - b.page || a.top - b.top);
  return boxes.flatMap((box, index) => {
    const pairs: string[] = [];
    for (let next = index + 1; next < boxes.length; next += 1) {
      const other = boxes[next];
      if (!other || other.page !== box.page || other.top >= box.bottom) break;
      if (Math.min(box.right, other.right) - Math.max(box.left, other.left) > TOUCHING)
        pairs.push(`page ${box.page}: ${box.word} / ${other.word}`);
    }
    return pairs;
  });
}
