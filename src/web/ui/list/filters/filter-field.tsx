/** One filter: a short list, a long one that is searched, a day, or a box to tick. */
import { NativeSelect, TextInput } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { onDemand } from '../../on-demand.tsx';
import style from '../list.module.css';
import { Tick } from '../rows/tick.tsx';

export type Option = { value: string; label: string };
export type Filter = {
  /** Query parameter of the contract and of the address. */
  name: string;
  label: string;
} & (
  | {
      kind?: 'choice';
      /** A single option is a box to tick. */
      options: readonly Option[];
    }
  | { kind: 'day' }
);

export type Change = (values: Record<string, string | undefined>, replace?: boolean) => void;

/** Longer lists of options are searched by typing. */
const SEARCH_FROM = 8;
const SearchSelect = onDemand(() => import('../../form/search-select.tsx').then((file) => file.SearchSelect));
const DayPicker = onDemand(() => import('../../form/day-picker.tsx').then((file) => file.DayPicker));

type FilterFieldProps = {
  filter: Filter;
  value: string | undefined;
  change: Change;
  /** With its label above, in the sheet; in the row the label is inside. */
  isTall?: boolean;
};

export function FilterField({ filter, value, change, isTall = false }: FilterFieldProps) {
  const t = useTexts('common');
  const { name, label } = filter;
  const shared = isTall
    ? { size: 'md' as const, label, placeholder: filter.kind === 'day' ? '' : t('list.any') }
    : { size: 'sm' as const, className: style.filter ?? '', placeholder: label, 'aria-label': label };
  const waiting = <TextInput {...shared} readOnly />;
  if (filter.kind === 'day') {
    return (
      <DayPicker
        meanwhile={waiting}
        {...shared}
        value={value ?? null}
        onDay={(day) => change({ [name]: day ?? undefined })}
      />
    );
  }
  const [only, another] = filter.options;
  if (isTall && only && !another) {
    return (
      <Tick
        label={only.label}
        checked={value === only.value}
        change={(checked) => change({ [name]: checked ? only.value : undefined })}
      />
    );
  }
  if (filter.options.length > SEARCH_FROM) {
    return (
      <SearchSelect
        meanwhile={waiting}
        {...shared}
        options={filter.options}
        value={value}
        onChoose={(chosen) => change({ [name]: chosen })}
        clearable
      />
    );
  }
  return (
    <NativeSelect
      {...shared}
      {...(isTall || value ? {} : { 'data-unset': true })}
      data={[{ value: '', label: isTall ? t('list.any') : label }, ...filter.options]}
      value={value ?? ''}
      onChange={(event) => change({ [name]: event.currentTarget.value || undefined })}
    />
  );
}
