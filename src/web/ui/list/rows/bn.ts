import type { Translation } from '#web/texts/texts.ts';
import type { en } from './en.ts';

export const bn: Translation<typeof en> = {
  changed: 'আপনি খোলার পর এটি বদলেছে',
  about: 'আপনার লেখা রয়ে গেছে, এখনো কিছু করা হয়নি। এখন কী আছে দেখে আবার চাপুন।',
  before: 'খোলার সময়',
  now: 'এখন',
  same: 'তালিকায় এর যা দেখা যায়, তার কিছু বদলায়নি।',
  gone: 'তালিকার এই অংশে এটি আর নেই: কেউ সিদ্ধান্ত দিয়েছেন বা বদলেছেন।',
  left_out_one: 'এটির জন্য আর করা যায় না, তাই বাদ গেছে:',
  left_out_other: 'এই {{count, number}}টির জন্য আর করা যায় না, তাই বাদ গেছে:',
};
