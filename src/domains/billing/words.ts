/** What billing calls its permissions, audit words and records, in both languages. Read by both sides. */
import { type AuditOf, defineWords, type PermissionsOf, usual } from '#shared/words.ts';

export const words = defineWords({
  permissions: {
    tariffs: {
      title: ['Tariffs', 'ট্যারিফ'],
      features: {
        view: { name: usual.view, roles: ['reviewer', 'engineer'] },
        edit: { name: usual.edit },
        approve: { name: usual.approve, roles: ['engineer'] },
        quote: { name: ['Quote', 'হিসাব দেখা'], roles: ['reviewer', 'engineer'] },
      },
    },
    'bill-runs': {
      title: ['Bill runs', 'বিল তৈরির কাজ'],
      features: {
        view: { name: usual.view, roles: ['reviewer', 'engineer'] },
        plan: { name: ['Plan', 'পরিকল্পনা'], roles: ['reviewer'] },
        correct: { name: ['Plan correction runs', 'সংশোধন রানের পরিকল্পনা'], roles: ['reviewer'] },
        approve: { name: usual.approve, roles: ['engineer'] },
        post: { name: ['Post', 'পোস্ট করা'], roles: ['reviewer'] },
        reverse: { name: usual.reverse, roles: ['reviewer', 'engineer'] },
      },
    },
    invoices: {
      title: ['Invoices', 'বিল'],
      features: {
        view: { name: usual.view, roles: ['reviewer', 'cashier', 'engineer', 'consumer'] },
        cancel: { name: ['Cancel', 'বাতিল'], roles: ['reviewer', 'engineer'] },
        adjust: { name: ['Adjust', 'সমন্বয়'], roles: ['reviewer', 'engineer'] },
      },
    },
  },
  audit: {
    'bill-run.approve': ['Bill run approved', 'বিল তৈরি অনুমোদন করা হয়েছে'],
    'bill-run.calculate': ['Bill run calculated', 'বিল তৈরি হিসাব করা হয়েছে'],
    'bill-run.calculate-held': ['Held bills of a run calculated again', 'স্থগিত বিলের হিসাব আবার করা হয়েছে'],
    'bill-run.give-up': ['Bill run given up', 'বিল তৈরি বাদ দেওয়া হয়েছে'],
    'bill-run.hold-moved': ['Bills held because something changed', 'পরিবর্তনের কারণে বিল স্থগিত করা হয়েছে'],
    'bill-run.hold': ['Bill run put on hold', 'বিল তৈরি স্থগিত রাখা হয়েছে'],
    'bill-run.plan': ['Bill run planned', 'বিল তৈরি পরিকল্পনা করা হয়েছে'],
    'bill-run.plan-correction': ['Correction run planned', 'সংশোধন রান পরিকল্পনা করা হয়েছে'],
    'bill-run.post': ['Bill run posted', 'বিল তৈরি পোস্ট করা হয়েছে'],
    'bill-run.release': ['Held bills released', 'স্থগিত বিল ছাড়া হয়েছে'],
    'bill-run.ask-reversal': ['Reversal of a bill run asked for', 'বিল রান ফেরতের প্রস্তাব দেওয়া হয়েছে'],
    'bill-run.reverse': ['Bill run reversed', 'বিল রান ফেরত করা হয়েছে'],
    'bill-run.approve-reversal': ['Reversal of a bill run approved', 'বিল রান ফেরত অনুমোদন করা হয়েছে'],
    'bill-run.refuse-reversal': ['Reversal of a bill run refused', 'বিল রান ফেরত নাকচ করা হয়েছে'],
    'bill-run.try-again': ['Bill run started again', 'বিল তৈরির কাজ আবার শুরু করা হয়েছে'],
    'billing-rules.approve': ['Billing rules approved', 'বিলিংয়ের নিয়ম অনুমোদন করা হয়েছে'],
    'billing-rules.plan': ['Billing rules planned', 'বিলিংয়ের নিয়ম পরিকল্পনা করা হয়েছে'],
    'billing-rules.withdraw': ['Billing rules withdrawn', 'বিলিংয়ের নিয়ম প্রত্যাহার করা হয়েছে'],
    'invoice.ask-adjustment': ['Adjustment of an invoice asked for', 'বিল সমন্বয়ের প্রস্তাব দেওয়া হয়েছে'],
    'invoice.ask-cancellation': ['Cancellation of an invoice asked for', 'বিল বাতিলের প্রস্তাব দেওয়া হয়েছে'],
    'invoice.adjust': ['Invoice adjusted', 'বিল সমন্বয় করা হয়েছে'],
    'invoice.cancel': ['Invoice cancelled', 'বিল বাতিল করা হয়েছে'],
    'invoice.approve-correction': ['Bill correction approved', 'বিল সংশোধন অনুমোদন করা হয়েছে'],
    'invoice.refuse-correction': ['Bill correction refused', 'বিল সংশোধন নাকচ করা হয়েছে'],
    'invoice.issue': ['Invoice issued', 'বিল জারি করা হয়েছে'],
    'tariff.approve': ['Tariff approved', 'ট্যারিফ অনুমোদন করা হয়েছে'],
    'tariff.create': ['Tariff added', 'ট্যারিফ যোগ করা হয়েছে'],
    'tariff.edit': ['Tariff changed', 'ট্যারিফ পরিবর্তন করা হয়েছে'],
    'tariff.submit': ['Tariff submitted', 'ট্যারিফ জমা দেওয়া হয়েছে'],
    'tariff.template': ['Tariff taken from a template', 'ট্যারিফ নমুনা থেকে নেওয়া হয়েছে'],
    'tariff.withdraw': ['Tariff withdrawn', 'ট্যারিফ প্রত্যাহার করা হয়েছে'],
    'vat.approve': ['VAT approved', 'ভ্যাট অনুমোদন করা হয়েছে'],
    'vat.plan': ['VAT planned', 'ভ্যাট পরিকল্পনা করা হয়েছে'],
    'vat.withdraw': ['VAT withdrawn', 'ভ্যাট প্রত্যাহার করা হয়েছে'],
  },
  objects: {
    'bill-run': ['Bill run', 'বিল তৈরি'],
    'billing-rules': ['Billing rules', 'বিলিংয়ের নিয়ম'],
    invoice: ['Invoice', 'বিল'],
    tariff: ['Tariff', 'ট্যারিফ'],
    vat: ['VAT', 'ভ্যাট'],
  },
});

declare module '#shared/permissions.ts' {
  interface PermissionWords extends PermissionsOf<typeof words> {}
}
declare module '#shared/words.ts' {
  interface AuditWords extends AuditOf<typeof words> {}
}
