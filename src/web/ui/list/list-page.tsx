/**
 * A list screen: a contract's list endpoint and columns; the address is the state. Title,
 * purpose and primary action; tabs with counts; filters; the table or cards; pager; exports; bulk actions.
 */
import { Group, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import type { Endpoint, EndpointAnswer } from '#shared/endpoint.ts';
import { usePageName } from '../../navigation/page-name.ts';
import { useProfile } from '../../session/session.ts';
import { useTexts } from '../../texts/texts.ts';
import { PageHead } from '../page-head.tsx';
import { type BulkAction, BulkBar } from './bulk-bar.tsx';
import { type Column, fieldsOf } from './columns.tsx';
import { ColumnsBeyond } from './columns-beyond.tsx';
import { Failed, NothingFound, NothingYet } from './empty.tsx';
import { type Export, ExportMenu } from './export-menu.tsx';
import { type Filter, FilterBar } from './filters/filter-bar.tsx';
import style from './list.module.css';
import { ListCards } from './list-cards.tsx';
import { narrowedBy, nextSort } from './list-state.ts';
import { ListTable } from './list-table.tsx';
import { counted, ListTabs, type Tabs } from './list-tabs.tsx';
import type { NeedsId } from './needs-id.ts';
import { Pager } from './pager.tsx';
import type { RowAction } from './rows/row-menu.tsx';
import { useRowMoves } from './rows/use-row-moves.ts';
import { type RowOf, useExistingPage, useList, useListState } from './use-list.ts';
import { useSelection } from './use-selection.ts';
import { arranged, fileFields } from './views/arrangement.rules.ts';
import { useArrangedList, useDefaultView } from './views/preferences.ts';

const ListTools = lazy(() => import('./list-tools.tsx').then((file) => ({ default: file.ListTools })));

export type ListPageProps<E extends Endpoint> = {
  endpoint: E;
  title: string;
  /** Below the title of the page that it is a part of. */
  isPart?: boolean;
  /** One sentence of what the list is for. */
  about?: string;
  columns: readonly Column<RowOf<E>>[];
  /** Default: the row's `id`; rows without one need it (`NeedsId`). */
  idOf?: (row: RowOf<E>) => string;
  /** Default: the first column's text. */
  nameOf?: (row: RowOf<E>) => string;
  primary?: ReactNode;
  filters?: readonly Filter[];
  searchable?: boolean;
  searchLabel?: string;
  tabs?: Tabs;
  actions?: (row: RowOf<E>) => readonly RowAction[];
  /** Acts that have a key and no line in the menu of the row, because the row has a button for them. */
  keys?: (row: RowOf<E>) => readonly RowAction[];
  bulk?: readonly BulkAction<RowOf<E>>[] | undefined;
  /** Downloads of what the list shows now, all pages. */
  exports?: readonly Export[];
  /** Query values that the address does not show (a page that is one view of a list). */
  fixed?: Readonly<Record<string, unknown>>;
  params?: object;
  empty?: { title: string; text?: string; action?: ReactNode };
  /** In the row of the search: what the whole list is of. */
  besideSearch?: ReactNode;
  /** Between the head and the table: a chart, figures. */
  children?: ReactNode;
};

function ListSkeleton() {
  const t = useTexts('common');
  return (
    <div role="status" aria-label={t('list.loading')} className={style.skeleton}>
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have nothing but their place
        <Skeleton key={index} height={20} my={10} width={index % 3 === 0 ? '92%' : '98%'} />
      ))}
    </div>
  );
}

/** A row's own id, if the screen names nothing else. */
function ownId(row: unknown): string {
  return String((row as { id?: unknown }).id);
}

const NO_FILTERS: readonly Filter[] = [];

