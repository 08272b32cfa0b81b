/** The specification's checks of a chosen picture (§5), before it is sent. Pure but for reading its size. */
import { extensionOf, FILE_CAPS, IMAGE_EXTENSIONS } from '#shared/files.ts';

export type Size = { width: number; height: number };
export type Refused = { code: string; params?: Record<string, string | number> };

/** Type and bytes. Phones sometimes give no extension: the type then decides. */
export function refusedFile(file: { name: string; type: string; size: number }): Refused | undefined {
  const extension = extensionOf(file.name);
  const known = (IMAGE_EXTENSIONS as readonly string[]).includes(extension);
  if (!known && !(extension === '' && file.type.startsWith('image/'))) return { code: 'common.not_an_image' };
  if (file.size > FILE_CAPS.image) return { code: 'common.image_too_large' };
  return undefined;
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

/** Pixels of a picture; undefined where this browser cannot show it (tif): the server then decides. */
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
  context?.drawImage(bitmap, area.x, area.y, area.width, area.height, 0, 0, required.width, required.height);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  if (!blob) throw new Error('the browser could not write the picture');
  return new File([blob], 'picture.jpg', { type: 'image/jpeg' });
}
