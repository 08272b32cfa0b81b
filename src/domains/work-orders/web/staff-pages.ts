import type { MenuEntry, Page } from '#web/navigation/pages.ts';
import type { Title } from '#web/navigation/title.ts';

const staff = ['admin', 'staff'] as const;

const LIST = { en: 'Work Order List', bn: 'কার্যাদেশের তালিকা' };
const PROCESS = { en: 'Work Order Process', bn: 'কার্যাদেশের অগ্রগতি' };
const REVIEW = { en: 'Review and Verify', bn: 'পর্যালোচনা ও যাচাই' };
const PAYMENT = { en: 'Work Order Payment', bn: 'কার্যাদেশের পেমেন্ট' };
const ALL = { en: 'All Work Order', bn: 'সব কার্যাদেশ' };
const REPAIRS = { en: 'Repair request', bn: 'মেরামতের অনুরোধ' };
const REPAIR = { en: 'Work order repair', bn: 'মেরামতের কাজ' };
const STORE = { en: 'Store', bn: 'মালামালের মজুত' };

const page = (path: string, title: Title, load: Page['load']): Page => ({
  path,
  title,
  area: 'work-orders',
  who: staff,
  permission: 'work-orders:view',
  load,
});

export const pages: Page[] = [
  page('/work-order-process', PROCESS, () =>
    import('./plan/process-page.tsx').then((file) => file.ProcessPage),
  ),
  page('/work-order-review', REVIEW, () => import('./order-lists.tsx').then((file) => file.WorkOrderReview)),
  page('/work-order-payment', PAYMENT, () =>
    import('./order-lists.tsx').then((file) => file.WorkOrderPayment),
  ),
  page('/all-work-order', ALL, () => import('./order-lists.tsx').then((file) => file.AllWorkOrders)),
  {
    ...page('/work-order-repair', REPAIR, () =>
      import('./repair/own-repairs.tsx').then((file) => file.OwnRepairs),
    ),
    permission: 'work-orders:work',
    sees: 'work-orders:view',
  },
  {
    ...page('/work-order-repair/$id', REPAIR, () =>
      import('./repair/repair-form.tsx').then((file) => file.RepairForm),
    ),
    permission: 'work-orders:work',
    sees: 'work-orders:view',
  },
  {
    ...page('/work-order-store', STORE, () => import('./store/store.tsx').then((file) => file.Store)),
    permission: 'work-orders:view-stock',
  },
];

type Line = Pick<MenuEntry, 'order' | 'title' | 'path'> &
  Partial<Pick<MenuEntry, 'match' | 'sees' | 'count' | 'reachedFrom'>>;
const line = (entry: Line): MenuEntry => ({
  group: 'work-orders',
  query: { page: 1 },
  match: 'work-orders:view',
  who: staff,
  ...entry,
});

export const menu: MenuEntry[] = [
  line({ order: 10, title: LIST, path: '/work-order-list', count: ['work_order.pending'] }),
  line({
    order: 20,
    title: PROCESS,
    path: '/work-order-process',
    count: ['accepted', 're__open', 'in__progress', 'assigned'].map((key) => `work_order.${key}`),
  }),
  line({
    order: 30,
    title: REVIEW,
    path: '/work-order-review',
    count: ['work_order.on__review'],
  }),
  line({ order: 40, title: PAYMENT, path: '/work-order-payment' }),
  line({ order: 50, title: ALL, path: '/all-work-order' }),
  line({ order: 60, title: REPAIRS, path: '/repair-request', reachedFrom: '/work-order-list' }),
  line({
    order: 65,
    title: REPAIR,
    path: '/work-order-repair',
    reachedFrom: '/work-order-process',
    match: 'work-orders:work',
    sees: 'work-orders:view',
  }),
  line({
    order: 70,
    title: STORE,
    path: '/work-order-store',
    reachedFrom: '/all-work-order',
    match: 'work-orders:view-stock',
  }),
];
