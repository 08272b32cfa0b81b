/** What a household is told of its cheque; the browser never shows it, so it is not in web/en.ts. */
import type { MessageText } from '#domains/settings/speaker.ts';

type Facts = { amount: string; number: string; cheque: string; fee: string; surcharge: string };
type Returned = MessageText<Facts>;

const subject: NonNullable<Returned['subject']> = {
  en: ({ utility, cheque }) => `${utility}: cheque ${cheque} was returned`,
  bn: ({ utility, cheque }) => `${utility}: চেক ${cheque} ফেরত এসেছে`,
};

/** The bank sent it back: what it paid is due again. */
const returned: Returned = {
  ...{ subject, parts: { en: 2, bn: 2 } },
  en: ({ utility, amount, number, cheque }) =>
    `${utility}: the bank returned cheque ${cheque}. ${amount} for connection ${number} is not paid. Please pay it another way.`,
  bn: ({ utility, amount, number, cheque }) =>
    `${utility}: চেক ${cheque} ব্যাংক ফেরত দিয়েছে। সংযোগ ${number}-এর ${amount} বাকি, অন্যভাবে দিন।`,
};

const returnedWithFee: Returned = {
  ...{ subject, parts: { en: 2, bn: 2 } },
  en: ({ utility, amount, number, cheque, fee }) =>
    `${utility}: the bank returned cheque ${cheque}. ${amount} for connection ${number} is not paid. A fee of ${fee} is added. Please pay another way.`,
  bn: ({ utility, amount, number, cheque, fee }) =>
    `${utility}: চেক ${cheque} ব্যাংক ফেরত দিয়েছে। সংযোগ ${number}-এর ${amount} ও ফি ${fee} বাকি।`,
};

/** The bills were unpaid all the time: late surcharges are charged with the return. */
const returnedWithSurcharge: Returned = {
  ...{ subject, parts: { en: 2, bn: 2 } },
  en: ({ utility, amount, number, cheque, surcharge }) =>
    `${utility}: the bank returned cheque ${cheque}. ${amount} for connection ${number} is not paid. Late surcharges of ${surcharge} are added. Please pay another way.`,
  bn: ({ utility, amount, number, cheque, surcharge }) =>
    `${utility}: চেক ${cheque} ফেরত এসেছে। সংযোগ ${number}: ${amount} ও বিলম্ব মাশুল ${surcharge} বাকি।`,
};

const returnedWithBoth: Returned = {
  ...{ subject, parts: { en: 2, bn: 2 } },
  en: ({ utility, amount, number, cheque, fee, surcharge }) =>
    `${utility}: the bank returned cheque ${cheque}. ${amount} for connection ${number} is not paid. A fee of ${fee} and late surcharges of ${surcharge} are added.`,
  bn: ({ utility, amount, number, cheque, fee, surcharge }) =>
    `${utility}: চেক ${cheque} ফেরত এসেছে। সংযোগ ${number}: ${amount}, ফি ${fee}, মাশুল ${surcharge} বাকি।`,
};

export const messages = { returned, returnedWithFee, returnedWithSurcharge, returnedWithBoth };
