import type { MenuEntry, Page } from '#web/navigation/pages.ts';

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
    title: { en: 'Repair request', bn: 'মেরামতের অনুরোধ' },
    load: () => import('./order-pages.tsx').then((file) => file.RepairRequests),
  },
  {
    ...page,
    path: '/work-order-list/$id',
    title: { en: 'Work order', bn: 'কার্যাদেশ' },
    load: () => import('./record/order-record.tsx').then((file) => file.OrderRecord),
  },
];

/** The lines of staff are in staff-pages.ts; a household has none of its own in the specified sidebar. */
export const menu: MenuEntry[] = [];
