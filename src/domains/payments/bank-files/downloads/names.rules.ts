/** What files of lists and the audit log call the states of kept files, and the differences between two. */
import type { Name } from '#shared/words.ts';
import type { DownloadState, OrderChange } from './download.rules.ts';

export const DOWNLOAD_STATE_NAMES: Record<DownloadState, Name> = {
  KEPT: ['Kept', 'সংরক্ষিত'],
  DAMAGED: ['Changed since', 'পরে বদলে গেছে'],
  MISSING: ['Not found', 'পাওয়া যায়নি'],
  BROKEN: ['Broken off', 'মাঝপথে থেমেছে'],
  MAKING: ['Being made', 'তৈরি হচ্ছে'],
};
export const CHANGE_NAMES: Record<OrderChange, Name> = {
  ADDED: ['Added', 'যোগ হয়েছে'],
  GONE: ['Gone', 'বাদ গেছে'],
  CHANGED: ['Changed', 'বদলেছে'],
};
