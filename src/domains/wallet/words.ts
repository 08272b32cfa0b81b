/** What wallet calls its permissions, audit words and records, in both languages. Read by both sides. */
import { type AuditOf, defineWords, type NoticesOf, type PermissionsOf, usual } from '#shared/words.ts';

export const words = defineWords({
  permissions: {
    wallet: {
      title: ['Wallets', 'ওয়ালেট'],
      features: {
        view: { name: usual.view, roles: ['reviewer', 'cashier', 'consumer'] },
        list: {
          name: ['All wallets and their report', 'সব ওয়ালেট ও প্রতিবেদন'],
          roles: ['reviewer', 'cashier'],
        },
        use: { name: ['Use the own wallet', 'নিজের ওয়ালেট ব্যবহার'], roles: ['consumer'] },
        recharge: { name: ['Take money for wallets', 'ওয়ালেটের টাকা নেওয়া'], roles: ['cashier'] },
        withdraw: {
          name: ['Ask for withdrawals and pay them out', 'উত্তোলনের আবেদন ও টাকা দেওয়া'],
          roles: ['reviewer', 'cashier'],
          seenBy: 'wallet:view',
        },
        approve: {
          name: ['Approve withdrawals', 'উত্তোলন অনুমোদন'],
          roles: ['reviewer'],
          seenBy: 'wallet:view',
        },
        freeze: { name: ['Freeze wallets', 'ওয়ালেট স্থগিত করা'], roles: ['reviewer'], seenBy: 'wallet:view' },
      },
    },
  },
  audit: {
    'wallet.freeze': ['Wallet frozen', 'ওয়ালেট স্থগিত করা হয়েছে'],
    'wallet.unfreeze': ['Wallet open again', 'ওয়ালেট আবার চালু হয়েছে'],
    'wallet.ask-withdrawal': ['Withdrawal asked for', 'উত্তোলনের আবেদন করা হয়েছে'],
    'wallet.send-code': ['New code for a withdrawal sent', 'উত্তোলনের নতুন কোড পাঠানো হয়েছে'],
    'wallet.confirm-withdrawal': ['Withdrawal confirmed by code', 'কোড দিয়ে উত্তোলন নিশ্চিত করা হয়েছে'],
    'wallet.take-back-withdrawal': ['Withdrawal taken back', 'উত্তোলনের আবেদন ফেরত নেওয়া হয়েছে'],
    'wallet.expire-withdrawal': ['Withdrawal ended without a code', 'কোড না পাওয়ায় উত্তোলন শেষ হয়েছে'],
    'wallet.approve-withdrawal': ['Withdrawal approved', 'উত্তোলন অনুমোদন করা হয়েছে'],
    'wallet.refuse-withdrawal': ['Withdrawal refused', 'উত্তোলন নাকচ করা হয়েছে'],
    'wallet.pay-withdrawal': ['Withdrawal paid out', 'উত্তোলনের টাকা দেওয়া হয়েছে'],
    'wallet.auto-pay-on': ['Auto-pay wanted', 'অটো-পে চালু করা হয়েছে'],
    'wallet.auto-pay-off': ['Auto-pay ended', 'অটো-পে বন্ধ করা হয়েছে'],
    'wallet.ask-return': ['Withdrawal said to have come back', 'উত্তোলনের টাকা ফেরত এসেছে বলে জানানো হয়েছে'],
    'wallet.return': ['Withdrawal came back from the bank', 'উত্তোলনের টাকা ব্যাংক থেকে ফেরত এসেছে'],
    'wallet.refuse-return': ['Return of a withdrawal refused', 'উত্তোলনের ফেরত নাকচ করা হয়েছে'],
    'wallet.take-back-return': [
      'Report of a returned withdrawal taken back',
      'উত্তোলনের টাকা ফেরত আসার কথা প্রত্যাহার করা হয়েছে',
    ],
    'wallet.move': ['Wallets of merged entries moved', 'একীভূত ভুক্তির ওয়ালেট সরানো হয়েছে'],
  },
  objects: {
    wallet: ['Wallet', 'ওয়ালেট'],
    withdrawal: ['Withdrawal', 'উত্তোলন'],
  },
  fields: {
    autoPayments: ['Auto-pay', 'অটো-পে'],
    ceiling: ['Most of a bill', 'বিলের সর্বোচ্চ সীমা'],
    trigger: ['Paid', 'যখন দেওয়া হবে'],
    when: ['Paid', 'যখন দেওয়া হবে'],
    freeze: ['Frozen', 'স্থগিত'],
    withdrawalId: ['Withdrawal', 'উত্তোলন'],
    askedAt: ['Reported at', 'জানানোর সময়'],
    frozen: ['Frozen', 'স্থগিত'],
    wanted: ['Wanted as', 'যেভাবে চান'],
  },
  notices: [
    'wallet.waiting',
    'wallet.to_pay',
    'wallet.approved',
    'wallet.refused',
    'wallet.expired',
    'wallet.taken_back',
    'wallet.paid',
    'wallet.auto_coming',
    'wallet.auto_balance_short',
    'wallet.auto_over_ceiling',
    'wallet.auto_wallet_frozen',
    'wallet.auto_bill_changed',
    'wallet.auto_bill_held',
    'wallet.auto_older_bill',
    'wallet.auto_payment_running',
    'wallet.auto_switched_off',
    'wallet.returned',
    'wallet.return_waiting',
    'wallet.return_agreed',
    'wallet.return_refused',
  ],
});

declare module '#shared/permissions.ts' {
  interface PermissionWords extends PermissionsOf<typeof words> {}
}
declare module '#shared/words.ts' {
  interface AuditWords extends AuditOf<typeof words> {}
  interface NoticeWords extends NoticesOf<typeof words> {}
}
