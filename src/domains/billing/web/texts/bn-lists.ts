import type { Translation } from '#web/texts/texts.ts';
import type { lists as english } from './en-lists.ts';

export const lists: Translation<typeof english> = {
  bills_about: 'ইস্যু করা সব বিল: কত পরিশোধ হয়েছে, কত বাকি।',
  bills_search: 'নম্বর, নাম, ফোন বা প্লট',
  bills_sector: 'সেক্টর',
  bills_sector_number: 'সেক্টর {{number}}',
  bills_amount_from: 'পরিমাণ',
  bills_at_least: '{{amount, money}} বা বেশি',
  bills_issued_from: 'ইস্যু, এই তারিখ থেকে',
  bills_empty_help: 'বিল রান পোস্ট হলে বিল এখানে দেখা যাবে।',
  bills_open: 'বিল দেখুন',
  bills_pdf: 'পিডিএফ নামান',
  about: 'যেসব সংযোগে বিল হয়: সর্বশেষ বিল ও মোট বকেয়া।',
  phone: 'ফোন',
  last_period: 'মাস',
  last_total: 'সর্বশেষ মোট (৳)',
  due: 'বকেয়া (৳)',
  empty: 'এখনো কোনো সংযোগে বিল হয় না',
  empty_help: 'মিটার বসানো হলে সংযোগ এখানে দেখা যাবে।',
};
