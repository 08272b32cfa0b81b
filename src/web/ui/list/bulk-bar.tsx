/** Above a list with selected rows: how many, all the others of the list too, and what can be done with them. */
import { Button } from '@mantine/core';
import { Suspense, useEffect } from 'react';
import { loadTexts, useTexts } from '../../texts/texts.ts';
import style from './list.module.css';

/** What somebody selected. */
export type Chosen<R> = {
  /** Rows that were selected one by one, as they were shown last. */
  rows: readonly R[];
  /** Instead of them all rows of the list, of all pages, with these query values. */
  all?: { query: Readonly<Record<string, unknown>>; total: number };
};

export type BulkAction<R = unknown> = {
  label: string;
  /** False if nothing was done: the rows stay selected. */
  run: (ids: string[], chosen: Chosen<R>) => unknown;
  danger?: boolean;
  /** The same key as that of one row; with rows selected it means all of them. */
  shortcut?: string;
  /** It can be done to all rows of the list, too. */
  takesAll?: boolean;
  /** It is offered only if it can be done to one of the selected rows. */
  fits?: (row: R) => boolean;
};

type BulkBarProps<R> = {
  actions: readonly BulkAction<R>[];
  ids: ReadonlySet<string>;
  /** The selected rows, as they were shown last. */
  known: readonly R[];
  /** How many rows the list has, if more can be selected than those of the page. */
  more: number | undefined;
  /** All of them are selected. */
  isAll: boolean;
  selectAll: () => void;
  run: (action: BulkAction<R>) => void;
  clear: () => void;
};

export function BulkBar<R>(props: BulkBarProps<R>) {
  // The first row is selected later.
  useEffect(() => void loadTexts('frame').catch(() => undefined), []);
  if (props.ids.size === 0) return null;
  return (
    <Suspense>
      <Bar {...props} />
    </Suspense>
  );
}

function Bar<R>({ actions, ids, known, more, isAll, selectAll, run, clear }: BulkBarProps<R>) {
  const t = useTexts('common');
  const own = useTexts('frame');
  const offered = isAll
    ? actions.filter((action) => action.takesAll)
    : actions.filter(({ fits }) => !fits || known.some(fits));
  return (
    <div className={style.bulk} role="status" data-bulk>
      <b>
        {isAll ? own('bulk.all', { count: more ?? ids.size }) : own('bulk.selected', { count: ids.size })}
      </b>
      {more !== undefined && !isAll ? (
        <Button size="compact-sm" variant="subtle" data-select-all onClick={selectAll}>
          {own('bulk.select_all', { count: more })}
        </Button>
      ) : null}
      {offered.map((action) => (
        <Button
          key={action.label}
          size="compact-sm"
          variant={action.danger ? 'light' : 'filled'}
          color={action.danger ? 'red' : 'brand'}
          data-bulk-act
          onClick={() => run(action)}
        >
          {action.label}
        </Button>
      ))}
      <Button size="compact-sm" variant="subtle" onClick={clear}>
        {t('actions.clear')}
      </Button>
    </div>
  );
}
