/**
 * SMS about claims. In which language the owner of an entry without an account reads nobody knows: such a message says
 * it in both.
 */
import { toBengaliDigits } from '#shared/format.ts';

export type ClaimFacts = { number: string; phone: string; code?: string };
export type ClaimMessage = 'asked' | 'joined' | 'undone' | 'accepted' | 'refused';

const end = (phone: string) => phone.slice(-4);

const texts: Record<'en' | 'bn', Record<ClaimMessage, (facts: ClaimFacts) => string>> = {
  en: {
    asked: ({ number, phone, code }) =>
      `Somebody (phone …${end(phone)}) asks to add your customer number ${number} to their Jolkol account. ${
        code
          ? `If you agree, tell them the code ${code}. If not, tell it to nobody and call us.`
          : 'We look at it. If you do not agree, call us.'
      }`,
    joined: ({ number, phone }) =>
      `Your customer number ${number} was added to the Jolkol account of phone …${end(phone)}. If you do not know this person, call us at once.`,
    undone: ({ number, phone }) =>
      `Customer number ${number} was taken out of the Jolkol account of phone …${end(phone)} again.`,
    accepted: ({ number }) => `Customer number ${number} was added to your Jolkol account.`,
    refused: ({ number }) => `Customer number ${number} was not added to your Jolkol account. Ask us why.`,
  },
  bn: {
    asked: ({ number, phone, code }) =>
      `জলকল: একজন (ফোন …${toBengaliDigits(end(phone))}) আপনার গ্রাহক নম্বর ${toBengaliDigits(number)} নিজের অ্যাকাউন্টে যোগ করতে চান। ${
        code
          ? `রাজি হলে তাঁকে ${code} কোডটি জানান। রাজি না হলে কাউকে বলবেন না, আমাদের ফোন করুন।`
          : 'আমরা যাচাই করছি। রাজি না হলে আমাদের ফোন করুন।'
      }`,
    joined: ({ number, phone }) =>
      `জলকল: আপনার গ্রাহক নম্বর ${toBengaliDigits(number)} …${toBengaliDigits(end(phone))} ফোনের অ্যাকাউন্টে যোগ হয়েছে। এই ব্যক্তিকে না চিনলে এখনই আমাদের ফোন করুন।`,
    undone: ({ number, phone }) =>
      `জলকল: গ্রাহক নম্বর ${toBengaliDigits(number)} …${toBengaliDigits(end(phone))} ফোনের অ্যাকাউন্ট থেকে আবার সরানো হয়েছে।`,
    accepted: ({ number }) => `জলকল: গ্রাহক নম্বর ${toBengaliDigits(number)} আপনার অ্যাকাউন্টে যোগ হয়েছে।`,
    refused: ({ number }) =>
      `জলকল: গ্রাহক নম্বর ${toBengaliDigits(number)} আপনার অ্যাকাউন্টে যোগ করা হয়নি। কারণ জানতে আমাদের ফোন করুন।`,
  },
};

/** @param language without one, in both. */
export function claimMessage(what: ClaimMessage, facts: ClaimFacts, language?: 'en' | 'bn'): string {
  if (language) return texts[language][what](facts);
  return `${texts.bn[what](facts)}\n${texts.en[what](facts)}`;
}
