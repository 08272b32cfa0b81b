/** SMS and mails about leaks; the browser never shows them. */
import type { MessageText } from '#domains/settings/speaker.ts';

/** `due`: what of the bill is still to be paid. `advance`: what of the credit the next bill uses. */
type Facts = {
  number: string;
  bill: string;
  day: string;
  amount: string;
  due: string;
  advance: string;
  remark: string;
};
export type LeakMessage =
  | 'asked'
  | 'askedBack'
  | 'CREDITED'
  | 'creditedDue'
  | 'creditedAdvance'
  | 'REFUSED'
  | 'refusedDue'
  | 'WITHDRAWN'
  | 'EXPIRED'
  | 'expiredDue'
  | 'REPLACED';

const subject: MessageText<Facts>['subject'] = {
  en: ({ utility, bill }) => `${utility}: leak and bill ${bill}`,
  bn: ({ utility, bill }) => `${utility}: লিক ও বিল ${bill}`,
};

export const messages: Record<LeakMessage, MessageText<Facts>> = {
  asked: {
    parts: { en: 2, bn: 2 },
    subject,
    en: ({ utility, number, bill }) =>
      `${utility}: we have your request ${number} about a leak and bill ${bill}. We decide after the next reading of the meter.`,
    bn: ({ utility, number, bill }) =>
      `${utility}: লিকের আবেদন ${number} (বিল ${bill}) পেয়েছি। মিটারের পরের রিডিং দেখে জানাব।`,
  },
  askedBack: {
    parts: { en: 2, bn: 2 },
    subject,
    en: ({ utility, number, bill }) =>
      `${utility}: we have your request ${number} about a leak and bill ${bill}. The meter shows your usual use again. Our office decides.`,
    bn: ({ utility, number, bill }) =>
      `${utility}: লিকের আবেদন ${number} (বিল ${bill}) পেয়েছি। রিডিং স্বাভাবিক। অফিস জানাবে।`,
  },
  CREDITED: {
    parts: { en: 2, bn: 3 },
    subject,
    en: ({ utility, number, bill, amount, remark }) =>
      `${utility}: leak ${number}: ${amount} is taken off bill ${bill}. ${remark}`,
    bn: ({ utility, number, bill, amount, remark }) =>
      `${utility}: লিকের আবেদন ${number}: বিল ${bill}-এ ${amount} ছাড়। ${remark}`,
  },
  creditedDue: {
    parts: { en: 2, bn: 3 },
    subject,
    en: ({ utility, number, bill, amount, due, remark }) =>
      `${utility}: leak ${number}: ${amount} is taken off bill ${bill}. ${due} of it is still to be paid. ${remark}`,
    bn: ({ utility, number, bill, amount, due, remark }) =>
      `${utility}: লিকের আবেদন ${number}: বিল ${bill}-এ ${amount} ছাড়, বাকি ${due}। ${remark}`,
  },
  creditedAdvance: {
    parts: { en: 2, bn: 3 },
    subject,
    en: ({ utility, number, bill, amount, advance, remark }) =>
      `${utility}: leak ${number}: ${amount} is taken off bill ${bill}. Your advance, which the next bill uses: ${advance}. ${remark}`,
    bn: ({ utility, number, bill, amount, advance, remark }) =>
      `${utility}: লিক ${number}: বিল ${bill}-এ ছাড় ${amount}। পরের বিলের অগ্রিম ${advance}। ${remark}`,
  },
  REFUSED: {
    parts: { en: 2, bn: 3 },
    subject,
    en: ({ utility, number, bill, remark }) =>
      `${utility}: leak ${number}: nothing is taken off bill ${bill}. ${remark}`,
    bn: ({ utility, number, bill, remark }) =>
      `${utility}: লিকের আবেদন ${number}: বিল ${bill}-এ ছাড় নেই। ${remark}`,
  },
  refusedDue: {
    parts: { en: 2, bn: 3 },
    subject,
    en: ({ utility, number, bill, due, remark }) =>
      `${utility}: leak ${number}: nothing is taken off bill ${bill}. ${due} of it is still to be paid. ${remark}`,
    bn: ({ utility, number, bill, due, remark }) =>
      `${utility}: লিকের আবেদন ${number}: বিল ${bill}-এ ছাড় নেই, বাকি ${due} দিতে হবে। ${remark}`,
  },
  WITHDRAWN: {
    parts: { en: 2, bn: 2 },
    subject,
    en: ({ utility, number, bill }) =>
      `${utility}: request ${number} about a leak and bill ${bill} is taken back as you asked. Did you not ask? Please call us.`,
    bn: ({ utility, number, bill }) =>
      `${utility}: আপনার কথায় লিকের আবেদন ${number} (বিল ${bill}) তুলে নেওয়া হয়েছে। না চাইলে জানান।`,
  },
  EXPIRED: {
    parts: { en: 2, bn: 2 },
    subject,
    en: ({ utility, number, bill, day }) =>
      `${utility}: leak ${number}: until ${day} no reading showed your usual use. Nothing is taken off bill ${bill}.`,
    bn: ({ utility, number, bill, day }) =>
      `${utility}: আবেদন ${number}: ${day} পর্যন্ত ব্যবহার স্বাভাবিক হয়নি। বিল ${bill}-এ ছাড় নেই।`,
  },
  expiredDue: {
    parts: { en: 2, bn: 2 },
    subject,
    en: ({ utility, number, bill, day, due }) =>
      `${utility}: leak ${number}: until ${day} no reading showed your usual use. ${due} of bill ${bill} is still to be paid.`,
    bn: ({ utility, number, bill, day, due }) =>
      `${utility}: ${number}: ${day} পর্যন্ত ব্যবহার স্বাভাবিক হয়নি। বিল ${bill}-এ ছাড় নেই, বাকি ${due}।`,
  },
  REPLACED: {
    parts: { en: 2, bn: 2 },
    subject,
    en: ({ utility, number, bill, amount }) =>
      `${utility}: the reading of bill ${bill} was corrected, so the credit of ${amount} for leak ${number} is taken back. If it was a leak, you can ask us again.`,
    bn: ({ utility, number, bill, amount }) =>
      `${utility}: বিল ${bill}-এর রিডিং সংশোধনে লিক ${number}-এর ছাড় ${amount} আর নেই। লিক হলে আবার আবেদন করুন।`,
  },
};
