import type { Translation } from '#web/texts/texts.ts';
import type { en } from './en.ts';

export const bn: Translation<typeof en> = {
  title: 'হিসাব বিবরণী',
  about: 'বিল ও পেমেন্ট, প্রতিটির পরে কত বাকি। শূন্যের নিচে: অগ্রিম জমা আছে।',
  day: 'তারিখ',
  what: 'বিষয়',
  kinds: {
    BILL: 'বিল',
    SURCHARGE: 'বিলম্ব মাশুল',
    CHEQUE_FEE: 'চেক ফেরতের ফি',
    ADVANCE_BACK: 'ফেরত চেকের টাকা, যা আগে দেওয়া হয়েছে',
    CREDIT: 'ক্রেডিট নোট',
    REBATE: 'সময়মতো পরিশোধের রেয়াত',
    REBATE_TAKEN_BACK: 'রেয়াত ফেরত',
    BILL_CANCELLED: 'বাতিল',
    PAYMENT: 'পেমেন্ট',
    CHEQUE_IN_CLEARING: 'চেক, নিকাশাধীন',
    PAYMENT_REVERSED: 'পেমেন্ট ফেরত',
    CHEQUE_RETURNED: 'ব্যাংক চেক ফেরত দিয়েছে',
    OTHER: 'ফেরত বা স্থানান্তর',
  },
  number: 'নম্বর',
  connection: 'সংযোগ',
  owed: 'পাওনা',
  paid: 'পরিশোধ',
  balance: 'স্থিতি',
  from: 'তারিখ থেকে',
  to: 'তারিখ পর্যন্ত',
  opening: 'এই সময়ের আগে বাকি',
  closing: 'এই সময়ের পরে বাকি',
  empty: 'এই সময়ে কোনো বিল বা পেমেন্ট নেই',
};
