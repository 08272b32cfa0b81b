/** What a link to pay for a repair comes with; the browser never shows it. It names no place and no person. */
import type { MessageText } from '#domains/settings/speaker.ts';

type Facts = { number: string; amount: string; link: string; day: string };

export const messages: Record<'payLink', MessageText<Facts>> = {
  payLink: {
    parts: { en: 2, bn: 3 },
    subject: {
      en: ({ number }) => `Pay for repair request ${number}`,
      bn: ({ number }) => `মেরামতের অনুরোধ ${number}-এর টাকা দিন`,
    },
    en: ({ utility, number, amount, link, day }) =>
      `${utility}: pay ${amount} for repair request ${number} here by ${day}: ${link}`,
    bn: ({ utility, number, amount, link, day }) =>
      `${utility}: মেরামত ${number}-এর ${amount} দিন ${day}-এর মধ্যে: ${link}`,
  },
};
