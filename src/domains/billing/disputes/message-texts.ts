/** SMS and mails about disputes of bills; the browser never shows them. */
import type { MessageText } from '#domains/settings/speaker.ts';

type Facts = { number: string; bill: string; day: string; remark: string };
export type DisputeMessage = 'asked' | 'REJECTED' | 'UPHELD' | 'PARTLY' | 'WITHDRAWN';

const subject: MessageText<Facts>['subject'] = {
  en: ({ utility, bill }) => `${utility}: your objection to bill ${bill}`,
  bn: ({ utility, bill }) => `${utility}: বিল ${bill} নিয়ে আপনার আপত্তি`,
};

export const messages: Record<DisputeMessage, MessageText<Facts>> = {
  asked: {
    parts: { en: 2, bn: 2 },
    subject,
    en: ({ utility, number, bill, day }) =>
      `${utility}: we have your objection ${number} to bill ${bill}. We decide by ${day}. Until then no late surcharge is charged on it.`,
    bn: ({ utility, number, bill, day }) =>
      `${utility}: বিল ${bill} নিয়ে আপত্তি ${number} পেয়েছি। ${day}-এর মধ্যে জানাব, ততদিন বিলম্ব মাশুল নেই।`,
  },
  REJECTED: {
    parts: { en: 2, bn: 3 },
    subject,
    en: ({ utility, number, bill, remark }) =>
      `${utility}: objection ${number}: bill ${bill} is right, please pay it. ${remark}`,
    bn: ({ utility, number, bill, remark }) =>
      `${utility}: আপত্তি ${number}: বিল ${bill} সঠিক, পরিশোধ করুন। ${remark}`,
  },
  UPHELD: {
    parts: { en: 2, bn: 3 },
    subject,
    en: ({ utility, number, bill, remark }) =>
      `${utility}: objection ${number}: you were right, bill ${bill} is corrected. ${remark}`,
    bn: ({ utility, number, bill, remark }) =>
      `${utility}: আপত্তি ${number}: আপনি ঠিক, বিল ${bill} সংশোধন হয়েছে। ${remark}`,
  },
  PARTLY: {
    parts: { en: 2, bn: 3 },
    subject,
    en: ({ utility, number, bill, remark }) =>
      `${utility}: objection ${number}: you were right in part, bill ${bill} is corrected. ${remark}`,
    bn: ({ utility, number, bill, remark }) =>
      `${utility}: আপত্তি ${number}: আংশিক ঠিক, বিল ${bill} সংশোধন হয়েছে। ${remark}`,
  },
  WITHDRAWN: {
    parts: { en: 2, bn: 2 },
    subject,
    en: ({ utility, number, bill }) =>
      `${utility}: objection ${number} to bill ${bill} is taken back as you asked. The bill is to be paid. Did you not ask? Please call us.`,
    bn: ({ utility, number, bill }) =>
      `${utility}: আপনার কথায় বিল ${bill} নিয়ে আপত্তি ${number} তুলে নেওয়া হয়েছে। না চাইলে জানান।`,
  },
};
