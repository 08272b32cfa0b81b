import type { ConsumerPanel, MenuEntry, Page } from '#web/navigation/pages.ts';

const TAKE = { en: 'Take a payment', bn: 'পেমেন্ট গ্রহণ' };
const REFUNDS = { en: 'Refunds', bn: 'টাকা ফেরত' };
const ALARMS = { en: 'Alarms about money', bn: 'টাকার সতর্কবার্তা' };
const SECOND = { en: 'Second person', bn: 'দ্বিতীয় ব্যক্তির সিদ্ধান্ত' };

const CHEQUES = { en: 'Cheques', bn: 'চেক' };
const BANK = { en: 'Bank file and our payments', bn: 'ব্যাংকের ফাইল ও আমাদের পেমেন্ট' };

const DOWNLOADS = { en: 'Downloads of the bank report', bn: 'ব্যাংক প্রতিবেদনের ডাউনলোড' };

export const pages: Page[] = [
  {
    path: '/city-bank-download-history',
    title: DOWNLOADS,
    area: 'reports',
    who: ['admin', 'staff'],
    permission: 'payments:bank-report',
    load: () =>
      import('./bank-files/downloads/download-history.tsx').then((file) => file.BankDownloadHistory),
  },
  {
    path: '/city-bank-download-history/compare',
    title: { en: 'Compare two downloads', bn: 'দুটি ডাউনলোড মেলানো' },
    area: 'reports',
    who: ['admin', 'staff'],
    permission: 'payments:bank-report',
    load: () =>
      import('./bank-files/downloads/download-difference.tsx').then((file) => file.BankDownloadDifference),
  },
  {
    path: '/city-bank-report',
    title: BANK,
    area: 'reports',
    who: ['admin', 'staff'],
    permission: 'payments:bank-report',
    load: () => import('./bank-files/bank-report.tsx').then((file) => file.BankReport),
  },
  {
    path: '/city-bank-report/import',
    title: { en: 'Take a settlement file', bn: 'নিষ্পত্তি ফাইল নেওয়া' },
    area: 'reports',
    who: ['admin', 'staff'],
    permission: 'payments:bank-files',
    load: () => import('./bank-files/bank-file-import.tsx').then((file) => file.BankFileImport),
  },
  {
    path: '/city-bank-report/$id',
    title: { en: 'Settlement file', bn: 'নিষ্পত্তি ফাইল' },
    area: 'reports',
    who: ['admin', 'staff'],
    permission: 'payments:bank-report',
    load: () => import('./bank-files/bank-file-record.tsx').then((file) => file.BankFileRecord),
  },
  {
    path: '/settings/payments',
    title: { en: 'Settings of payments', bn: 'পেমেন্টের সেটিংস' },
    area: 'settings',
    who: ['admin'],
    texts: ['settings'],
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
    path: '/cheques',
    title: CHEQUES,
    area: 'payments',
    who: ['admin', 'staff'],
    permission: 'cheques:view',
    load: () => import('./cheques/cheque-list.tsx').then((file) => file.ChequeList),
  },
  {
    path: '/cheques/$id',
    title: { en: 'Cheque', bn: 'চেক' },
    area: 'payments',
    who: ['admin', 'staff'],
    permission: 'cheques:view',
    load: () => import('./cheques/cheque-record.tsx').then((file) => file.ChequeRecord),
  },
  {
    path: '/configuration/returned-cheques',
    title: { en: 'Fee of returned cheques', bn: 'চেক ফেরতের ফি' },
    area: 'configuration',
    under: '/settings',
    who: ['admin', 'staff'],
    permission: 'tariffs:view',
    exempt: true,
    texts: ['settings'],
    load: () => import('./settings/cheque-fee-page.tsx').then((file) => file.ChequeFeePage),
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
  {
    path: '/proposals/own',
    title: { en: 'What I asked for', bn: 'আমার প্রস্তাব' },
    area: 'payments',
    under: '/take-payment',
    who: ['admin', 'staff'],
    permission: 'payments:take',
    load: () => import('./proposals/own-proposals.tsx').then((file) => file.OwnProposals),
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
    order: 55,
    title: CHEQUES,
    path: '/cheques',
    reachedFrom: '/payment-history',
    query: { page: 1 },
    match: 'cheques:view',
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
  {
    group: 'reports',
    order: 90,
    title: { en: 'City Bank', bn: 'সিটি ব্যাংক' },
    path: '/city-bank-report',
    query: { page: 1 },
    match: 'payments:bank-report',
    who: ['admin', 'staff'],
  },
  {
    group: 'reports',
    order: 95,
    title: { en: 'City Bank History', bn: 'সিটি ব্যাংকের ইতিহাস' },
    path: '/city-bank-download-history',
    query: { page: 1 },
    match: 'payments:bank-report',
    who: ['admin', 'staff'],
  },
];
