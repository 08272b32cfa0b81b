import type { Translation } from '#web/texts.ts';
import type { tariffTexts as en } from './en-tariff.ts';

export const tariffTexts: Translation<typeof en> = {
  errors: {
    tariff_state: 'এই ট্যারিফ সংস্করণের অবস্থা বদলেছে। আবার খুলে দেখুন।',
    tariff_frozen: 'ঘোষিত ট্যারিফ আর বদলানো যায় না। নতুন একটি খসড়া করুন।',
    tariff_second_person: 'যিনি খসড়া বা ঘোষণা করেননি, এমন অন্য কাউকে অনুমোদন দিতে হবে।',
    tariff_day_taken: 'এই শ্রেণির আরেকটি অনুমোদিত ট্যারিফ ওই দিন থেকেই শুরু।',
    tariff_category_unknown: 'তালিকা থেকে একটি শ্রেণি বাছুন।',
    tariff_blocks_broken: 'ধাপ ০ থেকে শুরু হবে, মাঝে ফাঁক থাকবে না, আর শুধু শেষ ধাপের কোনো সীমা থাকবে না।',
    tariff_currency_mixed: 'এই শ্রেণির অনুমোদিত ট্যারিফগুলো অন্য মুদ্রায়।',
    tariff_in_force: 'এই ট্যারিফ চালু হয়ে গেছে, এতে বিল হয়ে থাকতে পারে।',
    order_number_required:
      'এক বছর আগের তুলনায় এটি {{percent}}% বেশি। {{limit}}% ছাড়ালে মন্ত্রণালয়ের আদেশ নম্বর লাগবে।',
    decimal_invalid: 'শূন্য বা তার বেশি সংখ্যা লিখুন, দশমিকের পর সর্বোচ্চ ছয় ঘর।',
    pipe_size_twice: 'একটি পাইপের মাপ একবারই থাকবে।',
  },
  lines: {
    water: 'পানি',
    fixed: 'স্থির চার্জ',
    minimum: 'ন্যূনতম চার্জের বাকি অংশ',
    sewer: 'পয়ঃনিষ্কাশন',
    vat_water: 'পানির ওপর ভ্যাট',
    vat_fixed: 'স্থির চার্জের ওপর ভ্যাট',
    vat_minimum: 'ন্যূনতম চার্জের ওপর ভ্যাট',
    vat_sewer: 'পয়ঃনিষ্কাশনের ওপর ভ্যাট',
    round_off: 'পূর্ণ টাকায় সমন্বয়',
  },
};
