import type { Translation } from '#web/texts/texts.ts';
import type { en } from './en.ts';

export const bn: Translation<typeof en> = {
  RECEIVED: 'চেক, এখনো ব্যাংকে জমা হয়নি: ব্যাংক টাকা দিলে চূড়ান্ত হবে।',
  DEPOSITED: 'চেক, নিকাশাধীন: ব্যাংক টাকা দিলে চূড়ান্ত হবে।',
  CLEARED: 'চেক, ব্যাংক টাকা দিয়েছে।',
  DISHONOURED: 'ব্যাংক চেকটি ফেরত দিয়েছে। বিল আবার বাকি: অন্যভাবে দিন।',
  GIVEN_BACK: 'চেক ফেরত দেওয়া হয়েছে।',
};
