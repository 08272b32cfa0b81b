/** SMS and mails about signing in; the browser never sees them, so they are not in web/en.ts. */
import { type MessageText, type Speaker, smsText } from '#domains/settings/speaker.ts';
import { countSms } from '#shared/sms/sms.ts';

/**
 * `page` is the line that names the page which the code is for (https://wicg.github.io/sms-one-time-codes): phones then
 * offer the code to that page only, and fill it in.
 */
const code: MessageText<{ code: string; minutes: string; page: string }> = {
  parts: { en: 1, bn: 2 },
  en: ({ utility, code, minutes, page }) =>
    `${utility}: code ${code}, good for ${minutes} minutes. Tell it to nobody.${page}`,
  bn: ({ utility, code, minutes, page }) =>
    `${utility}: কোড ${code}, মেয়াদ ${minutes} মিনিট। কাউকে বলবেন না।${page}`,
};

type Link = MessageText<{ link: string; hours: string }>;

/** The link by which a member of staff or a consumer chooses a password. */
const passwordLink: Link = {
  parts: { en: 2, bn: 3 },
  subject: {
    en: ({ utility }) => `Choose your password: ${utility}`,
    bn: ({ utility }) => `আপনার পাসওয়ার্ড ঠিক করুন: ${utility}`,
  },
  en: ({ utility, link, hours }) =>
    `${utility}: choose your password: ${link} The link works once, for ${hours} hours.`,
  bn: ({ utility, link }) => `${utility}: পাসওয়ার্ড ঠিক করুন: ${link}`,
};

type Plain = MessageText<Record<never, string>>;

/** To somebody whose own way of signing in was changed. */
const second_factor_off: Plain = {
  parts: { en: 2, bn: 2 },
  subject: {
    en: () => 'Your second factor is off',
    bn: () => 'দুই ধাপে যাচাই বন্ধ হয়েছে',
  },
  en: ({ utility }) =>
    `${utility}: signing in with your account no longer asks for a code. If this was not you, tell your administrator at once.`,
  bn: ({ utility }) => `${utility}: আপনার অ্যাকাউন্টে দুই ধাপে যাচাই বন্ধ হয়েছে। কাজটি আপনার না হলে এখনই প্রশাসককে জানান।`,
};

const second_factor_reset: Plain = {
  parts: { en: 2, bn: 2 },
  subject: {
    en: () => 'Your second factor was reset',
    bn: () => 'দুই ধাপে যাচাই আবার চালু করতে হবে',
  },
  en: ({ utility }) =>
    `${utility}: an administrator has reset your second factor and signed you out everywhere. Set it up again on your profile. If you did not ask for this, tell your administrator at once.`,
  bn: ({ utility }) =>
    `${utility}: প্রশাসক আপনার দুই ধাপে যাচাই বাতিল করেছেন। আবার চালু করুন। আপনি না চাইলে এখনই প্রশাসককে জানান।`,
};

const provider_joined: Plain = {
  parts: { en: 2, bn: 2 },
  subject: {
    en: () => 'A new way to sign in',
    bn: () => 'লগইনের নতুন উপায় যোগ হয়েছে',
  },
  en: ({ utility }) =>
    `${utility}: your account can now also be opened by your organisation's sign-in. If this was not you, tell your administrator at once.`,
  bn: ({ utility }) =>
    `${utility}: প্রতিষ্ঠানের লগইনেও এখন আপনার অ্যাকাউন্ট খোলা যায়। কাজটি আপনার না হলে এখনই প্রশাসককে জানান।`,
};

/** To the new address: the link by which it is taken over. */
const emailLink: Link = {
  subject: {
    en: ({ utility }) => `Confirm your email: ${utility}`,
    bn: ({ utility }) => `আপনার ইমেইল নিশ্চিত করুন: ${utility}`,
  },
  en: ({ utility, link, hours }) =>
    `Confirm that this address is yours: ${link} The link works once, for ${hours} hours. If you did not ask for it, do nothing. ${utility}`,
  bn: ({ utility, link, hours }) =>
    `ঠিকানাটি আপনার হলে নিশ্চিত করুন: ${link} লিংকটি একবার, ${hours} ঘণ্টার মধ্যে কাজ করবে। আপনি না চেয়ে থাকলে কিছু করতে হবে না। ${utility}`,
};

/** To whom an address belongs that somebody else asked for. */
const addressTaken: Plain = {
  subject: {
    en: () => 'Somebody asked for your email',
    bn: () => 'আপনার ইমেইল অন্য কেউ চেয়েছেন',
  },
  en: ({ utility }) =>
    `Another account at ${utility} asked for this email address. It stays yours and nothing was changed. If it was you, sign in with this address.`,
  bn: ({ utility }) =>
    `${utility}: অন্য একটি অ্যাকাউন্ট থেকে এই ইমেইল ঠিকানা চাওয়া হয়েছে। ঠিকানাটি আপনারই আছে, কিছু বদলায়নি। আপনি নিজে চেয়ে থাকলে এই ঠিকানা দিয়ে লগইন করুন।`,
};

