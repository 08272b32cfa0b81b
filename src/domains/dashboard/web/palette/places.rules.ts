/**
 * The address at which a found record is shown: its page if the person may open one, else its list, searched for it.
 * Pure.
 */

import type { FoundRecord } from '#web/navigation/found-record.ts';
import type { MenuEntry, Page } from '#web/navigation/pages.ts';
import { mayOpen, type Visitor } from '#web/session/access.ts';
import type { Hit } from '../../search/contract.ts';

export type Screens = { pages: readonly Page[]; menu: readonly MenuEntry[] };

/** The address of a hit; undefined if none of its pages is the person's. */
export function addressOf(
  { lists }: FoundRecord,
  hit: Hit,
  visitor: Visitor,
  screens: Screens,
): string | undefined {
  const opens = (path: string) =>
    screens.pages.some((page) => page.path === path && mayOpen(page, screens.menu, visitor));
  const record = lists.find((path) => opens(`${path}/$id`));
  if (record) return `${record}/${hit.id}`;
  const list = lists.find(opens);
  const search = encodeURIComponent(hit.number ?? hit.name ?? '');
  return list && `${list}?page=1&search=${search}`;
}
