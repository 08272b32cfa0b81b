import type { MenuEntry, Page } from '#web/navigation/pages.ts';

const BILLING_LIST = { en: 'Billing List', bn: 'আমার সংযোগ' };
const INVOICE_LIST = { en: 'Invoice List', bn: 'আমার বিল' };
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
    firstCall: { service: 'billing', path: '/invoice-detail/$id' },
  },
  {
    path: '/billing/payment-plans/$id',
    title: { en: 'Payment plan', bn: 'কিস্তি' },
    area: 'billing',
    who: everybody,
    permission: 'payment-plans:view',
    texts: ['payment_plans'],
    load: () => import('./payment-plans/plan-record.tsx').then((file) => file.PlanRecord),
  },
  {
    path: '/billing/leaks/$id',
    title: { en: 'Leak adjustment', bn: 'লিকের কারণে ছাড়' },
    area: 'billing',
    who: everybody,
    permission: 'leaks:view',
    texts: ['leaks'],
    load: () => import('./leaks/leak-record.tsx').then((file) => file.LeakRecord),
  },
  {
    path: '/billing/categories/$id',
    title: { en: 'Category of a connection', bn: 'সংযোগের ধরন' },
    area: 'billing',
    who: everybody,
    permission: 'connection-categories:view',
    texts: ['categories'],
    load: () => import('./categories/change-record.tsx').then((file) => file.ChangeRecord),
  },
  {
    path: '/billing/empty-houses/$id',
    title: { en: 'Empty house', bn: 'খালি বাড়ি' },
    area: 'billing',
    who: everybody,
    permission: 'empty-houses:view',
    texts: ['empty_houses'],
    load: () => import('./empty-houses/house-record.tsx').then((file) => file.HouseRecord),
  },
];

/** A household's own; the lines of staff are in staff-pages.ts, with their names. */
export const menu: MenuEntry[] = [
  {
    group: 'billing',
    order: 10,
    title: BILLING_LIST,
    path: '/billing/billing-list',
    query: { page: 1 },
    who: ['consumer'],
  },
  {
    group: 'billing',
    order: 20,
    title: INVOICE_LIST,
    path: '/billing/invoice-list',
    query: { page: 1 },
    count: ['invoice_count.item_count'],
    who: ['consumer'],
  },
];
