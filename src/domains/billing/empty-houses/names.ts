/** What reasons and states of empty houses are called, in both languages. */
import type { Words } from '#platform/exports/export-list.ts';
import type { EmptyReason, EmptyState } from './empty-house.rules.ts';

export const REASON_NAMES: Record<EmptyReason, Words> = {
  AWAY: ['Away for long', 'দীর্ঘদিন বাইরে'],
  NO_TENANT: ['No tenant', 'ভাড়াটে নেই'],
  REPAIRS: ['Repairs', 'মেরামত চলছে'],
  OTHER: ['Something else', 'অন্য কারণ'],
};
export const STATE_NAMES: Record<EmptyState, Words> = {
  WAITING: ['Waits for a second person', 'দ্বিতীয়জনের অপেক্ষায়'],
  APPROVED: ['Approved', 'অনুমোদিত'],
  REFUSED: ['Refused', 'নাকচ'],
  WITHDRAWN: ['Withdrawn', 'প্রত্যাহৃত'],
  ENDED: ['Ended early', 'আগে শেষ হয়েছে'],
  ENDED_BY_USE: ['Ended by use', 'ব্যবহারের কারণে শেষ'],
};
