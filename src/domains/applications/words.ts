/** What applications calls its permissions, audit words and records, in both languages. Read by both sides. */
import { type AuditOf, defineWords, type PermissionsOf, usual } from '#shared/words.ts';

export const words = defineWords({
  permissions: {
    applications: {
      title: ['Applications', 'আবেদন'],
      features: {
        view: {
          name: usual.view,
          roles: ['reviewer', 'cashier', 'surveyor', 'installer', 'engineer', 'consumer'],
        },
        // Without it: what is assigned to the person, and what nobody has of the work that they may do.
        'view-all': { name: ['View all', 'সব দেখা'], roles: ['reviewer', 'cashier', 'engineer'] },
        documents: {
          name: ['Open documents', 'নথি খোলা'],
          roles: ['reviewer', 'surveyor', 'installer', 'engineer', 'consumer'],
        },
        create: { name: usual.create, roles: ['reviewer', 'consumer'] },
        edit: { name: usual.edit, roles: ['reviewer', 'consumer'] },
        accept: { name: ['Accept', 'গ্রহণ'], roles: ['reviewer'] },
        'auto-approve': { name: ['Approve automatically', 'স্বয়ংক্রিয় অনুমোদন'], roles: ['reviewer'] },
        assign: { name: ['Assign', 'দায়িত্ব দেওয়া'], roles: ['reviewer', 'engineer'] },
        letter: { name: ['Connection letter', 'সংযোগপত্র'], roles: ['reviewer'] },
        survey: { name: ['Survey', 'জরিপ'], roles: ['surveyor'] },
        'approve-survey': { name: ['Approve surveys', 'জরিপ অনুমোদন'], roles: ['engineer'] },
        install: { name: ['Install meters', 'মিটার স্থাপন'], roles: ['installer'] },
        'confirm-install': { name: ['Confirm installation', 'স্থাপন নিশ্চিত করা'], roles: ['engineer'] },
        recorrect: {
          name: ['Ask for correction', 'সংশোধন চাওয়া'],
          roles: ['reviewer', 'surveyor', 'rajukSAE', 'rajukAE', 'rajukPD', 'rajukPM'],
        },
        hold: { name: ['Hold', 'স্থগিত রাখা'], roles: ['reviewer'] },
        suspend: { name: ['Suspend', 'সাময়িক বন্ধ'] },
        reject: { name: ['Reject', 'নাকচ'], roles: ['reviewer'] },
        withdraw: { name: ['Withdraw', 'প্রত্যাহার'], roles: ['cashier', 'consumer'] },
        reopen: { name: ['Reopen', 'আবার খোলা'] },
        archive: { name: ['Archive', 'সংরক্ষণাগারে রাখা'], roles: ['reviewer'] },
        delete: { name: usual.delete, roles: ['consumer'] },
      },
    },
    noc: {
      title: ['NOC of the planning authority', 'পরিকল্পনা কর্তৃপক্ষের অনাপত্তি'],
      features: {
        view: { name: usual.view, roles: ['reviewer', 'rajukSAE', 'rajukAE', 'rajukPD', 'rajukPM'] },
        remark: { name: ['Remark', 'মন্তব্য'], roles: ['rajukSAE', 'rajukAE', 'rajukPD', 'rajukPM'] },
        decide: { name: usual.decide, roles: ['rajukSAE', 'rajukAE', 'rajukPD', 'rajukPM'] },
        desks: { name: ['Manage desks', 'ডেস্ক ব্যবস্থাপনা'], roles: ['rajukPD'] },
      },
    },
    'demand-notes': {
      title: ['Demand notes', 'ডিমান্ড নোট'],
      features: {
        view: { name: usual.view, roles: ['reviewer', 'cashier', 'consumer'] },
        'pay-counter': { name: ['Take payment at the counter', 'কাউন্টারে টাকা নেওয়া'], roles: ['cashier'] },
        'pay-online': { name: usual.payOnline, roles: ['consumer'] },
      },
    },
  },
  audit: {
    'application.accept': ['Application accepted', 'আবেদন গ্রহণ করা হয়েছে'],
    'application.approve-survey': ['Survey approved', 'জরিপ অনুমোদন করা হয়েছে'],
    'application.archive': ['Application archived', 'আবেদন সংরক্ষণাগারে রাখা হয়েছে'],
    'application.change-meter': ['Another meter reserved', 'অন্য মিটার বরাদ্দ করা হয়েছে'],
    'application.comment': ['Comment on an application', 'আবেদনে মন্তব্য করা হয়েছে'],
    'application.confirm-install': ['Installation confirmed', 'মিটার স্থাপন নিশ্চিত করা হয়েছে'],
    'application.expire': ['Application expired', 'আবেদনের মেয়াদ শেষ হয়েছে'],
    'application.applicant': ['Applicant of an application changed', 'আবেদনকারীর তথ্য পরিবর্তন করা হয়েছে'],
    'application.assign': ['Application assigned', 'আবেদন দায়িত্ব দেওয়া হয়েছে'],
    'application.auto-approve': ['Application approved by rule', 'আবেদন নিয়ম অনুযায়ী অনুমোদিত'],
    'application.building': ['Building of an application changed', 'আবেদনের ভবন পরিবর্তন করা হয়েছে'],
    'application.consumer': ['Application moved to another consumer', 'আবেদন অন্য গ্রাহকের নামে নেওয়া হয়েছে'],
    'application.delete': ['Application deleted', 'আবেদন মুছে ফেলা হয়েছে'],
    'application.document': ['Document added to an application', 'আবেদনে নথি যোগ করা হয়েছে'],
    // Until documents were written one by one; the log still has these rows.
    'application.documents-view': ['Documents of an application opened', 'আবেদনের নথি খোলা হয়েছে'],
    'application.document-view': ['Document of an application opened', 'আবেদনের একটি নথি খোলা হয়েছে'],
    'application.document-check': ['Document of an application checked', 'আবেদনের নথি যাচাই করা হয়েছে'],
    'application.draft': ['Application begun or changed', 'আবেদনের খসড়া লেখা হয়েছে'],
    'application.hold': ['Application put on hold', 'আবেদন স্থগিত রাখা হয়েছে'],
    'application.install': ['Meter of an application installed', 'আবেদনের মিটার স্থাপন করা হয়েছে'],
    'application.letter': ['Connection letter written', 'সংযোগপত্র লেখা হয়েছে'],
    'application.noc': ['NOC of an application entered', 'আবেদনের এনওসি লেখা হয়েছে'],
    'application.owner': ['Owner of an application changed', 'আবেদনের মালিক পরিবর্তন করা হয়েছে'],
    'application.pay': ['Demand note paid', 'ডিমান্ড নোট পরিশোধ করা হয়েছে'],
    'application.plumber': ['Plumber of an application changed', 'আবেদনের প্লাম্বার পরিবর্তন করা হয়েছে'],
    'application.recorrection': ['Application sent back for correction', 'আবেদন সংশোধনের জন্য ফেরত'],
    'application.refund': ['Demand note refunded', 'ডিমান্ড নোটের টাকা ফেরত দেওয়া হয়েছে'],
    'application.refund-approve': ['Refund of a demand note approved', 'ডিমান্ড নোটের টাকা ফেরত অনুমোদন করা হয়েছে'],
    'application.refund-ask': ['Refund of a demand note asked for', 'ডিমান্ড নোটের টাকা ফেরত চাওয়া হয়েছে'],
    'application.refund-refuse': ['Refund of a demand note refused', 'ডিমান্ড নোটের টাকা ফেরত নাকচ করা হয়েছে'],
    'application.reject': ['Application rejected', 'আবেদন নাকচ করা হয়েছে'],
    'application.reopen': ['Application opened again', 'আবেদন আবার খোলা হয়েছে'],
    'application.restore': ['Application taken out of the archive', 'আবেদন সংরক্ষণাগার থেকে ফিরিয়ে আনা হয়েছে'],
    'application.return-survey': ['Survey sent back', 'জরিপ ফেরত পাঠানো হয়েছে'],
    'application.revise-survey': ['Survey taken up again', 'জরিপ সংশোধনের জন্য আবার খোলা হয়েছে'],
    'application.resubmit': ['Application submitted again', 'আবেদন আবার জমা দেওয়া হয়েছে'],
    'application.resume': ['Application resumed', 'আবেদন আবার চালু করা হয়েছে'],
    'application.submit': ['Application submitted', 'আবেদন জমা দেওয়া হয়েছে'],
    'application.take-back-payment': [
      'Payment of a demand note taken back',
      'ডিমান্ড নোটের পেমেন্ট ফেরত নেওয়া হয়েছে',
    ],
    'application.survey': ['Site surveyed', 'স্থান জরিপ করা হয়েছে'],
    'application.suspend': ['Application suspended', 'আবেদন সাময়িক বন্ধ করা হয়েছে'],
    'application.withdraw': ['Application withdrawn', 'আবেদন প্রত্যাহার করা হয়েছে'],
    'noc.approve': ['NOC approved by a desk', 'ডেস্ক থেকে এনওসি অনুমোদন করা হয়েছে'],
    'noc.reject': ['NOC refused', 'এনওসি নাকচ করা হয়েছে'],
    'noc.return': ['NOC sent back for correction', 'এনওসি সংশোধনের জন্য ফেরত পাঠানো হয়েছে'],
    'noc.desk': ['Desks of the planning authority changed', 'পরিকল্পনা কর্তৃপক্ষের ডেস্ক পরিবর্তন'],
    'noc.remark': ['Remark on an NOC', 'এনওসিতে মন্তব্য'],
  },
  objects: {
    application: ['Application', 'আবেদন'],
    desk: ['Desk', 'ডেস্ক'],
  },
});

declare module '#shared/permissions.ts' {
  interface PermissionWords extends PermissionsOf<typeof words> {}
}
declare module '#shared/words.ts' {
  interface AuditWords extends AuditOf<typeof words> {}
}
