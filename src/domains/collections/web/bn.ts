import type { Translation } from '#web/texts/texts.ts';
import type { en } from './en.ts';

export const bn: Translation<typeof en> = {
  notices: {
    reminder: 'সংযোগ {{number}}-এর {{minor, money}} বাকি। {{day, day}}-এর মধ্যে দিন।',
    notice: 'নোটিশ: সংযোগ {{number}}-এর {{minor, money}} বাকি। {{day, day}}-এর মধ্যে না দিলে সংযোগ বন্ধ হতে পারে।',
    ordered: 'সংযোগ {{number}} বন্ধ করতে কর্মী আসবেন। এখনই {{minor, money}} দিলে আসবেন না।',
    cancelled: 'সংযোগ {{number}} আর বন্ধ করা হবে না।',
    waiting: 'সংযোগ {{number}}-এর চেকের টাকা ব্যাংক এখনো দেয়নি। ততদিন পানি বন্ধ বা চালু করা হবে না।',
    disconnected: 'সংযোগ {{number}} বন্ধ। {{minor, money}} দিলে আবার চালু হবে।',
    reconnecting: 'সংযোগ {{number}} আবার চালু করতে কর্মী পাঠানো হচ্ছে।',
    open_again: 'সংযোগ {{number}} চালু করতে কেউ আসবেন না: পরিশোধিত টাকা আবার বাকি।',
    reconnected: 'সংযোগ {{number}} আবার চালু হয়েছে।',
  },
};
