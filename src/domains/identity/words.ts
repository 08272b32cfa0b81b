/** What identity calls its permissions, audit words and records, in both languages. Read by both sides. */
import { type AuditOf, defineWords, type NoticesOf, type PermissionsOf, usual } from '#shared/words.ts';

export const words = defineWords({
  permissions: {
    users: {
      title: ['Users', 'ব্যবহারকারী'],
      features: {
        view: { name: usual.view },
        edit: { name: usual.edit },
      },
    },
  },
  audit: {
    'file.delete': ['File deleted', 'ফাইল মুছে ফেলা হয়েছে'],
    'file.upload': ['File uploaded', 'ফাইল আপলোড করা হয়েছে'],
    'list-view.change': ['Saved view changed', 'সংরক্ষিত ভিউ পরিবর্তন করা হয়েছে'],
    'list-view.create': ['Saved view added', 'সংরক্ষিত ভিউ যোগ করা হয়েছে'],
    'list-view.delete': ['Saved view deleted', 'সংরক্ষিত ভিউ মুছে ফেলা হয়েছে'],
    'session.end': ['Session ended', 'সেশন শেষ করা হয়েছে'],
    'user.consumer': ['Account moved to another consumer', 'অ্যাকাউন্ট অন্য গ্রাহকের নামে নেওয়া হয়েছে'],
    'user.create': ['User added', 'ব্যবহারকারী যোগ করা হয়েছে'],
    'user.delete': ['User deleted', 'ব্যবহারকারী মুছে ফেলা হয়েছে'],
    'user.email': ['Email changed', 'ইমেইল পরিবর্তন করা হয়েছে'],
    'user.email-ask': ['New email asked for', 'নতুন ইমেইল চাওয়া হয়েছে'],
    'user.email-remove': ['Email removed', 'ইমেইল মুছে ফেলা হয়েছে'],
    'user.phone': ['Mobile number changed', 'মোবাইল নম্বর পরিবর্তন করা হয়েছে'],
    'user.phone-ask': ['New mobile number asked for', 'নতুন মোবাইল নম্বর চাওয়া হয়েছে'],
    'user.edit': ['User changed', 'ব্যবহারকারী পরিবর্তন করা হয়েছে'],
    'user.image': ['Photo changed', 'ছবি পরিবর্তন করা হয়েছে'],
    'user.password': ['Password changed', 'পাসওয়ার্ড পরিবর্তন করা হয়েছে'],
    'user.password-link': ['Password link sent', 'পাসওয়ার্ডের লিংক পাঠানো হয়েছে'],
    'user.profile': ['Own profile changed', 'নিজের প্রোফাইল পরিবর্তন করা হয়েছে'],
    'user.provider-join': ['Outside account joined', 'বাইরের অ্যাকাউন্ট যুক্ত করা হয়েছে'],
    'user.provider-leave': ['Outside account parted', 'বাইরের অ্যাকাউন্ট আলাদা করা হয়েছে'],
    'user.recovery-codes': ['Recovery codes renewed', 'উদ্ধার কোড নতুন করা হয়েছে'],
    'user.second-factor-off': ['Second factor turned off', 'দ্বিতীয় ধাপ বন্ধ করা হয়েছে'],
    'user.second-factor-on': ['Second factor turned on', 'দ্বিতীয় ধাপ চালু করা হয়েছে'],
    'user.second-factor-reset': ['Second factor reset', 'দ্বিতীয় ধাপ বাতিল করা হয়েছে'],
    'user.signature': ['Signature changed', 'স্বাক্ষর পরিবর্তন করা হয়েছে'],
    'user.activate': ['Account activated', 'অ্যাকাউন্ট সক্রিয় করা হয়েছে'],
    'user.deactivate': ['Account deactivated', 'অ্যাকাউন্ট নিষ্ক্রিয় করা হয়েছে'],
  },
  objects: {
    file: ['File', 'ফাইল'],
    'list-view': ['Saved view', 'সংরক্ষিত ভিউ'],
    session: ['Session', 'সেশন'],
    user: ['User', 'ব্যবহারকারী'],
  },
  fields: {
    audience: ['For whom', 'কার জন্য'],
    consumerIdleDays: ['Days until an idle consumer is signed out', 'গ্রাহকের নিষ্ক্রিয় থাকার সীমা (দিন)'],
    consumerLifeDays: ['Longest session of consumers in days', 'গ্রাহকের লগইনের মেয়াদ (দিন)'],
    consumerPasswordLength: ['Shortest password of consumers', 'গ্রাহকের পাসওয়ার্ডের দৈর্ঘ্য'],
    density: ['Row height', 'সারির উচ্চতা'],
    ended: ['Signed out', 'লগআউট হয়েছে'],
    endpoint: ['List', 'তালিকা'],
    handOverTo: ['Handed over to', 'যাঁকে বুঝিয়ে দেওয়া'],
    hidden: ['Hidden columns', 'লুকানো কলাম'],
    issuer: ['Signed in with', 'যার মাধ্যমে লগইন'],
    list: ['List', 'তালিকা'],
    oldPassword: ['Old password', 'আগের পাসওয়ার্ড'],
    query: ['Search and filters', 'অনুসন্ধান ও ফিল্টার'],
    secondFactorRoles: ['Roles with a second factor', 'যেসব ভূমিকায় দুই ধাপে যাচাই'],
    staffIdleHours: ['Hours until idle staff are signed out', 'কর্মীর নিষ্ক্রিয় থাকার সীমা (ঘণ্টা)'],
    staffLifeHours: ['Longest session of staff in hours', 'কর্মীর লগইনের মেয়াদ (ঘণ্টা)'],
    staffPasswordLength: ['Shortest password of staff', 'কর্মীর পাসওয়ার্ডের দৈর্ঘ্য'],
    theme: ['Theme', 'থিম'],
    which: ['Which', 'কোনগুলো'],
  },
  notices: ['identity.new_device', 'identity.password_changed', 'identity.limits_waiting'],
});

declare module '#shared/permissions.ts' {
  interface PermissionWords extends PermissionsOf<typeof words> {}
}
declare module '#shared/words.ts' {
  interface AuditWords extends AuditOf<typeof words> {}
  interface NoticeWords extends NoticesOf<typeof words> {}
}
