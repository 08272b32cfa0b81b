/** What the program and its processes for pictures tell one another. */
import type { ErrorParams } from '#shared/errors.ts';

/** Spec §5: a picture must be at least this size; a larger one is cropped to this shape and size. */
export type RequiredSize = { width: number; height: number };

export type PictureOrder = {
  /** The file as it was received. */
  from: string;
  /** The file that the clean picture is written to. */
  to: string;
  /** What its first bytes say it is. */
  mediaType: string;
  required?: RequiredSize | undefined;
  /** The whole picture, made smaller until it fits; for pictures without a required size. */
  within?: RequiredSize | undefined;
};

/** The clean picture, which is in `to`. */
export type Picture = {
  mediaType: 'image/jpeg' | 'image/png';
  extension: 'jpg' | 'png';
  width: number;
  height: number;
  bytes: number;
  sha256: string;
};

/** @param refused what of `fileErrors` */
export type PictureResult = { picture: Picture } | { refused: string; params: ErrorParams };
