/**
 * The address at which a found record is shown: its page if the person may open one, else its list, searched for it.
 * Pure.
 */

import type { MenuEntry, Page } from '#web/navigation/pages.ts';
import { mayOpen, type Visitor } from '#web/session/access.ts';
import type { Hit, Source } from '../../search/contract.ts';

/** Lists in the order in which they are tried; a record's page is its list's with `/$id`. */
const LISTS: Record<Source, readonly string[]> = {
  consumers: ['/customer-management'],
  connections: ['/connection-meter-list'],
  meters: ['/meter-list'],
  applications: ['/all-new-connections', '/customer/new-connections', '/noc-from-rajuk'],
  demandNotes: ['/all-new-connections', '/customer/new-connections', '/demand-note-payment'],
  invoices: ['/billing/invoice-list'],
  payments: ['/payment-history'],
  refunds: ['/refund'],
  users: ['/user/user-list'],
  roles: ['/user/role-list'],
  sectors: ['/sector'],
  roads: ['/road'],
};

export type Screens = { pages: readonly Page[]; menu: readonly MenuEntry[] };

/** The address of a hit; undefined if none of its pages is the person's. */
export function addressOf(source: Source, hit: Hit, visitor: Visitor, screens: Screens): string | undefined {
  const opens = (path: string) =>
    screens.pages.some((page) => page.path === path && mayOpen(page, screens.menu, visitor));
  const record = LISTS[source].find((path) => opens(`${path}/$id`));
  if (record) return `${record}/${hit.id}`;
  const list = LISTS[source].find(opens);
  const search = encodeURIComponent(hit.number ?? hit.name ?? '');
  return list && `${list}?page=1&search=${search}`;
}
