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

/** The data of a document with its codes drawn. @param data JSON text */
export function withDrawnCodes(data: string): string {
  if (!data.includes('"$code"')) return data;
  return JSON.stringify(JSON.parse(data, (_key, value: unknown) => (isCode(value) ? drawn(value) : value)));
}

const isCode = (value: unknown): value is DrawnCode =>
  typeof value === 'object' && value !== null && '$code' in value;

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
  return `<svg viewBox="0 0 ${size} ${size}" xmlns="http://www.w3.org/2000/svg">\n<path d="${runsOf(data.flat(), size)}" fill="#000000"/>\n</svg>\n`;
}

/** Each run of dark modules of a row as a box. */
function runsOf(modules: readonly boolean[], width: number): string {
  const boxes: string[] = [];
  for (let at = 0; at < modules.length; at += 1) {
    if (!modules[at]) continue;
    const column = at % width;
    let run = 1;
    while (column + run < width && modules[at + run]) run += 1;
    boxes.push(`M${column} ${Math.floor(at / width)}h${run}v${BOX_HEIGHT}h-${run}z`);
    at += run - 1;
  }
  return boxes.join('');
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
