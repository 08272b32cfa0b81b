/** Columns of a list: what a row shows, how it is written, the page that it leads to. */
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Formats } from '#shared/format.ts';
import { GoLink, type GoQuery } from '../../navigation/go.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useFormats } from '../../texts/use-formats.ts';
import style from './list.module.css';

/** money: poisha; volume: litres, shown in m³; day, month and instant: ISO texts. Figures are right-aligned. */
export type ColumnKind = 'text' | 'money' | 'volume' | 'number' | 'day' | 'month' | 'instant';

export type Column<R> = {
  key: string;
  title: string;
  /** What is in the cell; null and undefined are a dash. */
  value: (row: R) => ReactNode;
  kind?: ColumnKind;
  /** Word of the contract's sort list. */
  sort?: string;
  /** The page of the record, if the row has one; the first column usually has it. */
  to?: (row: R) => { path: string; query?: GoQuery } | undefined;
  /** Sum over all pages, if the answer has one. */
  total?: (answer: never) => number | null | undefined;
  /** What of the row it shows, if that is not the field of its key: exports write these. */
  fields?: readonly (keyof R & string)[];
  /** On the phone's card: true comes first, false is left out. */
  onCard?: boolean;
  /** Cut sooner than others, so that the columns after it are in sight. */
  isShort?: boolean;
  /** Not shown until somebody asks for it under "Columns": a decision seldom needs it. */
  startsHidden?: boolean;
};

const FIGURES: readonly ColumnKind[] = ['money', 'volume', 'number'];

/** The fields of the row that a column shows. */
export function fieldsOf<R>({ key, fields }: Pick<Column<R>, 'key' | 'fields'>): readonly string[] {
  return fields ?? [key];
}

export function isFigure<R>(column: Column<R>): boolean {
  return FIGURES.includes(column.kind ?? 'text');
}

/** A value as text in the column's way of writing. */
export function written(kind: ColumnKind | undefined, value: ReactNode, formats: Formats): ReactNode {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'number') {
    if (kind === 'money') return formats.amount(value);
    if (kind === 'volume') return formats.cubicMetres(value);
    return formats.number(value);
  }
  if (typeof value === 'string') {
    if (kind === 'day') return formats.shortDay(value);
    if (kind === 'month') return formats.month(value);
    if (kind === 'instant') return formats.shortInstant(value);
  }
  return value;
}

type CellProps<R> = { column: Column<R>; row: R };

export function CellContent<R>({ column, row }: CellProps<R>) {
  const formats = useFormats();
  const content = written(column.kind, column.value(row), formats);
  const target = column.to?.(row);
  if (!target) return content;
  return (
    <GoLink to={target.path} query={target.query ?? {}} className={style.rowLink}>
      {content}
    </GoLink>
  );
}

type HeadCellProps<R> = { column: Column<R>; sort: string | undefined; onSort: (word: string) => void };

/** A column's head; sortable ones are buttons and say their direction. */
export function HeadCell<R>({ column, sort, onSort }: HeadCellProps<R>) {
  const t = useTexts('common');
  const word = column.sort;
  const direction =
    word && sort === word ? 'ascending' : word && sort === `-${word}` ? 'descending' : undefined;
  const Arrow = direction === 'descending' ? IconChevronDown : IconChevronUp;
  return (
    <th
      scope="col"
      className={isFigure(column) ? style.figure : undefined}
      aria-sort={word ? (direction ?? 'none') : undefined}
    >
      {word ? (
        <button
          type="button"
          className={style.sortButton}
          aria-label={t('list.sort_by', { name: column.title })}
          onClick={() => onSort(word)}
        >
          {column.title}
          <Arrow size={14} className={direction ? style.sorted : style.unsorted} aria-hidden="true" />
        </button>
      ) : (
        column.title
      )}
    </th>
  );
}
