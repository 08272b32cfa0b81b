/** The step of the dunning ladder that a household is on, in both languages: fetched only if there is something to read. */
import type { Dunning } from './dunning.schema.ts';

type Language = 'en' | 'bn';
type Writes = {
  day: (day: string) => string;
  money: (minor: number) => string;
  digits: (text: string) => string;
};
type Facts = { amount: string; day: string; number: string };
type Cheque = { cheque: string; number: string };

const SENTENCES: Record<Dunning['state'], Record<Language, (facts: Facts) => string>> = {
  REMINDED: {
    en: ({ amount, day, number }) => `${amount} is late for connection ${number}. Please pay by ${day}.`,
    bn: ({ amount, day, number }) => `সংযোগ ${number}-এর ${amount} বাকি আছে। ${day}-এর মধ্যে দিন।`,
  },
  NOTICED: {
    en: ({ amount, day, number }) =>
      `Notice: if ${amount} for connection ${number} is not paid by ${day}, the water can be cut off.`,
    bn: ({ amount, day, number }) =>
      `নোটিশ: সংযোগ ${number}-এর ${amount} ${day}-এর মধ্যে না দিলে পানির সংযোগ বন্ধ হতে পারে।`,
  },
  ORDERED: {
    en: ({ amount, number }) =>
      `Somebody comes to cut off connection ${number}. If you pay ${amount} now, nobody comes.`,
    bn: ({ amount, number }) => `সংযোগ ${number} বন্ধ করতে কর্মী আসবেন। এখনই ${amount} দিলে কেউ আসবেন না।`,
  },
  DISCONNECTED: {
    en: ({ amount, number }) =>
      `Connection ${number} is cut off. As soon as ${amount} is paid, somebody comes to connect it again.`,
    bn: ({ amount, number }) => `সংযোগ ${number} বন্ধ আছে। ${amount} দিলেই আবার চালু করতে কর্মী আসবেন।`,
  },
  RECONNECTING: {
    en: ({ number }) => `Connection ${number} is paid. Somebody comes to connect the water again.`,
    bn: ({ number }) => `সংযোগ ${number}-এর বকেয়া শোধ হয়েছে। পানি আবার চালু করতে কর্মী আসবেন।`,
  },
};

/** After its last day to pay. */
const OVER: Partial<Record<Dunning['state'], Record<Language, (facts: Facts) => string>>> = {
  REMINDED: {
    en: ({ amount, number }) => `${amount} is late for connection ${number}. Please pay now.`,
    bn: ({ amount, number }) => `সংযোগ ${number}-এর ${amount} বাকি আছে। এখনই দিন।`,
  },
  NOTICED: {
    en: ({ amount, number }) =>
      `Notice: the water of connection ${number} can be cut off any day. Please pay ${amount} now.`,
    bn: ({ amount, number }) => `নোটিশ: সংযোগ ${number}-এর পানি যেকোনো দিন বন্ধ হতে পারে। এখনই ${amount} দিন।`,
  },
};

/** All that is late is paid, if the bank pays. */
const WAITS: Record<'cut_off' | 'has_water', Record<Language, (facts: Cheque) => string>> = {
  cut_off: {
    en: ({ cheque, number }) =>
      `Connection ${number} is cut off. When the bank has paid your cheque (${cheque}), somebody comes to connect it again.`,
    bn: ({ cheque, number }) =>
      `সংযোগ ${number} বন্ধ আছে। ব্যাংক আপনার চেকের টাকা (${cheque}) দিলে আবার চালু করতে কর্মী আসবেন।`,
  },
  has_water: {
    en: ({ cheque, number }) =>
      `The bank has not paid your cheque (${cheque}) for connection ${number} yet. Until it answers, nobody comes to cut it off.`,
    bn: ({ cheque, number }) =>
      `সংযোগ ${number}-এর জন্য আপনার চেকের টাকা (${cheque}) ব্যাংক এখনো দেয়নি। ব্যাংকের উত্তর না আসা পর্যন্ত সংযোগ বন্ধ করা হবে না।`,
  },
};

/** Something is late beside the cheque. */
const BESIDE: Record<Language, (cheque: string) => string> = {
  en: (cheque) => ` Your cheque (${cheque}) counts when the bank has paid it.`,
  bn: (cheque) => ` আপনার চেক (${cheque}) ব্যাংক টাকা দিলে ধরা হবে।`,
};

/** After the last day to pay nobody is told a day any more: then it is now. */
export function sayDunning(dunning: Dunning, language: Language, write: Writes, today: string): string {
  const { state, dueMinor, chequeMinor } = dunning;
  const [number, cheque] = [write.digits(dunning.connectionNumber), write.money(chequeMinor)];
  if (chequeMinor > 0 && dueMinor === 0 && state !== 'RECONNECTING')
    return WAITS[state === 'DISCONNECTED' ? 'cut_off' : 'has_water'][language]({ cheque, number });
  const facts = { amount: write.money(dueMinor), day: write.day(dunning.payBy), number };
  const sentences = (dunning.payBy < today && OVER[state]) || SENTENCES[state];
  return sentences[language](facts) + (chequeMinor > 0 ? BESIDE[language](cheque) : '');
}
