/**
 * The state of a list is the address: page, size, sort, search and the filters. Pure reading and writing, so that
 * a link, Back and a reload always show the same rows.
 */
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '#shared/paging.ts';

export type ListState = {
  page: number;
  size: number;
  sort: string | undefined;
  search: string;
  filters: Record<string, string>;
};

const OWN = ['page', 'size', 'sort', 'search', 'tab'];

/** A whole number of a query text, or what else. */
function wholeNumber(text: string | undefined, fallback: number, most: number): number {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= most ? value : fallback;
}

/**
 * Reads the address.
 * @param filterNames the query parameters that this list knows; others are left alone
 */
export function readListState(
  query: Readonly<Record<string, string>>,
  filterNames: readonly string[],
  usualSize: number = DEFAULT_PAGE_SIZE,
): ListState {
  const filters = filterNames
    .map((name) => [name, query[name] ?? ''] as const)
    .filter(([name, value]) => value !== '' && !OWN.includes(name));
  return {
    page: wholeNumber(query.page, 1, 1_000_000),
    size: wholeNumber(query.size, usualSize, MAX_PAGE_SIZE),
    sort: query.sort || undefined,
    search: query.search ?? '',
    filters: Object.fromEntries(filters),
  };
}

/** The address after a change. Anything but a turned page goes back to page 1, which is always written out. */
export function changedQuery(
  query: Readonly<Record<string, string>>,
  change: Readonly<Record<string, string | number | undefined>>,
): Record<string, string> {
  const next: Record<string, string> = { ...query };
  if (!('page' in change)) next.page = '1';
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === '') delete next[name];
    else next[name] = String(value);
  }
  return next;
}

/** What the list endpoint is asked: `offset` is the 1-based page number (the specification's). */
export function listQuery(state: ListState, fixed: Readonly<Record<string, unknown>> = {}) {
  return {
    ...state.filters,
    ...fixed,
    limit: state.size,
    offset: state.page,
    ...(state.sort ? { sort: state.sort } : {}),
    ...(state.search ? { search: state.search } : {}),
  };
}

/** What makes an empty list empty, if it may have rows without it: its tab alone, or search and filters too. */
export function narrowedBy(
  { search, filters }: Pick<ListState, 'search' | 'filters'>,
  filterNames: readonly string[],
  /** The parameter of tabs of which one shows all rows. */
  tab: string | undefined,
): 'filters' | 'tab' | undefined {
  if (search !== '' || filterNames.some((name) => filters[name])) return 'filters';
  return tab && filters[tab] ? 'tab' : undefined;
}

/** The sort word after a click on a column's head: up, down, up. */
export function nextSort(current: string | undefined, word: string): string {
  return current === word ? `-${word}` : word;
}
