import type { Translation } from '#web/texts/texts.ts';
import type { estimates as en, estimateErrors as enErrors } from './en-estimates.ts';

export const estimateErrors: Translation<typeof enErrors> = {
  estimate_too_early: 'এ মাসের রিডিং {{day, day}} পর্যন্ত নেওয়া যাবে। তার পরে অনুমান করুন।',
  estimates_moved: 'এর মধ্যে নতুন রিডিং এসেছে: এখন {{count, number}}টি মিটার হবে। তালিকাটি আবার দেখুন।',
};

export const estimates: Translation<typeof en> = {
  title: 'আনুমানিক রিডিং',
  about: 'যেসব মিটার পড়া হয়নি, প্রতিটির আনুমানিক ব্যবহার। বিল হওয়ার আগে অন্য একজন তা পর্যালোচনা করবেন।',
  open: 'আনুমানিক রিডিং',
  run_one: '{{count, number}}টি মিটার অনুমান করুন',
  run_other: '{{count, number}}টি মিটার অনুমান করুন',
  confirm: '{{month}} মাসের {{count, number}}টি মিটার, মোট {{litres, m3}} ঘনমিটার',
  done_one: '{{count, number}}টি মিটারের আনুমানিক রিডিং পর্যালোচনার অপেক্ষায়',
  done_other: '{{count, number}}টি মিটারের আনুমানিক রিডিং পর্যালোচনার অপেক্ষায়',
  too_early: 'এ মাসের রিডিং {{day}} পর্যন্ত নেওয়া যাবে',
  none: 'এই তালিকার কোনো মিটার অনুমান করা যায় না',
  rule: 'নিয়ম',
  basis: 'ভিত্তি',
  basis_text: '{{days}} দিনে {{litres}} ঘনমিটার',
  basis_day: 'দিনে {{litres}} ঘনমিটার',
  use: 'ব্যবহার (ঘনমিটার)',
  figure: 'রিডিং (ঘনমিটার)',
  in_row: 'পরপর',
  left_out: 'অনুমান নয়',
  estimated: 'আনুমানিক',
  empty: 'সব মিটার পড়া হয়েছে',
  methods: { LAST_YEAR: 'গত বছরের একই মাস', RECENT: 'শেষ রিডিংগুলোর গড়', CATEGORY: 'শ্রেণির মধ্যমা' },
  why_not: {
    LIMIT: 'পরপর অনেকবার আনুমানিক: মিটার পড়তে হবে',
    METER_CHANGED: 'শেষ রিডিংয়ের পর মিটার বদল',
    NO_DAYS: 'মাসের পরে রিডিং বা সংযোগ',
    NO_BASIS: 'অনুমানের ভিত্তি নেই',
  },
};
