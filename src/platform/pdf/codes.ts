/** QR and Code 128 as SVG text for documents; `qr` and `barcode` of paper.typ show them. */
import * as bwip from 'bwip-js/node';
import { encode } from 'uqr';

/**
 * A code in the data of a document. It is drawn by the thread or process that makes the document: an encoder needs milliseconds, which would be
 * taken from those who wait for answers.
 */
export type DrawnCode = { $code: 'qr' | 'code128'; text: string };

export const qrCode = (text: string): DrawnCode => ({ $code: 'qr', text });
export const code128Code = (text: string): DrawnCode => ({ $code: 'code128', text });

/** As `JSON.stringify` writes one. Within a text that somebody typed, quotes are written as `\"`, so that no text is taken for a code. */
const CODE = /\{"\$code":"(qr|code128)","text":("(?:[^"\\]|\\.)*")\}/g;

/** The data of a document with its codes drawn. It is not parsed for that: a document of a print has thousands of values. @param data JSON text */
export function withDrawnCodes(data: string): string {
  return data.replace(CODE, (_, $code: DrawnCode['$code'], text: string) =>
    JSON.stringify(drawn({ $code, text: JSON.parse(text) as string })),
  );
}

const drawn = ({ $code, text }: DrawnCode): string => ($code === 'qr' ? qrSvg(text) : code128Svg(text));

/**
 * One of the eight patterns that are laid over the data of a QR code; a reader is told which in the code itself. Trying all
 * eight takes most of the time of the encoder, and any of them is read.
 */
const QR_MASK = 3;

/** Of a module: a little more than one, so that a screen shows no line between two rows. */
const BOX_HEIGHT = 1.03;

/** A QR code at error correction level M: readable with a seventh of it damaged. */
export function qrSvg(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', boostEcc: false, maskPattern: QR_MASK, border: 0 });
  return `<svg viewBox="0 0 ${size} ${size}" xmlns="http://www.w3.org/2000/svg">\n<path d="${runsOf(data)}" fill="#000000"/>\n</svg>\n`;
}

/** Each run of dark modules of a row as a box. */
function runsOf(rows: readonly (readonly boolean[])[]): string {
  let boxes = '';
  for (const [y, row] of rows.entries()) {
    let start = -1;
    for (let x = 0; x <= row.length; x += 1) {
      if (row[x]) {
        if (start < 0) start = x;
      } else if (start >= 0) {
        boxes += `M${start} ${y}h${x - start}v${BOX_HEIGHT}h-${x - start}z`;
        start = -1;
      }
    }
  }
  return boxes;
}

type Bars = { sbs: readonly number[] };
type Encoder = { raw: (options: Record<string, unknown>) => [Bars] };
/** The function of this name that its types describe is only in the default export. */
const { raw } = (bwip as unknown as { default: Encoder }).default;

const BAR_HEIGHT = 28;

/** A Code 128 bar code without text below it. */
export function code128Svg(text: string): string {
  const [{ sbs }] = raw({ bcid: 'code128', text });
  const bars: string[] = [];
  let at = 0;
  for (const [index, width] of sbs.entries()) {
    // A bar, the space behind it, a bar …
    if (index % 2 === 0) bars.push(`M${at} 0h${width}v${BAR_HEIGHT}h-${width}z`);
    at += width;
  }
  return `<svg viewBox="0 0 ${at} ${BAR_HEIGHT}" xmlns="http://www.w3.org/2000/svg">\n<path d="${bars.join('')}" fill="#000000"/>\n</svg>\n`;
}
