import type { ConsumerPanel, MenuEntry, Page, StaffNames } from '#web/navigation/pages.ts';
import { emptyEntry, WAITS_THERE } from './empty-houses/entry.ts';
import { printEntry, printPages } from './print-pages.ts';

const BILLING_LIST = { en: 'Billing List', bn: 'সংযোগের বিল' };
const INVOICE_LIST = { en: 'Invoice List', bn: 'বিলের তালিকা' };
const DISPUTES = { en: 'Disputes of bills', bn: 'বিল নিয়ে আপত্তি' };
const LEAKS = { en: 'Leak adjustments', bn: 'লিকের কারণে বিলে ছাড়' };
const CATEGORIES = { en: 'Categories by date', bn: 'তারিখভিত্তিক সংযোগের ধরন' };
const PLANS = { en: 'Payment plans', bn: 'কিস্তিতে পরিশোধ' };
const BILL_RUNS = { en: 'Bill Runs', bn: 'বিল রান' };
const TARIFFS = { en: 'Billing configuration', bn: 'বিলিং কনফিগারেশন' };
const staff = ['admin', 'staff'] as const;

const disputePages: Page[] = [
  {
    path: '/billing/disputes',
    title: DISPUTES,
    area: 'billing',
    who: staff,
    permission: 'disputes:view',
    texts: ['disputes'],
    load: () => import('./disputes/dispute-list.tsx').then((file) => file.DisputeList),
  },
  {
    path: '/billing/disputes/$id',
    title: { en: 'Dispute of a bill', bn: 'বিল নিয়ে আপত্তি' },
    area: 'billing',
    who: staff,
    permission: 'disputes:view',
    texts: ['disputes'],
    load: () => import('./disputes/dispute-record.tsx').then((file) => file.DisputeRecord),
  },
];

const leakPages: Page[] = [
  {
    path: '/billing/leaks',
    title: LEAKS,
    area: 'billing',
    who: staff,
    permission: 'leaks:view',
    texts: ['leaks'],
    load: () => import('./leaks/leak-list.tsx').then((file) => file.LeakList),
  },
  {
    path: '/configuration/leaks',
    title: { en: 'Rules of leaks', bn: 'লিকের নিয়ম' },
    area: 'configuration',
    under: '/settings',
    who: staff,
    permission: 'tariffs:view',
    exempt: true,
    texts: ['settings', 'leaks'],
    load: () => import('./leaks/settings-page.tsx').then((file) => file.LeakRulesPage),
  },
];

const categoryPages: Page[] = [
  {
    path: '/billing/categories',
    title: CATEGORIES,
    area: 'billing',
    who: staff,
    permission: 'connection-categories:view',
    texts: ['categories'],
    load: () => import('./categories/change-list.tsx').then((file) => file.ChangeList),
  },
];

const emptyPages: Page[] = [
  {
    path: '/billing/empty-houses',
    title: emptyEntry.title,
    area: 'billing',
    who: staff,
    permission: 'empty-houses:view',
    texts: ['empty_houses'],
    load: () => import('./empty-houses/house-list.tsx').then((file) => file.HouseList),
  },
  {
    path: '/configuration/empty-houses',
    title: { en: 'Rules of empty houses', bn: 'খালি বাড়ির নিয়ম' },
    area: 'configuration',
    under: '/settings',
    who: staff,
    permission: 'tariffs:view',
    exempt: true,
    texts: ['settings', 'empty_houses'],
    load: () => import('./empty-houses/settings-page.tsx').then((file) => file.EmptyRulesPage),
  },
];

const planPages: Page[] = [
  {
    path: '/billing/payment-plans',
    title: PLANS,
    area: 'billing',
    who: staff,
    permission: 'payment-plans:view',
    texts: ['payment_plans'],
    load: () => import('./payment-plans/plan-list.tsx').then((file) => file.PlanList),
  },
  {
    path: '/configuration/payment-plans',
    title: { en: 'Rules of payment plans', bn: 'কিস্তির নিয়ম' },
    area: 'configuration',
    under: '/settings',
    who: staff,
    permission: 'tariffs:view',
    exempt: true,
    texts: ['settings', 'payment_plans'],
    load: () => import('./payment-plans/settings-page.tsx').then((file) => file.PlanRulesPage),
  },
];

