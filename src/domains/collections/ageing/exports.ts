/** The ageing list as a file. */
import { exportColumn as column, type ListExport, type Words } from '#platform/exports/export-list.ts';
import { leastSum } from '../least-sum.ts';
import type { Bucket } from './ageing.rules.ts';
import type { ageingDownload } from './contract.ts';
import { ageingList, refuseFuture } from './queries.ts';

export const BUCKET_NAMES: Readonly<Record<Bucket, Words>> = {
  current: ['Not due yet', 'সময় আছে'],
  toThirty: ['1–30 days', '১–৩০ দিন'],
  toNinety: ['31–90 days', '৩১–৯০ দিন'],
  overNinety: ['Over 90 days', '৯০ দিনের বেশি'],
};
const taka = ([en, bn]: Words): Words => [`${en} (Taka)`, `${bn} (টাকা)`];

export const ageingExport: ListExport<typeof ageingDownload> = {
  name: 'due-bills',
  title: ['Due bills by age', 'বকেয়ার বয়স'],
  list: (actor, query) => {
    refuseFuture(actor, query.asOf);
    return ageingList(actor, query);
  },
  filters: ({ asOf, bucket, minMonths, minMinor }) => [
    ...(asOf ? [[['On', 'তারিখ'], asOf] as [Words, string]] : []),
    ...(bucket ? [[['Due for', 'কত দিনের বকেয়া'], BUCKET_NAMES[bucket]] as [Words, Words]] : []),
    ...(minMonths ? [[['Months overdue', 'বকেয়া মাস'], `≥ ${minMonths}`] as [Words, string]] : []),
    ...leastSum(minMinor),
  ],
  columns: [
    column('connectionNumber', 'text', ['Connection', 'সংযোগ']),
    column('consumerName', 'text', ['Consumer', 'গ্রাহক']),
    column('phone', 'text', ['Phone', 'ফোন']),
    column('sectorNumber', 'text', ['Sector', 'সেক্টর']),
    column('roadNumber', 'text', ['Road', 'রোড']),
    column('plotNumber', 'text', ['Plot', 'প্লট']),
    column('months', 'number', ['Months overdue', 'বকেয়া মাস']),
    column('currentMinor', 'money', taka(BUCKET_NAMES.current)),
    column('toThirtyMinor', 'money', taka(BUCKET_NAMES.toThirty)),
    column('toNinetyMinor', 'money', taka(BUCKET_NAMES.toNinety)),
    column('overNinetyMinor', 'money', taka(BUCKET_NAMES.overNinety)),
    column('totalMinor', 'money', ['Due (Taka)', 'বকেয়া (টাকা)']),
    column('oldestDueOn', 'day', ['Due since', 'যে তারিখ থেকে বাকি']),
    column('lastPaidOn', 'day', ['Last payment', 'শেষ পেমেন্ট']),
    column('lastPaidMinor', 'money', ['Last payment (Taka)', 'শেষ পেমেন্ট (টাকা)']),
    column('promisedOn', 'day', ['Promised for', 'প্রতিশ্রুত তারিখ']),
  ],
};
