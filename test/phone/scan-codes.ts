/** What a phone reads from a printed page: poppler draws it as the dots of a printer, and a reader of QR codes looks at them. */
import { execFileSync } from 'node:child_process';
import reader, { type QRCode } from 'jsqr';
import sharp from 'sharp';

/** Dots per inch; a roll's printer knows black ones only. */
const PRINTERS = { a4: { dpi: 200, colours: '-gray' }, roll: { dpi: 203, colours: '-mono' } };
export type Printer = keyof typeof PRINTERS;

export type ScannedCode = {
  text: string;
  /** The side of its smallest square, in millimetres. */
  module_mm: number;
  /** The white beside the code in such squares, on its narrowest side; not looked for beyond `FAR`. */
  quietModules: number;
};

const FAR = 6;
const MM_PER_INCH = 25.4;
const WHITE = 255;
const INK = 128;
/** A phone is held over a part of the page, near or far: beside much Bengali, or a second code, the reader overlooks a code. */
const PARTS_MM = [45, 80, 300];
const STEP_MM = 20;

/** Four bytes a dot. */
type Dots = { data: Buffer; width: number; height: number };
type Box = { left: number; top: number; right: number; bottom: number };

/** So many QR codes of the first page, or as many as there are; from the foot upwards, because the code of the paper is there. */
export async function scanCodes(pdf: Buffer, printer: Printer, count: number): Promise<ScannedCode[]> {
  const { dpi, colours } = PRINTERS[printer];
  const drawn = execFileSync('pdftoppm', ['-r', String(dpi), colours, '-l', '1', '-png', '-'], {
    input: pdf,
    maxBuffer: 2 ** 26,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const picture = sharp(drawn).toColourspace('srgb').ensureAlpha().raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  const dots = { data, width: info.width, height: info.height };
  const dotsOf = (length_mm: number) => Math.round((length_mm * dpi) / MM_PER_INCH);
  const found: ScannedCode[] = [];
  for (const part_mm of PARTS_MM)
    for (let to = dots.height; to > 0 && found.length < count; to -= dotsOf(STEP_MM)) {
      const from = Math.max(0, to - dotsOf(part_mm));
      const code = read(dots, from, to);
      if (code) {
        const box = boxOf(code, from);
        const module = (box.right - box.left) / (17 + 4 * code.version);
        found.push({
          text: code.data,
          module_mm: (module * MM_PER_INCH) / dpi,
          quietModules: quietOf(dots, box, module) / module,
        });
        // It is not found a second time.
        clear(dots, box);
      }
      if (from === 0) break;
    }
  return found;
}

function read({ data, width }: Dots, from: number, to: number): QRCode | null {
  const part = new Uint8ClampedArray(data.subarray(from * width * 4, to * width * 4));
  return reader.default(part, width, to - from, { inversionAttempts: 'dontInvert' });
}

function boxOf({ location }: QRCode, from: number): Box {
  const { topLeftCorner, topRightCorner, bottomRightCorner, bottomLeftCorner } = location;
  const corners = [topLeftCorner, topRightCorner, bottomRightCorner, bottomLeftCorner];
  const [across, down] = [corners.map(({ x }) => x), corners.map(({ y }) => y + from)];
  return {
    ...{ left: Math.min(...across), right: Math.max(...across) },
    ...{ top: Math.min(...down), bottom: Math.max(...down) },
  };
}

/** How many dots away from the code the next ink or the edge of the paper is. Up to half a module it may be the code's own edge. */
function quietOf(dots: Dots, box: Box, module: number): number {
  for (let away = Math.ceil(module / 2); away <= FAR * module; away += 1)
    if (hasInk(dots, box, away)) return away;
  return FAR * module;
}

function hasInk({ data, width, height }: Dots, box: Box, away: number): boolean {
  const [left, top] = [Math.floor(box.left - away), Math.floor(box.top - away)];
  const [right, bottom] = [Math.ceil(box.right + away), Math.ceil(box.bottom + away)];
  if (left < 0 || top < 0 || right >= width || bottom >= height) return true;
  const isInk = (x: number, y: number) => (data[(y * width + x) * 4] ?? WHITE) < INK;
  for (let x = left; x <= right; x += 1) if (isInk(x, top) || isInk(x, bottom)) return true;
  for (let y = top; y <= bottom; y += 1) if (isInk(left, y) || isInk(right, y)) return true;
  return false;
}

function clear({ data, width }: Dots, { left, top, right, bottom }: Box): void {
  for (let y = Math.floor(top); y <= bottom; y += 1)
    data.fill(WHITE, (y * width + Math.floor(left)) * 4, (y * width + Math.ceil(right)) * 4);
}
