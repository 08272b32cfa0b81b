/** What of the address the list, the board and the calendar of the orders in process share. Pure. */

export const VIEWS = ['list', 'board', 'calendar'] as const;
export type View = (typeof VIEWS)[number];

/** Filters that mean the same in each of them. */
const SHARED = [
  'search',
  'categoryId',
  'sectorId',
  'priority',
  'crewId',
  'askedAs',
  'late',
  'paused',
  'escalated',
];
/** The calendar itself narrows to days. */
export const OF_DAYS: readonly string[] = ['dueOn', 'from', 'to'];
const KEPT: Record<View, readonly string[]> = {
  list: [...SHARED, ...OF_DAYS],
  board: [...SHARED, ...OF_DAYS],
  calendar: SHARED,
};

type Query = Readonly<Record<string, string>>;

/** `view` is also the id of a saved view, which is one of the list. */
export function viewOf({ view }: Query): View {
  return VIEWS.find((known) => known === view) ?? 'list';
}

/** The address of another view with the same filters. */
export function queryOf(view: View, query: Query): Record<string, string | number> {
  const kept = Object.entries(query).filter(([name]) => KEPT[view].includes(name));
  return { page: 1, ...Object.fromEntries(kept), ...(view === 'list' ? {} : { view }) };
}
