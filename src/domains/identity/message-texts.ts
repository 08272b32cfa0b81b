/** Texts that leave by SMS; the browser never sees them, so they do not stand in web/en.ts. */

type CodeText = (code: string, minutes: number) => string;

export const codeTexts: Record<'en' | 'bn', CodeText> = {
  en: (code, minutes) => `${code} is your Jolkol code. It is good for ${minutes} minutes. Tell it to nobody.`,
  bn: (code, minutes) => `আপনার জলকল কোড ${code}। কোডটি ${minutes} মিনিট কার্যকর থাকবে। কাউকে জানাবেন না।`,
};

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
