/** Texts that leave by SMS; the browser never sees them, so they are not in web/texts/en.ts. */

export type MessageFacts = {
  number: string;
  name: string;
  remark: string;
  day: string;
  amount: string;
  customerNumber: string;
};
type Text = (facts: MessageFacts) => string;

export const messageTexts = {
  submitted: {
    en: ({ number }) =>
      `Your application ${number} for a water connection has arrived. We will tell you about every step.`,
    bn: ({ number }) => `আপনার পানির সংযোগের আবেদন ${number} আমরা পেয়েছি। প্রতিটি ধাপ আপনাকে জানানো হবে।`,
  },
  correct: {
    en: ({ number, remark, day }) =>
      `Application ${number} needs a correction until ${day}: ${remark}. Please sign in and put it right.`,
    bn: ({ number, remark, day }) =>
      `আবেদন ${number} ${day} তারিখের মধ্যে সংশোধন করতে হবে: ${remark}। অনুগ্রহ করে লগইন করে সংশোধন করুন।`,
  },
  letter: {
    en: ({ number, customerNumber }) =>
      `The connection letter of application ${number} is ready. Your customer number is ${customerNumber}. A surveyor will visit the plot.`,
    bn: ({ number, customerNumber }) =>
      `আবেদন ${number}-এর সংযোগপত্র প্রস্তুত। আপনার গ্রাহক নম্বর ${customerNumber}। জরিপের জন্য একজন সার্ভেয়ার প্লটে আসবেন।`,
  },
  pay: {
    en: ({ number, amount, day }) =>
      `Application ${number}: please pay the demand note of ${amount} until ${day}, at our counter or online.`,
    bn: ({ number, amount, day }) =>
      `আবেদন ${number}: ${day} তারিখের মধ্যে ডিমান্ড নোটের ${amount} কাউন্টারে বা অনলাইনে পরিশোধ করুন।`,
  },
  payReminder: {
    en: ({ number, amount, day }) =>
      `Reminder: ${amount} of application ${number} can be paid until ${day}. After that the application ends.`,
    bn: ({ number, amount, day }) =>
      `স্মরণ করিয়ে দিচ্ছি: আবেদন ${number}-এর ${amount} ${day} তারিখ পর্যন্ত পরিশোধ করা যাবে। এরপর আবেদনটি বাতিল হয়ে যাবে।`,
  },
  correctReminder: {
    en: ({ number, day }) => `Reminder: application ${number} must be corrected until ${day}, or it ends.`,
    bn: ({ number, day }) =>
      `স্মরণ করিয়ে দিচ্ছি: ${day} তারিখের মধ্যে সংশোধন না করলে আবেদন ${number} বাতিল হয়ে যাবে।`,
  },
  paid: {
    en: ({ number }) =>
      `The demand note of application ${number} is paid. An installer will bring the meter.`,
    bn: ({ number }) => `আবেদন ${number}-এর ডিমান্ড নোট পরিশোধ হয়েছে। মিটার বসাতে আমাদের কর্মী আসবেন।`,
  },
  takenBack: {
    en: ({ number, amount, day }) =>
      `Application ${number}: its payment was taken back. Please pay ${amount} until ${day}, at our counter or online.`,
    bn: ({ number, amount, day }) =>
      `আবেদন ${number}: পেমেন্টটি ফেরত নেওয়া হয়েছে। ${day} তারিখের মধ্যে ${amount} কাউন্টারে বা অনলাইনে পরিশোধ করুন।`,
  },
  connected: {
    en: ({ customerNumber }) =>
      `Welcome: your plot is connected to the water supply. Your customer number is ${customerNumber}.`,
    bn: ({ customerNumber }) => `স্বাগতম! আপনার প্লটে পানির সংযোগ দেওয়া হয়েছে। আপনার গ্রাহক নম্বর ${customerNumber}।`,
  },
  rejected: {
    en: ({ number, remark }) => `Application ${number} was rejected: ${remark}`,
    bn: ({ number, remark }) => `আবেদন ${number} নামঞ্জুর হয়েছে: ${remark}`,
  },
  expired: {
    en: ({ number }) =>
      `Application ${number} has ended because its time ran out. Ask us if you want it reopened.`,
    bn: ({ number }) => `সময় পেরিয়ে যাওয়ায় আবেদন ${number} বাতিল হয়েছে। আবার চালু করতে চাইলে আমাদের সঙ্গে যোগাযোগ করুন।`,
  },
  reopened: {
    en: ({ number }) => `Application ${number} was opened again and goes on where it stopped.`,
    bn: ({ number }) => `আবেদন ${number} আবার চালু করা হয়েছে; আগের ধাপ থেকে কাজ চলবে।`,
  },
} as const satisfies Record<string, { en: Text; bn: Text }>;
export type MessageKind = keyof typeof messageTexts;
