/**
 * How a list is arranged: which columns in which order, what a saved view holds, and whether the list still is as it
 * was saved. Pure; stored keys that the list no longer has are left out, columns that are newer come last.
 */
import { carriedFilters } from '../../../session/access.ts';

export const DENSITIES = ['comfortable', 'normal', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];
export type Layout = { order: readonly string[]; hidden: readonly string[] };
export type Arrangement = Layout & { density: Density };
type Query = Readonly<Record<string, string>>;

export type SavedView = Layout & {
  id: string;
  list: string;
  name: string;
  audience: 'own' | 'role' | 'all';
  roleCode: string | null;
  ownerName: string;
  isOwn: boolean;
  mayEdit: boolean;
  isPinned: boolean;
  query: Query;
  density: Density | null;
  version: number;
};

export const AS_IT_COMES: Layout = { order: [], hidden: [] };
/** `view=all`: the list without the view that it would open with. */
export const ALL_ROWS = 'all';

type Keyed = { key: string; startsHidden?: boolean };

/** All columns in the chosen order: the first one stays the first. */
export function ordered<C extends Keyed>(columns: readonly C[], { order }: Layout): C[] {
  const [first, ...others] = columns;
  if (!first) return [];
  const place = new Map(order.map((key, index) => [key, index]));
  const known = others.filter(({ key }) => place.has(key));
  const newer = others.filter(({ key }) => !place.has(key));
  known.sort((a, b) => (place.get(a.key) ?? 0) - (place.get(b.key) ?? 0));
  return [first, ...known, ...newer];
}

/** Who arranged the columns has them all in the order; what is not in it is as the list comes. */
export function isShown({ key, startsHidden }: Keyed, { order, hidden }: Layout): boolean {
  return !hidden.includes(key) && (!startsHidden || order.includes(key));
}

/** The columns that are shown. */
export function arranged<C extends Keyed>(columns: readonly C[], layout: Layout): C[] {
  return ordered(columns, layout).filter((column, index) => index === 0 || isShown(column, layout));
}

/** Whether anything was chosen at all. */
export function isArranged({ order, hidden }: Layout): boolean {
  return order.length + hidden.length > 0;
}

/**
 * The fields that a file is asked for. A page of paper is as wide as a screen, so that a PDF has what the screen shows; a
 * table file has everything, unless somebody chose columns.
 * @param shown fields of the columns on the screen @returns undefined: all of the list
 */
export function fileFields(format: string, shown: readonly string[], layout: Layout) {
  return format === 'PDF' || isArranged(layout) ? shown : undefined;
}

/** One column moved by so many places; never before the first. */
export function moved<C extends Keyed>(columns: readonly C[], key: string, to: number): string[] {
  const keys = columns.map((column) => column.key);
  const from = keys.indexOf(key);
  const place = Math.max(1, Math.min(keys.length - 1, to));
  if (from < 1) return keys;
  keys.splice(from, 1);
  keys.splice(place, 0, key);
  return keys;
}

/** What of the address a view keeps. */
export function viewQuery(query: Query): Record<string, string> {
  const { view: _view, id: _id, ...kept } = carriedFilters(query);
  return kept;
}

/** The address of a view. */
export function viewAddress(view: Pick<SavedView, 'id' | 'query'>) {
  return { page: 1, ...viewQuery(view.query), view: view.id };
}

function sameQuery(a: Query, b: Query): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => (a[name] ?? '') === (b[name] ?? ''));
}

/** Whether the list is no longer as the view was saved. */
export function isChanged<C extends Keyed>(
  view: SavedView,
  query: Query,
  now: Arrangement,
  columns: readonly C[],
): boolean {
  const shown = (layout: Layout) =>
    arranged(columns, layout)
      .map(({ key }) => key)
      .join();
  return (
    !sameQuery(view.query, viewQuery(query)) ||
    shown(view) !== shown(now) ||
    (view.density !== null && view.density !== now.density)
  );
}

/** Opened by a link of the menu: nothing is asked but the first page. */
export function isBare(query: Query): boolean {
  return Object.entries(query).every(([name, value]) => name === 'page' && value === '1');
}