const runPages: Page[] = [
  // The review of readings, which meters shows, with what each would be billed with; its menu line is there.
  {
    path: '/preview-review',
    title: { en: 'Preview & Review', bn: 'রিডিং পর্যালোচনা' },
    area: 'meters',
    who: staff,
    permission: 'readings:review',
    texts: ['meters'],
    load: () => import('./runs/reading-review.tsx').then((file) => file.ReadingReview),
  },
  {
    path: '/bill-run',
    title: BILL_RUNS,
    area: 'billing',
    who: staff,
    permission: 'bill-runs:view',
    load: () => import('./runs/run-list.tsx').then((file) => file.RunList),
  },
  {
    path: '/bill-run/unbilled-months',
    title: { en: 'Months without a bill', bn: 'বিল ছাড়া মাস' },
    area: 'billing',
    who: staff,
    permission: 'bill-runs:view',
    load: () => import('./runs/unbilled-list.tsx').then((file) => file.UnbilledList),
  },
  {
    path: '/bill-run/$id',
    title: { en: 'Bill run', bn: 'বিল রান' },
    area: 'billing',
    who: staff,
    permission: 'bill-runs:view',
    load: () => import('./runs/run-record.tsx').then((file) => file.RunRecord),
  },
  {
    path: '/bill-run/$id/items',
    title: { en: 'Outcomes of a run', bn: 'রানের ফল' },
    area: 'billing',
    who: staff,
    permission: 'bill-runs:view',
    load: () => import('./runs/run-items.tsx').then((file) => file.RunItems),
  },
];

const tariffPages: Page[] = [
  {
    path: '/configuration/billing',
    title: TARIFFS,
    area: 'configuration',
    who: staff,
    permission: 'tariffs:view',
    exempt: true,
    load: () => import('./tariffs/tariff-list.tsx').then((file) => file.TariffList),
  },
  {
    path: '/configuration/billing/new',
    title: { en: 'New tariff version', bn: 'নতুন ট্যারিফ সংস্করণ' },
    area: 'configuration',
    who: staff,
    permission: 'tariffs:edit',
    load: () => import('./tariffs/tariff-editor.tsx').then((file) => file.NewTariff),
  },
  {
    path: '/configuration/vat',
    title: { en: 'VAT', bn: 'ভ্যাট' },
    area: 'configuration',
    under: '/settings',
    who: staff,
    permission: 'tariffs:view',
    exempt: true,
    texts: ['settings'],
    load: () => import('./settings/vat-page.tsx').then((file) => file.VatPage),
  },
  {
    path: '/configuration/surcharges',
    title: { en: 'Late surcharges', bn: 'বিলম্ব মাশুল' },
    area: 'configuration',
    under: '/settings',
    who: staff,
    permission: 'tariffs:view',
    exempt: true,
    texts: ['settings'],
    load: () => import('./settings/surcharges-page.tsx').then((file) => file.SurchargesPage),
  },
  {
    path: '/configuration/rebates',
    title: { en: 'Rebates for payment in time', bn: 'সময়মতো পরিশোধের রেয়াত' },
    area: 'configuration',
    under: '/settings',
    who: staff,
    permission: 'tariffs:view',
    exempt: true,
    texts: ['settings', 'rebates'],
    load: () => import('./rebates/settings-page.tsx').then((file) => file.RebateRulesPage),
  },
  {
    path: '/configuration/billing/rules',
    title: { en: 'Days to pay and limits', bn: 'পরিশোধের সময় ও সীমা' },
    area: 'configuration',
    who: staff,
    permission: 'tariffs:view',
    exempt: true,
    texts: ['settings'],
    load: () => import('./settings/billing-rules.tsx').then((file) => file.BillingRulesPage),
  },
  {
    path: '/configuration/billing/$id',
    title: { en: 'Tariff', bn: 'ট্যারিফ' },
    area: 'configuration',
    who: staff,
    permission: 'tariffs:view',
    texts: ['settings'],
    load: () => import('./tariffs/tariff-record.tsx').then((file) => file.TariffRecord),
  },
  {
    path: '/configuration/billing/$id/edit',
    title: { en: 'Edit tariff', bn: 'ট্যারিফ সম্পাদনা' },
    area: 'configuration',
    who: staff,
    permission: 'tariffs:edit',
    load: () => import('./tariffs/tariff-editor.tsx').then((file) => file.EditTariff),
  },
];

