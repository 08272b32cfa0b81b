/** What the palette can do beside finding records: go to a menu line, or do something of the person's own. */
import {
  IconArrowRight,
  IconCash,
  IconCreditCard,
  IconFilePlus,
  IconFileUpload,
  IconGauge,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconReceipt2,
  IconUserPlus,
} from '@tabler/icons-react';
import type { Permission } from '#shared/permissions.ts';
import { menuTree } from '#web/navigation/menu.ts';
import type { MenuIcon } from '#web/navigation/menu-groups.ts';
import type { Who } from '#web/navigation/pages.ts';
import { SHORTCUTS } from '#web/navigation/shortcuts.ts';
import type { Title } from '#web/navigation/title.ts';
import { mayOpen, type Visitor, visibleMenu } from '#web/session/access.ts';
import { wiring } from '#web/wiring.ts';

export type Command = {
  key: string;
  icon: MenuIcon;
  title: Title;
  /** What it belongs to. */
  about?: Title;
  /** Further words by which it is found. */
  words?: string;
  keys?: string;
  address?: string;
  /** Done here, without going anywhere. */
  does?: 'language' | 'theme' | 'help' | 'sign-out';
};

type Action = Command & { permission?: Permission; who?: readonly Exclude<Who, 'public'>[] };

const STAFF = ['admin', 'staff'] as const;

const ACTIONS: readonly Action[] = [
  {
    key: 'apply',
    icon: IconFilePlus,
    title: { en: 'New application', bn: 'নতুন আবেদন করুন' },
    words: 'connection সংযোগ apply add',
    address: '/customer/new-connections?page=1',
    who: ['consumer'],
  },
  {
    key: 'quick',
    icon: IconFilePlus,
    title: { en: 'New application', bn: 'নতুন আবেদন নিন' },
    words: 'connection সংযোগ quick add',
    address: '/quick-application-list?page=1',
    permission: 'applications:create',
    who: STAFF,
  },
  {
    key: 'pay',
    icon: IconCreditCard,
    title: { en: 'Pay a bill', bn: 'বিল পরিশোধ করুন' },
    words: 'online money টাকা',
    address: '/pay',
    who: ['consumer'],
  },
  {
    key: 'take',
    icon: IconCash,
    title: { en: 'Take a payment', bn: 'পেমেন্ট নিন' },
    words: 'cash pos receipt নগদ টাকা রসিদ',
    address: '/take-payment',
    permission: 'payments:take',
    who: STAFF,
  },
  {
    key: 'unbilled',
    icon: IconReceipt2,
    title: { en: 'Months without a bill', bn: 'বিল ছাড়া মাস' },
    words: 'unbilled never billed bill run বিল রান',
    address: '/bill-run/unbilled-months?page=1',
    permission: 'bill-runs:view',
    who: STAFF,
  },
  {
    key: 'consumer',
    icon: IconUserPlus,
    title: { en: 'Add a customer', bn: 'গ্রাহক যোগ করুন' },
    words: 'consumer new',
    address: '/customer-management?page=1',
    permission: 'consumers:edit',
    who: STAFF,
  },
  {
    key: 'user',
    icon: IconUserPlus,
    title: { en: 'Add a user', bn: 'ব্যবহারকারী যোগ করুন' },
    words: 'staff new account কর্মচারী',
    address: '/user/user-list?page=1',
    permission: 'users:edit',
    who: STAFF,
  },
  {
    key: 'reading',
    icon: IconGauge,
    title: { en: 'Enter meter readings', bn: 'মিটার রিডিং লিখুন' },
    words: 'record capture',
    address: '/meter-reading?page=1',
    permission: 'readings:create',
    who: STAFF,
  },
  {
    key: 'upload',
    icon: IconFileUpload,
    title: { en: 'Upload readings from a file', bn: 'ফাইল থেকে রিডিং তুলুন' },
    words: 'csv xlsx import',
    address: '/bulk-upload',
    permission: 'readings:import',
    who: STAFF,
  },
  {
    key: 'run',
    icon: IconReceipt2,
    title: { en: 'Plan a bill run', bn: 'বিল রান শুরু করুন' },
    words: 'billing month invoices',
    address: '/bill-run?page=1',
    permission: 'bill-runs:plan',
    who: STAFF,
  },
  {
    key: 'profile',
    icon: IconArrowRight,
    title: { en: 'Edit profile', bn: 'প্রোফাইল সম্পাদনা' },
    words: 'name photo picture signature sessions ছবি',
    address: '/profile',
  },
  {
    key: 'password',
    icon: IconArrowRight,
    title: { en: 'Change password', bn: 'পাসওয়ার্ড পরিবর্তন' },
    address: '/change-password',
  },
  {
    key: 'language',
    icon: IconLanguage,
    title: { en: 'বাংলায় দেখুন', bn: 'Show in English' },
    words: 'language bangla bengali english ভাষা ইংরেজি বাংলা',
    does: 'language',
  },
  {
    key: 'theme',
    icon: IconMoon,
    title: { en: 'Light or dark colours', bn: 'হালকা বা গাঢ় রং' },
    words: 'theme mode night appearance থিম',
    does: 'theme',
  },
  {
    key: 'help',
    icon: IconKeyboard,
    title: { en: 'Keyboard shortcuts', bn: 'কিবোর্ড শর্টকাট' },
    words: 'help keys সহায়তা',
    keys: '?',
    does: 'help',
  },
  {
    key: 'sign-out',
    icon: IconLogout,
    title: { en: 'Log out', bn: 'লগ আউট' },
    words: 'sign out exit leave বের হন',
    does: 'sign-out',
  },
];

/** What this person may do. */
export function ownActions(visitor: Visitor): Command[] {
  const { pages, menu } = wiring();
  const opens = (address: string) =>
    pages.some((page) => page.path === address.split('?')[0] && mayOpen(page, menu, visitor));
  return ACTIONS.filter(
    ({ who, permission, address }) =>
      (!who || who.includes(visitor.who)) &&
      (!permission || visitor.who !== 'staff' || visitor.words.has(permission)) &&
      (!address || opens(address)),
  );
}

/** Every line of this person's menu. */
export function ownLines(visitor: Visitor): Command[] {
  return menuTree(visibleMenu(wiring().menu, visitor), visitor.who === 'consumer').flatMap(
    ({ group, entries }) =>
      entries.map((entry): Command => {
        const query = new URLSearchParams(
          Object.entries(entry.query ?? {}).map(([name, value]) => [name, String(value)]),
        ).toString();
        const isGroup = group.type === 'link' && entries.length === 1;
        const keys = SHORTCUTS.find(({ path }) => path === entry.path)?.keys;
        return {
          key: `${entry.path}?${query}`,
          icon: group.icon,
          title: isGroup ? group.title : entry.title,
          ...(isGroup ? {} : { about: group.title }),
          ...(keys ? { keys } : {}),
          address: query ? `${entry.path}?${query}` : entry.path,
        };
      }),
  );
}
