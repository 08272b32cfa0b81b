/** What the palette can do beside finding records: go to a menu line, do what a domain offers, or change the frame. */
import { IconKeyboard, IconLanguage, IconLogout, IconMoon } from '@tabler/icons-react';
import { offeredLanguages } from '#web/config.ts';
import { menuTree } from '#web/navigation/menu.ts';
import type { Command, PaletteCommand } from '#web/navigation/palette-command.ts';
import { SHORTCUTS } from '#web/navigation/shortcuts.ts';
import { mayOpen, type Visitor, visibleMenu } from '#web/session/access.ts';
import { wiring } from '#web/wiring.ts';

const ACTIONS: readonly PaletteCommand[] = [
  {
    key: 'language',
    order: 120,
    icon: IconLanguage,
    title: { en: 'বাংলায় দেখুন', bn: 'Show in English' },
    words: 'language bangla bengali english ভাষা ইংরেজি বাংলা',
    does: 'language',
  },
  {
    key: 'theme',
    order: 130,
    icon: IconMoon,
    title: { en: 'Light or dark colours', bn: 'হালকা বা গাঢ় রং' },
    words: 'theme mode night appearance থিম',
    does: 'theme',
  },
  {
    key: 'help',
    order: 140,
    icon: IconKeyboard,
    title: { en: 'Keyboard shortcuts', bn: 'কিবোর্ড শর্টকাট' },
    words: 'help keys সহায়তা',
    keys: '?',
    does: 'help',
  },
  {
    key: 'sign-out',
    order: 150,
    icon: IconLogout,
    title: { en: 'Log out', bn: 'লগআউট' },
    words: 'sign out exit leave বের হন',
    does: 'sign-out',
  },
];

/** What this person may do. @param offered by the domains */
export function ownActions(visitor: Visitor, offered: readonly PaletteCommand[]): Command[] {
  const { pages, menu } = wiring();
  const opens = (address: string) =>
    pages.some((page) => page.path === address.split('?')[0] && mayOpen(page, menu, visitor));
  return [...offered, ...ACTIONS]
    .toSorted((a, b) => a.order - b.order)
    .filter(
      ({ who, permission, address, does }) =>
        (does !== 'language' || offeredLanguages().length > 1) &&
        (!who || who.includes(visitor.who)) &&
        (!permission || visitor.who !== 'staff' || visitor.words.has(permission)) &&
        (!address || opens(address)),
    );
}

/** Every line of this person's menu, one for each address: the sidebar and the menu beside a page can have the same. */
export function ownLines(visitor: Visitor): Command[] {
  const lines = menuTree(visibleMenu(wiring().menu, visitor), visitor.who === 'consumer').flatMap(
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
  return lines.filter(({ key }, at) => lines.findIndex((line) => line.key === key) === at);
}
