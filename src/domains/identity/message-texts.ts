/** Texts that leave by SMS; the browser never sees them, so they are not in web/texts/en.ts. */

type CodeText = (code: string, minutes: number) => string;

const codeTexts: Record<'en' | 'bn', CodeText> = {
  en: (code, minutes) => `${code} is your Jolkol code. It is good for ${minutes} minutes. Tell it to nobody.`,
  bn: (code, minutes) => `আপনার জলকল কোড ${code}। কোডটি ${minutes} মিনিট কার্যকর থাকবে। কাউকে জানাবেন না।`,
};

/**
 * The last line names the page that the code is for (https://wicg.github.io/sms-one-time-codes): phones then offer
 * the code to that page only, and fill it in.
 */
export function codeText(
  language: 'en' | 'bn',
  { code, minutes, publicUrl }: { code: string; minutes: number; publicUrl: string },
): string {
  return `${codeTexts[language](code, minutes)}\n@${new URL(publicUrl).hostname} #${code}`;
}

type LinkText = (link: string, hours: number) => { subject: string; text: string };

/** To a member of staff: the link by which they choose their password. */
export const passwordLinkTexts: Record<'en' | 'bn', LinkText> = {
  en: (link, hours) => ({
    subject: 'Choose your Jolkol password',
    text: `Choose your Jolkol password: ${link} The link works once, for ${hours} hours.`,
  }),
  bn: (link, hours) => ({
    subject: 'আপনার জলকল পাসওয়ার্ড ঠিক করুন',
    text: `আপনার জলকল পাসওয়ার্ড ঠিক করুন: ${link} লিংকটি একবার, ${hours} ঘণ্টার মধ্যে ব্যবহার করা যাবে।`,
  }),
};

type AccountText = Record<
  'second_factor_off' | 'second_factor_reset' | 'provider_joined',
  { subject: string; text: string }
>;

/** To somebody whose own way of signing in was changed. */
export const accountTexts: Record<'en' | 'bn', AccountText> = {
  en: {
    second_factor_off: {
      subject: 'Your second factor is off',
      text: 'Signing in to Jolkol with your account no longer asks for a code. If this was not you, tell your administrator at once.',
    },
    second_factor_reset: {
      subject: 'Your second factor was reset',
      text: 'An administrator has reset the second factor of your Jolkol account and signed you out everywhere. Set it up again on your profile. If you did not ask for this, tell your administrator at once.',
    },
    provider_joined: {
      subject: 'A new way to sign in',
      text: 'Your Jolkol account can now also be opened by your organisation’s sign-in. If this was not you, tell your administrator at once.',
    },
  },
  bn: {
    second_factor_off: {
      subject: 'আপনার দ্বিতীয় ধাপের যাচাই বন্ধ হয়েছে',
      text: 'আপনার জলকল অ্যাকাউন্টে প্রবেশের সময় এখন আর কোড চাওয়া হবে না। কাজটি আপনি না করে থাকলে এখনই প্রশাসককে জানান।',
    },
    second_factor_reset: {
      subject: 'আপনার দ্বিতীয় ধাপের যাচাই নতুন করে ঠিক করতে হবে',
      text: 'একজন প্রশাসক আপনার জলকল অ্যাকাউন্টের দ্বিতীয় ধাপের যাচাই বাতিল করেছেন এবং সব ডিভাইস থেকে আপনাকে বের করে দিয়েছেন। প্রোফাইল থেকে এটি আবার চালু করুন। আপনি না চেয়ে থাকলে এখনই প্রশাসককে জানান।',
    },
    provider_joined: {
      subject: 'প্রবেশের নতুন উপায় যোগ হয়েছে',
      text: 'আপনার জলকল অ্যাকাউন্টে এখন প্রতিষ্ঠানের সাইন-ইন দিয়েও প্রবেশ করা যাবে। কাজটি আপনি না করে থাকলে এখনই প্রশাসককে জানান।',
    },
  },
};

/** To the new address: the link by which it is taken over. */
export const emailLinkText: Record<'en' | 'bn', LinkText> = {
  en: (link, hours) => ({
    subject: 'Confirm your email for Jolkol',
    text: `Confirm that this address is yours: ${link} The link works once, for ${hours} hours. If you did not ask for it, do nothing.`,
  }),
  bn: (link, hours) => ({
    subject: 'জলকলের জন্য আপনার ইমেইল নিশ্চিত করুন',
    text: `ঠিকানাটি আপনার হলে নিশ্চিত করুন: ${link} লিংকটি একবার, ${hours} ঘণ্টার মধ্যে ব্যবহার করা যাবে। আপনি না চেয়ে থাকলে কিছু করতে হবে না।`,
  }),
};

/** To whom an address belongs that somebody else asked for. */
export const addressTakenText: Record<'en' | 'bn', { subject: string; text: string }> = {
  en: {
    subject: 'Somebody asked for your email',
    text: 'Another Jolkol account asked for this email address. It stays yours and nothing was changed. If it was you, sign in with this address.',
  },
  bn: {
    subject: 'আপনার ইমেইল অন্য কেউ চেয়েছেন',
    text: 'জলকলের অন্য একটি অ্যাকাউন্ট থেকে এই ইমেইল ঠিকানা চাওয়া হয়েছে। ঠিকানাটি আপনারই আছে, কিছু বদলায়নি। আপনি নিজে চেয়ে থাকলে এই ঠিকানা দিয়ে প্রবেশ করুন।',
  },
};

/** To the address that was the account's until now. */
export const emailChangedText: Record<'en' | 'bn', { subject: string; text: string }> = {
  en: {
    subject: 'The email of your account was changed',
    text: 'The email of your Jolkol account was changed or removed. If this was not you, change your password at once and tell the utility.',
  },
  bn: {
    subject: 'আপনার অ্যাকাউন্টের ইমেইল বদলেছে',
    text: 'আপনার জলকল অ্যাকাউন্টের ইমেইল বদলানো বা মুছে ফেলা হয়েছে। কাজটি আপনি না করে থাকলে এখনই পাসওয়ার্ড বদলান এবং কর্তৃপক্ষকে জানান।',
  },
};
