/** SMS about a change of owner, to the phones of both owners; the browser never sees them. */
import type { MessageText } from '#domains/settings/speaker.ts';
import { bengaliGenitive } from '#shared/language/bengali-genitive.ts';

/** `number`: of the request; `connection`: what it is about, for the new owner at the end their own one. */
type Facts = {
  number: string;
  connection: string;
  person: string;
  code: string;
  remark: string;
  amount: string;
  /** Leads to the request. */
  link: string;
};
export type OwnershipMessage =
  | 'codeToPresent'
  | 'codeToNew'
  | 'returned'
  | 'agreesAgain'
  | 'takesOver'
  | 'takesNothing'
  | 'takenFrom'
  | 'duesFirst'
  | 'feeFirst'
  | 'changedFrom'
  | 'changedFromTaken'
  | 'changedTo'
  | 'changedToTaking'
  | 'figureCorrected'
  | 'rejected'
  | 'withdrawn'
  | 'withdrawnByOwner'
  | 'expired';

export const messages: Record<OwnershipMessage, MessageText<Facts>> = {
  codeToPresent: {
    parts: { en: 2, bn: 3 },
    en: ({ utility, code, connection, person, link }) =>
      `${utility}: code ${code}. Connection ${connection} is to be changed to the name of ${person}. If you agree, enter the code at ${link} or tell it at our office. If not, tell it to nobody.`,
    bn: ({ utility, code, connection, person, link }) =>
      `${utility}: কোড ${code} দিলে সংযোগ ${connection} ${bengaliGenitive(person)} হবে। না চাইলে কাউকে বলবেন না। ${link}`,
  },
  // Without a name: who asks could write anything into it, to any phone.
  codeToNew: {
    parts: { en: 2, bn: 3 },
    en: ({ utility, code, connection, link }) =>
      `${utility}: code ${code}. Connection ${connection} is to be changed to your name. If you agree, enter the code at ${link} or tell it at our office. If not, tell it to nobody.`,
    bn: ({ utility, code, connection, link }) =>
      `${utility}: কোড ${code} দিলে সংযোগ ${connection} আপনার নামে আসবে। না চাইলে কাউকে বলবেন না। ${link}`,
  },
  returned: {
    parts: { en: 2, bn: 3 },
    en: ({ utility, number, remark, link }) =>
      `${utility}: ownership request ${number} has to be corrected: ${remark} ${link}`,
    bn: ({ utility, number, remark, link }) =>
      `${utility}: মালিকানার আবেদন ${number} সংশোধন করুন: ${remark} ${link}`,
  },
  // A claim of the present owner's entry was undone.
  agreesAgain: {
    parts: { en: 2, bn: 3 },
    en: ({ utility, number, link }) =>
      `${utility}: ownership request ${number}: a claim was undone, so the present owner has to agree again: ${link}`,
    bn: ({ utility, number, link }) =>
      `${utility}: আবেদন ${number}: দাবি বাতিল হওয়ায় বর্তমান মালিককে আবার সম্মতি দিতে হবে: ${link}`,
  },
  takesOver: {
    parts: { en: 2, bn: 2 },
    en: ({ utility, connection, amount }) =>
      `${utility}: it was noted that you take over ${amount} of open bills of connection ${connection} from the present owner. If that is wrong, tell us before the owner changes.`,
    bn: ({ utility, connection, amount }) =>
      `${utility}: সংযোগ ${connection}-এর বকেয়া ${amount} আপনি দেবেন বলে লেখা হয়েছে। ভুল হলে মালিকানা পরিবর্তনের আগে জানান।`,
  },
  // They were told of a sum before.
  takesNothing: {
    parts: { en: 2, bn: 2 },
    en: ({ utility, connection }) =>
      `${utility}: it was noted that you take over no open bills of connection ${connection}. What we told you before counts no more.`,
    bn: ({ utility, connection }) =>
      `${utility}: সংযোগ ${connection}-এর কোনো বকেয়া আপনাকে দিতে হবে না। আগের বার্তাটি বাতিল।`,
  },
  // To the present owner, who was told to pay them.
  takenFrom: {
    parts: { en: 2, bn: 2 },
    en: ({ utility, connection, amount }) =>
      `${utility}: it was noted that the new owner pays ${amount} of the open bills of connection ${connection} when the owner changes. You need not pay them before.`,
    bn: ({ utility, connection, amount }) =>
      `${utility}: সংযোগ ${connection}-এর বকেয়া ${amount} মালিকানা পরিবর্তনের পর নতুন মালিক দেবেন। আপনাকে আগে দিতে হবে না।`,
  },
  duesFirst: {
    parts: { en: 2, bn: 3 },
    en: ({ utility, connection, amount, link }) =>
      `${utility}: ${amount} of bills of connection ${connection} are open. Please pay them, its owner changes only after that: ${link}`,
    bn: ({ utility, connection, amount, link }) =>
      `${utility}: সংযোগ ${connection}-এর বকেয়া ${amount} আগে দিন, এরপর মালিকানা পরিবর্তন: ${link}`,
  },
  feeFirst: {
    parts: { en: 2, bn: 2 },
    en: ({ utility, connection, amount, link }) =>
      `${utility}: the fee for changing the owner of connection ${connection} is ${amount}. Either owner may pay it: ${link}`,
    bn: ({ utility, connection, amount, link }) =>
      `${utility}: সংযোগ ${connection}-এর মালিকানা পরিবর্তনের ফি ${amount}: ${link}`,
  },
  changedFrom: {
    parts: { en: 2, bn: 2 },
    en: ({ utility, connection, person }) =>
      `${utility}: connection ${connection} has ended in your name and goes on in the name of ${person}. Your last bill follows. What you paid in advance stays yours.`,
    bn: ({ utility, connection, person }) =>
      `${utility}: সংযোগ ${connection} এখন ${bengaliGenitive(person)} নামে। আপনার শেষ বিল আসবে, অগ্রিম টাকা আপনারই থাকবে।`,
  },
  // What the new owner took over is not asked for any more.
  changedFromTaken: {
    parts: { en: 2, bn: 2 },
    en: ({ utility, connection, person, amount }) =>
      `${utility}: connection ${connection} goes on in the name of ${person}, who pays the open ${amount}. Your last bill follows. What you paid in advance stays yours.`,
    bn: ({ utility, connection, person, amount }) =>
      `${utility}: সংযোগ ${connection} এখন ${bengaliGenitive(person)}, বকেয়া ${amount} তিনি দেবেন। আপনার শেষ বিল আসবে, অগ্রিম আপনারই।`,
  },
  changedTo: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, connection }) =>
      `${utility}: the water connection is in your name now. Its number is ${connection}.`,
    bn: ({ utility, connection }) => `${utility}: পানির সংযোগ এখন আপনার নামে। সংযোগ নম্বর ${connection}।`,
  },
  // Less may be open now than what was noted: this is the sum that they pay.
  changedToTaking: {
    parts: { en: 2, bn: 2 },
    en: ({ utility, connection, amount }) =>
      `${utility}: the water connection is in your name now. Its number is ${connection}. You pay the open ${amount} of the earlier owner.`,
    bn: ({ utility, connection, amount }) =>
      `${utility}: পানির সংযোগ এখন আপনার নামে, নম্বর ${connection}। আগের মালিকের বকেয়া ${amount} আপনি দেবেন।`,
  },
  figureCorrected: {
    parts: { en: 2, bn: 3 },
    en: ({ utility, number, link }) =>
      `${utility}: the meter figure of ownership change ${number} was corrected. What it is now: ${link}`,
    bn: ({ utility, number, link }) =>
      `${utility}: মালিকানা পরিবর্তন ${number}-এর মিটার রিডিং সংশোধন হয়েছে। দেখুন: ${link}`,
  },
  rejected: {
    parts: { en: 2, bn: 3 },
    en: ({ utility, number, remark }) => `${utility}: ownership request ${number} was rejected: ${remark}`,
    bn: ({ utility, number, remark }) => `${utility}: মালিকানার আবেদন ${number} নামঞ্জুর হয়েছে: ${remark}`,
  },
  withdrawn: {
    parts: { en: 2, bn: 3 },
    en: ({ utility, number, remark }) => `${utility}: ownership request ${number} was withdrawn: ${remark}`,
    bn: ({ utility, number, remark }) => `${utility}: মালিকানার আবেদন ${number} প্রত্যাহার হয়েছে: ${remark}`,
  },
  withdrawnByOwner: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, number }) =>
      `${utility}: ownership request ${number} was withdrawn by one of the two owners.`,
    bn: ({ utility, number }) => `${utility}: মালিকানার আবেদন ${number} দুই মালিকের একজন প্রত্যাহার করেছেন।`,
  },
  expired: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, number }) =>
      `${utility}: ownership request ${number} has expired because no answer came in time. You can ask again.`,
    bn: ({ utility, number }) =>
      `${utility}: সময়মতো উত্তর না আসায় মালিকানার আবেদন ${number}-এর মেয়াদ শেষ। আবার আবেদন করতে পারেন।`,
  },
};
