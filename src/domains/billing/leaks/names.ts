/** What states and ways of asking are called, in both languages. */
import type { Words } from '#platform/exports/export-list.ts';
import type { LEAK_CHANNELS, LeakState } from './leak.rules.ts';

export const STATE_NAMES: Record<LeakState, Words> = {
  OPEN: ['Open', 'যাচাই চলছে'],
  WAITING: ['Second person', 'দ্বিতীয়জন'],
  CREDITED: ['Credited', 'ছাড় পেয়েছে'],
  REFUSED: ['Refused', 'নাকচ'],
  WITHDRAWN: ['Taken back', 'তুলে নেওয়া'],
  EXPIRED: ['Expired', 'সময় শেষ'],
  ENDED: ['Bill cancelled', 'বিল বাতিল'],
  REPLACED: ['Corrected', 'বিল সংশোধিত'],
};
export const CHANNEL_NAMES: Record<(typeof LEAK_CHANNELS)[number], Words> = {
  PORTAL: ['Website', 'ওয়েবসাইট'],
  COUNTER: ['At the counter', 'কাউন্টারে এসে'],
  PHONE: ['By phone', 'ফোনে'],
};
