import type { ConsumerPanel, MenuEntry, Page } from '#web/navigation/pages.ts';

const HISTORY = { en: 'Payment History', bn: 'পরিশোধের ইতিহাস' };
const TAKE = { en: 'Take a payment', bn: 'পেমেন্ট গ্রহণ' };
const REFUNDS = { en: 'Refunds', bn: 'টাকা ফেরত' };
const ALARMS = { en: 'Alarms about money', bn: 'টাকার সতর্কবার্তা' };
const SECOND = { en: 'Second person', bn: 'দ্বিতীয় ব্যক্তির সিদ্ধান্ত' };
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
].map(
  ({ path, title }): Page => ({
    path,
    title,
    area: 'gateway',
    who: ['consumer'],
    load: () => import('./gateway-return.tsx').then((file) => file.GatewayReturn),
  }),
);

export const pages: Page[] = [
  {
    path: '/settings/payments',
    title: { en: 'Settings of payments', bn: 'পেমেন্টের সেটিংস' },
    area: 'settings',
    who: ['admin'],
    load: () => import('./settings/payment-settings.tsx').then((file) => file.PaymentSettingsPage),
  },
  {
    path: '/payment-history',
    title: HISTORY,
    area: 'payments',
    who: everybody,
    permission: 'payments:view',
    load: () => import('./payment-history.tsx').then((file) => file.PaymentHistory),
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
    path: '/take-payment',
    title: TAKE,
    area: 'payments',
    who: ['admin', 'staff'],
    permission: 'payments:take',
    load: () => import('./take-payment.tsx').then((file) => file.TakePayment),
  },
  {
    path: '/refund',
    title: REFUNDS,
    area: 'payments',
    who: ['admin', 'staff'],
    permission: 'payments:refund',
    load: () => import('./refunds/refund-list.tsx').then((file) => file.RefundList),
  },
  {
    path: '/refund/$id',
    title: { en: 'Refund', bn: 'টাকা ফেরত' },
    area: 'payments',
    who: ['admin', 'staff'],
    permission: 'payments:refund',
    load: () => import('./refunds/refund-record.tsx').then((file) => file.RefundRecord),
  },
  {
    path: '/alarms',
    title: ALARMS,
    area: 'payments',
    who: ['admin', 'staff'],
    permission: 'payments:alarms',
    load: () => import('./alarms/alarm-list.tsx').then((file) => file.AlarmList),
  },
  {
    path: '/proposals',
    title: SECOND,
    area: 'payments',
    who: ['admin', 'staff'],
    permission: 'payments:decide',
    load: () => import('./proposals/proposal-list.tsx').then((file) => file.ProposalList),
  },
  {
    path: '/pay',
    title: PAY,
    area: 'payments',
    who: ['consumer'],
    load: () => import('./pay-online.tsx').then((file) => file.PayOnline),
  },
  ...returnPages,
];

export const consumerPanels: ConsumerPanel[] = [
  {
    id: 'payments',
    order: 40,
    place: 'tab',
    title: { en: 'Payments', bn: 'পেমেন্ট' },
    permission: 'payments:view',
    count: 'payments',
    load: () => import('./consumer/consumer-payments.tsx').then((file) => file.ConsumerPayments),
  },
];

export const menu: MenuEntry[] = [
  {
    group: 'payments',
    order: 50,
    title: TAKE,
    path: '/take-payment',
    match: 'payments:take',
    who: ['admin', 'staff'],
  },
  {
    group: 'payments',
    order: 60,
    title: REFUNDS,
    path: '/refund',
    query: { page: 1 },
    match: 'payments:refund',
    who: ['admin', 'staff'],
  },
  {
    group: 'payments',
    order: 70,
    title: ALARMS,
    path: '/alarms',
    query: { page: 1, state: 'OPEN' },
    match: 'payments:alarms',
    who: ['admin', 'staff'],
  },
  {
    group: 'payments',
    order: 80,
    title: SECOND,
    path: '/proposals',
    query: { page: 1, state: 'REQUESTED' },
    match: 'payments:decide',
    who: ['admin', 'staff'],
  },
  { group: 'payments', order: 50, title: PAY, path: '/pay', who: ['consumer'] },
  ...(
    [
      ['APPLICATION_SURVEY', 'Application Survey', 'আবেদনের জরিপ'],
      ['INVOICE', 'Invoice', 'বিল'],
      ['WORK_ORDER_SURVEY', 'Work Order Survey', 'কার্যাদেশের জরিপ'],
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
