import type { MenuEntry, Page } from '#web/navigation/pages.ts';

const HISTORY = { en: 'Payment History', bn: 'পরিশোধের ইতিহাস' };
const PAY = { en: 'Pay online', bn: 'অনলাইনে পরিশোধ' };
const everybody = ['admin', 'staff', 'consumer'] as const;

/**
 * The pages that a bank's answer leads to (spec §2): one screen, which shows what the server knows, not what the path
 * says.
 */
const returnPages = [
  { path: '/payment/redirect', title: { en: 'Payment redirect', bn: 'ব্যাংকের পাতা' } },
  { path: '/payment/canceled', title: { en: 'Payment canceled', bn: 'পেমেন্ট বাতিল' } },
  { path: '/payment/approved', title: { en: 'Payment approved', bn: 'পেমেন্ট সফল' } },
  { path: '/payment/declined', title: { en: 'Payment declined', bn: 'পেমেন্ট প্রত্যাখ্যাত' } },
  { path: '/deposit/payment/redirect', title: { en: 'Deposit redirect', bn: 'জমার জন্য ব্যাংকের পাতা' } },
  { path: '/deposit/payment/canceled', title: { en: 'Deposit canceled', bn: 'জমা বাতিল' } },
  { path: '/deposit/payment/approved', title: { en: 'Deposit approved', bn: 'জমা সফল' } },
  { path: '/deposit/payment/declined', title: { en: 'Deposit declined', bn: 'জমা প্রত্যাখ্যাত' } },
].map(
  ({ path, title }): Page => ({
    path,
    title,
    area: 'gateway',
    who: ['consumer'],
    load: () => import('./at-gateway/gateway-return.tsx').then((file) => file.GatewayReturn),
  }),
);

export const pages: Page[] = [
  {
    path: '/payment-history',
    title: HISTORY,
    area: 'payments',
    who: everybody,
    permission: 'payments:view',
    load: () => import('./own-payments/payments-page.tsx').then((file) => file.PaymentsPage),
  },
  {
    path: '/payment-history/$id',
    title: { en: 'Payment', bn: 'পেমেন্ট' },
    area: 'payments',
    who: everybody,
    permission: 'payments:view',
    load: () => import('./payment-record.tsx').then((file) => file.PaymentRecord),
  },
  {
    path: '/pay',
    title: PAY,
    area: 'payments',
    who: ['consumer'],
    load: () => import('./pay-online.tsx').then((file) => file.PayOnline),
  },
  {
    // An SMS or a mail leads here, with the code behind #: links/actions/send-link.ts.
    path: '/pay-link',
    title: { en: 'Pay for a repair', bn: 'মেরামতের টাকা দেওয়া' },
    area: 'gateway',
    who: ['public'],
    layout: 'bare',
    // The refusals of the order are texts of work orders.
    texts: ['identity', 'work-orders'],
    load: () => import('./links/pay-link.tsx').then((file) => file.PayLink),
  },
  ...returnPages,
];

export const menu: MenuEntry[] = [
  { group: 'payments', order: 50, title: PAY, path: '/pay', who: ['consumer'] },
  ...(
    [
      ['APPLICATION_SURVEY', 'Application Survey', 'আবেদনের জরিপ'],
      ['INVOICE', 'Invoice', 'বিল'],
    ] as const
  ).map(
    ([source, en, bn], index): MenuEntry => ({
      group: 'payments',
      order: 20 + 10 * index,
      title: { en, bn },
      path: '/payment-history',
      query: { page: 1, source },
      match: 'payments:view',
      who: everybody,
    }),
  ),
];
