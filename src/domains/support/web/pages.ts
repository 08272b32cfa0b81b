import type { MenuEntry, Page } from '#web/navigation/pages.ts';

const list = {
  path: '/support-ticket-management',
  title: { en: 'Support Ticket List', bn: 'সহায়তার টিকিট' },
} as const;
const page = { area: 'support', who: ['admin', 'staff', 'consumer'], permission: 'support:view' } as const;
const details = {
  ...page,
  title: { en: 'Support ticket details', bn: 'টিকিট' },
  under: list.path,
  load: () => import('./record/ticket-record.tsx').then((file) => file.TicketRecord),
} as const;

export const pages: Page[] = [
  { ...list, ...page, load: () => import('./ticket-pages.tsx').then((file) => file.TicketManagement) },
  // The specification's address names the ticket in its query, as its call does.
  { ...details, path: '/support-ticket-details', exempt: true },
  // What the search over everything finds has its list's address with an id.
  { ...details, path: `${list.path}/$id` },
];

/** The line of staff is in staff-pages.ts. The sidebar of a consumer shows the group's name, which is the specification's. */
export const menu: MenuEntry[] = [
  { ...list, group: 'support', order: 10, query: { page: 1 }, match: page.permission, who: ['consumer'] },
];
