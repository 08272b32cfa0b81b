/** What reasons, states and ways of asking are called, in both languages. */
import type { Words } from '#platform/exports/export-list.ts';
import type { DISPUTE_CHANNELS, DisputeReason, DisputeState } from './dispute.rules.ts';

export const REASON_NAMES: Record<DisputeReason, Words> = {
  READING_WRONG: ['The reading is wrong', 'রিডিং ভুল'],
  LEAK: ['A leak', 'পাইপে লিক'],
  NOT_MY_METER: ['Not my meter', 'মিটারটি আমার নয়'],
  ALREADY_PAID: ['Already paid', 'আগেই পরিশোধ করা'],
  TARIFF_WRONG: ['Tariff or category is wrong', 'ট্যারিফ বা সংযোগের ধরন ভুল'],
  OTHER: ['Something else', 'অন্য কারণ'],
};
export const STATE_NAMES: Record<DisputeState, Words> = {
  OPEN: ['Open', 'যাচাই চলছে'],
  TO_CORRECT: ['To be corrected', 'সংশোধনের অপেক্ষায়'],
  UPHELD: ['Upheld', 'আপত্তি গৃহীত'],
  PARTLY: ['Upheld in part', 'আংশিক গৃহীত'],
  REJECTED: ['Rejected', 'নাকচ'],
  WITHDRAWN: ['Taken back', 'তুলে নেওয়া'],
  CORRECTED: ['Bill corrected', 'বিল সংশোধিত'],
};
export const CHANNEL_NAMES: Record<(typeof DISPUTE_CHANNELS)[number], Words> = {
  PORTAL: ['Website', 'ওয়েবসাইট'],
  COUNTER: ['Counter', 'কাউন্টার'],
  PHONE: ['Phone', 'ফোন'],
};
