/** What may be uploaded (spec §5, §9): checked in the browser before sending and by the server while receiving. */
import { errorCodes } from './errors.ts';
import { plainText } from './text.ts';

const MB = 1024 * 1024;

export const FILE_KINDS = ['image', 'video', 'attachment', 'preview'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Spec §5: largest size in bytes. */
export const FILE_CAPS: Record<FileKind, number> = {
  image: 5 * MB,
  video: 500 * MB,
  attachment: 50 * MB,
  preview: 500 * MB,
};

/** Spec §5: accepted image extensions. */
export const IMAGE_EXTENSIONS = [
  ...['gif', 'jpg', 'jpeg', 'tif', 'tiff', 'png', 'webp', 'bmp', 'svg', 'avif'],
] as const;

/** What a document of the specification's kinds (§3) may be: a picture; a picture or a PDF; any attachment. */
export const DOCUMENT_FILES = {
  payment_receipt: 'paper',
  meter_receipt: 'paper',
  PassportImg: 'image',
  Applicant_nid_front: 'paper',
  Applicant_nid_back: 'paper',
  Owner_nid_front: 'paper',
  Owner_nid_back: 'paper',
  signature: 'image',
  allotment_letter: 'paper',
  mutation_paper: 'paper',
  deed_paper: 'paper',
  transfer_of_possession_copy: 'paper',
  power_of_attorney: 'paper',
  Other_documents: 'file',
  survey_file: 'file',
  confirmation_form_updated: 'paper',
  new_meter_doc: 'paper',
} as const satisfies Record<string, 'image' | 'paper' | 'file'>;

/** Each of the four kinds of files or a document's kind: what an upload says it is. */
export const UPLOAD_KINDS = [
  ...FILE_KINDS,
  ...(Object.keys(DOCUMENT_FILES) as (keyof typeof DOCUMENT_FILES)[]),
] as const;
export type UploadKind = (typeof UPLOAD_KINDS)[number];

/** What one account may have uploaded without a record that names it. */
export const UPLOAD_QUOTA = 1024 * MB;
/** What a household may send within 24 hours, removed files too: one application has about 15 documents. */
export const UPLOADS_A_DAY = 300 * MB;
/** Uploads that no record names go after this. */
export const UPLOAD_DAYS = 7;

export const fileErrors = errorCodes('files', {
  not_an_image: { status: 422 },
  not_a_video: { status: 422 },
  type_not_accepted: { status: 422 },
  /** A text in an old Bengali or Windows encoding. */
  old_encoding: { status: 422 },
  /** params: limit_mb, kind */
  too_large: { status: 413 },
  /** params: width, height (spec: "Image width and height can't be less than WxH") */
  image_too_small: { status: 422 },
  /** More pixels than a photo has: a decompression bomb. params: megapixels */
  too_many_pixels: { status: 422 },
  unreadable_image: { status: 422 },
  /** Opening it takes too much time or memory: a drawing that repeats itself without end. */
  picture_too_heavy: { status: 422 },
  /** Two file types in one, or content hidden behind another type. */
  mixed_content: { status: 422 },
  empty: { status: 422 },
  /** A multipart call without its file. */
  missing: { status: 422, field: 'file' },
  /** A record names it. */
  in_use: { status: 409 },
  link_expired: { status: 404 },
  /** Uploaded and named by no record: too much of it. params: limit_mb */
  quota_reached: { status: 409 },
  /** Sent within a day: too much of it. params: limit_mb */
  day_reached: { status: 409 },
});

const LONGEST_NAME = 80;

/**
 * Spec §5: letters, digits, hyphen and underscore, plus the extension. A name with nothing left (Bengali)
 * becomes `file`; the name as the person wrote it is kept beside it as text.
 */
export function sanitiseFileName(name: string, extension: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  const stem = base.replace(/\.[^.]*$/, '').replace(/[^A-Za-z0-9_-]+/g, '');
  const kept = stem.slice(0, LONGEST_NAME) || 'file';
  // Names that Windows gives to devices.
  const safe = /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(kept) ? `file-${kept}` : kept;
  const suffix = extension.toLowerCase().replace(/[^a-z0-9]+/g, '');
  return suffix ? `${safe}.${suffix}` : safe;
}

/** The name to show: as written, without control and direction-changing characters, at most 200 characters. */
export function displayFileName(name: string): string {
  const base = plainText(name).split(/[/\\]/).at(-1) ?? '';
  const clean = base.replace(/\p{Cc}/gu, '').trim();
  return [...clean].slice(0, 200).join('') || 'file';
}

/** The part after the last dot, lower case; empty if there is none. */
export function extensionOf(name: string): string {
  return /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
