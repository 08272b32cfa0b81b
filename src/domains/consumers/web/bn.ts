import type { Translation } from '#web/texts.ts';
import type { en } from './en.ts';

export const bn: Translation<typeof en> = {
  registration: {
    title: 'গ্রাহক হিসেবে নিবন্ধন',
    about_phone: 'প্রথমে একটি কোড দিয়ে আপনার মোবাইল নম্বর যাচাই করব।',
    about_person: 'নম্বর যাচাই হয়েছে। এবার আপনার পরিচয় দিন।',
    name: 'পুরো নাম',
    name_help: 'জাতীয় পরিচয়পত্রে যেমন আছে।',
    email: 'ইমেইল',
    nid: 'জাতীয় পরিচয়পত্রের নম্বর',
    nid_help: '১০, ১৩ বা ১৭ অঙ্ক। পরেও দেওয়া যাবে।',
    birth: 'জন্মতারিখ',
    password: 'পাসওয়ার্ড',
    submit: 'নিবন্ধন করুন',
    known: 'আগেই নিবন্ধন করেছেন?',
    sign_in: 'প্রবেশ করুন',
  },
  errors: {
    born_in_future: 'জন্মতারিখ আজকের আগের হতে হবে।',
  },
};
