/**
 * Pictures are never stored as they came: they are decoded and encoded again, which drops metadata (place,
 * camera), hidden second files and scripts. SVG becomes pixels. Opaque pictures become JPEG, others PNG: both are
 * shown by every browser and by the PDF writer.
 */
import { decode } from 'bmp-ts';
import sharp, { type Sharp } from 'sharp';
import { fail } from '#shared/errors.ts';
import { fileErrors } from '#shared/files.ts';

/** A 48-megapixel telephone photo passes. */
const MAX_PIXELS = 50_000_000;
const LONGEST_SIDE_PX = 4096;
const TIMEOUT_S = 20;

export type Picture = {
  content: Buffer;
  mediaType: 'image/jpeg' | 'image/png';
  extension: 'jpg' | 'png';
  width: number;
  height: number;
};

/** Spec §5: a picture must be at least this size; a larger one is cropped to this shape and size. */
export type RequiredSize = { width: number; height: number };

/**
 * Decodes and re-encodes a picture.
 * @param mediaType what its first bytes say it is
 */
export async function cleanPicture(
  content: Buffer,
  mediaType: string,
  required?: RequiredSize,
): Promise<Picture> {
  try {
    return await clean(content, mediaType, required);
  } catch (error) {
    if (!(error instanceof Error) || error.name === 'AppError') throw error;
    if (/pixel limit/i.test(error.message)) {
      throw fail(fileErrors.too_many_pixels, { megapixels: MAX_PIXELS / 1_000_000 });
    }
    throw fail(fileErrors.unreadable_image);
  }
}

async function clean(content: Buffer, mediaType: string, required?: RequiredSize): Promise<Picture> {
  const { image, width, height, opaque } = await decoded(content, mediaType, required);
  if (required && (width < required.width || height < required.height)) {
    throw fail(fileErrors.image_too_small, required);
  }
  const sized = required
    ? image.resize({ ...required, fit: 'cover' })
    : image.resize({
        width: LONGEST_SIDE_PX,
        height: LONGEST_SIDE_PX,
        fit: 'inside',
        withoutEnlargement: true,
      });
  const encoded = opaque ? sized.jpeg({ quality: 86 }) : sized.png({ compressionLevel: 8 });
  const { data, info } = await encoded.timeout({ seconds: TIMEOUT_S }).toBuffer({ resolveWithObject: true });
  return {
    content: data,
    mediaType: opaque ? 'image/jpeg' : 'image/png',
    extension: opaque ? 'jpg' : 'png',
    width: info.width,
    height: info.height,
  };
}

type Decoded = { image: Sharp; width: number; height: number; opaque: boolean };

async function decoded(content: Buffer, mediaType: string, required?: RequiredSize): Promise<Decoded> {
  if (mediaType === 'image/bmp') return fromBmp(content);
  const limits = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;
  const density = mediaType === 'image/svg+xml' ? await svgDensity(content, required) : undefined;
  const image = sharp(content, { ...limits, ...(density ? { density } : {}) }).autoOrient();
  // The size after turning by EXIF orientation is the one that the person sees.
  const { autoOrient, hasAlpha } = await image.metadata();
  const opaque = !hasAlpha || (await sharp(content, limits).stats()).isOpaque;
  return { image, width: autoOrient.width, height: autoOrient.height, opaque };
}

/** Drawings have no pixels of their own: they are drawn as large as they are needed. */
async function svgDensity(
  content: Buffer,
  required: RequiredSize = { width: 512, height: 512 },
): Promise<number> {
  const { width, height } = await sharp(content).metadata();
  const scale = Math.max(required.width / width, required.height / height, 1);
  return Math.min(Math.ceil(72 * scale), 7200);
}

/** sharp does not read BMP. The size in the header is checked before anything is allocated. */
function fromBmp(content: Buffer): Decoded {
  const width = content.readInt32LE(18);
  const height = Math.abs(content.readInt32LE(22));
  if (width <= 0 || height === 0) throw fail(fileErrors.unreadable_image);
  if (width * height > MAX_PIXELS)
    throw fail(fileErrors.too_many_pixels, { megapixels: MAX_PIXELS / 1_000_000 });
  const { data } = decode(content, { toRGBA: true });
  const image = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
  return { image, width, height, opaque: true };
}
