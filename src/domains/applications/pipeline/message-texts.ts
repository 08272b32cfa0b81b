/** Texts that leave by SMS; the browser never sees them, so they are not in web/en.ts. */
import type { MessageText } from '#domains/settings/speaker.ts';

export type MessageFacts = {
  number: string;
  remark: string;
  day: string;
  earlier: string;
  amount: string;
  customerNumber: string;
  /** Leads to the application. */
  link: string;
};

export const messages = {
  submitted: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, number }) =>
      `${utility}: application ${number} for a water connection has arrived. We tell you when you have to do something and when somebody comes.`,
    bn: ({ utility, number }) =>
      `আবেদন ${number} পেয়েছি। কিছু করার থাকলে এবং কেউ আসার আগে এসএমএস পাবেন। ${utility}`,
  },
  // An application that was taken at the counter may have no account: the counter corrects it, too.
  correct: {
    parts: { en: 2, bn: 3 },
    en: ({ utility, number, remark, day, link }) =>
      `${utility}: application ${number} needs a correction until ${day}: ${remark}. Put it right at our counter or here: ${link}`,
    bn: ({ utility, number, remark, day, link }) =>
      `${utility}: আবেদন ${number} ${day}-এর মধ্যে ঠিক করুন: ${remark} ${link}`,
  },
  letter: {
    parts: { en: 2, bn: 2 },
    en: ({ utility, number, customerNumber }) =>
      `${utility}: the connection letter of application ${number} is ready. Your customer number is ${customerNumber}. A surveyor will visit the plot.`,
    bn: ({ utility, number, customerNumber }) =>
      `${utility}: আবেদন ${number}-এর সংযোগপত্র প্রস্তুত। গ্রাহক নম্বর ${customerNumber}। জরিপের জন্য সার্ভেয়ার আসবেন।`,
  },
  visit: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, number, day }) =>
      `${utility}: application ${number}: we come to the plot on ${day}. Please see that somebody is there.`,
    bn: ({ utility, number, day }) => `${utility}: আবেদন ${number}: ${day} কর্মী প্লটে আসবেন। কেউ যেন থাকেন।`,
  },
  visitMoved: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, number, day, earlier }) =>
      `${utility}: application ${number}: we come on ${day}, not on ${earlier}. Please see that somebody is there.`,
    bn: ({ utility, number, day, earlier }) =>
      `${utility}: আবেদন ${number}: ${earlier} নয়, ${day} কর্মী আসবেন। কেউ যেন থাকেন।`,
  },
  // No other day is set yet.
  visitOff: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, number, day }) =>
      `${utility}: application ${number}: we do not come on ${day}. We tell you the new day.`,
    bn: ({ utility, number, day }) => `${utility}: আবেদন ${number}: ${day} কর্মী আসবেন না। নতুন তারিখ জানাব।`,
  },
  pay: {
    parts: { en: 2, bn: 3 },
    en: ({ utility, number, amount, day, link }) =>
      `${utility}: application ${number}: please pay the demand note of ${amount} until ${day}, at our counter or here: ${link}`,
    bn: ({ utility, number, amount, day, link }) =>
      `${utility}: আবেদন ${number}: ডিমান্ড নোটের ${amount} দিন ${day}-এর মধ্যে, কাউন্টারে বা ${link}`,
  },
  payReminder: {
    parts: { en: 2, bn: 3 },
    en: ({ utility, number, amount, day, link }) =>
      `${utility}: ${amount} of application ${number} can be paid until ${day}, at our counter or here: ${link} After that the application ends.`,
    bn: ({ utility, number, amount, day, link }) =>
      `${utility}: আবেদন ${number}-এর ${amount} ${day}-এর মধ্যে না দিলে তা বাতিল: কাউন্টার বা ${link}`,
  },
  correctReminder: {
    parts: { en: 2, bn: 3 },
    en: ({ utility, number, day, link }) =>
      `${utility}: application ${number} must be corrected until ${day}, at our counter or here, or it ends: ${link}`,
    bn: ({ utility, number, day, link }) =>
      `${utility}: ${day}-এর মধ্যে সংশোধন না করলে আবেদন ${number} বাতিল হবে: কাউন্টারে বা ${link}`,
  },
  noteCancelled: {
    parts: { en: 2, bn: 2 },
    en: ({ utility, number }) =>
      `${utility}: the demand note of application ${number} is cancelled: please do not pay it. We survey the plot again and send a new one.`,
    bn: ({ utility, number }) =>
      `${utility}: আবেদন ${number}-এর ডিমান্ড নোট বাতিল, টাকা দেবেন না। আবার জরিপ করে নতুন নোট পাঠানো হবে।`,
  },
  paid: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, number }) =>
      `${utility}: the demand note of application ${number} is paid. An installer will bring the meter.`,
    bn: ({ utility, number }) =>
      `${utility}: আবেদন ${number}-এর ডিমান্ড নোট পরিশোধ হয়েছে। মিটার বসাতে কর্মী আসবেন।`,
  },
  takenBack: {
    parts: { en: 2, bn: 3 },
    en: ({ utility, number, amount, day, link }) =>
      `${utility}: application ${number}: its payment was taken back. Please pay ${amount} until ${day}, at our counter or here: ${link}`,
    bn: ({ utility, number, amount, day, link }) =>
      `${utility}: আবেদন ${number}: পেমেন্ট বাতিল। ${day}-এর মধ্যে ${amount} দিন: কাউন্টারে বা ${link}`,
  },
  takenBackToWallet: {
    parts: { en: 2, bn: 3 },
    en: ({ utility, number, amount, day, link }) =>
      `${utility}: application ${number}: its payment was taken back, the money is in your wallet again. Please pay ${amount} until ${day}: ${link}`,
    bn: ({ utility, number, amount, day, link }) =>
      `${utility}: আবেদন ${number}: টাকা ওয়ালেটে ফেরত। ${day}-এর মধ্যে ${amount} দিন: ${link}`,
  },
  connected: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, customerNumber }) =>
      `${utility}: welcome! Your plot is connected to the water supply. Your customer number is ${customerNumber}.`,
    bn: ({ utility, customerNumber }) =>
      `স্বাগতম! পানির সংযোগ চালু হয়েছে। গ্রাহক নম্বর ${customerNumber}। ${utility}`,
  },
  rejected: {
    parts: { en: 2, bn: 3 },
    en: ({ utility, number, remark }) => `${utility}: application ${number} was rejected: ${remark}`,
    bn: ({ utility, number, remark }) => `${utility}: আবেদন ${number} নামঞ্জুর হয়েছে: ${remark}`,
  },
  // The office deleted it: it is on no page any more, so this has the reason and no link.
  deleted: {
    parts: { en: 2, bn: 3 },
    en: ({ utility, number, remark }) =>
      `${utility}: our office has deleted application ${number}: ${remark}`,
    bn: ({ utility, number, remark }) => `${utility}: আমাদের অফিস আবেদন ${number} মুছে ফেলেছে: ${remark}`,
  },
  expired: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, number }) =>
      `${utility}: application ${number} has ended because its time ran out. Ask us if you want it reopened.`,
    bn: ({ utility, number }) =>
      `${utility}: সময় পেরিয়ে যাওয়ায় আবেদন ${number} বাতিল হয়েছে। আবার চালু করতে যোগাযোগ করুন।`,
  },
  // A part is paid: the office gives new days, or sends the money back.
  restOver: {
    parts: { en: 2, bn: 2 },
    en: ({ utility, number, amount }) =>
      `${utility}: application ${number}: its last day has passed and ${amount} is not paid. Ask us for more days, or for your money back.`,
    bn: ({ utility, number, amount }) =>
      `${utility}: আবেদন ${number}-এর সময় শেষ, ${amount} বাকি। সময় বাড়াতে বা টাকা ফেরত নিতে যোগাযোগ করুন।`,
  },
  held: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, number }) =>
      `${utility}: application ${number} is on hold with us. Its days do not run meanwhile; you need not do anything.`,
    bn: ({ utility, number }) =>
      `${utility}: আবেদন ${number} আমরা স্থগিত রেখেছি। এ সময় আপনার দিন গোনা হবে না, কিছু করতেও হবে না।`,
  },
  resumed: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, number, day }) =>
      `${utility}: application ${number} goes on.${day ? ` Your part can be done until ${day}.` : ''}`,
    bn: ({ utility, number, day }) =>
      `${utility}: আবেদন ${number}-এর কাজ আবার চলছে।${day ? ` আপনার কাজটি ${day} পর্যন্ত করা যাবে।` : ''}`,
  },
  reopened: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, number }) =>
      `${utility}: application ${number} was opened again and goes on where it stopped.`,
    bn: ({ utility, number }) => `${utility}: আবেদন ${number} আবার চালু হয়েছে; আগের ধাপ থেকে কাজ চলবে।`,
  },
} as const satisfies Record<string, MessageText<MessageFacts>>;
export type MessageKind = keyof typeof messages;

/** Those that name an amount: shown to who sees demand notes. */
export const MONEY_KINDS: readonly MessageKind[] = [
  'pay',
  'payReminder',
  'takenBack',
  'takenBackToWallet',
  'restOver',
];
