import type { Translation } from '#web/texts/texts.ts';
import type { en } from './en.ts';

export const bn: Translation<typeof en> = {
  notices: {
    reopen_waiting: '{{name}} বন্ধ দিন {{day, day}} আবার খুলতে চান। দ্বিতীয় একজন সিদ্ধান্ত দেবেন।',
    variance_waiting:
      '{{day, day}} তারিখে {{name}}-এর নগদে হিসাবের সঙ্গে {{minor, money}} কমবেশি। দ্বিতীয় একজন সিদ্ধান্ত দেবেন।',
    variance_accepted: '{{day, day}} তারিখের {{minor, money}} কমবেশি অনুমোদিত হয়েছে। দিনটি বন্ধ।',
    variance_refused: '{{day, day}} তারিখের {{minor, money}} কমবেশি নাকচ হয়েছে। দিনটি আবার গুনুন।',
  },
  errors: {
    period_closed: 'এই মাসের হিসাব বন্ধ হয়ে গেছে। খোলা মাসের একটি তারিখ দিন।',
    day_closed: 'কাউন্টারের এই দিনটি বন্ধ হয়ে গেছে। টাকা আজকের তারিখে নিন, অথবা দিনটি আবার খোলান।',
    day_in_future: 'দিনটি ভবিষ্যতের।',
    day_closed_already: 'এই দিনটি আগেই বন্ধ করা হয়েছে।',
    cash_moved: 'এর মধ্যে আরও টাকা উঠেছে: হিসাবে এখন {{amount, money}}। আবার গুনুন।',
    variance_reason: 'হিসাবের সঙ্গে কেন মেলে না তা লিখুন।',
    day_before_books: 'এই তারিখের পরে হিসাব শুরু হয়েছে। পরের একটি তারিখ দিন।',
    no_counter_money: 'এই দিনে নগদ বা পিওএসে টাকা নেওয়া হয়নি, তাই বন্ধ করার কিছু নেই। অন্য তারিখ দিন।',
    cashier_unknown: 'এই ব্যক্তি কখনো কাউন্টারে টাকা নেননি। অন্য কাউকে বেছে নিন।',
    closing_decided: 'এই কমবেশিতে আগেই সিদ্ধান্ত হয়েছে।',
    refusal_reason: 'কেন নাকচ করছেন তা লিখুন।',
    day_not_closed: 'দিনটি এখনো বন্ধ হয়নি: কমবেশি অপেক্ষায় আছে, অথবা নাকচ হয়েছে।',
    variance_decider: 'আপনি নিজে গুনেছেন, অথবা এটি আপনার নিজের নগদ: অন্য কাউকে সিদ্ধান্ত দিতে হবে।',
    counted_negative: 'গোনা টাকা শূন্যের কম হতে পারে না।',
    day_reopened: 'এই দিনটি আগেই আবার খোলা হয়েছে।',
    reopen_asked: 'এর জন্য একজন আগেই অনুরোধ করেছেন।',
    reopen_not_asked: 'এই দিন আবার খুলতে কেউ অনুরোধ করেননি, অথবা দিনটি খোলাই আছে।',
    reopen_asker: 'অনুরোধটি আপনার: অন্য কাউকে খুলতে হবে।',
    month_not_over: 'মাসটি এখনো শেষ হয়নি।',
    month_closed: 'মাসটি আগেই বন্ধ করা হয়েছে।',
    month_hindered: 'এই মাসের কিছু কাজ বাকি আছে। তালিকাটি দেখুন।',
    earlier_month_open: '{{month, month}} এখনো খোলা। আগের মাস আগে বন্ধ করুন।',
    month_before_books: 'এই মাসের পরে হিসাব শুরু হয়েছে। পরের একটি মাস দিন।',
  },
};
