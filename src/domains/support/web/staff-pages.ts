import type { MenuEntry, Page } from '#web/navigation/pages.ts';
import { menu as lines } from './pages.ts';

/** Staff and consumers share the pages of tickets (pages.ts). */
export const pages: Page[] = [];

/** The same line, with what waits for the utility. */
export const menu: MenuEntry[] = lines.map((line) => ({
  ...line,
  who: ['admin', 'staff'],
  count: ['support_ticket.ours'],
}));
