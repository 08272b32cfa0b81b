import type { MenuEntry, Page } from '#web/navigation/pages.ts';

const BILLING_LIST = { en: 'Billing List', bn: 'সংযোগের বিল' };
const INVOICE_LIST = { en: 'Invoice List', bn: 'বিলের তালিকা' };
const everybody = ['admin', 'staff', 'consumer'] as const;

export const pages: Page[] = [
  {
    path: '/billing/billing-list',
    title: BILLING_LIST,
    area: 'billing',
    who: everybody,
    permission: 'invoices:view',
    load: () => import('./billing-list.tsx').then((file) => file.BillingList),
  },
  {
    path: '/billing/invoice-list',
    title: INVOICE_LIST,
    area: 'billing',
    who: everybody,
    permission: 'invoices:view',
    load: () => import('./bills-page.tsx').then((file) => file.BillsPage),
  },
  {
    path: '/billing/invoice-list/$id',
    title: { en: 'Invoice', bn: 'বিল' },
    area: 'billing',
    who: everybody,
    permission: 'invoices:view',
    load: () => import('./invoice-record.tsx').then((file) => file.InvoiceRecord),
    // Paying comes next.
    consumerTexts: ['payments'],
    firstCall: { service: 'billing', path: '/invoice-detail/$id' },
  },
];

export const menu: MenuEntry[] = [
  {
    group: 'billing',
    order: 10,
    title: BILLING_LIST,
    path: '/billing/billing-list',
    query: { page: 1 },
    match: 'invoices:view',
    who: everybody,
  },
  {
    group: 'billing',
    order: 20,
    title: INVOICE_LIST,
    path: '/billing/invoice-list',
    query: { page: 1 },
    match: 'invoices:view',
    who: everybody,
  },
];
