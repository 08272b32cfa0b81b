/**
 * Somebody else saved the record while this form was open: for each field that differs, what was typed here and what is
 * saved now, and whose value is kept. Loaded with the first such refusal.
 */
import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { Fragment, type ReactNode, useEffect, useId, useRef } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import type { FormConflict } from '../use-form.ts';
import style from './conflict-panel.module.css';

type Field = FormConflict['fields'][number];

/** A value as its field writes it; lists line by line. */
function Written({ value, field }: { value: unknown; field: Field }): ReactNode {
  const t = useTexts('frame');
  if (value === undefined || value === null || value === '') return <i>{t('conflict.empty')}</i>;
  if (field.words) return field.words.write(value);
  if (Array.isArray(value)) {
    if (value.length === 0) return <i>{t('conflict.empty')}</i>;
    const lines = value.map((item) =>
      typeof item === 'object' && item !== null
        ? Object.values(item)
            .filter((part) => part !== null && part !== '')
            .join(' · ')
        : String(item),
    );
    return lines.map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines that may be the same, never moved
      <Fragment key={index}>
        {line}
        <br />
      </Fragment>
    ));
  }
  return String(value);
}

type OneProps = { field: Field; choose: FormConflict['choose'] };

function OneField({ field, choose }: OneProps) {
  const t = useTexts('frame');
  const group = useId();
  return (
    <fieldset className={style.field}>
      <legend className={style.label}>{field.words?.label ?? field.word ?? field.path}</legend>
      {(['mine', 'theirs'] as const).map((side) => (
        <label key={side} className={style.side} data-chosen={field.side === side || undefined}>
          <input
            type="radio"
            name={group}
            checked={field.side === side}
            onChange={() => choose(side, field)}
          />
          <span className={style.whose}>{t(`conflict.${side}`)}</span>
          <span className={style.value}>
            <Written value={field[side]} field={field} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

export function ConflictPanel({ id, conflict }: { id: string; conflict: FormConflict }) {
  const t = useTexts('frame');
  const panel = useRef<HTMLElement>(null);
  // Its code comes after the refusal: by then the form has looked for it already.
  useEffect(() => panel.current?.focus(), []);
  return (
    <section ref={panel} id={id} tabIndex={-1} role="alert" className={style.panel}>
      <h2 className={style.title}>
        <IconUsers size={20} aria-hidden="true" />
        {t('conflict.title')}
      </h2>
      <p className={style.about}>{t('conflict.about')}</p>
      {conflict.fields.map((field) => (
        <OneField key={`${field.path} ${field.word ?? ''}`} field={field} choose={conflict.choose} />
      ))}
      <div className={style.all}>
        <Button size="compact-sm" variant="default" onClick={() => conflict.choose('mine')}>
          {t('conflict.all_mine')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => conflict.choose('theirs')}>
          {t('conflict.all_theirs')}
        </Button>
      </div>
    </section>
  );
}
