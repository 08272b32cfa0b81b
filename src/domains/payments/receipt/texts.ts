/** Words of the receipt's paper; screens have theirs in web/texts/en.ts. */
import type { PaymentMethod, PaymentSource } from '../payment.rules.ts';

export const receiptWords = {
  en: {
    title: 'Receipt',
    void: 'VOID: this payment was reversed',
    number: 'Receipt number',
    receivedFrom: 'Received from',
    paidOn: 'Date',
    method: 'Paid by',
    slip: 'Terminal slip',
    order: 'Bank order',
    target: {
      INVOICE: 'Connection',
      APPLICATION_SURVEY: 'Application',
      WORK_ORDER_SURVEY: 'Repair',
    } satisfies Record<PaymentSource, string>,
    place: 'Place',
    placeOf: (sector: string, road: string, plot: string) => `Sector ${sector}, Road ${road}, Plot ${plot}`,
    columns: {
      INVOICE: ['Bill', 'Month'],
      APPLICATION_SURVEY: ['Demand note', ''],
      WORK_ORDER_SURVEY: ['Work', ''],
    } satisfies Record<PaymentSource, [string, string]>,
    amount: 'Amount (৳)',
    advance: 'Kept as advance for the next bill',
    total: 'Received',
    vat: 'of which VAT',
    remaining: 'Still due',
    goesBack: 'Paid nothing, goes back',
    cashier: 'Taken by',
    note: 'Written by computer; valid without a signature.',
    page: 'Page',
    methods: {
      CASH: 'Cash',
      POS: 'Card at the counter',
      GATEWAY: 'Online',
      WALLET: 'Wallet',
    } satisfies Record<PaymentMethod, string>,
  },
  bn: {
    title: 'রসিদ',
    void: 'বাতিল: এই পেমেন্ট ফেরত নেওয়া হয়েছে',
    number: 'রসিদ নম্বর',
    receivedFrom: 'জমাদানকারী',
    paidOn: 'তারিখ',
    method: 'পরিশোধের মাধ্যম',
    slip: 'পিওএস স্লিপ',
    order: 'ব্যাংকের অর্ডার',
    target: { INVOICE: 'সংযোগ', APPLICATION_SURVEY: 'আবেদন', WORK_ORDER_SURVEY: 'মেরামত' } satisfies Record<
      PaymentSource,
      string
    >,
    place: 'ঠিকানা',
    placeOf: (sector: string, road: string, plot: string) => `সেক্টর ${sector}, রোড ${road}, প্লট ${plot}`,
    columns: {
      INVOICE: ['বিল', 'মাস'],
      APPLICATION_SURVEY: ['ডিমান্ড নোট', ''],
      WORK_ORDER_SURVEY: ['কাজ', ''],
    } satisfies Record<PaymentSource, [string, string]>,
    amount: 'টাকা (৳)',
    advance: 'পরের বিলের জন্য অগ্রিম রাখা হলো',
    total: 'মোট প্রাপ্ত',
    vat: 'এর মধ্যে ভ্যাট',
    remaining: 'এখনো বকেয়া',
    goesBack: 'কোনো খাতে লাগেনি, ফেরত যাবে',
    cashier: 'গ্রহণকারী',
    note: 'কম্পিউটারে তৈরি; স্বাক্ষরের প্রয়োজন নেই।',
    page: 'পৃষ্ঠা',
    methods: { CASH: 'নগদ', POS: 'কাউন্টারে কার্ড', GATEWAY: 'অনলাইন', WALLET: 'ওয়ালেট' } satisfies Record<
      PaymentMethod,
      string
    >,
  },
};
