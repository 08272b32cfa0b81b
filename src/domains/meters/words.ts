/** What meters calls its permissions, audit words and records, in both languages. Read by both sides. */
import { type AuditOf, defineWords, type NoticesOf, type PermissionsOf, usual } from '#shared/words.ts';

export const words = defineWords({
  permissions: {
    meters: {
      title: ['Meters', 'মিটার'],
      features: {
        view: { name: usual.view, roles: ['reviewer', 'reader', 'installer', 'engineer'] },
        edit: { name: usual.edit, roles: ['reviewer'] },
        change: { name: ['Change meters', 'মিটার বদল'], roles: ['reviewer'] },
        close: { name: ['Close connections', 'সংযোগ বন্ধ করা'], roles: ['reviewer'] },
      },
    },
    readings: {
      title: ['Meter readings', 'মিটার রিডিং'],
      features: {
        view: { name: usual.view, roles: ['reviewer', 'reader', 'consumer'] },
        create: { name: usual.create, roles: ['reviewer', 'reader'] },
        import: { name: usual.import, roles: ['reviewer', 'reader'] },
        review: { name: usual.review, roles: ['reviewer'] },
        delete: { name: usual.delete },
      },
    },
  },
  audit: {
    'access.accept': ['Access to a connection accepted', 'সংযোগ দেখার আমন্ত্রণ গ্রহণ করা হয়েছে'],
    'access.consumer': [
      'Access follows its person to another entry',
      'সংযোগ দেখার সুযোগ ব্যক্তির নিজের হিসাবে গেছে',
    ],
    'access.end': ['Access to a connection ended by staff', 'দপ্তর থেকে সংযোগ দেখার সুযোগ বন্ধ করা হয়েছে'],
    'access.invite': ['Invited to a connection', 'সংযোগ দেখার আমন্ত্রণ পাঠানো হয়েছে'],
    'access.leave': ['Access to a connection given back', 'সংযোগ দেখার সুযোগ ছেড়ে দেওয়া হয়েছে'],
    'access.refuse': ['Invitation code refused', 'আমন্ত্রণের কোড মেলেনি'],
    'access.withdraw': ['Access to a connection withdrawn', 'সংযোগ দেখার সুযোগ বাতিল করা হয়েছে'],
    'connection.close': ['Connection closed', 'সংযোগ বন্ধ করা হয়েছে'],
    'connection.consumer': ['Connection moved to another consumer', 'সংযোগ অন্য গ্রাহকের নামে নেওয়া হয়েছে'],
    'connection.open': ['Connection opened', 'সংযোগ খোলা হয়েছে'],
    'connection.reopen': ['Closed connection opened again', 'বন্ধ সংযোগ আবার চালু করা হয়েছে'],
    'connection.take-over': ['Connection taken over', 'সংযোগ গ্রহণ করা হয়েছে'],
    'meter.change': ['Meter changed', 'মিটার পরিবর্তন করা হয়েছে'],
    'meter.create': ['Meter added', 'মিটার যোগ করা হয়েছে'],
    'meter.install': ['Meter installed', 'মিটার স্থাপন করা হয়েছে'],
    'meter.release': ['Meter released', 'মিটার ছেড়ে দেওয়া হয়েছে'],
    'meter.reserve': ['Meter reserved', 'মিটার বরাদ্দ রাখা হয়েছে'],
    'reading-check.remove': ['Reading check removed', 'রিডিং যাচাই সরানো হয়েছে'],
    'reading-check.set': ['Reading check changed', 'রিডিং যাচাই পরিবর্তন করা হয়েছে'],
    'reading.approve-flagged': ['Flagged readings approved', 'চিহ্নিত রিডিং অনুমোদন করা হয়েছে'],
    'reading.approve-unflagged': ['Unflagged readings approved', 'স্বাভাবিক রিডিং অনুমোদন করা হয়েছে'],
    'reading.capture': ['Reading taken', 'রিডিং নেওয়া হয়েছে'],
    'reading.capture-round': ['Readings of a round taken', 'এক দফার রিডিং নেওয়া হয়েছে'],
    'reading.edit': ['Reading changed', 'রিডিং পরিবর্তন করা হয়েছে'],
    'reading.approve': ['Reading approved', 'রিডিং অনুমোদন করা হয়েছে'],
    'reading.reopen': ['Reading opened again', 'রিডিং আবার খোলা হয়েছে'],
    'reading.reread': ['Reading to be taken again', 'রিডিং আবার নিতে বলা হয়েছে'],
    'reading.void': ['Reading voided', 'রিডিং বাতিল করা হয়েছে'],
    'readings.check': ['Readings checked', 'রিডিং যাচাই করা হয়েছে'],
    'readings.commit': ['Readings taken over', 'রিডিং গ্রহণ করা হয়েছে'],
    'readings.undo': ['Readings undone', 'রিডিং ফিরিয়ে নেওয়া হয়েছে'],
    'readings.upload': ['Readings uploaded', 'রিডিং আপলোড করা হয়েছে'],
  },
  objects: {
    access: ['Shared access', 'শেয়ার করা সংযোগ'],
    connection: ['Connection', 'সংযোগ'],
    import: ['Import', 'ইমপোর্ট'],
    meter: ['Meter', 'মিটার'],
    reading: ['Reading', 'রিডিং'],
    'reading-check': ['Reading check', 'রিডিং যাচাই'],
    readings: ['Readings', 'রিডিং'],
  },
  fields: {
    changedAt: ['Changed at', 'বদলের সময়'],
    changedOn: ['Changed on', 'বদলের তারিখ'],
    closedOn: ['Closed on', 'বন্ধের তারিখ'],
    disconnectedOn: ['Disconnected on', 'সংযোগ বন্ধের তারিখ'],
    effect: ['Effect', 'ফল'],
    endsOn: ['Ends on', 'শেষ হওয়ার তারিখ'],
    factor: ['Factor', 'গুণিতক'],
    final: ['Last reading', 'শেষ রিডিং'],
    flag: ['Check', 'যাচাই'],
    flags: ['Checks', 'যাচাই'],
    ids: ['Records', 'রেকর্ড'],
    import: ['File', 'ফাইল'],
    litres: ['Litres', 'লিটার'],
    make: ['Make', 'নির্মাতা'],
    mayPay: ['May pay', 'বিল দিতে পারেন'],
    meter: ['Meter', 'মিটার'],
    readings: ['Readings', 'রিডিং'],
    readOn: ['Read on', 'রিডিংয়ের তারিখ'],
    refused: ['Refused', 'প্রত্যাখ্যাত'],
    registerDigits: ['Digits of the register', 'রেজিস্টারের অঙ্ক'],
    replaces: ['Replaces', 'যার বদলে'],
    rowsFlagged: ['Rows to look at', 'দেখার মতো সারি'],
    rowsGood: ['Good rows', 'ঠিক সারি'],
    rowsRefused: ['Refused rows', 'বাদ পড়া সারি'],
    rowsTotal: ['Rows', 'মোট সারি'],
    sizeMm: ['Size in mm', 'মাপ (মিমি)'],
  },
  notices: ['meters.file_review'],
});

declare module '#shared/permissions.ts' {
  interface PermissionWords extends PermissionsOf<typeof words> {}
}
declare module '#shared/words.ts' {
  interface AuditWords extends AuditOf<typeof words> {}
  interface NoticeWords extends NoticesOf<typeof words> {}
}
