/**
 * The boxes of the matrix as one stop of Tab (roving tabindex, as the ARIA grid asks): arrows move along rows and columns,
 * Home and End within a row, with Ctrl to the first and the last row; Space is the box's own.
 */
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';

const BOX = 'input[type=checkbox]';

const boxesOf = (within: Element | null | undefined) => [
  ...(within?.querySelectorAll<HTMLInputElement>(BOX) ?? []),
];

/** The box in the same column of the next row that has one. */
function inColumn(box: HTMLInputElement, isDown: boolean): HTMLInputElement | undefined {
  const cell = box.closest<HTMLTableCellElement>('td, th');
  const row = cell?.closest('tr');
  const table = row?.closest('table');
  if (!cell || !row || !table) return undefined;
  const rows = [...table.rows];
  const here = rows.indexOf(row);
  const onward = isDown ? rows.slice(here + 1) : rows.slice(0, here).reverse();
  const place = boxesOf(cell).indexOf(box);
  for (const next of onward) {
    const found = boxesOf(next.cells[cell.cellIndex]);
    const target = found[Math.min(place, found.length - 1)];
    if (target) return target;
  }
  return undefined;
}

/** The box to which a key leads from another one; undefined if it leads to none. */
function boxFor({ key, ctrlKey }: KeyboardEvent, box: HTMLInputElement): HTMLInputElement | undefined {
  const row = boxesOf(box.closest('tr'));
  const all = boxesOf(box.closest('table'));
  const at = row.indexOf(box);
  switch (key) {
    case 'ArrowRight':
      return row[at + 1];
    case 'ArrowLeft':
      return row[at - 1];
    case 'ArrowDown':
      return inColumn(box, true);
    case 'ArrowUp':
      return inColumn(box, false);
    case 'Home':
      return (ctrlKey ? all : row)[0];
    case 'End':
      return (ctrlKey ? all : row).at(-1);
    default:
      return undefined;
  }
}

const MOVES = ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End'];

/** For the table: its ref and its listeners. The box that had the focus last is the one that Tab comes back to. */
export function useGridKeys() {
  const table = useRef<HTMLTableElement>(null);
  const last = useRef<string | null>(null);
  const rove = () => {
    const boxes = boxesOf(table.current);
    const stop = boxes.find(({ dataset }) => dataset.box === last.current) ?? firstOfRows(table.current);
    for (const box of boxes) box.tabIndex = box === stop ? 0 : -1;
  };
  // Rows come and go with the search.
  useLayoutEffect(rove);
  return {
    ref: table,
    onFocus: ({ target }: { target: EventTarget }) => {
      if (!(target instanceof HTMLInputElement)) return;
      last.current = target.dataset.box ?? null;
      rove();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!MOVES.includes(event.key) || !(event.target instanceof HTMLInputElement)) return;
      event.preventDefault();
      boxFor(event, event.target)?.focus();
    },
  };
}

/** The first permission of a table, behind the boxes that are for a whole column or row. */
export function firstOfRows(table: HTMLTableElement | null): HTMLInputElement | undefined {
  return boxesOf(table?.tBodies[0]?.rows[0]).find(({ dataset }) => !dataset.box?.startsWith('all:'));
}
