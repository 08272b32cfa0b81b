import type { Translation } from '#web/texts/texts.ts';
import { imports } from './bn-imports.ts';
import type { staff as english } from './en-staff.ts';

export const staff: Translation<typeof english> = {
  imports,
  claims: {
    title: 'যুক্ত করার অনুরোধ',
    about: 'অন্য মোবাইল থেকে আসা দাবি: সেই মোবাইলের কোডে যুক্ত হয়, না হলে কাগজপত্র দেখে সিদ্ধান্ত দিন।',
    entry: 'যে গ্রাহককে চাওয়া হয়েছে',
    claimant: 'যিনি চেয়েছেন',
    state: 'অবস্থা',
    asked: 'অনুরোধের সময়',
    decided: 'সিদ্ধান্ত',
    states: { WAITING: 'অপেক্ষায়', JOINED: 'যুক্ত', REFUSED: 'নাকচ', UNDONE: 'বাতিল' },
    by: { PHONE: 'একই মোবাইল নম্বর', CODE: 'মোবাইলের কোড দিয়ে', STAFF: '{{name}}' },
    has_account: 'আগে থেকেই অ্যাকাউন্ট আছে',
    same_nid: 'একই এনআইডি',
    other_nid: 'এনআইডি আলাদা',
    show_entry: 'চাওয়া গ্রাহককে দেখুন',
    show_claimant: 'যিনি চেয়েছেন তাঁকে দেখুন',
    accept: 'যুক্ত করুন',
    refuse: 'নাকচ করুন',
    undo: 'যুক্ত করা বাতিল',
    accept_title: '{{name}}-এর অ্যাকাউন্টে গ্রাহক {{number}} যুক্ত করা',
    accept_about: 'এরপর তিনি এই গ্রাহকের বিল, কাগজপত্র ও এনআইডি দেখতে পাবেন। দুই মোবাইলেই জানানো হবে।',
    refuse_title: '{{name}}-এর অনুরোধ নাকচ করা',
    refuse_about: 'গ্রাহক {{number}} যোগ করা হয়নি, তাঁকে তা জানানো হবে।',
    undo_title: '{{name}}-এর অ্যাকাউন্ট থেকে গ্রাহক {{number}} সরানো',
    undo_about:
      'দুই গ্রাহক আবার আলাদা হবে, অ্যাকাউন্টটি সব ডিভাইস থেকে লগআউট হবে, দুজনকেই জানানো হবে। বিল যেমন আছে তেমন থাকবে।',
    reason: 'কারণ',
    reason_help: 'কোন কাগজ দেখেছেন বা কাকে ফোন করেছেন। ইতিহাসে থাকবে।',
    accepted: 'যুক্ত হয়েছে',
    refused: 'নাকচ হয়েছে',
    undone: 'বাতিল হয়েছে',
    empty: 'কোনো অনুরোধ নেই',
    empty_help: 'অন্য মোবাইল নম্বরের গ্রাহককে কেউ যোগ করতে চাইলে এখানে অপেক্ষায় থাকবে।',
  },
  errors: {
    has_connections: 'মোছা যায়নি: এই গ্রাহকের {{count, number}}টি সংযোগ আছে। বরং নিষ্ক্রিয় করুন।',
    has_work_orders: 'মোছা যায়নি: {{count, number}}টি কার্যাদেশে এই গ্রাহক আছেন। বরং নিষ্ক্রিয় করুন।',
    has_ownership_requests: 'মোছা যায়নি: {{count, number}}টি মালিকানার আবেদনে এই গ্রাহক আছেন। বরং নিষ্ক্রিয় করুন।',
    has_applications: 'মোছা যায়নি: এই গ্রাহকের {{count, number}}টি আবেদন আছে। বরং নিষ্ক্রিয় করুন।',
    has_invoices: 'মোছা যায়নি: এই গ্রাহকের নামে {{count, number}}টি বিল হয়েছে। বরং নিষ্ক্রিয় করুন।',
    has_payments: 'মোছা যায়নি: এই গ্রাহক {{count, number}}টি পেমেন্ট করেছেন। বরং নিষ্ক্রিয় করুন।',
    has_merged: 'মোছা যায়নি: এই গ্রাহকের সঙ্গে আরেকটি নাম একীভূত হয়েছে। বরং নিষ্ক্রিয় করুন।',
  },
};
