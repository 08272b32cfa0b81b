/** What ownership calls its permissions, audit words, records and notices, in both languages. Read by both sides. */
import { type AuditOf, defineWords, type NoticesOf, type PermissionsOf, usual } from '#shared/words.ts';

export const words = defineWords({
  permissions: {
    ownership: {
      title: ['Ownership change', 'মালিকানা পরিবর্তন'],
      features: {
        view: { name: usual.view, roles: ['reviewer', 'consumer'] },
        request: { name: ['Ask for a change', 'পরিবর্তনের আবেদন করা'], roles: ['reviewer', 'consumer'] },
        override: {
          name: ['Agree for a party', 'কোনো পক্ষের হয়ে সম্মতি লেখা'],
          roles: ['reviewer'],
        },
        verify: {
          name: ['Check papers and reading', 'কাগজ ও রিডিং যাচাই'],
          roles: ['reviewer'],
          seenBy: 'ownership:view',
        },
        history: { name: ['See the history', 'ইতিহাস দেখা'], roles: ['reviewer'] },
        accept: { name: ['Accept or reject', 'অনুমোদন বা নামঞ্জুর'], seenBy: 'ownership:view' },
        'pay-counter': { name: ['Take the fee at the counter', 'কাউন্টারে ফি নেওয়া'], roles: ['cashier'] },
        'pay-online': { name: usual.payOnline, roles: ['consumer'] },
      },
    },
  },
  audit: {
    'ownership.request': ['Ownership change asked for', 'মালিকানা পরিবর্তনের আবেদন করা হয়েছে'],
    'ownership.edit': ['Ownership request changed', 'মালিকানার আবেদন সংশোধন করা হয়েছে'],
    'ownership.document': ['Paper of an ownership request added', 'মালিকানার আবেদনে কাগজ যোগ করা হয়েছে'],
    'ownership.document-remove': [
      'Paper of an ownership request taken out',
      'মালিকানার আবেদন থেকে কাগজ সরানো হয়েছে',
    ],
    'ownership.document-view': ['Paper of an ownership request opened', 'মালিকানার আবেদনের কাগজ খোলা হয়েছে'],
    'ownership.send-code': ['Code of consent sent', 'সম্মতির কোড পাঠানো হয়েছে'],
    'ownership.agree': ['A party agreed to the ownership change', 'এক পক্ষ মালিকানা পরিবর্তনে সম্মতি দিয়েছে'],
    'ownership.override': ['The office noted a consent', 'অফিস সম্মতি লিখেছে'],
    'ownership.verify': ['Papers of an ownership change checked', 'মালিকানা পরিবর্তনের কাগজ যাচাই করা হয়েছে'],
    'ownership.return': ['Ownership request returned', 'মালিকানার আবেদন সংশোধনের জন্য ফেরত গেছে'],
    'ownership.resubmit': ['Ownership request sent again', 'মালিকানার আবেদন আবার পাঠানো হয়েছে'],
    'ownership.read': ['Handover reading noted', 'হস্তান্তরের রিডিং লেখা হয়েছে'],
    'ownership.pay': ['Fee of an ownership change paid', 'মালিকানা পরিবর্তনের ফি পরিশোধ হয়েছে'],
    'ownership.take-back': ['Fee of an ownership change taken back', 'মালিকানা পরিবর্তনের ফি পরিশোধ বাতিল হয়েছে'],
    'ownership.accept': ['Ownership changed', 'মালিকানা পরিবর্তন হয়েছে'],
    'ownership.reject': ['Ownership change rejected', 'মালিকানা পরিবর্তন নামঞ্জুর করা হয়েছে'],
    'ownership.withdraw': ['Ownership request withdrawn', 'মালিকানার আবেদন প্রত্যাহার করা হয়েছে'],
    'ownership.expire': ['Ownership request expired', 'মালিকানার আবেদনের মেয়াদ শেষ হয়েছে'],
  },
  objects: {
    ownership_request: ['Ownership request', 'মালিকানার আবেদন'],
  },
  fields: {
    advanceMinor: ['Advance', 'অগ্রিম'],
    askedAs: ['Asked as', 'যে পক্ষ আবেদন করেছে'],
    cause: ['Cause', 'কারণ'],
    openMinor: ['Open bills', 'বকেয়া বিল'],
    requestId: ['Ownership request', 'মালিকানার আবেদন'],
    feeMinor: ['Fee with VAT', 'ভ্যাটসহ ফি'],
    feePaidMinor: ['Fee paid', 'ফি পরিশোধিত'],
    feeVatMinor: ['VAT of the fee', 'ফির ভ্যাট'],
    effectiveOn: ['Handover', 'হস্তান্তরের দিন'],
    liabilityMinor: ['Taken over by the new owner', 'নতুন মালিক যে দায় নিয়েছেন'],
    papers: ['Papers', 'কাগজপত্র'],
    side: ['Side', 'পক্ষ'],
    successorId: ['New connection', 'নতুন সংযোগ'],
    toConsumerId: ['New owner', 'নতুন মালিক'],
  },
  notices: [
    'ownership.asked',
    'ownership.returned',
    'ownership.takes_over',
    'ownership.taken_from',
    'ownership.dues',
    'ownership.fee',
    'ownership.changed',
    'ownership.figure_corrected',
    'ownership.repairs_ended',
    'ownership.repairs_go_on',
    'ownership.rejected',
    'ownership.withdrawn',
    'ownership.expired',
  ],
});

declare module '#shared/permissions.ts' {
  interface PermissionWords extends PermissionsOf<typeof words> {}
}
declare module '#shared/words.ts' {
  interface AuditWords extends AuditOf<typeof words> {}
  interface NoticeWords extends NoticesOf<typeof words> {}
}
