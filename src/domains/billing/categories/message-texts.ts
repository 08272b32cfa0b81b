/** SMS and mails about categories of connections by date; the browser never shows them. */
import type { MessageText } from '#domains/settings/speaker.ts';

type Facts = {
  number: string;
  category: string;
  next: string;
  from: string;
  /** The last day of the category. */
  last: string;
  until: string;
  hasEnd: boolean;
};
export type CategoryMessage = 'approved' | 'ending' | 'turned';

const subject: MessageText<Facts>['subject'] = {
  en: ({ utility, number }) => `${utility}: the category of your connection ${number}`,
  bn: ({ utility, number }) => `${utility}: আপনার সংযোগ ${number}-এর ধরন`,
};

export const messages: Record<CategoryMessage, MessageText<Facts>> = {
  approved: {
    parts: { en: 2, bn: 2 },
    subject,
    en: ({ utility, number, category, next, from, until, hasEnd }) =>
      `${utility}: connection ${number} is billed as ${category} from ${from}${hasEnd ? `, and as ${next} from ${until}` : ''}.`,
    bn: ({ utility, number, category, next, from, until, hasEnd }) =>
      `${utility}: সংযোগ ${number}: ${from} থেকে বিল ${category} হারে${hasEnd ? `, ${until} থেকে ${next} হারে` : ''}।`,
  },
  ending: {
    parts: { en: 2, bn: 2 },
    subject,
    en: ({ utility, number, category, next, last, until }) =>
      `${utility}: connection ${number} is billed as ${category} until ${last}, and as ${next} from ${until}. Not right? Please tell us.`,
    bn: ({ utility, number, category, next, last, until }) =>
      `${utility}: সংযোগ ${number}: ${last} পর্যন্ত ${category}, ${until} থেকে ${next} হারে বিল। ভুল হলে জানান।`,
  },
  turned: {
    parts: { en: 2, bn: 2 },
    subject,
    en: ({ utility, number, next, until }) =>
      `${utility}: since ${until} connection ${number} is billed as ${next}. Not right? Please tell us.`,
    bn: ({ utility, number, next, until }) =>
      `${utility}: ${until} থেকে সংযোগ ${number}-এর বিল ${next} হারে হচ্ছে। ভুল হলে জানান।`,
  },
};
