/** The table of a list page: head, first column and menus stay in sight, sums below money, checkbox per row. */
import type { Dispatch, ReactNode, SetStateAction } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { useFormats } from '../../texts/use-formats.ts';
import { CellContent, type Column, HeadCell, isFigure, written } from './columns.tsx';
import style from './list.module.css';
import { type RowAction, RowMenu } from './rows/row-menu.tsx';
import { Tick } from './rows/tick.tsx';
import type { Density } from './views/arrangement.rules.ts';

export type Selection = {
  ids: ReadonlySet<string>;
  change: Dispatch<SetStateAction<ReadonlySet<string>>>;
};

export type ListTableProps<R> = {
  label: string;
  rows: readonly R[];
  columns: readonly Column<R>[];
  idOf: (row: R) => string;
  /** The row's name in labels: "Select Sector 12". */
  nameOf: (row: R) => string;
  sort: string | undefined;
  onSort: (word: string) => void;
  actions?: ((row: R) => readonly RowAction[]) | undefined;
  selection?: Selection | undefined;
  /** Sums by column key. */
  totals?: Readonly<Record<string, number>> | undefined;
  density: Density;
  isStale?: boolean;
};

function toggled(ids: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

export function SelectCell<R>({ row, table }: { row: R; table: ListTableProps<R> }) {
  const t = useTexts('common');
  const { selection, idOf, nameOf } = table;
  if (!selection) return null;
  return (
    <Tick
      spoken={t('list.select_row', { name: nameOf(row) })}
      checked={selection.ids.has(idOf(row))}
      change={() => selection.change((ids) => toggled(ids, idOf(row)))}
    />
  );
}

function Head<R>(table: ListTableProps<R>) {
  const t = useTexts('common');
  const { rows, columns, selection, idOf } = table;
  const all = rows.length > 0 && rows.every((row) => selection?.ids.has(idOf(row)));
  return (
    <thead>
      <tr>
        {selection ? (
          <th scope="col" className={style.narrow}>
            <Tick
              spoken={t('list.select_page')}
              checked={all}
              isPartly={!all && selection.ids.size > 0}
              change={() => selection.change(all ? new Set() : new Set(rows.map(idOf)))}
            />
          </th>
        ) : null}
        {columns.map((column) => (
          <HeadCell key={column.key} column={column} sort={table.sort} onSort={table.onSort} />
        ))}
        {table.actions ? (
          <th scope="col" className={style.narrow}>
            <span className={style.spoken}>{t('list.actions')}</span>
          </th>
        ) : null}
      </tr>
    </thead>
  );
}

function Totals<R>({ columns, totals, selection, actions }: ListTableProps<R>) {
  const t = useTexts('common');
  const formats = useFormats();
  if (!totals || Object.keys(totals).length === 0) return null;
  const cell = (column: Column<R>, index: number): ReactNode => {
    const total = totals[column.key];
    if (total !== undefined) return written(column.kind, total, formats);
    return index === 0 ? t('list.sum') : null;
  };
  return (
    <tfoot>
      <tr>
        {selection ? <td /> : null}
        {columns.map((column, index) => (
          <td key={column.key} className={isFigure(column) ? style.figure : undefined}>
            {cell(column, index)}
          </td>
        ))}
        {actions ? <td className={style.narrow} /> : null}
      </tr>
    </tfoot>
  );
}

/** A text that may be cut at the end of its column is whole in its title. */
const CUT_FROM = 20;
function wholeText(value: ReactNode): string | undefined {
  return typeof value === 'string' && value.length > CUT_FROM ? value : undefined;
}

export function ListTable<R>(table: ListTableProps<R>) {
  const { rows, columns, idOf, nameOf, actions, selection, density, isStale } = table;
  return (
    <section
      className={style.scroll}
      aria-label={table.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
      tabIndex={0}
      aria-busy={isStale || undefined}
      data-scroll
    >
      <table
        className={style.table}
        data-density={density}
        data-selectable={selection !== undefined || undefined}
        data-stale={isStale || undefined}
      >
        <caption className={style.spoken}>{table.label}</caption>
        <Head {...table} />
        <tbody>
          {rows.map((row) => (
            <tr
              key={idOf(row)}
              data-row={idOf(row)}
              data-selected={selection?.ids.has(idOf(row)) || undefined}
            >
              {selection ? (
                <td className={style.narrow}>
                  <SelectCell row={row} table={table} />
                </td>
              ) : null}
              {columns.map((column) => (
                <td
                  key={column.key}
                  data-kind={column.kind}
                  data-short={column.isShort || undefined}
                  className={isFigure(column) ? style.figure : undefined}
                  title={wholeText(column.value(row))}
                >
                  <CellContent column={column} row={row} />
                </td>
              ))}
              {actions ? (
                <td className={style.narrow}>
                  <RowMenu name={nameOf(row)} actions={actions(row)} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
        <Totals {...table} />
      </table>
    </section>
  );
}
