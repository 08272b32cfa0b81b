/** What an invited person and both sides of an access are told; the browser never shows it. */
import type { MessageText } from '#domains/settings/speaker.ts';

const invitation: MessageText<{
  holder: string;
  connection: string;
  code: string;
  days: string;
  link: string;
}> = {
  parts: { en: 2, bn: 2 },
  subject: {
    en: ({ utility }) => `${utility}: you are invited to see a water connection`,
    bn: ({ utility }) => `${utility}: পানির সংযোগ দেখার আমন্ত্রণ`,
  },
  en: ({ utility, holder, connection, code, days, link }) =>
    `${utility}: code ${code}, ${days} days. ${holder} lets you see connection ${connection}. ${link}`,
  bn: ({ utility, holder, connection, code, link }) =>
    `${utility}: কোড ${code}। ${holder && `${holder}-এর `}সংযোগ ${connection} দেখুন: ${link}`,
};

type Notice = MessageText<{ person: string; connection: string }>;

/** To the holder when somebody accepts or leaves, to the other one when the holder withdraws. */
const accepted: Notice = {
  parts: { en: 2, bn: 2 },
  en: ({ utility, person, connection }) => `${utility}: ${person} can now see your connection ${connection}.`,
  bn: ({ utility, person, connection }) => `${utility}: ${person} এখন আপনার সংযোগ ${connection} দেখতে পারবেন।`,
};

const left: Notice = {
  parts: { en: 2, bn: 2 },
  en: ({ utility, person, connection }) =>
    `${utility}: ${person} no longer sees your connection ${connection}, by their own wish.`,
  bn: ({ utility, person, connection }) =>
    `${utility}: ${person} নিজে থেকে আপনার সংযোগ ${connection} আর দেখছেন না।`,
};

const withdrawn: Notice = {
  parts: { en: 2, bn: 2 },
  en: ({ utility, person, connection }) =>
    `${utility}: ${person} has ended your access to connection ${connection}.`,
  bn: ({ utility, person, connection }) =>
    `${utility}: ${person} আপনার জন্য সংযোগ ${connection} দেখা বন্ধ করেছেন।`,
};

export const messages = { invitation, accepted, left, withdrawn };
