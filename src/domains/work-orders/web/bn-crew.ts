import type { Translation } from '#web/texts/texts.ts';
import type { crew as english, completionErrors as englishErrors } from './en-crew.ts';

export const crew: Translation<typeof english> = {
  complete: {
    title: 'কাজ শেষ করা',
    day: 'কাজ শেষের দিন',
    cause_help: 'যেমন: ট্রাকের চাপে পাইপের জোড়া ভেঙেছে।',
    lost_help: 'পানি নষ্ট হয়ে থাকলে আনুমানিক কতটা।',
    differs: 'খরচ {{used}}, প্রাক্কলন {{estimate}}: পার্থক্য ১০ শতাংশের বেশি। কারণ লিখুন।',
    done: 'কাজ শেষের সময় লেখা হয়েছে',
    more_labour: 'মজুরি {{amount, money}} স্বাভাবিকের চেয়ে অনেক বেশি: এখানে {{usual, money}} পর্যন্ত।',
    more_lost: 'অপচয় হওয়া পানি {{lost}} ঘনমিটার স্বাভাবিকের চেয়ে বেশি: এখানে {{usual}} ঘনমিটার পর্যন্ত।',
    unusual_reason: 'কেন এটি ঠিক',
    unusual_help: 'পরিমাণ আবার মিলিয়ে দেখুন। ঠিক থাকলে কারণ লিখুন; যাচাইকারী তা পড়বেন।',
    unproven_reason: 'কাজের পরের ছবি কেন নেই',
    unproven_help: 'কেবল ছবি না থাকলে লিখুন; যাচাইকারী তা পড়বেন।',
  },
  cost: {
    labour: 'মজুরি',
    materials: 'মালামাল',
    materials_help: 'আজকের দরে।',
    add: 'মালামাল যোগ করুন',
    choose: 'মালামাল বেছে নিন',
    quantity: '{{name}}-এর পরিমাণ ({{unit}})',
    rate: 'প্রতি {{unit}} {{rate}}',
    many: '{{name}}: {{quantity, digits}}, সাধারণত {{usual, number}} এর বেশি হয় না।',
    rate_of_part: '{{quantity}} {{unit}} {{rate}} দরে',
    no_rate: 'আজকের দর নেই: সেটিংসে যোগ করুন',
    on_hand: 'মজুত আছে: {{quantity}} {{unit}}',
    free: 'বরাদ্দ ছাড়া আছে: {{quantity}} {{unit}}',
    gone: 'এই মালামাল আর ব্যবহার হয় না: বাদ দিন',
    estimate: 'এ পর্যন্ত প্রাক্কলন',
    used: 'এ পর্যন্ত খরচ',
  },
  phone: {
    kept_here: 'কাজ শেষ এই ফোনে লেখা হয়েছে। নেটওয়ার্ক পেলেই পাঠানো হবে।',
    arrived_here: 'পৌঁছানোর সময় এই ফোনে লেখা হয়েছে। নেটওয়ার্ক পেলেই পাঠানো হবে।',
    completed_here: 'কাজ শেষ লেখা হয়েছে, এখনো পাঠানো হয়নি।',
    completed_help: 'আর কিছু করতে হবে না: নিজে থেকেই যাবে, আগে ছবি।',
    change_again: 'আবার বদলান',
    started: 'লেখা শুরু হয়েছিল {{at}}; এই ফোনে রাখা ছিল।',
  },
  link: {
    send: 'টাকা দেওয়ার লিংক পাঠান',
    question: 'টাকা দেওয়ার লিংক পাঠাবেন?',
    about: 'যিনি টাকা দেবেন তিনি এসএমএসে পাবেন, ইমেইল থাকলে তাতেও। মেয়াদ ৩ দিন; আগের লিংক আর চলবে না।',
    sent: 'লিংক পাঠানো হয়েছে',
  },
  reply: {
    title: 'গ্রাহককে উত্তর',
    text: 'উত্তর',
    help: 'উত্তর এসেছে বলে গ্রাহক এসএমএস পাবেন, আর নিজের পাতায় পড়বেন।',
    done: 'উত্তর পাঠানো হয়েছে',
  },
  unusual: {
    title: 'অস্বাভাবিক পরিমাণ',
    LABOUR: 'মজুরি স্বাভাবিকের চেয়ে অনেক বেশি: {{amount, money}}',
    LOST_WATER: 'অনেক পানি অপচয়: {{lost}} ঘনমিটার',
    MATERIALS: 'মালামালের পরিমাণ স্বাভাবিকের চেয়ে বেশি',
    confirmed: 'নিশ্চিত করেছেন {{by}}: {{reason}}',
  },
  unproven: {
    title: 'কাজের পরের ছবি ছাড়াই শেষ করা হয়েছে',
    reason: 'কারণ: {{reason}}',
  },
};

export const completionErrors: Translation<typeof englishErrors> = {
  variance_reason: 'খরচ {{used, money}}, প্রাক্কলন {{estimate, money}}: পার্থক্য ১০ শতাংশের বেশি। কারণ লিখুন।',
  payer_unreachable: 'যিনি টাকা দেবেন তাঁর মোবাইল বা ইমেইল জানা নেই। আগে অনুরোধটি ঠিক করুন।',
  link_too_often: 'এই কার্যাদেশের {{most, number}}টি লিংক আজ পাঠানো হয়েছে। আগামীকাল পাঠান, অথবা ফোন করুন।',
  labour_absurd: 'মজুরি সর্বোচ্চ {{most, money}}। টাকার পরিমাণ মিলিয়ে দেখুন।',
  lost_absurd: 'অপচয় হওয়া পানি সর্বোচ্চ {{most, number}} ঘনমিটার। পরিমাণ মিলিয়ে দেখুন।',
  unusual_labour:
    'মজুরি {{labour, money}} স্বাভাবিক সীমা {{usual, money}}-এর অনেক বেশি। মিলিয়ে দেখুন, ঠিক থাকলে কারণ লিখুন।',
  unusual_lost:
    'অপচয় {{lost, number}} ঘনমিটার স্বাভাবিক সীমা {{usual, number}} ঘনমিটারের বেশি। মিলিয়ে দেখুন, ঠিক থাকলে কারণ লিখুন।',
  unusual_estimate:
    'মজুরি {{labour, money}} স্বাভাবিক সীমা {{usual, money}}-এর অনেক বেশি। মিলিয়ে দেখুন। ঠিক থাকলে তা জানান।',
  unusual_quantity:
    '{{name}}: লেখা হয়েছে {{quantity, digits}}; সাধারণত {{usual, number}} এর বেশি হয় না। মিলিয়ে দেখুন। ঠিক থাকলে তা জানান।',
  unproven: 'কাজের পরের কোনো ছবি নেই। ছবি যোগ করুন, অথবা কেন নেই লিখুন।',
  unusual_materials:
    '{{name}}: লেখা হয়েছে {{quantity, digits}}; সাধারণত {{usual, number}} এর বেশি হয় না। মিলিয়ে দেখুন, ঠিক থাকলে কারণ লিখুন।',
};
