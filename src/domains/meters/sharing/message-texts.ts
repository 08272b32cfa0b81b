/** What an invited person and both sides of an access are told; the browser never shows it. */
import type { MessageText } from '#domains/settings/speaker.ts';
import { bengaliGenitive } from '#shared/language/bengali-genitive.ts';

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
    `${utility}: কোড ${code}। ${holder && `${bengaliGenitive(holder)} `}সংযোগ ${connection} দেখুন: ${link}`,
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

/** Staff, or the undoing of a claim, ended it: to the holder and to the other one. */
const ended: Notice = {
  parts: { en: 2, bn: 2 },
  en: ({ utility, person, connection }) =>
    `${utility}: we have ended the access of ${person} to your connection ${connection}.`,
  bn: ({ utility, person, connection }) =>
    `${utility}: আপনার সংযোগ ${connection} দেখার সুযোগ ${person} আর পাবেন না, আমরা তা বন্ধ করেছি।`,
};

const over: Notice = {
  parts: { en: 1, bn: 2 },
  en: ({ utility, connection }) => `${utility}: your access to connection ${connection} has ended.`,
  bn: ({ utility, connection }) => `${utility}: আপনি সংযোগ ${connection} আর দেখতে পারবেন না।`,
};

export const messages = { invitation, accepted, left, ended, withdrawn, over };
