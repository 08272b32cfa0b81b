/** SMS about bills that are paid by themselves; that one was paid says its receipt (payments). The browser never sees them. */
import type { MessageText } from '#domains/settings/speaker.ts';
import type { Failure } from './auto-pay.rules.ts';

/** Some days before. */
type Coming = MessageText<{ amount: string; number: string; day: string; balance: string }>;
/** `next`: that it is tried again, or is not. */
type Failed = MessageText<{ amount: string; number: string; next: string }>;

const coming: Coming = {
  parts: { en: 1, bn: 2 },
  en: ({ utility, amount, number, day, balance }) =>
    `${utility}: auto-pay takes ${amount} for connection ${number} on ${day}. In your wallet: ${balance}.`,
  bn: ({ utility, amount, number, day, balance }) =>
    `${utility}: ${day} ওয়ালেট থেকে সংযোগ ${number}-এর ${amount} কাটা হবে। ওয়ালেটে আছে ${balance}।`,
};

const failedText = (en: string, bn: string): Failed => ({
  parts: { en: 2, bn: 2 },
  en: ({ utility, amount, number, next }) =>
    `${utility}: auto-pay did not pay ${amount} for connection ${number}: ${en}. ${next}`,
  bn: ({ utility, amount, number, next }) =>
    `${utility}: সংযোগ ${number}-এর ${amount} কাটা যায়নি: ${bn}। ${next}`,
});

const failures: Record<Failure, Failed> = {
  BALANCE_SHORT: failedText('too little is in your wallet', 'ওয়ালেটে টাকা কম'),
  OVER_CEILING: failedText('the bill is above your limit', 'বিল আপনার সীমার বেশি'),
  WALLET_FROZEN: failedText('your wallet is frozen', 'ওয়ালেট স্থগিত'),
  BILL_HELD: failedText('the bill is being checked', 'বিল যাচাই হচ্ছে'),
  OLDER_BILL: failedText('an older bill is not paid yet', 'আগের বিল বাকি'),
  PAYMENT_RUNNING: failedText('a payment at the bank is under way', 'ব্যাংকে পেমেন্ট চলছে'),
  SWITCHED_OFF: failedText('auto-pay is switched off by us', 'অটো-পে বন্ধ আছে'),
};
export const messages: { coming: Coming } & Record<Failure, Failed> = { coming, ...failures };

/** Ends the message about a failure. */
export const NEXT = {
  again: { en: (day: string) => `We try again on ${day}.`, bn: (day: string) => `আবার চেষ্টা ${day}।` },
  never: { en: 'Please pay it yourself.', bn: 'বিলটি নিজে দিন।' },
};
