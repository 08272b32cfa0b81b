/** SMS and mails about empty houses; the browser never shows them. */
import type { MessageText } from '#domains/settings/speaker.ts';

type Facts = {
  number: string;
  from: string;
  until: string;
};
export type EmptyMessage = 'approved' | 'ending' | 'ended' | 'refused' | 'used';

const subject: MessageText<Facts>['subject'] = {
  en: ({ utility, number }) => `${utility}: the empty house of your connection ${number}`,
  bn: ({ utility, number }) => `${utility}: আপনার সংযোগ ${number}-এর খালি বাড়ি`,
};

export const messages: Record<EmptyMessage, MessageText<Facts>> = {
  approved: {
    parts: { en: 2, bn: 2 },
    subject,
    en: ({ utility, number, from, until }) =>
      `${utility}: connection ${number} counts as an empty house from ${from} until before ${until}. If the meter shows use, the bill is in full. Tell us if somebody lives there.`,
    bn: ({ utility, number, from, until }) =>
      `${utility}: সংযোগ ${number}: ${from} থেকে ${until}-এর আগ পর্যন্ত খালি বাড়ি। ব্যবহার হলে পুরো বিল।`,
  },
  ending: {
    parts: { en: 2, bn: 2 },
    subject,
    en: ({ utility, number, until }) =>
      `${utility}: connection ${number} counts as an empty house until before ${until}. Still empty then? Tell us before that day.`,
    bn: ({ utility, number, until }) =>
      `${utility}: সংযোগ ${number} ${until}-এর আগ পর্যন্ত খালি বাড়ি। এরপরও খালি থাকলে আগেই জানান।`,
  },
  ended: {
    parts: { en: 2, bn: 2 },
    subject,
    en: ({ utility, number, until }) =>
      `${utility}: connection ${number} is billed in full again from ${until} on. Not right? Please tell us.`,
    bn: ({ utility, number, until }) =>
      `${utility}: ${until} থেকে সংযোগ ${number}-এর পুরো বিল হবে। ভুল হলে জানান।`,
  },
  refused: {
    parts: { en: 2, bn: 2 },
    subject,
    en: ({ utility, number }) =>
      `${utility}: connection ${number} does not count as an empty house. Please ask us for the reason, or see it on our website.`,
    bn: ({ utility, number }) => `${utility}: সংযোগ ${number} খালি বাড়ি ধরা হয়নি। কারণ জানতে যোগাযোগ করুন।`,
  },
  used: {
    parts: { en: 2, bn: 2 },
    subject,
    en: ({ utility, number, until }) =>
      `${utility}: the meter of connection ${number} shows use, so it is billed in full from ${until} on. Not right? Please tell us.`,
    bn: ({ utility, number, until }) =>
      `${utility}: মিটারে ব্যবহার থাকায় ${until} থেকে সংযোগ ${number}-এর পুরো বিল। ভুল হলে জানান।`,
  },
};
