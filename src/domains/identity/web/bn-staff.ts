import type { Translation } from '#web/texts/texts.ts';
import type { staff as english } from './en-staff.ts';

export const staff: Translation<typeof english> = {
  notices: {
    limits_waiting: 'একটি সীমা পরিবর্তন দ্বিতীয় ব্যক্তি হিসেবে আপনার সিদ্ধান্তের অপেক্ষায়।',
  },
};