/** To the address that is the account's, when another one is asked for. */
const emailAsked: Plain = {
  subject: {
    en: () => 'Another email was asked for your account',
    bn: () => 'আপনার অ্যাকাউন্টের ইমেইল বদলাতে চাওয়া হয়েছে',
  },
  en: ({ utility }) =>
    `${utility}: somebody who is signed in to your account wants to use another email address for it. If this was not you, change your password at once: then nothing comes of it.`,
  bn: ({ utility }) =>
    `${utility}: আপনার অ্যাকাউন্টে লগইন করা কেউ অন্য একটি ইমেইল ঠিকানা দিতে চেয়েছেন। কাজটি আপনার না হলে এখনই পাসওয়ার্ড বদলান, তাহলে ইমেইল বদলাবে না।`,
};

/** To the address that was the account's until now or, if there was none, to the phone. */
const emailChanged: Plain = {
  parts: { en: 1, bn: 2 },
  subject: {
    en: () => 'The email of your account was changed',
    bn: () => 'আপনার অ্যাকাউন্টের ইমেইল বদলেছে',
  },
  en: ({ utility }) =>
    `${utility}: the email of your account was changed or removed. If this was not you, change your password at once and tell us.`,
  bn: ({ utility }) =>
    `${utility}: আপনার অ্যাকাউন্টের ইমেইল বদলেছে বা মুছে গেছে। কাজটি আপনার না হলে পাসওয়ার্ড বদলান ও আমাদের জানান।`,
};

/** To whom a number belongs that somebody else asked for. */
const phoneTaken: Plain = {
  parts: { en: 1, bn: 2 },
  en: ({ utility }) =>
    `${utility}: another account asked for your mobile number. It stays yours. If it was you, sign in with this number.`,
  bn: ({ utility }) =>
    `${utility}: অন্য একটি অ্যাকাউন্ট আপনার মোবাইল নম্বরটি চেয়েছে। নম্বরটি আপনারই আছে। নিজে চাইলে এই নম্বরে লগইন করুন।`,
};

/** To the number that was the account's until now or, if there was none, by mail. */
const phoneChanged: Plain = {
  parts: { en: 1, bn: 2 },
  subject: {
    en: () => 'The mobile number of your account was changed',
    bn: () => 'আপনার অ্যাকাউন্টের মোবাইল নম্বর বদলেছে',
  },
  en: ({ utility }) =>
    `${utility}: the mobile number of your account was changed. If this was not you, tell us at once.`,
  bn: ({ utility }) => `${utility}: আপনার অ্যাকাউন্টের মোবাইল নম্বর বদলেছে। কাজটি আপনার না হলে এখনই আমাদের জানান।`,
};

/** To the contact of an account that is closed because its entry became one with another. `phoneEnd`: of the one that is left. */
const accountMerged: MessageText<{ phoneEnd: string }> = {
  parts: { en: 2, bn: 2 },
  subject: {
    en: () => 'Your two accounts are one now',
    bn: () => 'আপনার দুটি অ্যাকাউন্ট এক হয়েছে',
  },
  en: ({ utility, phoneEnd }) =>
    phoneEnd
      ? `${utility}: you had two accounts; our office made them one. This one is closed: sign in with phone ..${phoneEnd}. If that is not your account, call us.`
      : `${utility}: you had two accounts; our office made them one. This one is closed: sign in with the other. If you have no other account, call us.`,
  bn: ({ utility, phoneEnd }) =>
    phoneEnd
      ? `${utility}: আপনার দুটি অ্যাকাউন্ট এক করা হয়েছে, এটি বন্ধ। ..${phoneEnd} ফোন দিয়ে লগইন করুন। অ্যাকাউন্টটি আপনার না হলে ফোন করুন।`
      : `${utility}: আপনার দুটি অ্যাকাউন্ট এক করা হয়েছে, এটি বন্ধ। অন্যটি দিয়ে লগইন করুন। অন্য অ্যাকাউন্ট না থাকলে ফোন করুন।`,
};

export const messages = {
  code,
  passwordLink,
  second_factor_off,
  second_factor_reset,
  provider_joined,
  emailLink,
  addressTaken,
  emailAsked,
  emailChanged,
  phoneTaken,
  phoneChanged,
  accountMerged,
};

/** Phones fill a code in because of the line about its page. It is left off if the host is so long that it costs one more SMS. */
export function codeText(
  speaker: Speaker,
  { code, minutes, publicUrl }: { code: string; minutes: number; publicUrl: string },
): string {
  const facts = { code, minutes: speaker.write.digits(String(minutes)) };
  const whole = smsText(speaker, messages.code, {
    ...facts,
    page: `\n@${new URL(publicUrl).hostname} #${code}`,
  });
  const fits = countSms(whole).parts <= (messages.code.parts?.[speaker.language] ?? 1);
  return fits ? whole : smsText(speaker, messages.code, { ...facts, page: '' });
}
