import type { Permission } from '#shared/permissions.ts';
import type { ConsumerPanel, MenuEntry, Page } from '#web/navigation/pages.ts';
import type { Title } from '#web/navigation/title.ts';

const staff = ['admin', 'staff'] as const;

const READING = { en: 'Meter Reading', bn: 'মিটার রিডিং' };
const REVIEW = { en: 'Preview & Review', bn: 'রিডিং পর্যালোচনা' };
const UNREAD = { en: 'Unread Meter Readings', bn: 'না-পড়া মিটার' };
const ESTIMATES = { en: 'Estimate readings', bn: 'আনুমানিক রিডিং' };
const BULK = { en: 'Bulk upload', bn: 'ফাইল থেকে রিডিং' };
const METERS = { en: 'Meter list', bn: 'মিটার তালিকা' };
const ACTIVE = { en: 'Active Meter List', bn: 'চালু মিটার তালিকা' };
const CONNECTIONS = { en: 'Connection List', bn: 'সংযোগ তালিকা' };

const CHANGES = { en: 'New Meter Request List', bn: 'নতুন মিটারের অনুরোধ' };
const FINALS = { en: 'Confirm Meter Reading', bn: 'মিটার রিডিং নিশ্চিত করুন' };

const page = (path: string, title: Title, permission: Permission, load: Page['load']): Page => ({
  path,
  title,
  area: 'meters',
  who: staff,
  permission,
  load,
});

export const pages: Page[] = [
  {
    path: '/settings/reading-checks',
    title: { en: 'Checks of readings', bn: 'রিডিং যাচাই' },
    area: 'settings',
    who: ['admin'],
    texts: ['settings'],
    load: () => import('./checks/check-list.tsx').then((file) => file.CheckList),
  },
  page('/meter-reading', READING, 'readings:create', () =>
    import('./meter-reading.tsx').then((file) => file.MeterReading),
  ),
  page('/meter-reading/$id', { en: 'Read a road', bn: 'রাস্তার রিডিং' }, 'readings:create', () =>
    import('./route/road-page.tsx').then((file) => file.RoadPage),
  ),
  page('/unread-meter-readins', UNREAD, 'readings:view', () =>
    import('./unread-list.tsx').then((file) => file.UnreadList),
  ),
  page('/unread-meter-readins/estimates', ESTIMATES, 'readings:estimate', () =>
    import('./estimates/estimate-list.tsx').then((file) => file.EstimateList),
  ),
  page('/bulk-upload', BULK, 'readings:import', () =>
    import('./bulk/bulk-upload.tsx').then((file) => file.BulkUpload),
  ),
  page('/bulk-upload/$id', BULK, 'readings:import', () =>
    import('./bulk/import-record.tsx').then((file) => file.ImportRecord),
  ),
  page('/meter-list', METERS, 'meters:view', () => import('./meter-list.tsx').then((file) => file.MeterList)),
  page('/meter-list/$id', { en: 'Meter', bn: 'মিটার' }, 'meters:view', () =>
    import('./meter-record.tsx').then((file) => file.MeterRecord),
  ),
  page('/active-meter-list', ACTIVE, 'meters:view', () =>
    import('./meter-list.tsx').then((file) => file.ActiveMeterList),
  ),
  page('/connection-meter-list', CONNECTIONS, 'meters:view', () =>
    import('./connection-list.tsx').then((file) => file.ConnectionList),
  ),
  page('/pending-meter-list', CHANGES, 'meters:view', () =>
    import('./changes/change-list.tsx').then((file) => file.ChangeList),
  ),
  page('/pending-meter-list/$id', { en: 'Change of a meter', bn: 'মিটার বদল' }, 'meters:view', () =>
    import('./changes/change-record.tsx').then((file) => file.ChangeRecord),
  ),
  page('/deactivate-meter-readings', FINALS, 'readings:review', () =>
    import('./changes/final-list.tsx').then((file) => file.FinalList),
  ),
];

export const consumerPanels: ConsumerPanel[] = [
  {
    id: 'use',
    order: 20,
    place: 'overview',
    title: { en: 'Water used', bn: 'পানির ব্যবহার' },
    permission: 'readings:view',
    load: () => import('./consumer/consumer-use.tsx').then((file) => file.ConsumerUse),
  },
  {
    id: 'sharing',
    order: 40,
    place: 'overview',
    title: { en: 'Shared access', bn: 'শেয়ার করা সংযোগ' },
    permission: 'consumers:view',
    load: () => import('./sharing/consumer-sharing.tsx').then((file) => file.ConsumerSharing),
  },
  {
    id: 'connections',
    order: 10,
    place: 'tab',
    title: { en: 'Connections', bn: 'সংযোগ' },
    permission: 'meters:view',
    count: 'connections',
    load: () => import('./consumer/consumer-connections.tsx').then((file) => file.ConsumerConnections),
  },
];

type Line = Pick<MenuEntry, 'group' | 'order' | 'title' | 'path' | 'match' | 'reachedFrom'>;
const line = (entry: Line, query: MenuEntry['query'] = { page: 1 }): MenuEntry => ({
  ...entry,
  query,
  who: staff,
});

export const menu: MenuEntry[] = [
  line({ group: 'meters', order: 10, title: READING, path: '/meter-reading', match: 'readings:create' }),
  {
    ...line({ group: 'meters', order: 20, title: REVIEW, path: '/preview-review', match: 'readings:review' }),
    count: ['reading_count.flagged'],
  },
  line({ group: 'meters', order: 30, title: UNREAD, path: '/unread-meter-readins', match: 'readings:view' }),
  line({
    group: 'meters',
    order: 40,
    title: BULK,
    path: '/bulk-upload',
    reachedFrom: '/meter-reading',
    match: 'readings:import',
  }),
  line({
    group: 'meters',
    order: 50,
    title: METERS,
    path: '/meter-list',
    reachedFrom: '/active-meter-list',
    match: 'meters:view',
  }),
  line({
    group: 'meter-changes',
    order: 10,
    title: CONNECTIONS,
    path: '/connection-meter-list',
    match: 'meters:view',
  }),
  {
    ...line({
      ...{ group: 'meter-changes', order: 20, title: FINALS, path: '/deactivate-meter-readings' },
      match: 'readings:review',
    }),
    count: ['meter_change_count.finals'],
  },
  {
    ...line({
      ...{ group: 'meter-changes', order: 30, title: CHANGES, path: '/pending-meter-list' },
      match: 'meters:view',
    }),
    count: ['meter_change_count.requests'],
  },
  line(
    { group: 'settings', order: 40, title: ACTIVE, path: '/active-meter-list', match: 'meters:view' },
    { type: 'active', page: 1 },
  ),
];
