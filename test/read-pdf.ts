/** What a reader finds in a PDF, by poppler's programs: `npm test` and `npm run unit` install them (tools/test-programs.ts). */
import { execFileSync } from 'node:child_process';

/** The text of all pages, as it is laid out. */
export function textOfPdf(content: Buffer): string {
  return execFileSync('pdftotext', ['-layout', '-', '-'], { input: content }).toString();
}

/** Words of which a part is beyond a side of their page. */
export function wordsBeyondPage(content: Buffer): string[] {
  const drawn = execFileSync('pdftotext', ['-bbox', '-', '-'], { input: content }).toString();
  let width = 0;
  const found =
    /<page width="([\d.]+)"|xMin="(-?[\d.]+)" yMin="-?[\d.]+" xMax="(-?[\d.]+)" yMax="-?[\d.]+">(.*?)<\/word>/g;
  return [...drawn.matchAll(found)].flatMap(([, page, start, end, word]) => {
    if (page) width = Number(page);
    return end && (Number(start) < 0 || Number(end) > width) ? [String(word)] : [];
  });
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
