/** The frame of the sidebar (spec §2): groups in their order. A `link` group is its one entry itself. */
import {
  IconArchive,
  IconArrowsExchange,
  IconDashboard,
  IconFileDescription,
  IconFileInvoice,
  IconHeadset,
  IconReceipt,
  IconWallet,
} from '@tabler/icons-react';
import { type ComponentType, lazy } from 'react';
import type * as staffIcons from './staff-icons.ts';
import type { Title } from './title.ts';

/** Shown by `LoadedIcon`: some are loaded when they are first shown. */
export type MenuIcon = ComponentType<{
  size?: number;
  stroke?: number;
  'aria-hidden'?: 'true';
}>;

const staffIcon = (name: keyof typeof staffIcons): MenuIcon =>
  lazy(() => import('./staff-icons.ts').then((icons) => ({ default: icons[name] })));
/** `beside` is not in the sidebar: its lines are the side menu of their own pages. */
export type MenuGroup = { id: string; type: 'link' | 'sub' | 'beside'; title: Title; icon: MenuIcon };

/** What a group is called in the consumers' sidebar (spec §2), if it differs. */
const CONSUMER_TITLES: Readonly<Record<string, Title>> = {
  // Nobody manages the one application of a household.
  applications: { en: 'Application Management', bn: 'আমার আবেদন' },
  billing: { en: 'Billing', bn: 'বিল' },
  wallet: { en: 'Wallet Manage', bn: 'ওয়ালেট' },
  support: { en: 'Support Ticket List', bn: 'সহায়তার টিকিট' },
};

const group = <Id extends string>(
  id: Id,
  type: MenuGroup['type'],
  icon: MenuIcon,
  en: string,
  bn: string,
) => ({
  id,
  type,
  icon,
  title: { en, bn },
});

export const MENU_GROUPS = [
  group('dashboard', 'link', IconDashboard, 'Dashboard', 'ড্যাশবোর্ড'),
  group('roles', 'link', staffIcon('IconShieldCheck'), 'Role Management', 'ভূমিকা ব্যবস্থাপনা'),
  group('users', 'link', staffIcon('IconUsersGroup'), 'User Management', 'ব্যবহারকারী ব্যবস্থাপনা'),
  group('consumers', 'link', staffIcon('IconUsers'), 'Customer Management', 'গ্রাহক ব্যবস্থাপনা'),
  group('applications', 'sub', IconFileDescription, 'Application Management', 'আবেদন ব্যবস্থাপনা'),
  group('planning', 'link', staffIcon('IconBuildingCommunity'), 'NOC processing', 'এনওসি প্রক্রিয়াকরণ'),
  group('work-orders', 'sub', staffIcon('IconTool'), 'Work Order Management', 'কার্যাদেশ ব্যবস্থাপনা'),
  group('meters', 'sub', staffIcon('IconDroplet'), 'Meter Management', 'মিটার ব্যবস্থাপনা'),
  group('meter-changes', 'sub', staffIcon('IconReplace'), 'Meter Change Management', 'মিটার পরিবর্তন'),
  group('billing', 'sub', IconFileInvoice, 'Billing Management', 'বিল ব্যবস্থাপনা'),
  group('payments', 'sub', IconReceipt, 'Payment History', 'পরিশোধের ইতিহাস'),
  group('ownership', 'sub', IconArrowsExchange, 'Ownership Change', 'মালিকানা পরিবর্তন'),
  group('reports', 'sub', staffIcon('IconChartBar'), 'Report Management', 'প্রতিবেদন'),
  group('pumps', 'sub', staffIcon('IconEngine'), 'Production History', 'উৎপাদনের ইতিহাস'),
  group('support', 'link', IconHeadset, 'Support Management', 'সহায়তা'),
  group('messaging', 'link', staffIcon('IconMessage'), 'SMS & Email Management', 'এসএমএস ও ইমেইল'),
  group('wallet', 'link', IconWallet, 'Wallet Management', 'ওয়ালেট ব্যবস্থাপনা'),
  group('email', 'link', staffIcon('IconMail'), 'Email Management', 'ইমেইল ব্যবস্থাপনা'),
  group('archived', 'link', IconArchive, 'Archived Applications', 'পুরোনো আবেদন'),
  group('logs', 'sub', staffIcon('IconHistory'), 'Log Management', 'লগ'),
  group('settings', 'sub', staffIcon('IconSettings'), 'Settings', 'সেটিংস'),
  group('configuration', 'beside', staffIcon('IconSettings'), 'Configuration', 'কনফিগারেশন'),
] as const satisfies readonly MenuGroup[];

export type MenuGroupId = (typeof MENU_GROUPS)[number]['id'];

/** In the consumers' sidebar ownership comes before payments, and the wallet before support (spec §2). */
const BEHIND: Readonly<Record<string, string>> = { ownership: 'billing', wallet: 'payments' };

/** The groups in the order of a person's sidebar. */
export function menuGroups(isConsumer: boolean): MenuGroup[] {
  if (!isConsumer) return [...MENU_GROUPS];
  const place = ({ id }: MenuGroup) => BEHIND[id] ?? id;
  const order = MENU_GROUPS.map(({ id }): string => id);
  return [...MENU_GROUPS]
    .sort((a, b) => order.indexOf(place(a)) - order.indexOf(place(b)))
    .map((group) => ({ ...group, title: CONSUMER_TITLES[group.id] ?? group.title }));
}
