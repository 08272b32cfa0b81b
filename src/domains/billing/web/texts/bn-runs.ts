import type { Translation } from '#web/texts/texts.ts';
import type { runStates as english } from './en-runs.ts';

export const runStates: Translation<typeof english> = {
  PLANNED: 'পরিকল্পিত',
  CALCULATING: 'হিসাব চলছে',
  REVIEW: 'অনুমোদনের অপেক্ষায়',
  APPROVED: 'পোস্টের অপেক্ষায়',
  POSTING: 'পোস্ট চলছে',
  POSTED: 'পোস্ট হয়েছে',
  CANCELLED: 'বাদ দেওয়া হয়েছে',
  REVERSED: 'ফেরত নেওয়া হয়েছে',
  FAILED: 'ব্যর্থ',
  HELD_LEFT: 'বাদ থাকা বিল',
  REVERSAL_ASKED: 'ফেরতের প্রস্তাব আছে',
};
