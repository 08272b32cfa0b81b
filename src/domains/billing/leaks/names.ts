/** What states and ways of asking are called, in both languages. */
import type { Words } from '#platform/exports/export-list.ts';
import type { LEAK_CHANNELS, LeakState } from './leak.rules.ts';

export const STATE_NAMES: Record<LeakState, Words> = {
  OPEN: ['Being looked at', 'যাচাই চলছে'],
  WAITING: ['Waits for a second person', 'দ্বিতীয়জনের অপেক্ষায়'],
  CREDITED: ['Credited', 'ছাড় দেওয়া হয়েছে'],
  REFUSED: ['Refused', 'নাকচ'],
  WITHDRAWN: ['Taken back', 'তুলে নেওয়া'],
  EXPIRED: ['Time is over', 'সময় শেষ'],
  ENDED: ['Bill cancelled', 'বিল বাতিল'],
  REPLACED: ['Replaced by a correction', 'বিল সংশোধনে বাতিল'],
};
export const CHANNEL_NAMES: Record<(typeof LEAK_CHANNELS)[number], Words> = {
  PORTAL: ['Website', 'ওয়েবসাইট'],
  COUNTER: ['Counter', 'কাউন্টার'],
  PHONE: ['Phone', 'ফোন'],
};
