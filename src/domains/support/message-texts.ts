/** SMS about a ticket, to the consumer whose ticket it is; the browser never sees them. What was written is read after signing in. */
import type { MessageText } from '#domains/settings/speaker.ts';

type Facts = { number: string };
export type TicketMessage = 'noted' | 'answered' | 'question' | 'resolved' | 'rejected' | 'again';

export const messages: Record<TicketMessage, MessageText<Facts>> = {
  noted: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, number }) => `${utility}: we have noted your request. Its ticket is ${number}.`,
    bn: ({ utility, number }) => `${utility}: আপনার কথা লিখে রাখা হয়েছে। টিকিট নম্বর ${number}।`,
  },
  answered: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, number }) =>
      `${utility}: there is an answer to your ticket ${number}. Sign in to read it.`,
    bn: ({ utility, number }) => `${utility}: টিকিট ${number}-এর উত্তর এসেছে। লগইন করে পড়ুন।`,
  },
  question: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, number }) =>
      `${utility}: we have a question about your ticket ${number}. Please answer within 7 days.`,
    bn: ({ utility, number }) => `${utility}: টিকিট ${number} নিয়ে একটি প্রশ্ন আছে। ৭ দিনের মধ্যে উত্তর দিন।`,
  },
  resolved: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, number }) =>
      `${utility}: your ticket ${number} is resolved. If not, open it again within 15 days.`,
    bn: ({ utility, number }) => `${utility}: টিকিট ${number}-এর সমাধান হয়েছে। না হলে ১৫ দিনের মধ্যে আবার খুলুন।`,
  },
  again: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, number }) => `${utility}: the work for your ticket ${number} is done again.`,
    bn: ({ utility, number }) => `${utility}: টিকিট ${number}-এর কাজ আবার করা হবে।`,
  },
  rejected: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, number }) =>
      `${utility}: we cannot help with your ticket ${number}. Sign in to read why.`,
    bn: ({ utility, number }) => `${utility}: টিকিট ${number} নামঞ্জুর হয়েছে। কারণ জানতে লগইন করুন।`,
  },
};
