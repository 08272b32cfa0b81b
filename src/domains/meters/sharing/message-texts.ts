/** What an invited person and both sides of an access are told; the browser never shows it. */
import type { PaperFormats } from '#shared/format.ts';

type Language = 'en' | 'bn';
type Invitation = {
  utility: string;
  holder: string;
  connection: string;
  code: string;
  days: number;
  link: string;
};

export const invitationTexts: Record<Language, (facts: Invitation, format: PaperFormats) => string> = {
  en: ({ utility, holder, connection, code, days, link }) =>
    `${utility}: ${holder} lets you see water connection ${connection}. Code ${code}, good for ${days} days. ${link}`,
  bn: ({ utility, holder, connection, code, days, link }, format) =>
    `${utility}: ${holder} আপনাকে পানির সংযোগ ${format.digits(connection)} দেখার সুযোগ দিয়েছেন। কোড ${code}, মেয়াদ ${format.digits(String(days))} দিন। ${link}`,
};

export const invitationSubjects: Record<Language, string> = {
  en: 'You are invited to see a water connection',
  bn: 'পানির সংযোগ দেখার আমন্ত্রণ',
};

type Notice = { utility: string; person: string; connection: string };

/** To the holder when somebody accepts or leaves, to the other one when the holder withdraws. */
export const accessTexts: Record<
  'accepted' | 'left' | 'withdrawn',
  Record<Language, (facts: Notice, format: PaperFormats) => string>
> = {
  accepted: {
    en: ({ utility, person, connection }) =>
      `${utility}: ${person} can now see your connection ${connection}.`,
    bn: ({ utility, person, connection }, format) =>
      `${utility}: ${person} এখন আপনার সংযোগ ${format.digits(connection)} দেখতে পারবেন।`,
  },
  left: {
    en: ({ utility, person, connection }) =>
      `${utility}: ${person} no longer sees your connection ${connection}, by their own wish.`,
    bn: ({ utility, person, connection }, format) =>
      `${utility}: ${person} আপনার সংযোগ ${format.digits(connection)} দেখা ছেড়ে দিয়েছেন।`,
  },
  withdrawn: {
    en: ({ utility, person, connection }) =>
      `${utility}: ${person} has ended your access to connection ${connection}.`,
    bn: ({ utility, person, connection }, format) =>
      `${utility}: ${person} আপনার জন্য সংযোগ ${format.digits(connection)} দেখা বন্ধ করেছেন।`,
  },
};
