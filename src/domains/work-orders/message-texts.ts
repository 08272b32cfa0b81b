/** SMS about a repair, to the household that asked for it; the browser never sees them. They name nobody of the staff. */
import type { MessageText } from '#domains/settings/speaker.ts';

/** `day`: by which somebody comes, empty if that day is over; until which it waits, empty if nobody knows; until which the work may be rated. */
type Facts = { number: string; amount: string; remark: string; day: string; link: string };
export type OrderMessage =
  | 'charged'
  | 'accepted'
  | 'coming'
  | 'waits'
  | 'completed'
  | 'rate'
  | 'ended'
  | 'handedOver'
  | 'replied';

export const messages: Record<OrderMessage, MessageText<Facts>> = {
  charged: {
    parts: { en: 2, bn: 3 },
    en: ({ utility, number, amount, link }) =>
      `${utility}: repair request ${number} costs ${amount}. Please pay at our counter or here, the work begins after that: ${link}`,
    bn: ({ utility, number, amount, link }) =>
      `${utility}: মেরামতের অনুরোধ ${number}-এর খরচ ${amount}। কাউন্টারে বা এখানে দিলে কাজ শুরু হবে: ${link}`,
  },
  accepted: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, number }) =>
      `${utility}: repair request ${number} is accepted. We tell you when somebody comes.`,
    bn: ({ utility, number }) => `${utility}: মেরামতের অনুরোধ ${number} গৃহীত হয়েছে। কর্মী কবে আসবেন, জানাব।`,
  },
  coming: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, number, day }) =>
      `${utility}: for repair request ${number} somebody comes ${day ? `by ${day}` : 'as soon as possible'}.`,
    bn: ({ utility, number, day }) =>
      `${utility}: মেরামতের অনুরোধ ${number}: ${day ? `${day} তারিখের মধ্যে` : 'যত দ্রুত সম্ভব'} কর্মী আসবেন।`,
  },
  // They were told a day by which somebody comes.
  waits: {
    parts: { en: 2, bn: 2 },
    en: ({ utility, number, day }) =>
      `${utility}: the work of repair request ${number} waits${day ? ` until ${day}` : ''}: nobody comes before. We tell you when it goes on.`,
    bn: ({ utility, number, day }) =>
      `${utility}: মেরামতের অনুরোধ ${number}-এর কাজ ${day ? `${day} পর্যন্ত ` : ''}থেমে আছে, এখন কেউ আসবেন না। আবার শুরু হলে জানাব।`,
  },
  completed: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, number }) =>
      `${utility}: the work of repair request ${number} is done. If something is still wrong, please tell us.`,
    bn: ({ utility, number }) => `${utility}: মেরামতের অনুরোধ ${number}-এর কাজ শেষ হয়েছে। সমস্যা থাকলে আমাদের জানান।`,
  },
  rate: {
    parts: { en: 2, bn: 3 },
    en: ({ utility, number, day, link }) =>
      `${utility}: work ${number} at your connection is done and checked. How was it? Please tell us by ${day}: ${link}`,
    bn: ({ utility, number, day, link }) =>
      `${utility}: আপনার সংযোগের কাজ ${number} যাচাই হয়েছে। কেমন হলো, ${day}-এর মধ্যে জানান: ${link}`,
  },
  replied: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, number, link }) => `${utility}: we answered your repair request ${number}: ${link}`,
    bn: ({ utility, number, link }) => `${utility}: মেরামতের অনুরোধ ${number}-এর উত্তর: ${link}`,
  },
  handedOver: {
    parts: { en: 2, bn: 2 },
    en: ({ utility, number }) =>
      `${utility}: repair request ${number} ends unpaid, because the connection has a new owner. You pay nothing for it.`,
    bn: ({ utility, number }) =>
      `${utility}: মালিক বদল হওয়ায় মেরামতের অনুরোধ ${number} বাতিল। এর জন্য কিছু দিতে হবে না।`,
  },
  ended: {
    parts: { en: 2, bn: 2 },
    en: ({ utility, number, remark }) =>
      `${utility}: the work of repair request ${number} will not be done: ${remark}`,
    bn: ({ utility, number, remark }) => `${utility}: মেরামতের অনুরোধ ${number}-এর কাজ হবে না: ${remark}`,
  },
};
