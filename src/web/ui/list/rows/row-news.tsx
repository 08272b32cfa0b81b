/** What became of the rows of a list while a dialog about them was open: what the person saw, and what it is now. Loaded with the first such refusal. */
import { IconUsers } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { useFormats } from '../../../texts/use-formats.ts';
import style from '../../form/conflict/conflict-panel.module.css';
import { type Column, fieldsOf, written } from '../columns.tsx';
import { differs, type Met } from './met-rows.rules.ts';

export type RowNewsProps = {
  /** Of the list: they say what a row shows, and in which words. */
  columns: readonly Column<never>[];
  changed: Met<never>['changed'];
  gone: Met<never>['gone'];
  /** The step is possible for none of them. */
  isOver: boolean;
  /** The dialog is about several rows. */
  isNamed: boolean;
};

function OneRow({
  columns,
  before,
  now,
}: Pick<RowNewsProps, 'columns'> & { before: never; now: never | undefined }) {
  const t = useTexts('frame');
  const formats = useFormats();
  if (now === undefined) return <p>{t('rows.gone')}</p>;
  const shown = (row: object) => ({ ...row, version: undefined });
  const changed = columns.filter((column) => differs(shown(before), shown(now), fieldsOf<never>(column)));
  if (changed.length === 0) return <p>{t('rows.same')}</p>;
  return changed.map(({ key, title, kind, value }) => (
    <section key={key} aria-label={title}>
      <div className={style.label}>{title}</div>
      <div className={style.field}>
        {([before, now] as const).map((row, index) => (
          <div key={index === 0 ? 'before' : 'now'} className={style.shown}>
            <span className={style.whose}>{t(index === 0 ? 'rows.before' : 'rows.now')}</span>
            <span className={style.value}>{written(kind, value(row), formats)}</span>
          </div>
        ))}
      </div>
    </section>
  ));
}

export function RowNews({ columns, changed, gone, isOver, isNamed }: RowNewsProps) {
  const t = useTexts('frame');
  const formats = useFormats();
  const panel = useRef<HTMLElement>(null);
  // It comes after the refusal: who types again by then goes on there.
  useEffect(() => {
    if (!document.activeElement?.matches('input, textarea, select')) panel.current?.focus();
  }, []);
  const [first] = columns;
  const nameOf = (row: never) => (first ? written(first.kind, first.value(row), formats) : null);
  const rows = (of: RowNewsProps['gone']) =>
    of.map(({ before, now }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are never moved
      <div key={index}>
        {isNamed ? <b>{nameOf(before)}</b> : null}
        <OneRow {...{ columns, before, now }} />
      </div>
    ));
  // The note around it says already that the step is over.
  if (isOver) return <div className={style.panel}>{rows(gone)}</div>;
  return (
    <section ref={panel} tabIndex={-1} role="alert" className={style.panel}>
      <h2 className={style.title}>
        <IconUsers size={20} aria-hidden="true" />
        {t('rows.changed')}
      </h2>
      <p className={style.about}>{t('rows.about')}</p>
      {rows(changed)}
      {gone.length > 0 ? (
        <>
          <p>{t('rows.left_out', { count: gone.length })}</p>
          {rows(gone)}
        </>
      ) : null}
    </section>
  );
}
