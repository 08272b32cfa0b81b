/** Prints of bill runs: their states, and how a road is cut into files. */

export const PRINT_STATES = ['WORKING', 'DONE', 'CANCELLED'] as const;
export type PrintState = (typeof PRINT_STATES)[number];

/** As lists show them: of a print that was stopped no file is there, or will be. */
export const PART_STATES = ['WAITING', 'DONE', 'STOPPED'] as const;

/** What became of a bill. */
export const OUTCOMES = ['WAITING', 'PRINTED', 'LEFT_OUT', 'FAILED'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The same as lists show it: of a print that was stopped no bill is in a file, or will be. */
export const SHOWN_OUTCOMES = [...OUTCOMES, 'STOPPED'] as const;
export type ShownOutcome = (typeof SHOWN_OUTCOMES)[number];

/** Why a bill is not printed: what its paper would say is not asked for any more. */
export const LEFT_OUT_REASONS = ['CANCELLED', 'CORRECTED'] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** Whose bills: all, or those of households that see no bill in the portal. */
export const HOUSEHOLDS = ['ALL', 'WITHOUT_ACCOUNT'] as const;
export type Households = (typeof HOUSEHOLDS)[number];

/**
 * Bills of one file at most: one tray of a printer, about 2.5 MB, and some seconds of work that are done again if the
 * program is killed in the middle. A part is in memory while it is made.
 */
export const PART_BILLS = 200;

/**
 * Bills that are written together, as one document with one set of fonts: a file is a quarter as large as of bills that are
 * written one by one. More of them save little, and need more memory (docs/decisions/0069).
 */
export const BATCH_BILLS = 40;

/** Days for which the files of a print are there. Bills are handed out in days; a print is made again in minutes. */
export const KEEP_DAYS = 30;

/** Job that makes the files of a print. */
export const PRINT_JOB = 'billing:print-run';

/** Job that deletes files that are not needed any more. */
export const DELETE_JOB = 'billing:delete-print-files';

/** Each keeps one of the lane's processes busy while the other reads bills. */
export const PRINT_WORKERS = 2;

/** Of the file of a part in the store. @param part its number in the print */
export const partKey = (printId: string, part: number): string => `bill-prints/${printId}/${part}.pdf`;

/** The batches of a part, in order. @param size at least 1 */
export function batchesOf<T>(items: readonly T[], size: number = BATCH_BILLS): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

type Part = { sectorNumber: string; roadNumber: string; piece: number; pieces: number };

/** Sorted by its name a folder is in the order of the parts. @param digits of the largest number of a part */
export function partName(
  { sectorNumber, roadNumber, piece, pieces }: Part,
  partNo: number,
  digits: number,
): string {
  const words = [
    String(partNo).padStart(digits, '0'),
    ...[sectorNumber, roadNumber].map((word) => word.replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')),
    ...(pieces > 1 ? [`part${piece}of${pieces}`] : []),
  ];
  return `${words.join('-')}.pdf`;
}
