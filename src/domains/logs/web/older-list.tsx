/** A log on the screen: filters and search in the address, what is older on demand, and the whole of it as a file. */
import { Button, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDownload, IconX } from '@tabler/icons-react';
import { type ReactNode, useMemo, useRef } from 'react';
import type { Endpoint } from '#shared/endpoint.ts';
import { startDownload } from '#web/calls/downloads.ts';
import { usePageName } from '#web/navigation/page-name.ts';
import { useTexts } from '#web/texts/texts.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ColumnsBeyond } from '#web/ui/list/columns-beyond.tsx';
import { Failed, NothingFound, NothingYet } from '#web/ui/list/empty.tsx';
import type { Export } from '#web/ui/list/export-menu.tsx';
import { type Filter, FilterBar } from '#web/ui/list/filters/filter-bar.tsx';
import list from '#web/ui/list/list.module.css';
import { ListCards } from '#web/ui/list/list-cards.tsx';
import { ListTable } from '#web/ui/list/list-table.tsx';
import type { RowAction } from '#web/ui/list/rows/row-menu.tsx';
import { useListState } from '#web/ui/list/use-list.ts';
import { DropMenu } from '#web/ui/menu/drop-menu.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import style from './logs.module.css';
import { useOlder } from './use-older.ts';

/** A condition that a link set: shown above the list, taken away with one click. */
export type Pinned<R> = { name: string; text: (value: string, first: R | undefined) => string };

type OlderListProps<R> = {
  endpoint: Endpoint;
  title: string;
  about: string;
  searchLabel: string;
  columns: readonly Column<R>[];
  filters: readonly Filter[];
  pinned: readonly Pinned<R>[];
  /** Further parameters that belong to a pinned one. */
  carried?: readonly string[];
  nameOf: (row: R) => string;
  actions: (row: R) => readonly RowAction[];
  exports: readonly Export[];
  empty: { title: string; text: string };
  children?: ReactNode;
};

function ExportMenu({ exports, query }: { exports: readonly Export[]; query: Record<string, string> }) {
  const t = useTexts('common');
  return (
    <DropMenu
      choices={exports.map((format) => ({
        label: t('list.export_as', { format: format.format }),
        run: () =>
          void startDownload(
            format.endpoint,
            { query: { ...query, ...format.query } } as never,
            format.fileName,
          ),
      }))}
      trigger={(props) => (
        <Button {...props} variant="default" leftSection={<IconDownload size={16} />}>
          {t('actions.export')}
        </Button>
      )}
    />
  );
}

function Waiting() {
  const t = useTexts('common');
  return (
    <div role="status" aria-label={t('list.loading')} className={list.skeleton}>
      {[92, 98, 95, 98, 92, 96].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have nothing but their place
        <Skeleton key={index} height={20} my={10} width={`${width}%`} />
      ))}
    </div>
  );
}

type FootProps = {
  count: number;
  hasOlder: boolean;
  isLoading: boolean;
  more: () => void;
  children: ReactNode;
};

function Foot({ count, hasOlder, isLoading, more, children }: FootProps) {
  const t = useTexts('logs');
  return (
    <div className={style.foot}>
      <span role="status">{isLoading ? t('loading_older') : t('shown', { count })}</span>
      {children}
      {hasOlder || isLoading ? (
        <Button variant="default" size="compact-sm" loading={isLoading} onClick={more}>
          {t('older')}
        </Button>
      ) : (
        <span>{t('no_older')}</span>
      )}
    </div>
  );
}

const NONE: readonly string[] = [];

export function OlderList<R extends { id: string }>(log: OlderListProps<R>) {
  const { filters, pinned, carried = NONE, columns } = log;
  const t = useTexts('logs');
  const sheet = useRef<HTMLDivElement>(null);
  const title = usePageName() ?? log.title;
  const isPhone = useMediaQuery('(max-width: 40em)') ?? false;
  const names = useMemo(
    () => [...filters.map(({ name }) => name), ...pinned.map(({ name }) => name), ...carried],
    [filters, pinned, carried],
  );
  const { state, change } = useListState(names);
  const query = { ...state.filters, ...(state.search ? { search: state.search } : {}) };
  const older = useOlder<R>(log.endpoint, query, state.page);
  const rows = older.rows ?? [];
  const set = pinned.filter(({ name }) => state.filters[name]);
  const unset = (taken: readonly string[]) => Object.fromEntries(taken.map((name) => [name, undefined]));
  const table = {
    label: title,
    rows,
    columns,
    idOf: (row: R) => row.id,
    nameOf: log.nameOf,
    sort: undefined,
    onSort: () => undefined,
    actions: log.actions,
    density: 'compact' as const,
  };
  return (
    <div className={list.page} data-fills>
      <PageHead title={title} about={log.about}>
        <ExportMenu exports={log.exports} query={query} />
      </PageHead>
      {log.children}
      {set.map(({ name, text }) => (
        <div key={name} className={style.pinned}>
          <b>{text(state.filters[name] ?? '', rows[0])}</b>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconX size={14} aria-hidden="true" />}
            onClick={() => change(unset([name, ...carried]))}
          >
            {t('show_all')}
          </Button>
        </div>
      ))}
      <FilterBar
        {...{ state, change, filters, isPhone }}
        searchable
        searchLabel={log.searchLabel}
        total={undefined}
      />
      <div className={list.sheet} ref={sheet}>
        {older.error && !older.rows ? (
          <Failed error={older.error} retry={older.refetch} />
        ) : !older.rows ? (
          <Waiting />
        ) : rows.length > 0 ? (
          <>
            {isPhone ? <ListCards {...table} /> : <ListTable {...table} />}
            <Foot
              count={rows.length}
              hasOlder={older.hasOlder}
              isLoading={older.isLoadingOlder}
              more={() => change({ page: state.page + 1 })}
            >
              {isPhone ? null : <ColumnsBeyond within={sheet} />}
            </Foot>
          </>
        ) : Object.keys(query).length > 0 ? (
          <NothingFound onClear={() => change({ ...unset(names), search: undefined })} />
        ) : (
          <NothingYet {...log.empty} />
        )}
      </div>
    </div>
  );
}
