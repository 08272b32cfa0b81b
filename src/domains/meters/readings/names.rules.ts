/** What states and checks of readings are called in both languages: in files and in entries of the audit log. */
import type { Name } from '#shared/words.ts';
import type { READING_FLAGS } from './contract.ts';

/** States of readings, as the review names them. */
export const READING_STATE_NAMES: Record<string, Name> = {
  CAPTURED: ['Taken', 'নেওয়া হয়েছে'],
  VALID: ['Checked', 'যাচাই হয়েছে'],
  FLAGGED: ['Needs review', 'পর্যালোচনা দরকার'],
  APPROVED: ['Approved', 'অনুমোদিত'],
  ESTIMATED: ['Estimated', 'আনুমানিক'],
  REREAD: ['To be read again', 'আবার পড়তে হবে'],
  BILLED: ['Billed', 'বিল হয়েছে'],
  SUPERSEDED: ['Replaced', 'সংশোধিত'],
  VOID: ['Void', 'বাতিল'],
};

/** What the checks of readings find. */
export const FLAG_NAMES: Record<(typeof READING_FLAGS)[number], Name> = {
  HIGH: ['High', 'বেশি'],
  VERY_HIGH: ['Very high', 'অত্যধিক'],
  LOW: ['Low', 'কম'],
  ZERO: ['Nothing used', 'ব্যবহার নেই'],
  NEGATIVE: ['Register fell', 'রিডিং কমেছে'],
  ROLL_OVER: ['Roll-over', 'কাউন্টার ঘুরেছে'],
  GAP: ['Gap', 'মাঝে বাদ'],
  SAME_VALUE: ['Stands still', 'রিডিং স্থির'],
  FUTURE: ['Future day', 'ভবিষ্যৎ তারিখ'],
  TOO_FAST: ['Too fast', 'খুব দ্রুত'],
  FAR_AWAY: ['Far from the place', 'স্থান থেকে দূরে'],
  ESTIMATED: ['Estimated', 'আনুমানিক'],
  BELOW_ESTIMATE: ['Below the estimate', 'অনুমানের চেয়ে কম'],
  SELF_READ: ['Sent by the household', 'গ্রাহকের পাঠানো'],
};