export const pages: Page[] = [
  ...disputePages,
  ...leakPages,
  ...categoryPages,
  ...emptyPages,
  ...planPages,
  ...runPages,
  ...printPages,
  ...tariffPages,
];

export const consumerPanels: ConsumerPanel[] = [
  {
    id: 'dues',
    order: 10,
    place: 'overview',
    title: { en: 'What is due', bn: 'যা বকেয়া' },
    permission: 'invoices:view',
    load: () => import('./consumer/consumer-dues.tsx').then((file) => file.ConsumerDues),
  },
  {
    id: 'invoices',
    order: 30,
    place: 'tab',
    title: { en: 'Invoices', bn: 'বিল' },
    permission: 'invoices:view',
    count: 'invoices',
    load: () => import('./consumer/consumer-invoices.tsx').then((file) => file.ConsumerInvoices),
  },
];

/** To a household these are its own. */
export const staffNames: StaffNames = {
  '/billing/billing-list': BILLING_LIST,
  '/billing/invoice-list': INVOICE_LIST,
};

export const menu: MenuEntry[] = [
  {
    group: 'billing',
    order: 10,
    title: BILLING_LIST,
    path: '/billing/billing-list',
    query: { page: 1 },
    match: 'invoices:view',
    who: staff,
  },
  {
    group: 'billing',
    order: 20,
    title: INVOICE_LIST,
    path: '/billing/invoice-list',
    query: { page: 1 },
    count: ['invoice_count.item_count'],
    match: 'invoices:view',
    who: staff,
  },
  {
    group: 'billing',
    order: 35,
    title: DISPUTES,
    path: '/billing/disputes',
    beyond: WAITS_THERE,
    query: { page: 1, open: 'true', sort: 'decideBy' },
    match: 'disputes:view',
    who: staff,
  },
  {
    group: 'billing',
    order: 36,
    title: LEAKS,
    path: '/billing/leaks',
    beyond: WAITS_THERE,
    query: { page: 1, open: 'true', sort: 'waitUntil' },
    match: 'leaks:view',
    who: staff,
  },
  {
    group: 'billing',
    order: 37,
    title: PLANS,
    path: '/billing/payment-plans',
    beyond: WAITS_THERE,
    query: { page: 1, open: 'true' },
    match: 'payment-plans:view',
    who: staff,
  },
  {
    group: 'billing',
    order: 38,
    title: CATEGORIES,
    path: '/billing/categories',
    beyond: WAITS_THERE,
    query: { page: 1 },
    match: 'connection-categories:view',
    who: staff,
  },
  emptyEntry,
  {
    group: 'billing',
    order: 40,
    title: BILL_RUNS,
    path: '/bill-run',
    beyond: 'Each month is billed from here; the specification has the bills only.',
    query: { page: 1 },
    match: 'bill-runs:view',
    who: staff,
  },
  printEntry,
  {
    group: 'settings',
    order: 60,
    title: TARIFFS,
    path: '/configuration/billing',
    beyond: 'Engineers write and approve tariffs and have no line Configuration.',
    query: { page: 1 },
    match: 'tariffs:view',
    who: staff,
  },
  {
    group: 'configuration',
    order: 20,
    title: { en: 'Vat Configuration', bn: 'ভ্যাট কনফিগারেশন' },
    path: '/configuration/vat',
    reachedFrom: '/settings',
    match: 'tariffs:view',
    who: staff,
  },
  {
    group: 'configuration',
    order: 30,
    title: { en: 'Billing', bn: 'বিলিং' },
    path: '/configuration/billing',
    query: { page: 1 },
    match: 'tariffs:view',
    who: staff,
  },
];
