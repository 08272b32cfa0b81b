/**
 * Modules × features as boxes to tick: a box at the head of each row and column ticks all of it, the arrow keys
 * move between boxes. On phones each module is a block with its boxes' names beside them.
 */
import { Checkbox } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { Permission } from '#shared/permissions.ts';
import type { Module } from '#shared/words.ts';
import { useTexts } from '#web/texts/texts.ts';
import { permissionIn, permissionsIn, usePermissionWords } from './permission-words.ts';
import style from './role-permission.module.css';

/** Another role, for comparing. */
export type Beside = { name: string; words: ReadonlySet<Permission> };

export type MatrixTableProps = {
  modules: readonly Module[];
  words: ReadonlySet<Permission>;
  before: readonly Permission[];
  beside: Beside | null;
  change: (words: readonly Permission[], isGiven: boolean) => void;
  isFixed: (word: Permission) => boolean;
};

const BOX = 'input[type=checkbox]';

/** The box in a direction: along the row, or in the same column of the next row that has one. */
function boxIn(direction: string, box: HTMLInputElement): HTMLInputElement | undefined {
  const cell = box.closest<HTMLTableCellElement>('td, th');
  const row = cell?.closest('tr');
  const table = row?.closest('table');
  if (!cell || !row || !table) return undefined;
  const boxes = [...row.querySelectorAll<HTMLInputElement>(BOX)];
  const at = boxes.indexOf(box);
  if (direction === 'ArrowRight') return boxes[at + 1];
  if (direction === 'ArrowLeft') return boxes[at - 1];
  const rows = [...table.rows];
  const here = rows.indexOf(row);
  const onward = direction === 'ArrowDown' ? rows.slice(here + 1) : rows.slice(0, here).reverse();
  const place = [...cell.querySelectorAll(BOX)].indexOf(box);
  for (const next of onward) {
    const found = next.cells[cell.cellIndex]?.querySelectorAll<HTMLInputElement>(BOX);
    const target = found?.[Math.min(place, found.length - 1)];
    if (target) return target;
  }
  return undefined;
}

function moveByArrow(event: KeyboardEvent) {
  if (!event.key.startsWith('Arrow') || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  boxIn(event.key, event.target)?.focus();
}

type SumBoxProps = {
  name: string;
  label: string;
  words: readonly Permission[];
  table: MatrixTableProps;
};

/** One box for many words: ticked, empty, or in between. */
function SumBox({ name, label, words, table }: SumBoxProps) {
  const free = words.filter((word) => !table.isFixed(word));
  const count = words.filter((word) => table.words.has(word)).length;
  const isFull = free.every((word) => table.words.has(word)) && count > 0;
  return (
    <Checkbox
      label={label}
      aria-label={name}
      checked={count > 0 && count === words.length}
      indeterminate={count > 0 && count < words.length}
      // Fixed boxes can still be reached and read with the keys.
      aria-disabled={free.length === 0}
      data-fixed={free.length === 0 || undefined}
      onChange={() => free.length > 0 && table.change(free, !isFull)}
    />
  );
}

function WordBox({ word, table }: { word: Permission; table: MatrixTableProps }) {
  const t = useTexts('roles');
  const { nameOf, featureName } = usePermissionWords();
  const { words, before, beside, change, isFixed } = table;
  const isGiven = words.has(word);
  const isChanged = before.includes(word) !== isGiven;
  const isOther = beside !== null && beside.words.has(word) !== isGiven;
  const says = isOther ? t(isGiven ? 'matrix.other_less' : 'matrix.other_more', { name: beside.name }) : '';
  const fixed = isFixed(word);
  return (
    <span className={style.box} data-changed={isChanged || undefined} title={says || undefined}>
      <Checkbox
        label={featureName(word)}
        aria-label={says ? `${nameOf(word)} (${says})` : nameOf(word)}
        checked={isGiven}
        aria-disabled={fixed}
        data-fixed={fixed || undefined}
        onChange={() => !fixed && change([word], !isGiven)}
      />
      {isOther ? (
        <span className={style.mark} data-kind={isGiven ? 'less' : 'more'} aria-hidden="true">
          {isGiven ? '−' : '+'}
        </span>
      ) : null}
    </span>
  );
}

function Row({ module, table }: { module: Module; table: MatrixTableProps }) {
  const t = useTexts('roles');
  const { columns, moduleName, rareIn } = usePermissionWords();
  const name = moduleName(module);
  return (
    <tr>
      <th scope="row">
        <SumBox
          name={t('matrix.all', { module: name })}
          label={name}
          words={permissionsIn(module)}
          table={table}
        />
      </th>
      {columns.map(({ feature }) => {
        const word = permissionIn(module, feature);
        return (
          <td key={feature} className={style.column} data-empty={word ? undefined : true}>
            {word ? <WordBox word={word} table={table} /> : null}
          </td>
        );
      })}
      <td>
        <div className={style.rare}>
          {rareIn(module).map((word) => (
            <WordBox key={word} word={word} table={table} />
          ))}
        </div>
      </td>
    </tr>
  );
}

export function MatrixTable(table: MatrixTableProps) {
  const t = useTexts('roles');
  const { columns } = usePermissionWords();
  const columnWords = (feature: string) =>
    table.modules.flatMap((module) => permissionIn(module, feature) ?? []);
  if (table.modules.length === 0) return <p className={style.none}>{t('matrix.no_module')}</p>;
  return (
    <table className={style.table} aria-label={t('matrix.title')} onKeyDown={moveByArrow}>
      <thead>
        <tr>
          <th scope="col">{t('matrix.module')}</th>
          {columns.map(({ feature, name }) => (
            <th key={feature} scope="col" className={style.columnHead}>
              {columnWords(feature).length > 0 ? (
                <SumBox
                  name={t('matrix.all_modules', { feature: name })}
                  label={name}
                  words={columnWords(feature)}
                  table={table}
                />
              ) : (
                name
              )}
            </th>
          ))}
          <th scope="col" className={style.rareHead}>
            {t('matrix.rare')}
          </th>
        </tr>
      </thead>
      <tbody>
        {table.modules.map((module) => (
          <Row key={module.match} module={module} table={table} />
        ))}
      </tbody>
    </table>
  );
}
