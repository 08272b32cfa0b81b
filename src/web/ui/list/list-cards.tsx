/**
 * A list below 640 px: a card a row with its name, its state, three facts and one action, or four if a list names as many for its cards.
 * Further facts unfold; further actions are in the menu.
 */
import { Button, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { CellContent, type Column } from './columns.tsx';
import style from './list.module.css';
import { type ListTableProps, SelectCell } from './list-table.tsx';
import { RowMenu } from './rows/row-menu.tsx';

const FACTS_SHOWN = 3;
const MOST_FACTS = 4;
/** Columns of these names give the state in one word. */
const STATE_KEYS = ['state', 'status'];

/** Named ones first, then money, then the order of the columns. */
function ranked<R>(columns: readonly Column<R>[]): Column<R>[] {
  const rank = (column: Column<R>) => (column.onCard ? 0 : column.kind === 'money' ? 1 : 2);
  return columns.filter((column) => column.onCard !== false).sort((a, b) => rank(a) - rank(b));
}

function Facts<R>({ row, columns }: { row: R; columns: readonly Column<R>[] }) {
  const t = useTexts('common');
  const [isOpen, setIsOpen] = useState(false);
  const shown = Math.min(Math.max(FACTS_SHOWN, columns.filter((column) => column.onCard).length), MOST_FACTS);
  const more = columns.length - shown;
  const Arrow = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <>
      <dl className={style.facts}>
        {columns.slice(0, isOpen ? undefined : shown).map((column) => (
          <div key={column.key} className={style.fact}>
            <dt>{column.title}</dt>
            <dd>
              <CellContent column={column} row={row} />
            </dd>
          </div>
        ))}
      </dl>
      {more > 0 ? (
        <UnstyledButton className={style.moreFacts} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t('list.fewer_facts') : t('list.more_facts', { count: more })}
          <Arrow size={15} aria-hidden="true" />
        </UnstyledButton>
      ) : null}
    </>
  );
}

function Card<R>({ row, table }: { row: R; table: ListTableProps<R> }) {
  const { columns, nameOf, actions, selection } = table;
  const [first, ...others] = columns;
  const state = others.find((column) => STATE_KEYS.includes(column.key) && column.onCard !== false);
  const facts = ranked(others.filter((column) => column !== state));
  const offered = actions?.(row) ?? [];
  const main = offered.find((action) => !action.danger && action.reason === undefined);
  return (
    <>
      <div className={style.cardHead}>
        {selection ? <SelectCell row={row} table={table} /> : null}
        <div className={style.cardTitle}>{first ? <CellContent column={first} row={row} /> : null}</div>
        {state ? <CellContent column={state} row={row} /> : null}
      </div>
      <Facts row={row} columns={facts} />
      {offered.length > 0 ? (
        <div className={style.cardActions}>
          {main ? (
            <Button variant="light" fullWidth size="md" onClick={() => main.run()}>
              {main.label}
            </Button>
          ) : null}
          <RowMenu name={nameOf(row)} actions={offered.filter((action) => action !== main)} />
        </div>
      ) : null}
    </>
  );
}

export function ListCards<R>(table: ListTableProps<R>) {
  const { rows, idOf, label, isStale } = table;
  return (
    <ul className={style.cards} aria-label={label} aria-busy={isStale || undefined}>
      {rows.map((row) => (
        <li key={idOf(row)} data-row={idOf(row)} className={style.card}>
          <Card row={row} table={table} />
        </li>
      ))}
    </ul>
  );
}
