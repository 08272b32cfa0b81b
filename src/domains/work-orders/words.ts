/** What work orders call their permissions, audit words, records and notices, in both languages. Read by both sides. */
import { type AuditOf, defineWords, type NoticesOf, type PermissionsOf, usual } from '#shared/words.ts';

export const words = defineWords({
  permissions: {
    'work-orders': {
      title: ['Work orders', 'কার্যাদেশ'],
      features: {
        view: { name: usual.view, roles: ['reviewer', 'engineer', 'installer', 'cashier', 'consumer'] },
        create: { name: ['Ask for work', 'কাজের অনুরোধ করা'], roles: ['reviewer', 'engineer', 'consumer'] },
        review: { name: ['Review and verify', 'পর্যালোচনা ও যাচাই'], roles: ['reviewer', 'engineer'] },
        waive: { name: ['Waive a charge', 'খরচ মওকুফ করা'], roles: ['engineer'] },
        'pay-counter': { name: ['Take the charge at the counter', 'কাউন্টারে খরচ নেওয়া'], roles: ['cashier'] },
        'pay-online': { name: usual.payOnline, roles: ['consumer'] },
        'withdraw-paid': {
          name: ['Cancel paid work: the money is owed back', 'পরিশোধিত কাজ বাতিল: টাকা ফেরতযোগ্য'],
          roles: ['engineer'],
        },
        assign: { name: ['Assign and cancel', 'দায়িত্ব দেওয়া ও বাতিল করা'], roles: ['engineer'] },
        rate: { name: ['Say how work was', 'কাজ কেমন হয়েছে জানানো'], roles: ['consumer'] },
        work: { name: ['Do the work', 'কাজ করা'], roles: ['installer'] },
        'view-stock': { name: ['See the store', 'মজুত দেখা'], roles: ['reviewer', 'engineer', 'installer'] },
        'move-stock': { name: ['Book into the store', 'মজুতে লেখা'], roles: ['engineer'] },
      },
    },
  },
  audit: {
    'work-order.create': ['Work asked for', 'কাজের অনুরোধ করা হয়েছে'],
    'work-order.edit': ['Work order changed', 'কার্যাদেশ সংশোধন করা হয়েছে'],
    'work-order.photo': ['Photo of a work order added', 'কার্যাদেশে ছবি যোগ করা হয়েছে'],
    'work-order.photo-view': ['Photo of a work order opened', 'কার্যাদেশের ছবি খোলা হয়েছে'],
    'work-order.take': ['Work order taken for review', 'কার্যাদেশ পর্যালোচনায় নেওয়া হয়েছে'],
    'work-order.estimate': ['Work estimated', 'কাজের প্রাক্কলন করা হয়েছে'],
    'work-order.waive': ['Charge of a work order waived', 'কার্যাদেশের খরচ মওকুফ করা হয়েছে'],
    'work-order.pay': ['Charge of a work order paid', 'কার্যাদেশের খরচ পরিশোধ করা হয়েছে'],
    'work-order.take-back': ['Payment of a work order taken back', 'কার্যাদেশের পেমেন্ট ফিরিয়ে নেওয়া হয়েছে'],
    'work-order.withdraw-paid': ['Paid work order cancelled', 'পরিশোধিত কার্যাদেশ বাতিল করা হয়েছে'],
    'work-order.accept': ['Work order accepted', 'কার্যাদেশ গৃহীত হয়েছে'],
    'work-order.return': ['Work order given back', 'কার্যাদেশ ফেরত দেওয়া হয়েছে'],
    'work-order.reject': ['Work order rejected', 'কার্যাদেশ নাকচ করা হয়েছে'],
    'work-order.assign': ['Work assigned', 'কাজের দায়িত্ব দেওয়া হয়েছে'],
    'work-order.unassign': ['Work taken from a crew', 'কাজের দায়িত্ব ফিরিয়ে নেওয়া হয়েছে'],
    'work-order.pause': ['Work put on hold', 'কাজ স্থগিত করা হয়েছে'],
    'work-order.resume': ['Work goes on', 'কাজ আবার চালু হয়েছে'],
    'work-order.arrive': ['Arrival noted', 'পৌঁছানোর সময় লেখা হয়েছে'],
    'work-order.complete': ['Work completed', 'কাজ শেষ হয়েছে'],
    'work-order.verify': ['Work verified', 'কাজ যাচাই করা হয়েছে'],
    'work-order.rate': ['Work rated', 'কাজের মান জানানো হয়েছে'],
    'work-order.reopen': ['Work order opened again', 'কার্যাদেশ আবার খোলা হয়েছে'],
    'work-order.cancel': ['Work order cancelled', 'কার্যাদেশ বাতিল করা হয়েছে'],
    'work-order.move-stock': ['Store booked', 'মজুত লেখা হয়েছে'],
  },
  objects: {
    work_order: ['Work order', 'কার্যাদেশ'],
  },
  fields: {
    anyway: ['It is something else', 'এটি অন্য সমস্যা'],
    charged: ['Who asked pays', 'অনুরোধকারী টাকা দেবেন'],
    crew: ['Assigned to', 'যাঁর দায়িত্বে'],
    estimateMinor: ['Estimate', 'প্রাক্কলন'],
    usedMinor: ['Cost', 'খরচ'],
    contactName: ['Who called', 'যিনি জানিয়েছেন'],
    chargeMinor: ['Charge', 'আদায়যোগ্য খরচ'],
    paidMinor: ['Paid', 'পরিশোধিত'],
    labourMinor: ['Labour', 'মজুরি'],
    arrivedAt: ['Arrival', 'পৌঁছানোর সময়'],
    completedAt: ['Completion', 'কাজ শেষের সময়'],
    onHand: ['In the store', 'মজুত'],
    lostLitres: ['Water lost', 'অপচয় হওয়া পানি'],
    missing: ['Missing in the store', 'মজুতে যা কম'],
    missingReason: ['Why assigned all the same', 'তবু দায়িত্ব দেওয়ার কারণ'],
    moment: ['Moment', 'কখন তোলা'],
    priority: ['Priority', 'অগ্রাধিকার'],
    workDone: ['Work done', 'যে কাজ হয়েছে'],
    varianceReason: ['Reason of the difference', 'পার্থক্যের কারণ'],
    unusualAmounts: ['Unusual amounts', 'অস্বাভাবিক পরিমাণ'],
    unusualReason: ['Why the unusual amounts are right', 'অস্বাভাবিক পরিমাণ কেন ঠিক'],
    place: ['Place', 'স্থান'],
    memberIds: ['People with the leader', 'দলনেতার সঙ্গে যাঁরা'],
  },
  notices: [
    'work-orders.asked',
    'work-orders.charged',
    'work-orders.accepted',
    'work-orders.assigned',
    'work-orders.taken',
    'work-orders.paused',
    'work-orders.resumed',
    'work-orders.escalated',
    'work-orders.left',
    'work-orders.late',
    'work-orders.rate',
    'work-orders.coming',
    'work-orders.arrived',
    'work-orders.completed',
    'work-orders.closed',
    'work-orders.ended',
    'work-orders.reopened',
  ],
});

declare module '#shared/permissions.ts' {
  interface PermissionWords extends PermissionsOf<typeof words> {}
}
declare module '#shared/words.ts' {
  interface AuditWords extends AuditOf<typeof words> {}
  interface NoticeWords extends NoticesOf<typeof words> {}
}
