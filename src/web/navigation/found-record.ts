/**
 * How the search over everything shows a kind of record. A domain describes its own in `web/found-records.ts`, which is
 * found by its name; the server's side is in its `search.ts`, with the same word for the kind.
 */
import type { MenuIcon } from './menu-groups.ts';
import type { Title } from './title.ts';

export type FoundRecord = {
  /** The server's word for the kind. */
  source: string;
  icon: MenuIcon;
  /** Heading of the group. */
  title: Title;
  /** People and places are known by their name, papers and pipes by their number. */
  knownBy: 'name' | 'number';
  /** Lists in the order in which they are tried; a record's page is its list's with `/$id`. */
  lists: readonly string[];
};
