/**
 * Says what a received file really is, from its bytes; the name and the sender's media type count for nothing,
 * except to tell kinds of plain text apart. Refuses files that are two things at once (G38).
 */
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { fail } from '#shared/errors.ts';
import { FILE_CAPS, type FileKind, fileErrors } from '#shared/files.ts';
import { isDrawing, isTooHeavy } from './drawing.ts';
import { checkZip } from './zip-limits.ts';

export type Inspected = { mediaType: string; extension: string; isImage: boolean };

const IMAGES = new Map([
  ...['gif', 'png', 'webp', 'bmp', 'avif'].map((name): [string, string] => [`image/${name}`, name]),
  ['image/jpeg', 'jpg'],
  ['image/tiff', 'tif'],
]);
const VIDEOS = new Map([
  ['video/mp4', 'mp4'],
  ['video/x-m4v', 'mp4'],
  ['video/quicktime', 'mov'],
  ['video/webm', 'webm'],
  ['video/matroska', 'mkv'],
  ['video/x-matroska', 'mkv'],
  ['video/mpeg', 'mpg'],
  ['video/vnd.avi', 'avi'],
  ['video/x-msvideo', 'avi'],
  ['video/3gpp', '3gp'],
]);
const OFFICE = new Map([
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'],
  ['application/vnd.oasis.opendocument.text', 'odt'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
]);
const TEXTS = new Map([
  ['csv', 'text/csv'],
  ['txt', 'text/plain'],
]);

/**
 * @param path the received file
 * @param extension of the name it came with, for plain text only
 */
export async function inspectFile(path: string, kind: FileKind, extension: string): Promise<Inspected> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size === 0) throw fail(fileErrors.empty);
    const head = await readAt(file, 0, Math.min(size, 4096));
    const tail = await readAt(file, Math.max(0, size - 2048), Math.min(size, 2048));
    const found = await identify(path, head, { kind, extension });
    if (!found || !accepted(kind, found)) throw refusal(kind);
    if (found.isImage) refuseLargePicture(size, kind);
    if (found.extension === 'svg') await checkDrawing(path, size);
    if (found.mediaType === 'application/pdf') checkPdf(head, tail);
    if (OFFICE.has(found.mediaType)) await checkZip(path);
    return found;
  } finally {
    await file.close();
  }
}

type Named = { kind: FileKind; extension: string };

async function identify(path: string, head: Buffer, named: Named): Promise<Inspected | undefined> {
  const mime = (await fileTypeFromFile(path))?.mime;
  if (!mime || mime === 'application/xml') return identifyText(path, head, named);
  const image = IMAGES.get(mime);
  if (image) return { mediaType: mime, extension: image, isImage: true };
  const other = mime === 'application/pdf' ? 'pdf' : (VIDEOS.get(mime) ?? OFFICE.get(mime));
  return other ? { mediaType: mime, extension: other, isImage: false } : undefined;
}

async function identifyText(
  path: string,
  head: Buffer,
  { kind, extension }: Named,
): Promise<Inspected | undefined> {
  const start = head.toString('utf8');
  if (isDrawing(start)) return { mediaType: 'image/svg+xml', extension: 'svg', isImage: true };
  const mediaType = TEXTS.get(extension);
  if (!mediaType || /<\s*(?:!doctype|html|script|svg|\?xml|\?php)/i.test(start)) return undefined;
  const encoding = await encodingOf(path);
  // Who sends a table from an old program is told what to do; a kind that takes no text has its own sentence.
  if (encoding === 'old' && kind === 'attachment') throw fail(fileErrors.old_encoding);
  return encoding === 'UTF-8' ? { mediaType, extension, isImage: false } : undefined;
}

function accepted(kind: FileKind, { mediaType, isImage }: Inspected): boolean {
  if (kind === 'image') return isImage;
  if (kind === 'video') return VIDEOS.has(mediaType);
  if (kind === 'preview') return isImage || VIDEOS.has(mediaType) || mediaType === 'application/pdf';
  return !VIDEOS.has(mediaType);
}

function refusal(kind: FileKind) {
  if (kind === 'image') return fail(fileErrors.not_an_image);
  return fail(kind === 'video' ? fileErrors.not_a_video : fileErrors.type_not_accepted);
}

/**
 * Specification §5: a picture has at most 5 MB, also one that comes as a paper or an attachment. A preview may be larger, but not as
 * large as a video: it is decoded in memory.
 */
function refuseLargePicture(size: number, kind: FileKind): void {
  const [cap, named] = kind === 'preview' ? [FILE_CAPS.attachment, kind] : [FILE_CAPS.image, 'image'];
  if (size > cap) throw fail(fileErrors.too_large, { limit_mb: cap / 1024 ** 2, kind: named });
}

const MAX_DRAWING_BYTES = 1024 ** 2;

/** A drawing is a small text that may ask for endless work. */
async function checkDrawing(path: string, size: number): Promise<void> {
  if (size > MAX_DRAWING_BYTES || isTooHeavy(await readFile(path, 'utf8')))
    throw fail(fileErrors.picture_too_heavy);
}

/** One PDF and nothing else: its header is the first byte, its end mark closes the file, no markup inside the head. */
function checkPdf(head: Buffer, tail: Buffer): void {
  const end = tail.toString('latin1');
  const afterEnd = end.slice(end.lastIndexOf('%%EOF') + '%%EOF'.length);
  const markup = /<\s*(?:!doctype|html|script|svg|\?php)/i.test(head.subarray(0, 1024).toString('latin1'));
  if (
    !head.subarray(0, 5).equals(Buffer.from('%PDF-')) ||
    !end.includes('%%EOF') ||
    afterEnd.trim() !== '' ||
    markup
  ) {
    throw fail(fileErrors.mixed_content);
  }
}

/** `old`: letters of another encoding, UTF-16 among them. `none`: no text. */
async function encodingOf(path: string): Promise<'UTF-8' | 'old' | 'none'> {
  const file = await open(path);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  const decode = (chunk?: Buffer) => {
    try {
      if (isUtf8) decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      isUtf8 = false;
    }
  };
  try {
    const mark = (await readAt(file, 0, 2)).toString('hex');
    if (mark === 'fffe' || mark === 'feff') return 'old';
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      if ((chunk as Buffer).includes(0)) return 'none';
      decode(chunk as Buffer);
    }
    decode();
    return isUtf8 ? 'UTF-8' : 'old';
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
