import type { Translation } from '#web/texts/texts.ts';
import type { en } from './en.ts';

export const bn: Translation<typeof en> = {
  placeholder: 'নাম, নম্বর, ফোন, S-12 R-5 P-9, অথবা কোনো পাতা',
  results: 'ফলাফল',
  recent: 'সম্প্রতি খোলা',
  recent_texts: 'সম্প্রতি খোঁজা',
  lines: 'যান',
  actions: 'করুন',
  more_than: '{{count, number}}টির বেশি',
  too_short: 'অন্তত দুটি অক্ষর, বা নম্বরের চারটি সংখ্যা লিখুন।',
  found_one: '{{count, number}}টি ফলাফল',
  found_other: '{{count, number}}টি ফলাফল',
  offline: 'এখন নথি খোঁজা যাচ্ছে না; তবে যেকোনো পাতায় যেতে পারবেন।',
  help: '↑ ↓ দিয়ে বেছে নিন, Enter চেপে খুলুন, Esc চেপে বন্ধ করুন। পুরো নম্বর লিখলে সরাসরি নথিটি আসে।',
  sector: 'সেক্টর {{number}}',
  road: 'রোড {{number}}',
  plot: 'প্লট {{number}}',
};
