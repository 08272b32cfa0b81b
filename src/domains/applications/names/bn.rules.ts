/** What the states of an application are called in Bengali: on the screen, in files and in the log. */
import type * as english from './en.rules.ts';

export const states = {
  DRAFT: 'খসড়া',
  PENDING: 'নতুন',
  WAITING_FOR_REVIEW: 'রাজউকে আছে',
  WAITING_FOR_METER_NUMBER: 'সংযোগপত্র',
  READY_TO_SURVEY: 'সাইট জরিপ',
  READY_TO_PAY: 'টাকা জমা বাকি',
  READY_FOR_METER_INSTALLATION: 'মিটার স্থাপন',
  RECORRECTION: 'সংশোধন চাওয়া হয়েছে',
  CONNECTED: 'সংযুক্ত',
  REJECTED: 'নামঞ্জুর',
  WITHDRAWN: 'প্রত্যাহার করা',
  EXPIRED: 'মেয়াদোত্তীর্ণ',
} satisfies Record<keyof typeof english.states, string>;

export const surveyStates = {
  NONE: 'শুরু হয়নি',
  DRAFT: 'পূরণ করা হচ্ছে',
  SUBMITTED: 'অনুমোদনের অপেক্ষায়',
  APPROVED: 'অনুমোদিত',
  REVISED: 'পরিবর্তিত',
} satisfies Record<keyof typeof english.surveyStates, string>;

export const noteStates = {
  ISSUED: 'পরিশোধ বাকি',
  PARTIALLY_PAID: 'আংশিক পরিশোধিত',
  PAID: 'পরিশোধিত',
  CANCELLED: 'বাতিল',
} satisfies Record<keyof typeof english.noteStates, string>;
