/** What the states of a refund are called in Bengali: on the screen and in files. */
import type * as english from './en.rules.ts';
export const states = {
  REQUESTED: 'অনুমোদন বাকি',
  APPROVED: 'দেওয়া বাকি',
  REFUSED: 'নামঞ্জুর',
  GIVEN_UP: 'ফিরিয়ে নেওয়া',
  PAID_OUT: 'ফেরত দেওয়া',
  WITHDRAWN: 'প্রত্যাহার',
  RETURNED: 'ফেরত এসেছে',
} satisfies Record<keyof typeof english.states, string>;
