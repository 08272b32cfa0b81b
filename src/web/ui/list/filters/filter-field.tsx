/** One filter: a short list, a long one that is searched, a day, or a box to tick. */
import { NativeSelect, TextInput } from '@mantine/core';
import { IconCalendarMonth } from '@tabler/icons-react';
import { addMonths } from '#shared/dates.ts';
import { useTexts } from '../../../texts/texts.ts';
import { today } from '../../../today.ts';
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
  /** All, yes or no: the contract's `queryFlag`. */
  | { kind: 'yesNo' }
  /** The list is always of one month: the usual one until another is chosen. */
  | { kind: 'month'; options: readonly Option[]; usual: string }
);

export type Change = (values: Record<string, string | undefined>, replace?: boolean) => void;

/** The specification's helpers (§9) are for the first day of a range: one month back, six months back. */
const BEGINS_RANGE = /^from$|From$/;

/** Longer lists of options are searched by typing. */
const SEARCH_FROM = 8;
const SearchSelect = onDemand(() =>
  import('../../form/search/search-select.tsx').then((file) => file.SearchSelect),
);
const DayPicker = onDemand(() => import('../../form/day-picker.tsx').then((file) => file.DayPicker));

type FilterFieldProps = {
  filter: Filter;
  value: string | undefined;
  change: Change;
  /** With its label above, in the sheet; in the row the label is inside. */
  isTall?: boolean;
};

/** In the row, a field of which nothing is chosen reads like a placeholder; one that narrows the list has a colour. */
const marks = (isTall: boolean, value: string | undefined) =>
  isTall ? {} : value ? { 'data-set': true } : { 'data-unset': true };

export function FilterField({ filter, value, change, isTall = false }: FilterFieldProps) {
  const t = useTexts('common');
  const { name, label } = filter;
  const shared = isTall
    ? { size: 'md' as const, label, placeholder: filter.kind === 'day' ? '' : t('list.any') }
    : { size: 'sm' as const, className: style.filter ?? '', placeholder: label, 'aria-label': label };
  const waiting = <TextInput {...shared} {...marks(isTall, undefined)} readOnly />;
  if (filter.kind === 'day') {
    return (
      <DayPicker
        meanwhile={waiting}
        {...shared}
        {...marks(isTall, value)}
        value={value ?? null}
        {...(BEGINS_RANGE.test(name) && {
          // Above the calendar: beside it, both are wider than a phone.
          styles: {
            presetsRoot: { flexDirection: 'column' },
            presetsList: { borderInlineEnd: 0 },
            // A thumb's size.
            presetButton: { minHeight: 44 },
          },
          presets: [
            { value: addMonths(today(), -1), label: t('list.month_back') },
            { value: addMonths(today(), -6), label: t('list.six_months_back') },
          ],
        })}
        onDay={(day) => change({ [name]: day ?? undefined })}
      />
    );
  }
  if (filter.kind === 'yesNo') {
    const named = (value: string) => (isTall ? value : t('list.of', { name: label, value }));
    return (
      <NativeSelect
        {...shared}
        {...marks(isTall, value)}
        data={[
          { value: '', label: isTall ? t('list.all') : label },
          { value: 'true', label: named(t('list.yes')) },
          { value: 'false', label: named(t('list.no')) },
        ]}
        value={value ?? ''}
        onChange={(event) => change({ [name]: event.currentTarget.value || undefined })}
      />
    );
  }
  if (filter.kind === 'month') {
    return (
      <NativeSelect
        {...shared}
        data-never-empty
        leftSection={<IconCalendarMonth size={16} aria-hidden="true" />}
        data={[...filter.options]}
        value={value ?? filter.usual}
        onChange={({ currentTarget: { value: chosen } }) =>
          change({ [name]: chosen === filter.usual ? undefined : chosen })
        }
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
        {...marks(isTall, value)}
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
      {...marks(isTall, value)}
      data={[{ value: '', label: isTall ? t('list.any') : label }, ...filter.options]}
      value={value ?? ''}
      onChange={(event) => change({ [name]: event.currentTarget.value || undefined })}
    />
  );
}
