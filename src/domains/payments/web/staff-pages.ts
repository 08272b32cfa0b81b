import type { ConsumerPanel, MenuEntry, Page } from '#web/navigation/pages.ts';

const TAKE = { en: 'Take a payment', bn: 'পেমেন্ট গ্রহণ' };
const REFUNDS = { en: 'Refunds', bn: 'টাকা ফেরত' };
const ALARMS = { en: 'Alarms about money', bn: 'টাকার সতর্কবার্তা' };
const SECOND = { en: 'Second person', bn: 'দ্বিতীয় ব্যক্তির সিদ্ধান্ত' };

export const pages: Page[] = [
  {
    path: '/settings/payments',
    title: { en: 'Settings of payments', bn: 'পেমেন্টের সেটিংস' },
    area: 'settings',
    who: ['admin'],
    load: () => import('./settings/payment-settings.tsx').then((file) => file.PaymentSettingsPage),
  },
  {
    path: '/take-payment',
    title: TAKE,
    area: 'payments',
    who: ['admin', 'staff'],
    permission: 'payments:take',
    load: () => import('./counter/take-payment.tsx').then((file) => file.TakePayment),
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
    path: '/alarms/$id',
    title: { en: 'Alarm about money', bn: 'টাকার সতর্কবার্তা' },
    area: 'payments',
    who: ['admin', 'staff'],
    permission: 'payments:alarms',
    load: () => import('./alarms/alarm-record.tsx').then((file) => file.AlarmRecord),
  },
  {
    path: '/proposals',
    title: SECOND,
    area: 'payments',
    who: ['admin', 'staff'],
    permission: 'payments:decide',
    load: () => import('./proposals/proposal-list.tsx').then((file) => file.ProposalList),
  },
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
  // Spec §2: the third source is the staff's, beside the two that households have too (pages.ts).
  {
    group: 'payments',
    order: 40,
    title: { en: 'Work Order Survey', bn: 'কার্যাদেশের জরিপ' },
    path: '/payment-history',
    query: { page: 1, source: 'WORK_ORDER_SURVEY' },
    match: 'payments:view',
    who: ['admin', 'staff'],
  },
  {
    group: 'payments',
    order: 50,
    title: TAKE,
    path: '/take-payment',
    beyond: 'A cashier opens it two hundred times a day.',
    match: 'payments:take',
    who: ['admin', 'staff'],
  },
  {
    group: 'payments',
    order: 60,
    title: REFUNDS,
    path: '/refund',
    reachedFrom: '/payment-history',
    query: { page: 1 },
    match: 'payments:refund',
    who: ['admin', 'staff'],
  },
  {
    group: 'payments',
    order: 70,
    title: ALARMS,
    path: '/alarms',
    reachedFrom: '/payment-history',
    query: { page: 1, state: 'OPEN' },
    match: 'payments:alarms',
    who: ['admin', 'staff'],
  },
  {
    group: 'payments',
    order: 80,
    title: SECOND,
    path: '/proposals',
    reachedFrom: '/payment-history',
    query: { page: 1, state: 'REQUESTED' },
    match: 'payments:decide',
    who: ['admin', 'staff'],
  },
];
