import type { MenuEntry, Page, StaffNames } from '#web/navigation/pages.ts';
import { menu as lines } from './pages.ts';

/** Staff and consumers share the pages of tickets (pages.ts). */
export const pages: Page[] = [];

export const staffNames: StaffNames = {
  '/support-ticket-management': { en: 'Support Management', bn: 'সহায়তা' },
};

/** The same line, with what waits for the utility. */
export const menu: MenuEntry[] = lines.map((line) => ({
  ...line,
  title: staffNames[line.path] ?? line.title,
  who: ['admin', 'staff'],
  count: ['support_ticket.ours'],
}));
