/** Words of the bill on paper; those of its lines are in explain-words.rules.ts. */
import { placeOnPaper } from '#domains/settings/places/place-on-paper.rules.ts';

export const billWords = {
  en: {
    title: 'Water bill',
    page: 'Page',
    amountDue: 'Amount due',
    payBy: 'Pay by',
    paid: 'PAID',
    cancelled: 'CANCELLED',
    cancelledOn: 'Cancelled on',
    nothing: 'Nothing',
    cancelledRemark: 'This bill is cancelled. Please do not pay it.',
    takenOverStamp: 'NEW OWNER PAYS',
    takenOver: (amount: string, name: string) =>
      `The new owner of the connection${name ? `, ${name},` : ''} took over in writing what was open of this bill, and has ${amount} of it left to pay.`,
    arrears: (amount: string) =>
      `Earlier bills were open with ${amount} when this one was issued. They are not in this amount.`,
    settled: (amount: string) => `${amount} of this bill is already paid.`,
    disputed: (day: string) =>
      `Under dispute since ${day}. Until it is decided nobody has to pay this bill, and no late surcharge is charged.`,
    inPlan: (number: string) =>
      `This bill is paid in instalments${number ? ` (payment plan ${number})` : ''}. Pay each instalment by its day; no late surcharge is charged meanwhile.`,
    final: 'Final water bill',
    finalRemark: 'The account is closed. This is its last bill.',
    surcharge: 'Late surcharge',
    chequeFee: 'Fee for a returned cheque',
    surchargeOf: (number: string, share: string | null, basis: string, day: string) =>
      share === null
        ? `A flat sum for bill ${number}, which was unpaid on ${day}.`
        : `${share} of ${basis}, for bill ${number}, which was unpaid on ${day}.`,
    rebateBack: 'Rebate taken back',
    advanceBack: 'Money of a returned cheque',
    rebate: {
      OFFERED: (amount: string, day: string) =>
        `Pay this bill in full by ${day}, and ${amount} is credited to your next bill.`,
      EARNED: (amount: string, day: string) =>
        `Paid in time (by ${day}): ${amount} will be credited to your next bill.`,
      CREDITED: (amount: string, day: string) =>
        `Paid in full by ${day}: ${amount} was credited to your account for it, and pays your next bill.`,
      TAKEN_BACK: (amount: string) => `The rebate of ${amount} for payment in time was taken back.`,
    },
    supplement: 'Supplementary water bill',
    supplements: (number: string) => `Only the difference to bill ${number}, whose reading was corrected.`,
    repriced: (number: string, reason: string, tariff: string, day: string) =>
      `Only the difference to bill ${number}. ${reason}: “${tariff}” counts from ${day}.`,
    reading: (register: string) => `reading ${register}`,
    estimated: (register: string) => `${register} (estimated)`,
    instead: (after: string, before: string) => `${after} instead of ${before}`,
    credited: (number: string, day: string, why: string, amount: string) =>
      `Credit note ${number} of ${day}: ${why}; ${amount} credited to the account.`,
    billed: (number: string, day: string, why: string, amount: string) =>
      `Correction ${number} of ${day}: ${why}; ${amount} more, on a supplementary bill.`,
    unchanged: (number: string, day: string, why: string) =>
      `Correction ${number} of ${day}: ${why}; the amount stays the same.`,
    consumer: 'Consumer',
    place: 'Place',
    placeOf: placeOnPaper.en,
    connection: 'Connection number',
    invoice: 'Invoice number',
    category: 'Category',
    millimetres: (size: string) => `${size} mm`,
    issued: 'Issued on',
    month: 'Month',
    meter: 'Meter',
    before: 'Reading before',
    now: 'Reading now',
    use: 'Use',
    days: 'Days',
    daysOf: (from: string, to: string, count: string) => `${from} – ${to} (${count})`,
    cubic: 'm³',
    charge: 'Charge',
    how: 'How it came about',
    amount: 'Amount (৳)',
    total: 'Total of this bill',
    history: 'Water used in the last 12 months (m³)',
    historyNote: 'Outline: the same month a year before.',
    howToPay: 'How to pay',
    ways: (number: string, address: string) => [
      `By phone: scan the code, or sign in at ${address} and choose “Pay”.`,
      `At our counter: name the connection number ${number}; pay in cash or by card.`,
      'Keep the receipt. A bill that is not paid by its day is overdue.',
    ],
    scan: 'Scan to pay',
    note: (days: string) => `Is this bill wrong? Tell us within ${days} days of its date.`,
    noteUntil: (day: string) => `Is this bill wrong? Tell us by ${day}.`,
  },
  bn: {
    title: 'পানির বিল',
    page: 'পৃষ্ঠা',
    amountDue: 'মোট প্রদেয়',
    payBy: 'শেষ তারিখ',
    paid: 'পরিশোধিত',
    cancelled: 'বাতিল',
    cancelledOn: 'বাতিলের তারিখ',
    nothing: 'কিছু নেই',
    cancelledRemark: 'এই বিলটি বাতিল হয়েছে। এটি পরিশোধ করবেন না।',
    takenOverStamp: 'নতুন মালিক দেবেন',
    takenOver: (amount: string, name: string) =>
      `সংযোগের নতুন মালিক${name ? ` ${name}` : ''} লিখিতভাবে এই বিলের বকেয়ার দায় নিয়েছেন; এখনো ${amount} তাঁর দেওয়ার বাকি।`,
    arrears: (amount: string) => `এই বিল ইস্যুর সময় আগের বিলের ${amount} বাকি ছিল। তা এই পরিমাণে ধরা হয়নি।`,
    settled: (amount: string) => `এই বিলের ${amount} আগেই পরিশোধ হয়েছে।`,
    disputed: (day: string) =>
      `${day} থেকে এই বিল নিয়ে আপত্তির যাচাই চলছে। সিদ্ধান্ত না হওয়া পর্যন্ত টাকা দিতে হবে না, বিলম্ব মাশুলও ধরা হবে না।`,
    inPlan: (number: string) =>
      `এই বিল কিস্তিতে পরিশোধ হচ্ছে${number ? ` (কিস্তির নথি ${number})` : ''}। প্রতিটি কিস্তি তার তারিখের মধ্যে দিন; ততদিন বিলম্ব মাশুল ধরা হবে না।`,
    final: 'চূড়ান্ত পানির বিল',
    finalRemark: 'সংযোগের হিসাব বন্ধ করা হয়েছে। এটিই শেষ বিল।',
    surcharge: 'বিলম্ব মাশুল',
    chequeFee: 'চেক ফেরতের ফি',
    surchargeOf: (number: string, share: string | null, basis: string, day: string) =>
      share === null
        ? `বিল ${number} ${day} তারিখে বকেয়া ছিল, তাই নির্দিষ্ট টাকা।`
        : `বিল ${number} ${day} তারিখে বকেয়া ছিল, তাই ${basis}-এর ${share}।`,
    rebateBack: 'রেয়াত ফেরত',
    advanceBack: 'ফেরত চেকের টাকা',
    rebate: {
      OFFERED: (amount: string, day: string) => `${day}-এর মধ্যে পুরো বিল দিলে পরের বিলে ${amount} রেয়াত পাবেন।`,
      EARNED: (amount: string, day: string) =>
        `সময়মতো (${day}-এর মধ্যে) পরিশোধ হয়েছে: পরের বিলে ${amount} রেয়াত পাবেন।`,
      CREDITED: (amount: string, day: string) =>
        `${day}-এর মধ্যে পুরো বিল পরিশোধ হওয়ায় ${amount} রেয়াত আপনার হিসাবে জমা হয়েছে; পরের বিলে কাটা যাবে।`,
      TAKEN_BACK: (amount: string) => `সময়মতো পরিশোধের ${amount} রেয়াত ফেরত নেওয়া হয়েছে।`,
    },
    supplement: 'সম্পূরক পানির বিল',
    repriced: (number: string, reason: string, _name: string, day: string) =>
      `শুধু বিল ${number}-এর সঙ্গে পার্থক্যটুকু। ${reason}: ${day} থেকে কার্যকর মূল্যহার।`,
    reading: (register: string) => `রিডিং ${register}`,
    estimated: (register: string) => `${register} (আনুমানিক)`,
    supplements: (number: string) => `বিল ${number}-এর রিডিং সংশোধনের কারণে শুধু পার্থক্যটুকু।`,
    instead: (after: string, before: string) => `${before}-এর বদলে ${after}`,
    credited: (number: string, day: string, why: string, amount: string) =>
      `ক্রেডিট নোট ${number}, ${day}: ${why}; ${amount} হিসাবে জমা হয়েছে।`,
    billed: (number: string, day: string, why: string, amount: string) =>
      `সংশোধনী ${number}, ${day}: ${why}; আরও ${amount} সম্পূরক বিলে ধরা হয়েছে।`,
    unchanged: (number: string, day: string, why: string) =>
      `সংশোধনী ${number}, ${day}: ${why}; টাকার পরিমাণ একই।`,
    consumer: 'গ্রাহক',
    place: 'ঠিকানা',
    placeOf: placeOnPaper.bn,
    connection: 'সংযোগ নম্বর',
    invoice: 'বিল নম্বর',
    category: 'সংযোগের ধরন',
    millimetres: (size: string) => `${size} মিমি`,
    issued: 'ইস্যুর তারিখ',
    month: 'মাস',
    meter: 'মিটার',
    before: 'আগের রিডিং',
    now: 'বর্তমান রিডিং',
    use: 'ব্যবহার',
    days: 'দিন',
    daysOf: (from: string, to: string, count: string) => `${from} – ${to} (${count})`,
    cubic: 'ঘনমিটার',
    charge: 'খাত',
    how: 'হিসাব',
    amount: 'পরিমাণ (৳)',
    total: 'এই বিলের মোট',
    history: 'গত ১২ মাসে পানির ব্যবহার (ঘনমিটার)',
    historyNote: 'রেখা: আগের বছরের একই মাস।',
    howToPay: 'যেভাবে পরিশোধ করবেন',
    ways: (number: string, address: string) => [
      `ফোনে: কোডটি স্ক্যান করুন, অথবা ${address} ঠিকানায় ঢুকে “পরিশোধ করুন” চাপুন।`,
      `আমাদের কাউন্টারে: সংযোগ নম্বর ${number} বলুন; নগদ বা কার্ডে দিন।`,
      'রসিদ রেখে দিন। শেষ তারিখের মধ্যে টাকা না দিলে বিলটি বকেয়া থেকে যাবে।',
    ],
    scan: 'পরিশোধ করতে স্ক্যান করুন',
    note: (days: string) => `বিলে ভুল থাকলে বিলের তারিখ থেকে ${days} দিনের মধ্যে জানান।`,
    noteUntil: (day: string) => `বিলে ভুল থাকলে ${day} তারিখের মধ্যে জানান।`,
  },
} as const;
