/**
 * What a domain's `web/pages.ts` exports: `pages` (one entry a screen) and `menu` (its lines of the sidebar), of the
 * screens that everybody or consumers may open. `web/staff-pages.ts` exports the same of those that only staff may open:
 * consumers do not load it. `src/browser.tsx` and `src/browser-staff.ts` find these files by themselves. Titles are here in both languages, as data, because the
 * sidebar shows all of them while the texts of a domain are loaded with its first screen.
 */
import type { ComponentType } from 'react';
import type { Service } from '#shared/endpoint.ts';
import type { Permission } from '#shared/permissions.ts';
import type { MenuGroupId } from './menu-groups.ts';
import type { Title } from './title.ts';

/** Kinds of people as the specification's routes name them (§6): `planning` are the rajuk… roles. */
export type Who = 'public' | 'admin' | 'staff' | 'consumer' | 'planning';

export type Page = {
  /** Spelled as in the specification, absolute; a record's page ends with `/$id`. */
  path: string;
  title: Title;
  area: string;
  who: readonly Who[];
  /** Staff need this word; without one, a permitted menu line has to lead here. */
  permission?: Permission;
  /** With a word for work: the one to open what it is about (platform/words/work-words.ts). */
  sees?: Permission;
  /** Spec §6: staff may open it although no menu line leads to it. */
  exempt?: true;
  /** Path of the menu line that is marked meanwhile, if the page's own path does not begin with that. */
  under?: string;
  /** `bare` has no sidebar and header. */
  layout?: 'app' | 'bare';
  /** Loads on demand: `() => import('../sector-list.tsx').then((file) => file.SectorList)`. */
  load: () => Promise<ComponentType>;
  /**
   * Texts that its first view shows beside those of its domain. They come with its code: a page that waits for them after it was shown is taken
   * away for a third of a second, and the keyboard loses its place.
   */
  texts?: readonly string[];
  /** The same, of what only consumers see here. */
  consumerTexts?: readonly string[];
  /**
   * The server draws it into the document, so that it is seen before any code has come (decision 0043). What it shows at first
   * depends on the address, the language and the configuration only.
   */
  firstView?: true;
  /** What a consumer's screen asks the services first, with $id as in the path: asked while its code is still on the way. */
  firstCall?: { service: Service; path: string };
};

export type MenuEntry = {
  group: MenuGroupId;
  /** Place within the group; leave gaps (10, 20, …). */
  order: number;
  title: Title;
  path: string;
  query?: Readonly<Record<string, string | number>>;
  /** Keys of counterData, summed: `['application_count.pending']`. */
  count?: readonly string[];
  /** The permission word that a non-admin needs (the specification's `match`). */
  match?: Permission;
  /** As for pages. */
  sees?: Permission;
  /**
   * A line beyond the specification's sidebar: it is in the row of pages beside the title of the list at this path. Somebody
   * who may not see that list has it in the sidebar (decision 0035).
   */
  reachedFrom?: string;
  /** Why a line that the specification does not have is in the sidebar of staff (decision 0035). */
  beyond?: string;
  /** Of the planning authority: the roles that have the line. */
  roles?: readonly string[];
  /** For admins only (spec §6). */
  isAdmin?: true;
  who: readonly Exclude<Who, 'public'>[];
};

/** A piece of the page of one consumer, from the domain whose records it shows. */
export type ConsumerPanel = {
  /** The tab's word in the address. */
  id: string;
  order: number;
  /** A tab of its own, or a sheet of the overview. */
  place: 'tab' | 'overview';
  title: Title;
  permission: Permission;
  /** Kind of what belongs to a consumer (`HOLDINGS` of the consumers' contract) that the tab counts. */
  count?: string;
  load: () => Promise<ComponentType<{ consumerId: string }>>;
};

/** What staff call pages that households open too, by their path; only a `web/staff-pages.ts` has it. */
export type StaffNames = Readonly<Record<string, Title>>;

/** The exports of a `web/pages.ts` and of a `web/staff-pages.ts`. */
export type PagesFile = {
  pages: readonly Page[];
  menu: readonly MenuEntry[];
  consumerPanels?: readonly ConsumerPanel[];
  staffNames?: StaffNames;
};
