/** Which column of a file is what: guessed, shown above the first rows, corrected by the person. */
import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.ts';
import style from './import.module.css';
import { Scrolling } from './scrolling.tsx';

export type ChoiceField<F extends string> = { name: F; label: string; required?: boolean };

type ColumnChoiceProps<F extends string> = {
  titles: readonly string[];
  sample: readonly (readonly string[])[];
  fields: readonly ChoiceField<F>[];
  /** Column of each field, counted from 0. */
  choice: Readonly<Record<F, number | null>>;
  change: (field: F, column: number | null) => void;
  /** More that has to be shown about the file, beside the columns. */
  children?: ReactNode;
};

export function ColumnChoice<F extends string>(props: ColumnChoiceProps<F>) {
  const t = useTexts('frame');
  const { titles, fields, choice, change } = props;
  const columns = titles.map((title, index) => ({ value: String(index), label: title || `${index + 1}` }));
  return (
    <>
      <div className={style.fields}>
        {fields.map(({ name, label, required }) => (
          <NativeSelect
            key={name}
            label={label}
            value={choice[name] === null ? '' : String(choice[name])}
            data={[{ value: '', label: t('import.not_in_file') }, ...columns]}
            required={required ?? false}
            onChange={(event) => {
              const { value } = event.currentTarget;
              change(name, value === '' ? null : Number(value));
            }}
          />
        ))}
        {props.children}
      </div>
      <Sample {...props} />
    </>
  );
}

function Sample<F extends string>({ titles, sample, fields, choice }: ColumnChoiceProps<F>) {
  const t = useTexts('frame');
  const nameOf = (index: number) =>
    fields.filter(({ name }) => choice[name] === index).map(({ label }) => label);
  return (
    <Scrolling label={t('import.first_rows')}>
      <table className={`${style.table} ${style.sample}`}>
        <thead>
          <tr>
            {titles.map((title, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file have nothing but their place
              <th key={index} scope="col">
                <div>{title || '—'}</div>
                <div className={style.quiet}>{nameOf(index).join(', ')}</div>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have nothing but their place
            <tr key={line}>
              {titles.map((_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={index}>{row[index] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}
