/** What consumers calls its permissions, audit words and records, in both languages. Read by both sides. */
import { type AuditOf, defineWords, type NoticesOf, type PermissionsOf, usual } from '#shared/words.ts';

export const words = defineWords({
  permissions: {
    consumers: {
      title: ['Customers', 'গ্রাহক'],
      features: {
        view: { name: usual.view, roles: ['reviewer', 'cashier'] },
        edit: { name: usual.edit, roles: ['reviewer'] },
        import: { name: usual.import, roles: ['reviewer'] },
        claims: { name: ['Decide claims', 'যুক্ত করার অনুরোধে সিদ্ধান্ত'], roles: ['reviewer'] },
        delete: { name: usual.delete },
      },
    },
  },
  audit: {
    'consumer-import.cancel': ['Consumer import cancelled', 'গ্রাহক ইমপোর্ট বাতিল করা হয়েছে'],
    'consumer-import.check': ['Consumer import checked', 'গ্রাহক ইমপোর্ট যাচাই করা হয়েছে'],
    'consumer-import.commit': ['Consumer import taken over', 'গ্রাহক ইমপোর্ট গ্রহণ করা হয়েছে'],
    'consumer-import.undo': ['Consumer import undone', 'গ্রাহক ইমপোর্ট ফিরিয়ে নেওয়া হয়েছে'],
    'consumer-import.upload': ['Consumer import uploaded', 'গ্রাহক ইমপোর্ট আপলোড করা হয়েছে'],
    'consumer.claim': ['Consumer claimed by number', 'নম্বর মিলিয়ে গ্রাহক অ্যাকাউন্টে যুক্ত হয়েছে'],
    'consumer.claim-ask': ['Claim waits for a decision', 'যুক্ত করার অনুরোধ অপেক্ষায় আছে'],
    'consumer.claim-code': ['New code for a claim sent', 'যুক্ত করার অনুরোধের নতুন কোড পাঠানো হয়েছে'],
    'consumer.claim-decide': ['Claim refused by staff', 'কর্মী যুক্ত করার অনুরোধ নাকচ করেছেন'],
    'consumer.claim-undo': ['Claim undone', 'যুক্ত করা বাতিল করা হয়েছে'],
    'consumer.claim-refused': ['Claim of a consumer refused', 'গ্রাহক যুক্ত করার চেষ্টা প্রত্যাখ্যাত'],
    'consumer.join': ['Consumer joined by phone', 'ফোন নম্বর মিলিয়ে গ্রাহক অ্যাকাউন্টে যুক্ত হয়েছে'],
    'consumer.create': ['Consumer added', 'গ্রাহক যোগ করা হয়েছে'],
    'consumer.delete': ['Consumer deleted', 'গ্রাহক মুছে ফেলা হয়েছে'],
    'consumer.edit': ['Consumer changed', 'গ্রাহক পরিবর্তন করা হয়েছে'],
    'consumer.merge': ['Consumer merged', 'গ্রাহক একীভূত করা হয়েছে'],
    'consumer.take-over': ['Consumer taken over', 'গ্রাহক গ্রহণ করা হয়েছে'],
    'consumer.view': ["A consumer's data opened", 'গ্রাহকের তথ্য দেখা হয়েছে'],
  },
  notices: ['consumers.phone_changed'],
  objects: {
    consumer: ['Consumer', 'গ্রাহক'],
    'consumer-import': ['Consumer import', 'গ্রাহক ইমপোর্ট'],
    'personal-data': ['Personal data', 'ব্যক্তিগত তথ্য'],
  },
  fields: {
    claim: ['Claim', 'দাবি'],
    confirmNumber: ['Number typed to confirm', 'নিশ্চিত করতে লেখা নম্বর'],
    evidence: ['Evidence', 'প্রমাণ'],
    existing: ['Entries that are there already', 'যেগুলো আগে থেকে আছে'],
    fromVersion: ['Version before', 'আগের সংস্করণ'],
    into: ['Kept entry', 'যে রেকর্ডে মেলানো'],
    intoVersion: ['Version of the kept entry', 'রাখা রেকর্ডের সংস্করণ'],
    isNew: ['New', 'নতুন'],
    keepFrom: ['Taken from the other entry', 'অন্য রেকর্ড থেকে নেওয়া'],
    legacyNumber: ['Former number', 'পুরোনো নম্বর'],
    mergedInto: ['Merged into', 'যার সঙ্গে মেলানো'],
    mergedNumber: ['Number of the merged entry', 'মেলানো রেকর্ডের নম্বর'],
    moved: ['Moved', 'সরানো হয়েছে'],
    updated: ['Updated', 'হালনাগাদ'],
    why: ['Why', 'কেন'],
  },
});

declare module '#shared/permissions.ts' {
  interface PermissionWords extends PermissionsOf<typeof words> {}
}
declare module '#shared/words.ts' {
  interface AuditWords extends AuditOf<typeof words> {}
  interface NoticeWords extends NoticesOf<typeof words> {}
}
