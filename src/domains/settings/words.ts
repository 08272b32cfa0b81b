/** What settings calls its permissions, audit words and records, in both languages. Read by both sides. */
import { type AuditOf, defineWords, type PermissionsOf, usual } from '#shared/words.ts';

export const words = defineWords({
  permissions: {
    settings: {
      title: ['Settings', 'সেটিংস'],
      features: {
        view: { name: usual.view },
        edit: { name: usual.edit },
        maintenance: {
          name: ['Maintenance: switch it, and work during it', 'রক্ষণাবেক্ষণ: চালু-বন্ধ করা ও চলাকালে কাজ করা'],
        },
        'approve-limits': {
          name: ['Decide about changed limits', 'সীমা পরিবর্তনে সিদ্ধান্ত'],
          roles: ['reviewer'],
        },
      },
    },
    sectors: {
      title: ['Sectors', 'সেক্টর'],
      features: {
        view: {
          name: usual.view,
          roles: ['reviewer', 'cashier', 'reader', 'installer', 'engineer', 'consumer'],
        },
        edit: { name: usual.edit },
      },
    },
    roads: {
      title: ['Roads', 'রাস্তা'],
      features: {
        view: { name: usual.view, roles: ['reviewer', 'reader', 'consumer'] },
        edit: { name: usual.edit },
      },
    },
    materials: {
      title: ['Materials', 'মালামাল'],
      features: {
        view: { name: usual.view, roles: ['reviewer', 'surveyor', 'engineer'] },
        edit: { name: usual.edit },
      },
    },
  },
  audit: {
    'demo-town.begin': ['Demo town started', 'ডেমো শহর শুরু হয়েছে'],
    'demo-town.ready': ['Demo town ready', 'ডেমো শহর প্রস্তুত'],
    'demo-town.failed': ['Demo town could not be made', 'ডেমো শহর তৈরি করা যায়নি'],
    'dma.add': ['DMA added', 'ডিএমএ যোগ করা হয়েছে'],
    'dma.delete': ['DMA deleted', 'ডিএমএ মুছে ফেলা হয়েছে'],
    'dma.update': ['DMA changed', 'ডিএমএ পরিবর্তন করা হয়েছে'],
    'list.import': ['List imported', 'তালিকা ইমপোর্ট করা হয়েছে'],
    'material.add': ['Material added', 'মালামাল যোগ করা হয়েছে'],
    'material.create': ['Material added', 'মালামাল যোগ করা হয়েছে'],
    'material.delete': ['Material deleted', 'মালামাল মুছে ফেলা হয়েছে'],
    'material.move': ['Material moved', 'মালামাল সরানো হয়েছে'],
    'material.plan-rate': ['Rate of a material planned', 'মালামালের দর পরিকল্পনা করা হয়েছে'],
    'material.update': ['Material changed', 'মালামাল পরিবর্তন করা হয়েছে'],
    'material.withdraw-rate': ['Planned rate of a material withdrawn', 'মালামালের পরিকল্পিত দর প্রত্যাহার করা হয়েছে'],
    'places.import': ['Sectors and roads imported', 'সেক্টর ও রাস্তা ইমপোর্ট করা হয়েছে'],
    'road.add': ['Road added', 'রাস্তা যোগ করা হয়েছে'],
    'road.delete': ['Road deleted', 'রাস্তা মুছে ফেলা হয়েছে'],
    'road.update': ['Road changed', 'রাস্তা পরিবর্তন করা হয়েছে'],
    'sector.add': ['Sector added', 'সেক্টর যোগ করা হয়েছে'],
    'sector.delete': ['Sector deleted', 'সেক্টর মুছে ফেলা হয়েছে'],
    'sector.update': ['Sector changed', 'সেক্টর পরিবর্তন করা হয়েছে'],
    'sender.create': ['Sender of messages added', 'বার্তা প্রেরক যোগ করা হয়েছে'],
    'sender.reseal': ['Secrets of senders encrypted anew', 'বার্তা প্রেরকের গোপন তথ্য নতুন করে এনক্রিপ্ট করা হয়েছে'],
    'sender.test': ['Sender of messages tested', 'বার্তা প্রেরক পরীক্ষা করা হয়েছে'],
    'sender.update': ['Sender of messages changed', 'বার্তা প্রেরক পরিবর্তন করা হয়েছে'],
    'settings.ask-change': ['Change of limits asked for', 'সীমা পরিবর্তনের অনুরোধ করা হয়েছে'],
    'settings.refuse-change': ['Change of limits refused', 'সীমা পরিবর্তন নাকচ করা হয়েছে'],
    'settings.update': ['Settings changed', 'সেটিংস পরিবর্তন করা হয়েছে'],
    'setup.run': ['Installation set up', 'প্রথম সেটআপ করা হয়েছে'],
    'wallet-limits.approve': ['Wallet limits approved', 'ওয়ালেটের সীমা অনুমোদন করা হয়েছে'],
    'wallet-limits.plan': ['Wallet limits planned', 'ওয়ালেটের সীমা পরিকল্পনা করা হয়েছে'],
    'wallet-limits.withdraw': ['Wallet limits withdrawn', 'ওয়ালেটের সীমা প্রত্যাহার করা হয়েছে'],
  },
  objects: {
    'demo-town': ['Demo town', 'ডেমো শহর'],
    dma: ['DMA', 'ডিএমএ'],
    dmas: ['DMAs', 'ডিএমএ'],
    material: ['Material', 'মালামাল'],
    materials: ['Materials', 'মালামাল'],
    places: ['Sectors and roads', 'সেক্টর ও রাস্তা'],
    road: ['Road', 'রাস্তা'],
    roads: ['Roads', 'রাস্তা'],
    sector: ['Sector', 'সেক্টর'],
    sectors: ['Sectors', 'সেক্টর'],
    sender: ['Sender of messages', 'বার্তা প্রেরক'],
    settings: ['Settings', 'সেটিংস'],
    'wallet-limits': ['Wallet limits', 'ওয়ালেটের সীমা'],
  },
});

declare module '#shared/permissions.ts' {
  interface PermissionWords extends PermissionsOf<typeof words> {}
}
declare module '#shared/words.ts' {
  interface AuditWords extends AuditOf<typeof words> {}
}
