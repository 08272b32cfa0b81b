/** Titles and reasons in words: for the screens and for the files that are handed out. */
import type { Field, Problem } from './contract.ts';

/** In both languages, as the files have them; guessMapping understands them, so that files can come back. */
export const FIELD_TITLES: Record<Field, string> = {
  name: 'Name · নাম',
  nameBn: 'Name in Bengali · বাংলা নাম',
  phone: 'Phone · ফোন',
  email: 'Email · ইমেইল',
  nid: 'National ID · জাতীয় পরিচয়পত্র',
  dateOfBirth: 'Date of birth · জন্মতারিখ',
  address: 'Address · ঠিকানা',
  legacyNumber: 'Old customer number · পুরোনো গ্রাহক নম্বর',
};

export const PROBLEM_TEXTS: Record<'en' | 'bn', Record<Problem, string>> = {
  en: {
    NAME_MISSING: 'The name is missing',
    NAME_LONG: 'The name is longer than 120 characters',
    NAME_BN_LONG: 'The name in Bengali is longer than 120 characters',
    PHONE_MISSING: 'The phone number is missing',
    PHONE_WRONG: 'The phone number is not a Bangladeshi mobile number',
    EMAIL_WRONG: 'The email address is not valid',
    NID_WRONG: 'A national ID has 10, 13 or 17 digits',
    NID_ROUNDED: 'The national ID lost digits: format its column as text and type it again',
    BIRTH_WRONG: 'The date of birth cannot be read: write it as 31-01-1990',
    BIRTH_FUTURE: 'The date of birth must be earlier than today',
    ADDRESS_LONG: 'The address is longer than 500 characters',
    LEGACY_LONG: 'The old customer number is longer than 40 characters',
    OTHER_NID: 'The register has this person with another national ID',
    SEVERAL_MATCHES: 'The register has several consumers like this: merge them first',
    PHONE_OF_ACCOUNT: 'A consumer of another name signs in with this phone: compare the two',
  },
  bn: {
    NAME_MISSING: 'নাম নেই',
    NAME_LONG: 'নাম ১২০ অক্ষরের বেশি',
    NAME_BN_LONG: 'বাংলা নাম ১২০ অক্ষরের বেশি',
    PHONE_MISSING: 'ফোন নম্বর নেই',
    PHONE_WRONG: 'ফোন নম্বরটি বাংলাদেশের মোবাইল নম্বর নয়',
    EMAIL_WRONG: 'ইমেইল ঠিকানাটি ঠিক নয়',
    NID_WRONG: 'জাতীয় পরিচয়পত্রে ১০, ১৩ বা ১৭টি সংখ্যা থাকে',
    NID_ROUNDED: 'জাতীয় পরিচয়পত্রের সংখ্যা হারিয়ে গেছে: কলামটি টেক্সট করে আবার লিখুন',
    BIRTH_WRONG: 'জন্মতারিখ বোঝা যাচ্ছে না: ৩১-০১-১৯৯০ এভাবে লিখুন',
    BIRTH_FUTURE: 'জন্মতারিখ আজকের আগের হতে হবে',
    ADDRESS_LONG: 'ঠিকানা ৫০০ অক্ষরের বেশি',
    LEGACY_LONG: 'পুরোনো গ্রাহক নম্বর ৪০ অক্ষরের বেশি',
    OTHER_NID: 'এই ব্যক্তি অন্য জাতীয় পরিচয়পত্র নম্বরে নিবন্ধিত আছেন',
    SEVERAL_MATCHES: 'এমন একাধিক গ্রাহক আছেন: আগে একত্র করুন',
    PHONE_OF_ACCOUNT: 'এই ফোনে অন্য নামের একজন গ্রাহক লগইন করেন: দুটি মিলিয়ে দেখুন',
  },
};

export const FILE_TEXTS = {
  en: {
    template: 'Consumers to import',
    bad: 'Rows not taken',
    row: 'Row',
    reason: 'What to mend',
    same: 'The same person as in row',
    needed: 'Needed',
    needed_text: 'Phone, and a name in one of the two scripts. Everything else may stay empty.',
    phone: '01711-223344, +8801711223344 or ০১৭১১২২৩৩৪৪',
    birth: '31-01-1990, 31/01/1990 or 1990-01-31',
  },
  bn: {
    template: 'যেসব গ্রাহক আনা হবে',
    bad: 'যেসব সারি নেওয়া হয়নি',
    row: 'সারি',
    reason: 'কী ঠিক করতে হবে',
    same: 'একই ব্যক্তি আছেন এই সারিতে:',
    needed: 'এই ঘরটি পূরণ করুন',
    needed_text: 'ফোন, এবং যেকোনো এক লিপিতে নাম। বাকি সব খালি থাকতে পারে।',
    phone: '01711-223344, +8801711223344 বা ০১৭১১২২৩৩৪৪',
    birth: '31-01-1990, 31/01/1990 বা 1990-01-31',
  },
} as const;
