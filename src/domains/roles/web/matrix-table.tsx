/**
 * Modules × features as boxes to tick: a box at the head of each row and column ticks all of it. Tab stops once, arrow
 * keys move between boxes (grid-keys.ts). On phones each module is a block with its boxes' names beside them.
 */
import { Button, Checkbox } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Permission } from '#shared/permissions.ts';
import type { Module } from '#shared/words.ts';
import { useTexts } from '#web/texts/texts.ts';
import { missingView } from '../permissions.rules.ts';
import { useGridKeys } from './grid-keys.ts';
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

type SumBoxProps = {
  /** What it stands for: a module or a feature. */
  of: string;
  name: string;
  label: string;
  words: readonly Permission[];
  table: MatrixTableProps;
};

/** One box for many words: ticked, empty, or in between. */
function SumBox({ of, name, label, words, table }: SumBoxProps) {
  const free = words.filter((word) => !table.isFixed(word));
  const count = words.filter((word) => table.words.has(word)).length;
  const isFull = free.every((word) => table.words.has(word)) && count > 0;
  return (
    <Checkbox
      label={label}
      aria-label={name}
      data-box={`all:${of}`}
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
        data-box={word}
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

/** Shown beside the boxes: most pages of a module open only with its "View". */
function ViewMissing({ module, table }: { module: Module; table: MatrixTableProps }) {
  const t = useTexts('roles');
  const { featureName } = usePermissionWords();
  const missing = missingView(module.features, table.words);
  // What was like that before is not remarked again.
  if (!missing || missingView(module.features, new Set(table.before))) return null;
  const view = featureName(missing);
  return (
    <p className={style.missing} role="status" data-missing={missing}>
      <IconAlertTriangle size={16} aria-hidden="true" />
      {t('matrix.view_missing', { view })}
      {table.isFixed(missing) ? null : (
        <Button size="compact-sm" variant="default" onClick={() => table.change([missing], true)}>
          {t('matrix.add_view', { view })}
        </Button>
      )}
    </p>
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
          of={module.match}
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
        <ViewMissing module={module} table={table} />
      </td>
    </tr>
  );
}

export function MatrixTable(table: MatrixTableProps) {
  const t = useTexts('roles');
  const { columns } = usePermissionWords();
  const grid = useGridKeys();
  const columnWords = (feature: string) =>
    table.modules.flatMap((module) => permissionIn(module, feature) ?? []);
  if (table.modules.length === 0) return <p className={style.none}>{t('matrix.no_module')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of boxes is an ARIA grid
    <table role="grid" className={style.table} aria-label={t('matrix.title')} {...grid}>
      <thead>
        <tr>
          <th scope="col">{t('matrix.module')}</th>
          {columns.map(({ feature, name }) => (
            <th key={feature} scope="col" className={style.columnHead}>
              {columnWords(feature).length > 0 ? (
                <SumBox
                  of={`*:${feature}`}
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
