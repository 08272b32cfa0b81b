/** SMS and mails about payment plans; the browser never shows them. */
import type { MessageText } from '#domains/settings/speaker.ts';

type Facts = {
  number: string;
  connection: string;
  /** With the older bills beside the plan, if it asks for money. */
  amount: string;
  /** What of it is for older bills; empty if nothing is. */
  older: string;
  count: string;
  day: string;
  remark: string;
  link: string;
};
export type PlanMessage =
  | 'proposed'
  | 'active'
  | 'remind'
  | 'missed'
  | 'bill_late'
  | 'broken'
  | 'completed'
  | 'resumed'
  | 'cancelled'
  | 'refused'
  | 'ended'
  | 'expired';

const subject: MessageText<Facts>['subject'] = {
  en: ({ utility, number }) => `${utility}: your payment plan ${number}`,
  bn: ({ utility, number }) => `${utility}: আপনার কিস্তির নথি ${number}`,
};

const OF_OLDER = {
  en: (older: string) => older && ` (older bills: ${older})`,
  // Two parts have no room for the sum.
  bn: (older: string) => older && ' (আগের বিলসহ)',
};

export const messages: Record<PlanMessage, MessageText<Facts>> = {
  proposed: {
    parts: { en: 2, bn: 3 },
    subject,
    en: ({ utility, number, amount, count, day, link }) =>
      `${utility}: you may pay your late bills, ${amount}, in ${count} parts (plan ${number}). Please accept by ${day}: ${link}`,
    bn: ({ utility, number, amount, count, day, link }) =>
      `${utility}: কিস্তি ${number}: বকেয়া ${amount} ${count} ভাগে দিন। ${day}-এর মধ্যে সম্মতি দিন: ${link}`,
  },
  active: {
    parts: { en: 2, bn: 2 },
    subject,
    en: ({ utility, number, amount, older, day }) =>
      `${utility}: your payment plan ${number} has begun. Please pay ${amount} by ${day}.${OF_OLDER.en(older)}`,
    bn: ({ utility, number, amount, older, day }) =>
      `${utility}: কিস্তির নথি ${number} চালু হয়েছে। ${day}-এর মধ্যে ${amount} দিন।${OF_OLDER.bn(older)}`,
  },
  remind: {
    parts: { en: 2, bn: 2 },
    subject,
    en: ({ utility, number, amount, older, day }) =>
      `${utility}: the next instalment of plan ${number}: please pay ${amount} by ${day}.${OF_OLDER.en(older)}`,
    bn: ({ utility, number, amount, older, day }) =>
      `${utility}: পরের কিস্তি (${number}): ${day}-এর মধ্যে ${amount} দিন।${OF_OLDER.bn(older)}`,
  },
  missed: {
    parts: { en: 2, bn: 2 },
    subject,
    en: ({ utility, number, amount, older, day }) =>
      `${utility}: an instalment of plan ${number} is late. Pay ${amount} by ${day}, or the plan ends.${OF_OLDER.en(older)}`,
    bn: ({ utility, number, amount, older, day }) =>
      `${utility}: কিস্তি (${number}) বাকি। ${day}-এর মধ্যে ${amount} দিন, নইলে কিস্তি বাতিল।${OF_OLDER.bn(older)}`,
  },
  bill_late: {
    parts: { en: 2, bn: 2 },
    subject,
    en: ({ utility, number, amount, day }) =>
      `${utility}: a new bill of ${amount} is late. Pay it by ${day}, or payment plan ${number} ends and all is due at once.`,
    bn: ({ utility, number, amount, day }) =>
      `${utility}: নতুন বিলের ${amount} ${day}-এর মধ্যে না দিলে কিস্তির সুবিধা (${number}) থাকবে না।`,
  },
  broken: {
    parts: { en: 2, bn: 2 },
    subject,
    en: ({ utility, number, amount }) =>
      `${utility}: payment plan ${number} has ended because an instalment or a bill was not paid. ${amount} is due at once.`,
    bn: ({ utility, number, amount }) =>
      `${utility}: টাকা না পাওয়ায় কিস্তির নথি ${number} বাতিল হয়েছে। বাকি ${amount} এখনই দিন।`,
  },
  completed: {
    parts: { en: 1, bn: 2 },
    subject,
    en: ({ utility, number }) => `${utility}: payment plan ${number} is paid. Thank you.`,
    bn: ({ utility, number }) => `${utility}: কিস্তির নথি ${number}-এর সব টাকা পরিশোধ হয়েছে। ধন্যবাদ।`,
  },
  resumed: {
    parts: { en: 2, bn: 2 },
    subject,
    en: ({ utility, number, amount, older, day }) =>
      `${utility}: money of plan ${number} was taken back. The plan goes on: please pay ${amount} by ${day}.${OF_OLDER.en(older)}`,
    bn: ({ utility, number, amount, older, day }) =>
      `${utility}: কিস্তি ${number}-এর টাকা ফেরত গেছে। ${day}-এর মধ্যে ${amount} দিন।${OF_OLDER.bn(older)}`,
  },
  cancelled: {
    parts: { en: 2, bn: 3 },
    subject,
    en: ({ utility, number, amount, remark }) =>
      `${utility}: payment plan ${number} was ended by our office, ${amount} is open. ${remark}`,
    bn: ({ utility, number, amount, remark }) =>
      `${utility}: অফিস কিস্তির নথি ${number} বন্ধ করেছে, বাকি ${amount}। ${remark}`,
  },
  refused: {
    parts: { en: 2, bn: 3 },
    subject,
    en: ({ utility, number, remark }) =>
      `${utility}: we cannot give you the payment plan that you asked for (${number}). ${remark}`,
    bn: ({ utility, number, remark }) => `${utility}: কিস্তির আবেদন (${number}) মঞ্জুর করা যায়নি। ${remark}`,
  },
  ended: {
    parts: { en: 2, bn: 2 },
    subject,
    en: ({ utility, number, connection }) =>
      `${utility}: payment plan ${number} has ended because the bills of connection ${connection} changed. Please look at what is open.`,
    bn: ({ utility, number, connection }) =>
      `${utility}: সংযোগ ${connection}-এর বিল বদলেছে, কিস্তির নথি ${number} শেষ। কত বাকি দেখুন।`,
  },
  expired: {
    parts: { en: 2, bn: 2 },
    subject,
    en: ({ utility, number, amount }) =>
      `${utility}: payment plan ${number} was not accepted in time and has ended. ${amount} is due at once.`,
    bn: ({ utility, number, amount }) =>
      `${utility}: সময়মতো সম্মতি না পাওয়ায় কিস্তির নথি ${number} বাদ গেছে। বাকি ${amount} এখনই দিন।`,
  },
};
