/**
 * Moving over the rows of a list: keys (j, k, arrows, Enter, x), the row and the scrolling that Back finds again, and
 * the trail for the records. Loaded after the rows; knows only the elements that have `data-row`.
 */
import { singleKeyOf } from '../../../navigation/shortcuts.ts';
import { LEFT_KEY } from '../views/forget-lists.ts';
import { keepTrail, type Trail } from './trail.ts';

type Left = { row: string; top: number; left: number; windowTop: number };
export type ShownRows = {
  box: HTMLElement;
  rows: readonly { id: string; row: object; address: string | undefined }[];
  source: Trail['source'];
  page: number;
  size: number;
  total: number;
  /** Does what this key means for the row; false if it means nothing. */
  press: (row: string, key: string) => boolean;
};

const LINK = 'a[href]';

const rowsOf = (box: HTMLElement) => [...box.querySelectorAll<HTMLElement>('[data-row]')];
const rowAt = (element: Element | null) => element?.closest<HTMLElement>('[data-row]') ?? null;

/** The name of the current entry in the browser's history. */
function historyEntry(): string {
  const state = history.state as { __TSR_key?: string; key?: string } | null;
  return state?.__TSR_key ?? state?.key ?? '';
}

/** The first link of a row has its focus; a row without one has it itself. */
function focusRow(row: HTMLElement) {
  const link = row.querySelector<HTMLElement>(LINK);
  if (!link) row.tabIndex = -1;
  (link ?? row).focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}

function move(box: HTMLElement, step: 1 | -1) {
  const rows = rowsOf(box);
  const current = rowAt(document.activeElement);
  const at = current ? rows.indexOf(current) : -1;
  const next = rows[at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step];
  if (next) focusRow(next);
}

function open(row: HTMLElement) {
  const target = row.querySelector<HTMLElement>(LINK) ?? row.querySelector('button[aria-haspopup]');
  (target as HTMLElement | null)?.click();
}

const boxOf = (row: HTMLElement | null) => row?.querySelector<HTMLInputElement>('input[type=checkbox]');

/** Selects the row and the next one, and goes there. */
function extend(box: HTMLElement, step: 1 | -1) {
  const check = (row: HTMLElement | null) => {
    const tick = boxOf(row);
    if (tick && !tick.checked) tick.click();
  };
  check(rowAt(document.activeElement));
  move(box, step);
  check(rowAt(document.activeElement));
}

/** Selects the rows of the page; once more, all rows of the list. */
function selectMore(box: HTMLElement): boolean {
  const more = document.querySelector<HTMLElement>('main [data-select-all]');
  const page = box.querySelector<HTMLInputElement>('thead input[type=checkbox]');
  const rows = rowsOf(box).flatMap((row) => boxOf(row) ?? []);
  if (rows.length === 0) return false;
  if (rows.every((tick) => tick.checked)) more?.click();
  else if (page) page.click();
  else for (const tick of rows) if (!tick.checked) tick.click();
  return true;
}

/** To the first act above the list. */
function toActs(): boolean {
  const act = document.querySelector<HTMLElement>('main [data-bulk-act]');
  act?.focus();
  return act !== null;
}

/** The place of the row that was decided: if it goes, the one that takes its place gets the focus. */
let decidedAt: number | null = null;

function focusAgain(box: HTMLElement) {
  if (decidedAt === null || (document.activeElement && document.activeElement !== document.body)) return;
  const rows = rowsOf(box);
  const row = rows[Math.min(decidedAt, rows.length - 1)];
  if (row) focusRow(row);
}

function act(box: HTMLElement, event: KeyboardEvent, press: ShownRows['press']): boolean {
  const key = singleKeyOf(event);
  const row = box.contains(document.activeElement) ? rowAt(document.activeElement) : null;
  const step = { j: 1, k: -1 } as const;
  const arrows = { ArrowDown: 1, ArrowUp: -1 } as const;
  if (key === 'j' || key === 'k') {
    move(box, step[key]);
    return true;
  }
  if (key === 'J' || key === 'K') {
    extend(box, key === 'J' ? 1 : -1);
    return true;
  }
  if (key === 'A') return selectMore(box);
  if (key === 'b') return toActs();
  // Elsewhere the arrows scroll the page, and Enter presses what has the focus.
  if (!row || event.defaultPrevented || document.querySelector('[role=dialog], [role=menu]')) return false;
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    if (event.shiftKey) extend(box, arrows[event.key]);
    else move(box, arrows[event.key]);
    return true;
  }
  if (event.key === 'Enter' && event.target === row) {
    open(row);
    return true;
  }
  if (key !== null && press(row.dataset.row ?? '', key)) {
    decidedAt = rowsOf(box).indexOf(row);
    return true;
  }
  const check = key === 'x' ? boxOf(row) : null;
  check?.click();
  return Boolean(check);
}

const leftKey = (entry: string) => `${LEFT_KEY}${entry}`;

/** Notes the row that is left and how far the list was scrolled. */
function leave(box: HTMLElement, row: HTMLElement) {
  const scroll = box.querySelector('[data-scroll]');
  const left: Left = {
    row: row.dataset.row ?? '',
    top: scroll?.scrollTop ?? 0,
    left: scroll?.scrollLeft ?? 0,
    windowTop: scrollY,
  };
  sessionStorage.setItem(leftKey(historyEntry()), JSON.stringify(left));
}

/** The row at which Back is to arrive instead: the record that was looked at last. */
export function leaveAt(entry: string, row: string) {
  const kept = sessionStorage.getItem(leftKey(entry));
  if (kept) sessionStorage.setItem(leftKey(entry), JSON.stringify({ ...(JSON.parse(kept) as Left), row }));
}

/** Back: as it was left. A list that is opened again has an entry of its own, and nothing was noted for it. */
function restore(box: HTMLElement) {
  const key = leftKey(historyEntry());
  const kept = sessionStorage.getItem(key);
  if (!kept) return;
  sessionStorage.removeItem(key);
  const left = JSON.parse(kept) as Left;
  const scroll = box.querySelector('[data-scroll]');
  if (scroll) Object.assign(scroll, { scrollTop: left.top, scrollLeft: left.left });
  scrollTo({ top: left.windowTop });
  const row = rowsOf(box).find((row) => row.dataset.row === left.row);
  if (row) focusRow(row);
}

/** Begins to act on these rows; gives what ends it. */
export function startMoves({ box, rows, press, ...shown }: ShownRows): () => void {
  const { pathname, search } = location;
  keepTrail(rows, { ...shown, list: `${pathname}${search}`, entry: historyEntry() });
  restore(box);
  focusAgain(box);
  const onKey = (event: KeyboardEvent) => {
    // Rows that are gone keep listening until React has cleaned up behind them.
    if (!box.isConnected) return;
    if (act(box, event, press)) event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    const row = rowAt(target);
    if (row && target?.closest(`${LINK}, button`)) leave(box, row);
  };
  document.addEventListener('keydown', onKey);
  box.addEventListener('click', onClick, true);
  return () => {
    document.removeEventListener('keydown', onKey);
    box.removeEventListener('click', onClick, true);
  };
}
