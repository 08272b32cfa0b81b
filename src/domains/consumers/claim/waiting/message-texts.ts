/** SMS about claims, to the phone that the register has and to the claimant's; the browser never sees them. */
import type { MessageText } from '#domains/settings/speaker.ts';

/** `phoneEnd`: the last digits of the claimant's phone. */
type Facts = { number: string; phoneEnd: string; code: string };
export type ClaimMessage = 'asked' | 'joined' | 'undone' | 'accepted' | 'refused';

export const messages: Record<ClaimMessage, MessageText<Facts>> = {
  asked: {
    parts: { en: 2, bn: 2 },
    en: ({ utility, number, phoneEnd, code }) =>
      code
        ? `${utility}: code ${code}. Phone ..${phoneEnd} asks for your customer number ${number}. If you agree, tell them the code. If not, tell it to nobody and call us.`
        : `${utility}: phone ..${phoneEnd} asks for your customer number ${number}. We look at it. If you do not agree, call us.`,
    bn: ({ utility, number, phoneEnd, code }) =>
      code
        ? `${utility}: কোড ${code}। ..${phoneEnd} ফোন আপনার গ্রাহক নম্বর ${number} চায়। রাজি হলে কোডটি তাঁকে দিন, নইলে কাউকে বলবেন না।`
        : `${utility}: ..${phoneEnd} ফোন থেকে আপনার গ্রাহক নম্বর ${number} চাওয়া হয়েছে। যাচাই চলছে; রাজি না হলে ফোন করুন।`,
  },
  joined: {
    parts: { en: 2, bn: 2 },
    en: ({ utility, number, phoneEnd }) =>
      `${utility}: customer number ${number} was added to the account of phone ..${phoneEnd}. If you do not know this person, call us at once.`,
    bn: ({ utility, number, phoneEnd }) =>
      `${utility}: গ্রাহক নম্বর ${number} ..${phoneEnd} ফোনের অ্যাকাউন্টে যোগ হয়েছে। চিনতে না পারলে এখনই ফোন করুন।`,
  },
  undone: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, number, phoneEnd }) =>
      `${utility}: customer number ${number} was taken out of the account of phone ..${phoneEnd} again.`,
    bn: ({ utility, number, phoneEnd }) =>
      `${utility}: গ্রাহক নম্বর ${number} ..${phoneEnd} ফোনের অ্যাকাউন্ট থেকে আবার সরানো হয়েছে।`,
  },
  accepted: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, number }) => `${utility}: customer number ${number} was added to your account.`,
    bn: ({ utility, number }) => `${utility}: গ্রাহক নম্বর ${number} আপনার অ্যাকাউন্টে যোগ হয়েছে।`,
  },
  refused: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, number }) =>
      `${utility}: customer number ${number} was not added to your account. Call us to learn why.`,
    bn: ({ utility, number }) => `${utility}: গ্রাহক নম্বর ${number} আপনার অ্যাকাউন্টে যোগ হয়নি। কারণ জানতে ফোন করুন।`,
  },
};
