import type { Translation } from '#web/texts/texts.ts';
import type { en } from './en.ts';

export const bn: Translation<typeof en> = {
  list: {
    title: 'মালিকানা পরিবর্তন',
    name: 'নাম',
    created: 'যোগের তারিখ',
    search: 'নাম',
    empty: 'এখনো কোনো মালিকানা পরিবর্তন নেই।',
    add: 'মালিকানা পরিবর্তন যোগ করুন',
    save: 'মালিকানা পরিবর্তন সংরক্ষণ করুন',
    added: 'মালিকানা পরিবর্তন যোগ করা হয়েছে',
  },
  errors: {
    name_taken: 'এই নামটি আগেই নেওয়া হয়েছে। অন্য একটি নাম দিন।',
  },
};
