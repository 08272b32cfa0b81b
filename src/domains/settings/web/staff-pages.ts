import type { Permission } from '#shared/permissions.ts';
import type { MenuEntry, Page } from '#web/navigation/pages.ts';
import type { Title } from '#web/navigation/title.ts';

const SECTORS = { en: 'Sector', bn: 'সেক্টর' };
const ROADS = { en: 'Road', bn: 'রাস্তা' };
const MATERIALS = { en: 'Materials', bn: 'মালামাল' };
const LIMITS = { en: 'Changes of limits', bn: 'সীমা পরিবর্তন' };
const SETTINGS = { en: 'Configuration', bn: 'কনফিগারেশন' };

type ListScreens = typeof import('./list-import.tsx');

const listImport = (
  path: string,
  permission: Permission,
  title: Title,
  screen: (file: ListScreens) => ListScreens['SectorImport'],
): Page => ({
  path,
  title,
  area: 'settings',
  who: ['admin', 'staff'],
  permission,
  load: () => import('./list-import.tsx').then(screen),
});

export const pages: Page[] = [
  {
    path: '/sector',
    title: SECTORS,
    area: 'settings',
    who: ['admin', 'staff'],
    permission: 'sectors:view',
    exempt: true,
    load: () => import('./places/sector-list.tsx').then((file) => file.SectorList),
  },
  {
    path: '/dma',
    title: { en: 'Metered areas', bn: 'মিটারভুক্ত এলাকা' },
    area: 'settings',
    under: '/sector',
    who: ['admin', 'staff'],
    permission: 'sectors:view',
    load: () => import('./places/dma-list.tsx').then((file) => file.DmaList),
  },
  {
    path: '/road',
    title: ROADS,
    area: 'settings',
    who: ['admin', 'staff'],
    permission: 'roads:view',
    exempt: true,
    load: () => import('./places/road-list.tsx').then((file) => file.RoadList),
  },
  {
    path: '/materials/FIXED',
    title: { en: 'Materials', bn: 'মালামাল' },
    area: 'settings',
    who: ['admin', 'staff'],
    permission: 'materials:view',
    load: () => import('./materials/material-list.tsx').then((file) => file.FixedMaterials),
  },
  {
    path: '/materials/EXTRA',
    title: { en: 'Extra materials', bn: 'অতিরিক্ত মালামাল' },
    area: 'settings',
    under: '/materials/FIXED',
    who: ['admin', 'staff'],
    permission: 'materials:view',
    load: () => import('./materials/material-list.tsx').then((file) => file.ExtraMaterials),
  },
  listImport(
    '/sector/import',
    'sectors:edit',
    { en: 'Import sectors', bn: 'ফাইল থেকে সেক্টর আনা' },
    (file) => file.SectorImport,
  ),
  listImport(
    '/road/import',
    'roads:edit',
    { en: 'Import roads', bn: 'ফাইল থেকে রাস্তা আনা' },
    (file) => file.RoadImport,
  ),
  listImport(
    '/dma/import',
    'sectors:edit',
    { en: 'Import metered areas', bn: 'ফাইল থেকে মিটারভুক্ত এলাকা আনা' },
    (file) => file.DmaImport,
  ),
  listImport(
    '/materials/import',
    'materials:edit',
    { en: 'Import materials', bn: 'ফাইল থেকে মালামাল আনা' },
    (file) => file.MaterialImport,
  ),
  {
    path: '/material-rates/$id',
    title: { en: 'Rates of a material', bn: 'মালামালের দর' },
    area: 'settings',
    under: '/materials/FIXED',
    who: ['admin', 'staff'],
    permission: 'materials:view',
    load: () => import('./materials/material-rates.tsx').then((file) => file.MaterialRates),
  },
  {
    path: '/settings',
    title: SETTINGS,
    area: 'settings',
    who: ['admin'],
    load: () => import('./settings-hub.tsx').then((file) => file.SettingsHub),
  },
  {
    path: '/settings/changes',
    title: LIMITS,
    area: 'settings',
    who: ['admin', 'staff'],
    permission: 'settings:approve-limits',
    load: () => import('./config/limit-changes.tsx').then((file) => file.LimitChanges),
  },
  {
    path: '/global-setting',
    title: { en: 'Global settings', bn: 'সাধারণ সেটিংস' },
    area: 'settings',
    under: '/settings',
    who: ['admin'],
    load: () => import('./global-setting.tsx').then((file) => file.GlobalSetting),
  },
  {
    path: '/configuration/website',
    title: { en: 'Website', bn: 'ওয়েবসাইট' },
    area: 'configuration',
    under: '/settings',
    who: ['admin'],
    exempt: true,
    load: () => import('./config/website-page.tsx').then((file) => file.WebsitePage),
  },
  {
    path: '/configuration/email',
    title: { en: 'Email', bn: 'ইমেইল' },
    area: 'configuration',
    under: '/settings',
    who: ['admin'],
    exempt: true,
    load: () => import('./config/sender-page.tsx').then((file) => file.SenderPage),
  },
  {
    path: '/configuration/sms',
    title: { en: 'SMS', bn: 'এসএমএস' },
    area: 'configuration',
    under: '/settings',
    who: ['admin'],
    exempt: true,
    load: () => import('./config/sender-page.tsx').then((file) => file.SenderPage),
  },
  {
    path: '/configuration/wallet',
    title: { en: 'Wallet', bn: 'ওয়ালেট' },
    area: 'configuration',
    under: '/settings',
    who: ['admin'],
    exempt: true,
    load: () => import('./config/wallet-page.tsx').then((file) => file.WalletPage),
  },
];

const staff = ['admin', 'staff'] as const;

/** A line of the menu beside the configuration pages (spec §2). */
const configured = (order: number, title: Title, path: string, query?: MenuEntry['query']): MenuEntry => ({
  group: 'configuration',
  order,
  title,
  path,
  reachedFrom: '/settings',
  ...(query ? { query } : {}),
  isAdmin: true,
  who: ['admin'],
});

export const menu: MenuEntry[] = [
  {
    group: 'settings',
    order: 10,
    title: { en: 'Sector', bn: 'সেক্টর' },
    path: '/sector',
    query: { page: 1 },
    match: 'sectors:view',
    who: staff,
  },
  {
    group: 'settings',
    order: 20,
    title: { en: 'Road', bn: 'রাস্তা' },
    path: '/road',
    query: { page: 1 },
    match: 'roads:view',
    who: staff,
  },
  {
    group: 'settings',
    order: 30,
    title: MATERIALS,
    path: '/materials/FIXED',
    query: { page: 1 },
    match: 'materials:view',
    who: staff,
  },
  {
    group: 'payments',
    order: 85,
    title: LIMITS,
    path: '/settings/changes',
    reachedFrom: '/payment-history',
    match: 'settings:approve-limits',
    who: staff,
  },
  { group: 'settings', order: 50, title: SETTINGS, path: '/settings', isAdmin: true, who: ['admin'] },
  configured(10, { en: 'Website', bn: 'ওয়েবসাইট' }, '/configuration/website'),
  configured(40, { en: 'Email', bn: 'ইমেইল' }, '/configuration/email'),
  configured(50, { en: 'SMS', bn: 'এসএমএস' }, '/configuration/sms', { status: 'sms' }),
  configured(60, { en: 'Wallet', bn: 'ওয়ালেট' }, '/configuration/wallet'),
];
