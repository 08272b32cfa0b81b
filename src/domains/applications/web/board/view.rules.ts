/** What of the address the list of all applications and its board share. Pure. */

type Query = Readonly<Record<string, string>>;

/** Filters that mean the same in both; the state is the board's columns. */
export const SHARED = [
  ...(['sectorId', 'dmaId', 'assignee', 'source', 'overlay', 'incomplete', 'noc', 'unmetered'] as const),
  ...(['survey', 'note', 'waits', 'overdue', 'escalation', 'from', 'to'] as const),
] as const;

/** `view` is also the id of a saved view, which is one of the list. */
export const isBoard = ({ view }: Query): boolean => view === 'board';

/** The address of the other one with the same filters. */
export function queryOf(view: 'list' | 'board', query: Query): Record<string, string | number> {
  const kept = Object.entries(query).filter(
    ([name]) => name === 'search' || SHARED.some((shared) => shared === name),
  );
  return { page: 1, ...Object.fromEntries(kept), ...(view === 'board' ? { view } : {}) };
}
