/** SMS about a change of owner, to the phones of both owners; the browser never sees them. */
import type { MessageText } from '#domains/settings/speaker.ts';

/** `number`: of the request; `connection`: what it is about, for the new owner at the end their own one. */
type Facts = { number: string; connection: string; person: string; code: string; remark: string };
export type OwnershipMessage =
  | 'code'
  | 'returned'
  | 'changedFrom'
  | 'changedTo'
  | 'rejected'
  | 'withdrawn'
  | 'expired';

export const messages: Record<OwnershipMessage, MessageText<Facts>> = {
  code: {
    parts: { en: 2, bn: 3 },
    en: ({ utility, code, connection, person }) =>
      `${utility}: code ${code}. Connection ${connection} is to be changed to the name of ${person}. If you agree, enter the code or tell it at our office. If not, tell it to nobody.`,
    bn: ({ utility, code, connection, person }) =>
      `${utility}: কোড ${code}। সংযোগ ${connection} ${person}-এর নামে নেওয়ার আবেদন হয়েছে। রাজি হলে কোডটি লিখুন বা দপ্তরে বলুন, নইলে কাউকে বলবেন না।`,
  },
  returned: {
    parts: { en: 2, bn: 3 },
    en: ({ utility, number, remark }) =>
      `${utility}: ownership request ${number} has to be corrected: ${remark}`,
    bn: ({ utility, number, remark }) => `${utility}: মালিকানার আবেদন ${number} সংশোধন করুন: ${remark}`,
  },
  changedFrom: {
    parts: { en: 2, bn: 3 },
    en: ({ utility, connection, person }) =>
      `${utility}: connection ${connection} has ended in your name and goes on in the name of ${person}. Your last bill follows. What you paid in advance stays yours.`,
    bn: ({ utility, connection, person }) =>
      `${utility}: সংযোগ ${connection} আপনার নামে শেষ হয়েছে, এখন ${person}-এর নামে। আপনার শেষ বিল আসবে। অগ্রিম টাকা আপনারই থাকবে।`,
  },
  changedTo: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, connection }) =>
      `${utility}: the water connection is in your name now. Its number is ${connection}.`,
    bn: ({ utility, connection }) => `${utility}: পানির সংযোগ এখন আপনার নামে। সংযোগ নম্বর ${connection}।`,
  },
  rejected: {
    parts: { en: 2, bn: 3 },
    en: ({ utility, number, remark }) => `${utility}: ownership request ${number} was rejected: ${remark}`,
    bn: ({ utility, number, remark }) => `${utility}: মালিকানার আবেদন ${number} নাকচ হয়েছে: ${remark}`,
  },
  withdrawn: {
    parts: { en: 2, bn: 3 },
    en: ({ utility, number, remark }) => `${utility}: ownership request ${number} was withdrawn: ${remark}`,
    bn: ({ utility, number, remark }) => `${utility}: মালিকানার আবেদন ${number} প্রত্যাহার হয়েছে: ${remark}`,
  },
  expired: {
    parts: { en: 1, bn: 2 },
    en: ({ utility, number }) =>
      `${utility}: ownership request ${number} has expired because no answer came in time. You can ask again.`,
    bn: ({ utility, number }) =>
      `${utility}: সময়মতো উত্তর না আসায় মালিকানার আবেদন ${number}-এর মেয়াদ শেষ। আবার আবেদন করতে পারেন।`,
  },
};
