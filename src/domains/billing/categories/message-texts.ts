/** SMS and mails about categories of connections by date; the browser never shows them. */
import type { MessageText } from '#domains/settings/speaker.ts';

type Facts = {
  number: string;
  category: string;
  /** The category that follows. */
  follows: string;
  from: string;
  /** The first day of the next category; empty: it has no end. */
  until: string;
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
    en: ({ utility, number, category, follows, from, until }) =>
      `${utility}: connection ${number} is billed as ${category} from ${from}${until ? `, and as ${follows} from ${until}` : ''}.`,
    bn: ({ utility, number, category, follows, from, until }) =>
      `${utility}: সংযোগ ${number}: বিল ${from} থেকে ${category}${until ? `, ${until} থেকে ${follows}` : ''}।`,
  },
  ending: {
    parts: { en: 2, bn: 2 },
    subject,
    en: ({ utility, number, category, follows, until }) =>
      `${utility}: from ${until} connection ${number} is billed as ${follows} instead of ${category}. Not right? Please tell us.`,
    bn: ({ utility, number, category, follows, until }) =>
      `${utility}: ${until} থেকে সংযোগ ${number}-এর বিল ${category} নয়, ${follows} হারে। ভুল হলে জানান।`,
  },
  turned: {
    parts: { en: 2, bn: 2 },
    subject,
    en: ({ utility, number, follows, until }) =>
      `${utility}: since ${until} connection ${number} is billed as ${follows}. Not right? Please tell us.`,
    bn: ({ utility, number, follows, until }) =>
      `${utility}: ${until} থেকে সংযোগ ${number}-এর বিল ${follows} হারে হচ্ছে। ভুল হলে জানান।`,
  },
};
