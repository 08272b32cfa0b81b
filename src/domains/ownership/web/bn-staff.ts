/** Texts that the office alone reads: its steps of a change of owners, and the history. */
import type { Translation } from '#web/texts/texts.ts';
import type { staff as english } from './en-staff.ts';

export const staff: Translation<typeof english> = {
  history: {
    title: 'মালিকানা পরিবর্তনের ইতিহাস',
    effective: 'হস্তান্তরের দিন',
    from_connection: 'শেষ হওয়া সংযোগ',
    to_connection: 'নতুন সংযোগ',
    from: 'আগের মালিক',
    to: 'নতুন মালিক',
    reading: 'রিডিং',
    open: 'বকেয়া বিল',
    advance: 'অগ্রিম',
    accepted_by: 'অনুমোদনকারী',
    accepted: 'অনুমোদনের সময়',
    empty: 'এখনো কোনো মালিকানা পরিবর্তন হয়নি।',
    deed: 'মালিকানার কাগজ খুলুন',
    bills_before: 'আগের মালিকের বিল',
    bills_after: 'নতুন মালিকের বিল',
  },
  act: {
    override: 'সম্মতি লিখুন',
    override_title: 'একজন মালিকের সম্মতি লেখা',
    override_side: 'কে সম্মত',
    override_reason: 'কোড ছাড়া কেন',
    override_help: 'যেমন: কাউন্টারে স্বাক্ষর, মৃত্যু ও ওয়ারিশদের স্বাক্ষর, আদালতের আদেশ।',
    return_title: 'সংশোধন চাওয়া',
    return_remark: 'যা সংশোধন করতে হবে',
    returned: 'আবেদন ফেরত দেওয়া হয়েছে',
    read: 'রিডিং লিখুন',
    read_again: 'আবার রিডিং লিখুন',
    read_title: 'হস্তান্তরের রিডিং',
    read_about: 'এই দিনে বর্তমান মালিকের শেষ, নতুন মালিকের শুরু। মিটার একই থাকে।',
    liability: 'নতুন মালিক যত টাকা বকেয়ার দায় নেন',
    liability_help: 'শুধু তাঁর লিখিত সম্মতি থাকলে। বিল বর্তমান মালিকের নামেই থাকে।',
    register: 'মিটারে দেখা যায়',
    unusual: 'হ্যাঁ, মিটারে এই রিডিংই আছে',
    noted: 'রিডিং লেখা হয়েছে',
    accept_title: 'মালিকানা পরিবর্তন',
    accept_about:
      'সংযোগ {{number}} এই রিডিংসহ {{day, day}} তারিখে শেষ হবে এবং নতুন নম্বরে {{name}}-এর নামে চলবে। এটি ফেরানো যায় না।',
    accepted: 'মালিকানা পরিবর্তন হয়েছে',
  },
  errors: {
    day_too_early: 'হস্তান্তরের দিন শেষ রিডিংয়ের ({{day, day}}) আগে হতে পারে না।',
    day_in_future: 'হস্তান্তরের দিন ভবিষ্যতে হতে পারে না।',
    figure_missing: 'মিটারে যা দেখা যায় তা লিখুন।',
    figure_without_meter: 'এই সংযোগে মিটার নেই।',
    unusual_register:
      'মিটারে সর্বশেষ ছিল {{last, m3}} ঘনমিটার, লেখা হয়েছে {{register, m3}} ঘনমিটার; এই সময়ে সাধারণত লাগে {{usual, m3}} ঘনমিটার। মিটার আবার দেখুন; সেটাই থাকলে তা জানান।',
    liability_beyond_dues: 'বকেয়া মাত্র {{amount, money}}। এর বেশি দায় নেওয়া যায় না।',
    dues_in_clearing:
      '{{amount, money}}-এর চেকের টাকা ব্যাংক এখনো দেয়নি। ব্যাংক টাকা দিলে, অথবা বিল অন্যভাবে শোধ হলে মালিকানা বদলানো যাবে।',
    without_water: 'সংযোগটি বিচ্ছিন্ন আছে। আগে পানি চালু হবে, তারপর মালিকানা বদলানো যাবে।',
    owner_moved: 'সংযোগটি এখন অন্য কারও। আবেদনটি নামঞ্জুর করুন।',
    own_check: 'মালিকের হয়ে সম্মতি, কাগজ যাচাই বা হস্তান্তরের রিডিং আপনার করা। অনুমোদন করবেন অন্য কেউ।',
    new_owner_inactive: 'গ্রাহক তালিকায় নতুন মালিক নিষ্ক্রিয়। আগে সক্রিয় করুন।',
  },
};
