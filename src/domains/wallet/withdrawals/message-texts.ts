/** SMS about money that goes back from a wallet; the browser never sees them. */
import type { MessageText } from '#domains/settings/speaker.ts';

type Facts = { amount: string; code: string; remark: string };
export type WithdrawalMessage =
  | 'code'
  | 'approved'
  | 'refused'
  | 'expired'
  | 'paid'
  | 'returned'
  | 'taken_back';

export const messages: Record<WithdrawalMessage, MessageText<Facts>> = {
  code: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, amount, code }) =>
      `${utility}: code ${code} to take ${amount} out of your wallet. Did you not ask for it? Tell the code to nobody.`,
    bn: ({ utility, amount, code }) =>
      `${utility}: কোড ${code}। ওয়ালেট থেকে ${amount} তোলা হবে। না চাইলে কোডটি কাউকে বলবেন না।`,
  },
  approved: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, amount }) =>
      `${utility}: the ${amount} from your wallet is approved and will be paid out.`,
    bn: ({ utility, amount }) => `${utility}: ওয়ালেট থেকে ${amount} তোলার আবেদন অনুমোদিত হয়েছে।`,
  },
  refused: {
    parts: { en: 2, bn: 2 },
    en: ({ utility, amount, remark }) =>
      `${utility}: the ${amount} is in your wallet again, it is not paid out. Reason: ${remark}`,
    bn: ({ utility, amount, remark }) => `${utility}: ${amount} তোলা যায়নি, টাকা ওয়ালেটে ফিরেছে। কারণ: ${remark}`,
  },
  expired: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, amount }) =>
      `${utility}: no code came in time, so the ${amount} is in your wallet again. You may ask for it anew.`,
    bn: ({ utility, amount }) => `${utility}: সময়মতো কোড না পাওয়ায় ${amount} ওয়ালেটে ফিরেছে। চাইলে আবার আবেদন করুন।`,
  },
  taken_back: {
    parts: { en: 2, bn: 2 },
    en: ({ utility, amount, remark }) =>
      `${utility}: our office ended the withdrawal of ${amount}, the money is in your wallet again. Reason: ${remark}`,
    bn: ({ utility, amount, remark }) =>
      `${utility}: অফিস ${amount} তোলার আবেদন বাতিল করেছে, টাকা ওয়ালেটে ফিরেছে। কারণ: ${remark}`,
  },
  paid: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, amount }) => `${utility}: ${amount} from your wallet was paid out to you.`,
    bn: ({ utility, amount }) => `${utility}: ওয়ালেটের ${amount} আপনাকে দেওয়া হয়েছে।`,
  },
  returned: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, amount }) =>
      `${utility}: your bank sent the ${amount} back, it is in your wallet again. Check the account and ask anew.`,
    bn: ({ utility, amount }) =>
      `${utility}: ব্যাংক ${amount} ফেরত পাঠিয়েছে, টাকা আবার ওয়ালেটে। হিসাব নম্বর মিলিয়ে আবার আবেদন করুন।`,
  },
};
