/**
 * The page of a board: head, filters as its list has them, and the columns, or why there are none. The filters' names decide what
 * of the address is asked, so a page takes `useBoardState` first and asks its own call with its `query`.
 */
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useMemo } from 'react';
import type { Endpoint } from '#shared/endpoint.ts';
import { useGo, usePagePath, useUrlQuery } from '../../navigation/go.tsx';
import { Failed, NothingFound, NothingYet } from '../list/empty.tsx';
import { type Filter, FilterBar } from '../list/filters/filter-bar.tsx';
import { useRowMoves } from '../list/rows/use-row-moves.ts';
import { useListState } from '../list/use-list.ts';
import { PageHead } from '../page-head.tsx';
import style from './board.module.css';
import { Board, type BoardColumn, BoardSkeleton } from './board.tsx';

export function useBoardState(filters: readonly Filter[]) {
  const names = useMemo(() => filters.map(({ name }) => name), [filters]);
  const { state, change } = useListState(names);
  const isPhone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const query = { ...state.filters, ...(state.search ? { search: state.search } : {}) };
  return { filters, names, state, change, isPhone, query };
}

type Answer = {
  data: unknown;
  error: Error | null;
  isPlaceholderData: boolean;
  refetch: () => unknown;
};
/** The records whose cards are shown, in their order, each with the address of its page. */
type Placed = BoardColumn & { records: readonly { id: string; address: string }[] };

type BoardPageProps = {
  board: ReturnType<typeof useBoardState>;
  answer: Answer;
  columns: readonly Placed[];
  /** Columns that are drawn while the answer is on its way. */
  usual: number;
  /** The list of the same records. */
  list: Endpoint;
  title: string;
  about: string;
  label: string;
  views: ReactNode;
  /** Between the head and the filters; not on a phone, whose columns are tabs themselves. */
  nav?: ReactNode;
  searchLabel: string;
  empty: { title: string; text: string };
  /** What is asked of a card. */
  dialog?: ReactNode;
};

export function BoardPage({ board, answer, columns, usual, list, ...page }: BoardPageProps) {
  const { filters, names, state, change, isPhone } = board;
  const { data, error, isPlaceholderData, refetch } = answer;
  const path = usePagePath();
  const address = useUrlQuery();
  const go = useGo();
  const chosen = columns.find(({ id }) => id === address.column) ?? columns.find(({ total }) => total > 0);
  const records = (isPhone && chosen ? [chosen] : columns).flatMap((column) => column.records);
  const total = columns.reduce((sum, column) => sum + column.total, 0);
  const box = useRowMoves(
    data && !isPlaceholderData
      ? {
          rows: records.map((record) => ({ ...record, row: record })),
          // All that can be moved to is on the board: nothing is asked for beyond it.
          source: { service: list.service, path: list.path, query: {} },
          ...{ page: 1, size: Math.max(1, records.length), total: records.length },
          press: () => false,
        }
      : undefined,
  );
  const isNarrowed = state.search !== '' || Object.keys(state.filters).length > 0;
  const clear = () =>
    change({ search: undefined, ...Object.fromEntries(names.map((name) => [name, undefined])) });
  return (
    <div className={style.page} data-fills>
      <PageHead title={page.title} about={page.about}>
        {page.views}
      </PageHead>
      {isPhone ? null : page.nav}
      <FilterBar
        {...{ state, change, filters, isPhone }}
        searchable
        searchLabel={page.searchLabel}
        total={data && !isPlaceholderData ? total : undefined}
      />
      <div ref={box}>
        {error && !data ? (
          <div className={style.sheet}>
            <Failed error={error} retry={refetch} />
          </div>
        ) : !data ? (
          <BoardSkeleton columns={isPhone ? 1 : usual} />
        ) : total === 0 ? (
          <div className={style.sheet}>
            {isNarrowed ? <NothingFound onClear={clear} /> : <NothingYet {...page.empty} />}
          </div>
        ) : (
          <Board
            {...{ columns, isPhone }}
            label={page.label}
            isStale={isPlaceholderData}
            chosen={chosen?.id ?? ''}
            choose={(column) => go(path, { ...address, column }, { replace: true })}
          />
        )}
      </div>
      {page.dialog}
    </div>
  );
}
