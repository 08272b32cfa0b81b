/** What states and reasons are called, in both languages. */
import type { Words } from '#platform/exports/export-list.ts';
import type { EndedBecause, PlanState } from './plan.rules.ts';

export const STATE_NAMES: Record<PlanState, Words> = {
  REQUESTED: ['Asked for', 'আবেদন করা হয়েছে'],
  WAITING: ['Waits for a second person', 'দ্বিতীয়জনের অনুমোদনের অপেক্ষায়'],
  PROPOSED: ['Waits for the household', 'গ্রাহকের সম্মতির অপেক্ষায়'],
  ACTIVE: ['Active', 'চলমান'],
  COMPLETED: ['Paid', 'পরিশোধিত'],
  BROKEN: ['Broken', 'কিস্তি বাকি পড়ায় বাতিল'],
  EXPIRED: ['Not accepted in time', 'সময়মতো সম্মতি আসেনি'],
  DECLINED: ['Not wanted by the household', 'গ্রাহক নেননি'],
  REFUSED: ['Refused', 'নাকচ'],
  CANCELLED: ['Ended by the office', 'অফিস বন্ধ করেছে'],
  ENDED: ['Ended, bills changed', 'বিল বদলানোয় শেষ'],
};
export const BECAUSE_NAMES: Record<EndedBecause, Words> = {
  INSTALMENT_MISSED: ['An instalment was missed', 'কিস্তি দেওয়া হয়নি'],
  BILL_LATE: ['A new bill was not paid', 'নতুন বিল দেওয়া হয়নি'],
  BILLS_CANCELLED: ['All its bills were cancelled', 'সব বিল বাতিল হয়েছে'],
  MORE_OPEN: ['More is open than was agreed', 'চুক্তির চেয়ে বেশি বাকি'],
  OWNER_CHANGED: ['The owner changed', 'মালিক বদলেছে'],
  MONEY_BACK: ['Its money was taken back', 'দেওয়া টাকা ফেরত গেছে'],
};
