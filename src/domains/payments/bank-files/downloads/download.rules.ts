/** What becomes of a kept file of the bank report, and how two of them differ. */

/** MAKING → KEPT or BROKEN; afterwards KEPT, DAMAGED and MISSING are what the last reading of its bytes found. */
export const DOWNLOAD_STATES = ['KEPT', 'DAMAGED', 'MISSING', 'BROKEN', 'MAKING'] as const;
export type DownloadState = (typeof DOWNLOAD_STATES)[number];

/** Files that were made to their end: they have figures and rows, also if their bytes are lost. */
export const isWhole = (state: DownloadState): boolean => state !== 'MAKING' && state !== 'BROKEN';

/** Of an order, from the first file to the second one. */
export const ORDER_CHANGES = ['ADDED', 'GONE', 'CHANGED'] as const;
export type OrderChange = (typeof ORDER_CHANGES)[number];

/** Its process has ended: no export takes so long. */
export const MAKING_MINUTES = 60;

/** Under which key the store has its bytes. */
export const downloadKey = (id: string): string => `bank-downloads/${id}`;
