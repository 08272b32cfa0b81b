/** SMS about an entry of the register; the browser never sees them. */
import type { MessageText } from '#domains/settings/speaker.ts';

/** To the number that was the entry's until now. */
export const messages: Record<'phoneChanged', MessageText<{ number: string }>> = {
  phoneChanged: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, number }) =>
      `${utility}: our office changed the mobile number of customer ${number}. If you did not want this, tell us at once.`,
    bn: ({ utility, number }) =>
      `${utility}: অফিস গ্রাহক নম্বর ${number}-এর মোবাইল নম্বর বদলেছে। আপনি না চাইলে এখনই আমাদের জানান।`,
  },
};
