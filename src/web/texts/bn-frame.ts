import type { en } from './en-frame.ts';
import type { Translation } from './texts.ts';

export const bn: Translation<typeof en> = {
  keys: {
    title: 'কিবোর্ড শর্টকাট',
    after: 'তারপর',
    everywhere: 'সবখানে',
    places: 'পাতায় যান',
    lists: 'তালিকায়',
    readings: 'রিডিং',
    forms: 'ফর্মে',
    single: 'এক অক্ষরের শর্টকাট',
    single_help: 'বন্ধ থাকলে শুধু Ctrl-সহ শর্টকাট কাজ করে। লেখার সময় এগুলো কখনো কাজ করে না।',
  },
  session: {
    ended: 'আপনার সেশন শেষ হয়েছে',
    ended_help: 'আপনি যা লিখেছেন তা এখানেই আছে। অন্য ট্যাবে আবার প্রবেশ করুন, ফিরে এসে সংরক্ষণ করুন।',
    sign_in_there: 'অন্য ট্যাবে প্রবেশ করুন',
    give_up: 'পরিবর্তন বাদ দিয়ে প্রবেশের পাতায় যান',
  },
  downloads: {
    title: 'সাম্প্রতিক ডাউনলোড',
    none: 'এখনো কিছু ডাউনলোড করা হয়নি।',
    minimise: 'ছোট করুন',
    restore: 'ডাউনলোড দেখান',
    done: 'সম্পন্ন',
    pending: '{{total}} এর মধ্যে {{received}}',
    pending_open: '{{received}} এসেছে',
    canceled: 'ডাউনলোড বাতিল করা হয়েছে',
    cancel: '{{name}} ডাউনলোড বাতিল করুন',
    remove: 'তালিকা থেকে {{name}} সরান',
    progress: '{{name}} এর অগ্রগতি',
  },
};
