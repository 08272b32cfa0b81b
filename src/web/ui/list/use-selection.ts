/** Which rows of a list are selected, over its pages; or all rows that its filters give. */
import { useRef, useState } from 'react';
import type { BulkAction, Chosen } from './bulk-bar.tsx';
import type { Selection } from './list-table.tsx';

const NO_IDS: ReadonlySet<string> = new Set();

type Listed<R> = {
  rows: readonly R[];
  idOf: (row: R) => string;
  /** Undefined before the first answer. */
  total: number | undefined;
  /** What was asked, without the page. */
  query: Readonly<Record<string, unknown>>;
  actions: readonly BulkAction<R>[] | undefined;
};

export function useSelection<R>({ rows, idOf, total, query, actions }: Listed<R>) {
  const [ids, setIds] = useState(NO_IDS);
  const [allOf, setAllOf] = useState<string | null>(null);
  // As they were shown last: an act names the version that the person saw.
  const seen = useRef(new Map<string, R>());
  for (const row of rows) seen.current.set(idOf(row), row);
  const asked = JSON.stringify(query);
  const isAll = allOf === asked && ids.size > 0;
  const isPageFull = rows.length > 0 && rows.every((row) => ids.has(idOf(row)));
  const canTakeAll = actions?.some(({ takesAll }) => takesAll) ?? false;
  const more =
    canTakeAll && total !== undefined && (isAll || (isPageFull && total > ids.size)) ? total : undefined;
  const clear = () => {
    setIds(NO_IDS);
    setAllOf(null);
  };
  const change: Selection['change'] = (next) => {
    setAllOf(null);
    setIds(next);
  };
  const known: R[] = [...ids].flatMap((id) => seen.current.get(id) ?? []);
  const chosen = (): Chosen<R> => {
    return { rows: known, ...(isAll && total !== undefined ? { all: { query, total } } : {}) };
  };
  const run = async (action: BulkAction<R>) => {
    if ((await action.run([...ids], chosen())) !== false) clear();
  };
  return { ids, known, change, isAll, more, run, clear, selectAll: () => setAllOf(asked) };
}
