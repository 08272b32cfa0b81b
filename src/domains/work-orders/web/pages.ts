import type { MenuEntry, Page } from '#web/navigation/pages.ts';

const REPAIRS = { en: 'Repair request', bn: 'মেরামতের অনুরোধ' };
const everybody = ['admin', 'staff', 'consumer'] as const;
const page = { area: 'work-orders', who: everybody, permission: 'work-orders:view' } as const;

export const pages: Page[] = [
  {
    ...page,
    path: '/work-order-list',
    title: { en: 'Work Order List', bn: 'কার্যাদেশের তালিকা' },
    load: () => import('./order-pages.tsx').then((file) => file.WorkOrderList),
  },
  {
    ...page,
    path: '/repair-request',
    title: REPAIRS,
    load: () => import('./order-pages.tsx').then((file) => file.RepairRequests),
  },
  {
    ...page,
    path: '/work-order-list/$id',
    title: { en: 'Work order', bn: 'কার্যাদেশ' },
    load: () => import('./record/order-record.tsx').then((file) => file.OrderRecord),
    firstCall: { service: 'main', path: '/application/work_order/$id' },
  },
];

/** The lines of staff are in staff-pages.ts. For a household the specified page has a line, or it would be found at the end of its home only. */
export const menu: MenuEntry[] = [
  {
    group: 'applications',
    order: 45,
    title: REPAIRS,
    path: '/repair-request',
    query: { page: 1 },
    match: 'work-orders:view',
    who: ['consumer'],
  },
];
