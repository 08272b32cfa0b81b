/** The specification's checks of a chosen file (§5), before it is sent. Pure but for reading a picture's size. */
import { extensionOf, FILE_CAPS, IMAGE_EXTENSIONS } from '#shared/files.ts';

export type Size = { width: number; height: number };
export type Refused = { code: string; params?: Record<string, string | number> };

/** What a place takes: a picture, a picture or a PDF, anything. */
export type Accepted = 'image' | 'paper' | 'file';

type Chosen = { name: string; type: string; size: number };
const PICTURES: readonly string[] = IMAGE_EXTENSIONS;

/**
 * Type and bytes.
 * @param limit the largest size of a file that is no picture, in words
 */
export function refusedFile(file: Chosen, accepts: Accepted, limit = ''): Refused | undefined {
  const extension = extensionOf(file.name);
  // Phones sometimes give no extension: the type then decides.
  const isPicture = PICTURES.includes(extension) || (extension === '' && file.type.startsWith('image/'));
  if (accepts === 'image' && !isPicture) return { code: 'common.not_an_image' };
  // As it is sent: a photo was made small before.
  if (isPicture && file.size > FILE_CAPS.image) return { code: 'common.image_too_large' };
  if (accepts === 'paper' && !isPicture && extension !== 'pdf') return { code: 'files.type_not_accepted' };
  if (file.size === 0) return { code: 'files.empty' };
  return file.size > FILE_CAPS.attachment ? { code: 'common.file_too_large', params: { limit } } : undefined;
}

/** Smaller than asked for in either direction. */
export function refusedSize(actual: Size, required: Size): Refused | undefined {
  return actual.width < required.width || actual.height < required.height
    ? { code: 'common.image_too_small', params: required }
    : undefined;
}

/** Larger than asked for: the person chooses the part that is kept. */
export function needsCrop(actual: Size, required: Size): boolean {
  return actual.width !== required.width || actual.height !== required.height;
}

/** Pixels of a picture; undefined if this browser cannot show it (tif): the server then decides. */
export async function sizeOf(file: Blob): Promise<Size | undefined> {
  try {
    const bitmap = await createImageBitmap(file);
    const size = { width: bitmap.width, height: bitmap.height };
    bitmap.close();
    return size;
  } catch {
    return undefined;
  }
}

/** The chosen part, scaled to the required size, as JPEG. */
export async function cropped(
  file: Blob,
  area: Size & { x: number; y: number },
  required: Size,
): Promise<File> {
  const bitmap = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  canvas.width = required.width;
  canvas.height = required.height;
  const context = canvas.getContext('2d');
  if (context) {
    // JPEG knows no transparency: what shows through would turn black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, required.width, required.height);
  }
  context?.drawImage(bitmap, area.x, area.y, area.width, area.height, 0, 0, required.width, required.height);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  if (!blob) throw new Error('the browser could not write the picture');
  return new File([blob], 'picture.jpg', { type: 'image/jpeg' });
}
