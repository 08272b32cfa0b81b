/**
 * Pictures are never stored as they came: they are decoded and encoded again, which drops metadata (place,
 * camera), hidden second files and scripts. SVG becomes pixels. Opaque pictures become JPEG, others PNG: both are
 * shown by every browser and by the PDF writer. Runs in a process of its own (picture-process.ts): no decoder has a clock.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { decode } from 'bmp-ts';
import sharp, { type Sharp } from 'sharp';
import { fail } from '#shared/errors.ts';
import { fileErrors } from '#shared/files.ts';
import type { Picture, PictureOrder, RequiredSize } from './picture-orders.ts';

/** A 48-megapixel telephone photo passes. */
const MAX_PIXELS = 50_000_000;
const LONGEST_SIDE_PX = 4096;

/** Decodes and re-encodes a picture. */
export async function cleanPicture({
  from,
  to,
  mediaType,
  required,
  within,
}: PictureOrder): Promise<Picture> {
  try {
    const { image, width, height, opaque } = await decoded(
      await readFile(from),
      mediaType,
      required ?? within,
    );
    if (required && (width < required.width || height < required.height)) {
      throw fail(fileErrors.image_too_small, required);
    }
    return await write(image, { to, required, within, opaque });
  } catch (error) {
    if (error instanceof Error && /pixel limit/i.test(error.message)) throw tooManyPixels();
    throw error;
  }
}

type Wanted = Pick<PictureOrder, 'to' | 'required' | 'within'> & { opaque: boolean };

async function write(image: Sharp, { to, required, within, opaque }: Wanted): Promise<Picture> {
  const sized = required
    ? image.resize({ ...required, fit: 'cover' })
    : image.resize({
        width: within?.width ?? LONGEST_SIDE_PX,
        height: within?.height ?? LONGEST_SIDE_PX,
        fit: 'inside',
        withoutEnlargement: true,
      });
  const encoded = opaque ? sized.jpeg({ quality: 86 }) : sized.png({ compressionLevel: 8 });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  await writeFile(to, data, { flag: 'wx', mode: 0o600 });
  return {
    mediaType: opaque ? 'image/jpeg' : 'image/png',
    extension: opaque ? 'jpg' : 'png',
    width: info.width,
    height: info.height,
    bytes: data.length,
    sha256: createHash('sha256').update(data).digest('hex'),
  };
}

const tooManyPixels = () => fail(fileErrors.too_many_pixels, { megapixels: MAX_PIXELS / 1_000_000 });

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

/** A pair of bytes of a BMP that is written in runs stands for 255 pixels at most. */
const PIXELS_OF_A_BYTE = 128;
const BMP_HEAD_BYTES = 54;

/** sharp does not read BMP. The size in the header is checked before anything is allocated. */
function fromBmp(content: Buffer): Decoded {
  if (content.length < BMP_HEAD_BYTES) throw fail(fileErrors.unreadable_image);
  const width = content.readInt32LE(18);
  const height = Math.abs(content.readInt32LE(22));
  const pixels = width * height;
  if (width <= 0 || height === 0) throw fail(fileErrors.unreadable_image);
  if (pixels > MAX_PIXELS) throw tooManyPixels();
  const bits = content.readUInt16LE(28);
  const isInRuns = [1, 2].includes(content.readUInt32LE(30));
  const needed = isInRuns ? pixels / PIXELS_OF_A_BYTE : (pixels * bits) / 8;
  if (content.length < needed) throw fail(fileErrors.unreadable_image);
  const { data } = decode(content, { toRGBA: true });
  const image = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
  return { image, width, height, opaque: true };
}
