/** What the crews read in the work orders of collections; the office reads it too. */
import { formatsOfPapers } from '#shared/format.ts';

const write = formatsOfPapers({ language: 'en', bengaliDigits: false });

export const disconnectText = (dueMinor: number, remark: string): string =>
  `Disconnect: ${write.money(dueMinor)} is late. Read the meter before you cut off the water, and leave it in its place. If the household shows a receipt, do not disconnect: call the office. ${remark}`.trim();

export const reconnectText = (day: string): string =>
  `Connect the water again: the late bills are paid. It was cut off on ${write.day(day)}. Read the meter before.`;

/**
 * A household that has a charge for the work reads it in an SMS, and the office beside money that is owed back: in either language, and so short
 * that nothing of it is cut off.
 */
export const CANCELLED_TEXT: Readonly<Record<string, string>> = {
  paid: 'বকেয়া বিল পরিশোধ হয়েছে / the late bills are paid',
  held: 'বকেয়া বিলে আপত্তি বা কিস্তি আছে / the bills are disputed or in a plan',
  exempt: 'সংযোগটি অব্যাহতি পেয়েছে / the connection is exempt',
  below_least: 'বকেয়া ন্যূনতম অঙ্কের কম / less than the least amount is late',
  connection_closed: 'সংযোগটি স্থায়ীভাবে বন্ধ / the connection is closed',
};
export const CHEQUE_WAITS = 'বকেয়ার চেক ব্যাংকে আছে / a cheque for the late bills is at the bank';
/** Why a household that had earned its water is not connected. */
export const OPEN_AGAIN = {
  openAgain: 'বকেয়া বিল আবার অপরিশোধিত / the late bills are open again',
  waiting: 'চেকের টাকা ব্যাংক দেয়নি / the bank has not paid the cheque',
  planOpenAgain: 'কিস্তির প্রথম টাকা বাকি / the first payment of the plan is open',
} as const;
