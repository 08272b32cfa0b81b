/** What the states of a refund are called in Bengali: on the screen and in files. */
import type * as english from './en.rules.ts';
export const states = {
  REQUESTED: 'অনুমোদন বাকি',
  APPROVED: 'টাকা দেওয়া বাকি',
  REFUSED: 'নামঞ্জুর',
  GIVEN_UP: 'প্রস্তাবকারী ফিরিয়ে নিয়েছেন',
  PAID_OUT: 'ফেরত দেওয়া হয়েছে',
  WITHDRAWN: 'প্রত্যাহার করা হয়েছে',
  RETURNED: 'ব্যাংক থেকে ফিরে এসেছে',
} satisfies Record<keyof typeof english.states, string>;
