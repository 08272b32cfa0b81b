/** What ledger calls its permissions, audit words and records, in both languages. Read by both sides. */
import { type AuditOf, defineWords, type NoticesOf, type PermissionsOf } from '#shared/words.ts';

export const words = defineWords({
  permissions: {
    closings: {
      title: ['Closing the books', 'হিসাব বন্ধ করা'],
      features: {
        'close-day': { name: ['Close one’s own day', 'নিজের দিন বন্ধ করা'], roles: ['cashier', 'reviewer'] },
        'close-others': { name: ["Close others' days", 'অন্যের দিন বন্ধ করা'], roles: ['reviewer'] },
        reopen: {
          name: ['Open a closed day again', 'বন্ধ দিন আবার খোলা'],
          roles: ['reviewer'],
          seenBy: 'closings:close-day',
        },
        'decide-variance': {
          name: ['Decide about a cash variance', 'নগদের কমবেশিতে সিদ্ধান্ত'],
          roles: ['reviewer'],
          seenBy: 'closings:close-day',
        },
        'close-month': { name: ['Close a month', 'মাস বন্ধ করা'], roles: ['reviewer'] },
        'view-books': { name: ['See accounts and their entries', 'হিসাব ও ভুক্তি দেখা'], roles: ['reviewer'] },
      },
    },
  },
  audit: {
    'cash-closing.ask-reopen': ['Reopening of a closed day asked for', 'বন্ধ দিন আবার খোলার অনুরোধ করা হয়েছে'],
    'cash-closing.close': ["Cashier's day closed", 'ক্যাশিয়ারের দিন বন্ধ করা হয়েছে'],
    'cash-closing.record-float': ['Float of a drawer recorded', 'ড্রয়ারের শুরুর নগদ লেখা হয়েছে'],
    'cash-closing.count': [
      'Cash counted, the variance waits for a second person',
      'নগদ গোনা হয়েছে, কমবেশি দ্বিতীয় ব্যক্তির সিদ্ধান্তের অপেক্ষায়',
    ],
    'cash-closing.accept-variance': [
      "Cash variance accepted, the cashier's day closed",
      'নগদের কমবেশি অনুমোদন করে ক্যাশিয়ারের দিন বন্ধ করা হয়েছে',
    ],
    'cash-closing.refuse-variance': ['Cash variance refused', 'নগদের কমবেশি নাকচ করা হয়েছে'],
    'cash-closing.withdraw': ['Count of a drawer taken back', 'নগদ গণনা ফিরিয়ে নেওয়া হয়েছে'],
    'cash-closing.reopen': ['Closed day opened again', 'বন্ধ দিন আবার খোলা হয়েছে'],
    'cash-closing.refuse-reopen': [
      'Reopening of a closed day refused',
      'বন্ধ দিন আবার খোলার অনুরোধ নাকচ করা হয়েছে',
    ],
    'cash-closing.withdraw-reopen': [
      'Request to open a closed day again taken back',
      'বন্ধ দিন আবার খোলার অনুরোধ ফিরিয়ে নেওয়া হয়েছে',
    ],
    'period.close': ['Ledger period closed', 'লেজারের মাস বন্ধ করা হয়েছে'],
  },
  objects: {
    'cash-closing': ['Cash closing', 'নগদের দিনশেষ হিসাব'],
    'cash-float': ['Float of a drawer', 'ড্রয়ারের শুরুর নগদ'],
    ledger_period: ['Ledger period', 'লেজারের মাস'],
  },
  fields: {
    cashier: ['Cashier', 'ক্যাশিয়ার'],
    counted: ['Counted', 'গোনা টাকা'],
    expected: ['Expected', 'থাকার কথা'],
    float: ['Float of the drawer', 'শুরুর নগদ'],
    kept: ['Stays in the drawer', 'ড্রয়ারে থাকে'],
    pieces: ['Notes and coins', 'নোট ও কয়েন'],
    variance: ['Variance', 'কম বা বেশি'],
    waits: ['Waits for a second person', 'দ্বিতীয় ব্যক্তির অপেক্ষায়'],
    withEarlier: ['With earlier months', 'আগের মাসসহ'],
  },
  notices: [
    'ledger.reopen_waiting',
    'ledger.reopen_refused',
    'ledger.reopen_done',
    'ledger.variance_waiting',
    'ledger.variance_posted',
    'ledger.variance_accepted',
    'ledger.variance_refused',
  ],
});

declare module '#shared/permissions.ts' {
  interface PermissionWords extends PermissionsOf<typeof words> {}
}
declare module '#shared/words.ts' {
  interface AuditWords extends AuditOf<typeof words> {}
  interface NoticeWords extends NoticesOf<typeof words> {}
}
