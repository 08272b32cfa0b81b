/** What payments calls its permissions, audit words and records, in both languages. Read by both sides. */
import { type AuditOf, defineWords, type NoticesOf, type PermissionsOf, usual } from '#shared/words.ts';

export const words = defineWords({
  permissions: {
    payments: {
      title: ['Payments', 'পরিশোধ'],
      features: {
        view: { name: usual.view, roles: ['reviewer', 'cashier', 'consumer'] },
        take: { name: ['Take payments', 'টাকা নেওয়া'], roles: ['cashier'] },
        'pay-online': { name: usual.payOnline, roles: ['consumer'] },
        reverse: { name: usual.reverse, roles: ['reviewer'] },
        revalidate: { name: ['Check with the gateway', 'গেটওয়ের সঙ্গে মেলানো'], roles: ['cashier'] },
        refund: { name: ['Pay refunds out', 'টাকা ফেরত দেওয়া'], roles: ['reviewer', 'cashier'] },
        'approve-refund': { name: ['Approve refunds', 'টাকা ফেরত অনুমোদন'], roles: ['reviewer'] },
        alarms: { name: ['Work on alarms', 'সতর্কবার্তা নিয়ে কাজ'], roles: ['reviewer', 'cashier'] },
        decide: {
          name: ['Decide as second person', 'দ্বিতীয় ব্যক্তি হিসেবে সিদ্ধান্ত'],
          roles: ['reviewer'],
        },
      },
    },
  },
  audit: {
    'alarm.own': ['Alarm taken or handed over', 'সতর্কবার্তার দায়িত্ব বদলানো হয়েছে'],
    'alarm.propose': ['Money of an alarm proposed to a second person', 'সতর্কবার্তার টাকা নিয়ে প্রস্তাব দেওয়া হয়েছে'],
    'alarm.solve': ['Alarm solved', 'সতর্কবার্তার নিষ্পত্তি হয়েছে'],
    'payment.begin': ['Online payment started', 'অনলাইন পরিশোধ শুরু হয়েছে'],
    'payment.check': ['Payment checked', 'পরিশোধ যাচাই করা হয়েছে'],
    'payment.approve-reversal': ['Reversal of a payment approved', 'পরিশোধ উল্টানো অনুমোদন করা হয়েছে'],
    'payment.refuse-reversal': ['Reversal of a payment refused', 'পরিশোধ উল্টানো নাকচ করা হয়েছে'],
    'payment.complete': ['Online payment made', 'অনলাইন পরিশোধ সম্পন্ন হয়েছে'],
    'payment.ask-reversal': ['Reversal of a payment asked for', 'পরিশোধ উল্টানোর প্রস্তাব দেওয়া হয়েছে'],
    'payment.give-up': ['Online payment given up', 'অনলাইন পরিশোধ ছেড়ে দেওয়া হয়েছে'],
    'payment.make': ['Payment made', 'পরিশোধ করা হয়েছে'],
    'payment.order': ['Order opened at the bank', 'ব্যাংকে অর্ডার খোলা হয়েছে'],
    'payment.propose': ['Payment of an earlier day proposed', 'আগের দিনের পরিশোধের প্রস্তাব দেওয়া হয়েছে'],
    'payment.record': ['Payment recorded', 'পরিশোধ নথিভুক্ত করা হয়েছে'],
    'payment.reverse': ['Payment reversed', 'পরিশোধ উল্টানো হয়েছে'],
    'proposal.accept': ['Proposal accepted', 'প্রস্তাব অনুমোদন করা হয়েছে'],
    'proposal.refuse': ['Proposal refused', 'প্রস্তাব নাকচ করা হয়েছে'],
    'refund.approve': ['Refund approved', 'টাকা ফেরত অনুমোদন করা হয়েছে'],
    'refund.refuse': ['Refund refused', 'টাকা ফেরত নাকচ করা হয়েছে'],
    'refund.open': ['Refund asked for', 'টাকা ফেরত চাওয়া হয়েছে'],
    'refund.ask-withdrawal': ['Withdrawal of a refund asked for', 'টাকা ফেরত প্রত্যাহারের প্রস্তাব দেওয়া হয়েছে'],
    'refund.ask-return': [
      'Return of a refund from the bank reported',
      'ফেরতের টাকা ব্যাংক থেকে ফিরে আসার প্রস্তাব দেওয়া হয়েছে',
    ],
    'refund.withdraw': ['Refund withdrawn', 'টাকা ফেরত প্রত্যাহার করা হয়েছে'],
    'refund.return': ['Refund came back from the bank', 'ফেরতের টাকা ব্যাংক থেকে ফিরে এসেছে'],
    'refund.pay': ['Refund paid out', 'টাকা ফেরত দেওয়া হয়েছে'],
  },
  objects: {
    alarm: ['Alarm about money', 'টাকার সতর্কবার্তা'],
    proposal: ['Proposal', 'প্রস্তাব'],
    payment: ['Payment', 'পরিশোধ'],
    refund: ['Refund', 'ফেরত'],
  },
  fields: {
    seenDueMinor: ['Due as it was shown', 'দেখানো বকেয়া'],
    backdateDays: ['Days that may be earlier', 'কত দিন আগের তারিখ চলে'],
    dateReason: ['Why an earlier day', 'আগের তারিখের কারণ'],
    first: ['First', 'প্রথম'],
    last: ['Last', 'শেষ'],
    method: ['Method', 'মাধ্যম'],
    of: ['Of', 'যার'],
    orderId: ['Order', 'অর্ডার'],
    owedBack: ['Goes back', 'ফেরত যাবে'],
    paidOn: ['Paid on', 'পরিশোধের তারিখ'],
    payer: ['Payer', 'যিনি টাকা দিয়েছেন'],
    payment: ['Payment', 'পেমেন্ট'],
    receiptNumber: ['Receipt', 'রসিদ নম্বর'],
    reference: ['Reference', 'রেফারেন্স'],
    refund: ['Refund', 'টাকা ফেরত'],
    reversal: ['Reversal', 'পেমেন্ট বাতিল'],
    reverseAloneUpTo: ['Reversed by one person up to', 'একা বাতিলের সীমা'],
    statement: ['Bank statement', 'ব্যাংক বিবরণী'],
    statementReference: ['Line of the bank statement', 'ব্যাংক বিবরণীর রেফারেন্স'],
    target: ['For', 'যার জন্য'],
    tender: ['Payment', 'পরিশোধ'],
    expiresAt: ['Valid until', 'যে পর্যন্ত চলবে'],
    sendBack: ['Goes back', 'ফেরত যাবে'],
    takenOver: ['Taken-over bills', 'দায় নেওয়া বিল'],
    unusual: ['Unusual amount confirmed', 'অস্বাভাবিক পরিমাণ নিশ্চিত'],
    toPayBack: ['Kept to be paid back', 'ফেরত দেওয়ার জন্য রাখা'],
    unusualAbove: ['Unusual from', 'যে টাকা থেকে অস্বাভাবিক'],
    unusualTimes: ['Unusual from times the usual', 'স্বাভাবিকের কত গুণ হলে অস্বাভাবিক'],
    wasOwner: ['Looked after before by', 'আগে যিনি দেখতেন'],
  },
  notices: [
    'payments.received',
    'payments.taken_paid',
    'payments.taken_open_again',
    'payments.alarm',
    'payments.alarm_handed',
    'payments.decision_waiting',
    'payments.drawer_lowered',
    'payments.refund_waiting',
    'payments.refund_approved',
    'payments.refund_refused',
  ],
});

declare module '#shared/permissions.ts' {
  interface PermissionWords extends PermissionsOf<typeof words> {}
}
declare module '#shared/words.ts' {
  interface AuditWords extends AuditOf<typeof words> {}
  interface NoticeWords extends NoticesOf<typeof words> {}
}