export function ListPage<E extends Endpoint>(page: ListPageProps<E> & NeedsId<RowOf<E>>) {
  type Row = RowOf<E>;
  const { endpoint, filters = NO_FILTERS, bulk, tabs, idOf = ownId, exports = [] } = page;
  const isConsumer = useProfile()?.role === 'consumer';
  const pageName = usePageName();
  // People find on the page what they chose in the menu.
  const title = page.isPart ? page.title : (pageName ?? page.title);
  const arrangedList = useArrangedList();
  const { arrangement } = arrangedList;
  const columns = useMemo(() => arranged(page.columns, arrangement), [page.columns, arrangement]);
  useDefaultView();
  const isPhone = useMediaQuery('(max-width: 40em)');
  const names = useMemo(
    () => [...filters.map((filter) => filter.name), ...(tabs ? [tabs.name] : [])],
    [filters, tabs],
  );
  const { state, change } = useListState(names);
  const { data, error, isPlaceholderData, refetch, query } = useList(
    endpoint,
    state,
    page.fixed,
    page.params,
  );
  const answer = data as (EndpointAnswer<E> & { items: Row[]; total: number }) | undefined;
  const rows = answer?.items ?? [];
  const isBeyond = useExistingPage({ data: answer, isPlaceholderData }, state, change);
  const { limit: _limit, offset: _offset, ...asked } = query;
  const selection = useSelection({ rows, idOf, total: answer?.total, query: asked, actions: bulk });
  const allTab = tabs?.noAll ? undefined : tabs?.name;
  const filterNames = filters.map((filter) => filter.name);
  const narrowed = narrowedBy(state, filterNames, allTab);
  const clear = () => {
    const own = [...filterNames, ...(allTab ? [allTab] : [])];
    change({ search: undefined, ...Object.fromEntries(own.map((name) => [name, undefined])) });
  };
  const totals: Record<string, number> = {};
  for (const column of columns) {
    const total = answer && column.total?.(answer as never);
    if (typeof total === 'number') totals[column.key] = total;
  }
  const leadsTo = columns.find((column) => column.to);
  const press = (id: string, key: string): boolean => {
    const many = selection.ids.size > 0 ? bulk?.find(({ shortcut }) => shortcut === key) : undefined;
    if (many) {
      void selection.run(many);
      return true;
    }
    const row = rows.find((shown) => idOf(shown) === id);
    const acts = row ? [...(page.actions?.(row) ?? []), ...(page.keys?.(row) ?? [])] : [];
    const one = acts.find(({ shortcut }) => shortcut === key);
    if (one) void one.run();
    return one !== undefined;
  };
  const box = useRowMoves(
    answer && !isPlaceholderData
      ? {
          rows: rows.map((row) => ({ id: idOf(row), row: row as object, address: leadsTo?.to?.(row)?.path })),
          source: { service: endpoint.service, path: endpoint.path, params: page.params, query: asked },
          ...{ page: state.page, size: state.size, total: answer.total },
          press,
        }
      : undefined,
  );
  const firstText = (row: Row) => {
    const shown = columns[0]?.value(row);
    return typeof shown === 'string' || typeof shown === 'number' ? String(shown) : idOf(row);
  };
  const table = {
    label: title,
    rows,
    columns,
    idOf,
    nameOf: page.nameOf ?? firstText,
    sort: state.sort,
    onSort: (word: string) => change({ sort: nextSort(state.sort, word) }),
    actions: page.actions,
    selection: bulk ? { ids: selection.ids, change: selection.change } : undefined,
    totals,
    density: arrangement.density,
    isStale: isPlaceholderData,
  };
  const tools = isConsumer ? null : (
    <Suspense fallback={<span className={style.toolsToCome} />}>
      <ListTools
        {...{ endpoint, params: page.params, fixed: page.fixed, columns: page.columns }}
        arranged={arrangedList}
        isPhone={isPhone ?? false}
      />
    </Suspense>
  );
  return (
    <div className={style.page} data-fills={page.isPart || isConsumer ? undefined : true}>
      <PageHead title={title} about={page.about} isPart={page.isPart}>
        <Group gap="xs">
          {tools}
          {exports.length > 0 ? (
            <ExportMenu
              exports={exports}
              query={query}
              fieldsOf={(format) => fileFields(format, columns.flatMap(fieldsOf), arrangement)}
              isSmall={!isConsumer}
            />
          ) : null}
          {page.primary}
        </Group>
      </PageHead>
      {page.children}
      {tabs ? (
        <ListTabs label={title} tabs={counted(tabs, answer) ?? tabs} state={state} change={change} />
      ) : null}
      <FilterBar
        state={state}
        change={change}
        filters={filters}
        searchable={page.searchable ?? true}
        searchLabel={page.searchLabel}
        total={isPlaceholderData ? undefined : answer?.total}
        isPhone={isPhone ?? false}
      >
        {page.besideSearch}
      </FilterBar>
      {bulk ? <BulkBar actions={bulk} {...selection} run={(action) => void selection.run(action)} /> : null}
      <div className={style.sheet} ref={box}>
        {error && !answer ? (
          <Failed error={error} retry={refetch} />
        ) : !answer || isBeyond ? (
          <ListSkeleton />
        ) : rows.length === 0 ? (
          narrowed ? (
            <NothingFound onClear={clear} isOfTab={narrowed === 'tab'} />
          ) : (
            <NothingYet {...page.empty}>{page.empty?.action}</NothingYet>
          )
        ) : isPhone ? (
          <ListCards {...table} />
        ) : (
          <ListTable {...table} />
        )}
        {answer && answer.total > 0 ? (
          <Pager page={state.page} size={state.size} total={answer.total} change={change}>
            {isPhone ? null : <ColumnsBeyond within={box} />}
          </Pager>
        ) : null}
      </div>
    </div>
  );
}
