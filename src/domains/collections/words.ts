/** What collections calls its permissions, audit words and records, in both languages. Read by both sides. */
import { type AuditOf, defineWords, type NoticesOf, type PermissionsOf, usual } from '#shared/words.ts';

export const words = defineWords({
  permissions: {
    collections: {
      title: ['Collections', 'বকেয়া আদায়'],
      features: {
        view: { name: usual.view, roles: ['reviewer', 'engineer', 'cashier'] },
        approve: {
          name: ['Send somebody to disconnect', 'সংযোগ বিচ্ছিন্ন করার অনুমোদন'],
          roles: ['engineer'],
          seenBy: 'collections:view',
        },
        exempt: {
          name: ['Exempt connections from dunning', 'তাগাদা থেকে অব্যাহতি'],
          roles: ['engineer'],
          seenBy: 'collections:view',
        },
        promise: {
          name: ['Note promises to pay', 'পরিশোধের প্রতিশ্রুতি লিখুন'],
          roles: ['cashier', 'reviewer'],
          seenBy: 'collections:view',
        },
      },
    },
  },
  audit: {
    'dunning.approve': ['Disconnection approved', 'সংযোগ বিচ্ছিন্ন করা অনুমোদিত'],
    'dunning.give-up': ['Dunning case ended', 'তাগাদা শেষ করা হয়েছে'],
    'dunning.work': ['Reminders and notices of a day', 'এক দিনের তাগাদা ও নোটিশ'],
    'dunning-rules.approve': ['Rules of dunning approved', 'তাগাদার নিয়ম অনুমোদন করা হয়েছে'],
    'dunning-rules.plan': ['Rules of dunning planned', 'তাগাদার নিয়ম পরিকল্পনা করা হয়েছে'],
    'dunning-rules.withdraw': ['Rules of dunning withdrawn', 'তাগাদার নিয়ম প্রত্যাহার করা হয়েছে'],
    'exemption.add': ['Connection exempted from dunning', 'সংযোগকে তাগাদা থেকে অব্যাহতি'],
    'exemption.end': ['Exemption from dunning ended', 'তাগাদার অব্যাহতি শেষ'],
    'promise.note': ['Promise to pay noted', 'পরিশোধের প্রতিশ্রুতি লেখা হয়েছে'],
  },
  objects: {
    dunning_case: ['Dunning case', 'বকেয়ার তাগাদা'],
    dunning_day: ['Day of dunning', 'তাগাদার দিন'],
    'dunning-rules': ['Rules of dunning', 'তাগাদার নিয়ম'],
  },
  fields: {
    cases: ['Cases', 'তাগাদা'],
    daysOverdue: ['Days overdue', 'যতদিন পেরিয়েছে'],
    leastMinor: ['Least amount', 'সর্বনিম্ন টাকা'],
    person: ['Who promised', 'যিনি কথা দিয়েছেন'],
    textBn: ['Text in Bengali', 'বাংলা লেখা'],
    textEn: ['Text in English', 'ইংরেজি লেখা'],
    waitDays: ['Days to wait', 'যতদিন অপেক্ষা'],
    closed: ['Closed cases', 'শেষ হওয়া তাগাদা'],
    disconnection: ['Disconnection', 'সংযোগ বিচ্ছিন্ন'],
    notice: ['Notice', 'নোটিশ'],
    notices: ['Notices', 'নোটিশের সংখ্যা'],
    promisedOn: ['Promised for', 'প্রতিশ্রুত তারিখ'],
    reconnectionFeeMinor: ['Reconnection fee', 'পুনঃসংযোগ ফি'],
    reminder: ['Reminder', 'তাগাদা'],
    reminders: ['Reminders', 'তাগাদার সংখ্যা'],
    untilDay: ['Until', 'যে তারিখ পর্যন্ত'],
  },
  notices: [
    'collections.reminder',
    'collections.notice',
    'collections.ordered',
    'collections.cancelled',
    'collections.waiting',
    'collections.disconnected',
    'collections.reconnecting',
    'collections.open_again',
    'collections.reconnected',
  ],
});

declare module '#shared/permissions.ts' {
  interface PermissionWords extends PermissionsOf<typeof words> {}
}
declare module '#shared/words.ts' {
  interface AuditWords extends AuditOf<typeof words> {}
  interface NoticeWords extends NoticesOf<typeof words> {}
}
