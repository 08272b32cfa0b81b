/** What payments calls its permissions, audit words and records, in both languages. Read by both sides. */
import { type AuditOf, defineWords, type PermissionsOf, usual } from '#shared/words.ts';

export const words = defineWords({
  permissions: {
    payments: {
      title: ['Payments', 'পরিশোধ'],
      features: {
        view: { name: usual.view, roles: ['reviewer', 'cashier', 'consumer'] },
        take: { name: ['Take payments', 'টাকা নেওয়া'], roles: ['cashier'] },
        'pay-online': { name: usual.payOnline, roles: ['consumer'] },
        reverse: { name: usual.reverse },
        revalidate: { name: ['Check with the gateway', 'গেটওয়ের সঙ্গে মেলানো'], roles: ['cashier'] },
        refund: { name: ['Pay refunds out', 'টাকা ফেরত দেওয়া'], roles: ['reviewer', 'cashier'] },
        'approve-refund': { name: ['Approve refunds', 'টাকা ফেরত অনুমোদন'], roles: ['reviewer'] },
      },
    },
  },
  audit: {
    'payment.check': ['Payment checked', 'পরিশোধ যাচাই করা হয়েছে'],
    'payment.approve-reversal': ['Reversal of a payment approved', 'পরিশোধ উল্টানো অনুমোদন করা হয়েছে'],
    'payment.refuse-reversal': ['Reversal of a payment refused', 'পরিশোধ উল্টানো নাকচ করা হয়েছে'],
    'payment.make': ['Payment made', 'পরিশোধ করা হয়েছে'],
    'payment.order': ['Online payment begun', 'অনলাইন পরিশোধ শুরু হয়েছে'],
    'payment.record': ['Payment recorded', 'পরিশোধ নথিভুক্ত করা হয়েছে'],
    'payment.reverse': ['Payment reversed', 'পরিশোধ উল্টানো হয়েছে'],
    'refund.approve': ['Refund approved', 'টাকা ফেরত অনুমোদন করা হয়েছে'],
    'refund.refuse': ['Refund refused', 'টাকা ফেরত নাকচ করা হয়েছে'],
    'refund.open': ['Refund asked for', 'টাকা ফেরত চাওয়া হয়েছে'],
    'refund.pay': ['Refund paid out', 'টাকা ফেরত দেওয়া হয়েছে'],
  },
  objects: {
    payment: ['Payment', 'পরিশোধ'],
    refund: ['Refund', 'ফেরত'],
  },
});

declare module '#shared/permissions.ts' {
  interface PermissionWords extends PermissionsOf<typeof words> {}
}
declare module '#shared/words.ts' {
  interface AuditWords extends AuditOf<typeof words> {}
}
