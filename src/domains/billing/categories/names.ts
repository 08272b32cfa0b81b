/** What reasons and states of categories by date are called, in both languages. */
import type { Words } from '#platform/exports/export-list.ts';
import type { ChangeReason, ChangeState } from './category.rules.ts';

export const REASON_NAMES: Record<ChangeReason, Words> = {
  UNDER_CONSTRUCTION: ['Under construction', 'নির্মাণাধীন'],
  USE_CHANGED: ['Use of the building changed', 'ভবনের ব্যবহার বদলেছে'],
  WRONG_CATEGORY: ['Category was wrong', 'ধরন ভুল ছিল'],
  OTHER: ['Something else', 'অন্য কারণ'],
};
export const STATE_NAMES: Record<ChangeState, Words> = {
  WAITING: ['Waits for a second person', 'দ্বিতীয়জনের অপেক্ষায়'],
  APPROVED: ['Approved', 'অনুমোদিত'],
  REFUSED: ['Refused', 'নাকচ'],
  WITHDRAWN: ['Withdrawn', 'প্রত্যাহৃত'],
};
