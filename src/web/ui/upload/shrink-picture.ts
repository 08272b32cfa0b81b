/**
 * A photo of a phone has five to fifteen megabytes, and is often stored on its side. Before anything is asked of it, it is turned
 * upright and made small: 2000 pixels at its longest side, 400 kB at most. What the browser cannot show goes as it is,
 * and the server decides; only HEIC is refused here, because the person can do something about it.
 */
import { extensionOf } from '#shared/files.ts';
import type { Refused } from './file-checks.ts';

export const LONGEST_PX = 2000;
export const MOST_BYTES = 400 * 1024;
/** A picture is written with the first, and if that is too large with the second; then its sides get shorter. */
const QUALITIES = [0.84, 0.62] as const;
/** So often: each time takes a cheap phone half a second. */
const MOST_TIMES = 5;
/** Drawings stay drawings. */
const LEFT_ALONE = /^(svg|gif|pdf)$/;

type Chosen = Pick<File, 'name' | 'type'>;

export const isHeic = ({ name, type }: Chosen): boolean =>
  /^hei[cf]$/.test(extensionOf(name)) || /^image\/hei[cf]/.test(type);

const isPicture = (file: Chosen): boolean => file.type.startsWith('image/') || isHeic(file);

/** The name with the ending of what it is now. */
export const asJpeg = (name: string): string => `${name.replace(/\.[^.]*$/, '') || 'photo'}.jpg`;

/** Width and height with the longest side at most `longest`. */
export function fitted(size: { width: number; height: number }, longest: number) {
  const scale = Math.min(1, longest / Math.max(size.width, size.height));
  return { width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
}

/** The file to send, or why there is none. Files that are no photos come back as they are. */
export async function shrinkPicture(file: File): Promise<{ file: File } | { refused: Refused }> {
  if (!isPicture(file) || LEFT_ALONE.test(extensionOf(file.name))) return { file };
  // Turned by what the camera noted, as every picture on a page is.
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!bitmap) return isHeic(file) ? { refused: { code: 'common.heic_unreadable' } } : { file };
  try {
    const isSmall = Math.max(bitmap.width, bitmap.height) <= LONGEST_PX && file.size <= MOST_BYTES;
    if (isSmall && !isHeic(file)) return { file };
    const blob = await encoded(bitmap);
    // A picture that was written well already may not get smaller.
    if (!blob || (blob.size >= file.size && !isHeic(file))) return { file };
    return { file: new File([blob], asJpeg(file.name), { type: 'image/jpeg' }) };
  } finally {
    bitmap.close();
  }
}

async function encoded(bitmap: ImageBitmap): Promise<Blob | undefined> {
  const [fine, coarse] = QUALITIES;
  let blob = await written(drawn(bitmap, fitted(bitmap, LONGEST_PX)), fine);
  let longest = Math.min(LONGEST_PX, Math.max(bitmap.width, bitmap.height));
  for (let times = 1; blob && blob.size > MOST_BYTES && times < MOST_TIMES; times += 1) {
    if (times > 1) longest = shorter(longest, blob.size);
    blob = await written(drawn(bitmap, fitted(bitmap, longest)), coarse);
  }
  return blob;
}

/** Bytes go with the area; a little less, so that one time is enough. */
export const shorter = (longest: number, bytes: number): number =>
  Math.floor(longest * Math.min(0.95, Math.sqrt(MOST_BYTES / bytes) * 0.97));

async function written(canvas: HTMLCanvasElement, quality: number): Promise<Blob | undefined> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  return blob ?? undefined;
}

function drawn(bitmap: ImageBitmap, { width, height }: { width: number; height: number }): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (context) {
    context.imageSmoothingQuality = 'high';
    // JPEG knows no transparency: what shows through would turn black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
  }
  context?.drawImage(bitmap, 0, 0, width, height);
  return canvas;
}
