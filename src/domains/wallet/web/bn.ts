import type { Translation } from '#web/texts/texts.ts';
import type { en } from './en.ts';

export const bn: Translation<typeof en> = {
  list: {
    title: 'ওয়ালেট',
    name: 'নাম',
    created: 'যোগের তারিখ',
    search: 'নাম',
    empty: 'এখনো কোনো ওয়ালেট নেই।',
    add: 'ওয়ালেট যোগ করুন',
    save: 'ওয়ালেট সংরক্ষণ করুন',
    added: 'ওয়ালেট যোগ করা হয়েছে',
  },
  errors: {
    name_taken: 'এই নামটি আগেই নেওয়া হয়েছে। অন্য একটি নাম দিন।',
  },
};
