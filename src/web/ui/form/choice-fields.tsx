/** Fields with given answers: a list, a few alternatives, yes or no, a day. */
import { Checkbox, MultiSelect, Radio, Select, Stack, TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTexts } from '../../texts.ts';
import { type FieldProps, inputProps } from './field.ts';

export type Choice = { value: string; label: string; disabled?: boolean };

const DayPicker = lazy(() => import('./day-picker.tsx').then((file) => ({ default: file.DayPicker })));
/** Longer lists are searched. */
const SEARCH_FROM = 8;
const OPTIONS_SHOWN = 100;

type ChoiceProps<Name extends string> = FieldProps<Name> & {
  options: readonly Choice[];
  isLoading?: boolean;
  placeholder?: string;
  /** Asks the server for other options while typing. */
  onSearch?: (text: string) => void;
};

export function SelectField<Name extends string>(props: ChoiceProps<Name>) {
  const t = useTexts('common');
  const { form, name, options, isLoading, onSearch, placeholder, required } = props;
  const value = form.valueOf(name);
  return (
    <Select
      {...inputProps(props)}
      data={[...options]}
      value={typeof value === 'string' && value !== '' ? value : null}
      onChange={(chosen) => form.change(name, chosen ?? undefined)}
      placeholder={isLoading ? t('form.loading') : (placeholder ?? t('form.select'))}
      nothingFoundMessage={isLoading ? t('form.loading') : t('form.no_options')}
      searchable={options.length > SEARCH_FROM || onSearch !== undefined}
      {...(onSearch ? { onSearchChange: onSearch, filter: ({ options: found }) => found } : {})}
      limit={OPTIONS_SHOWN}
      clearable={!required}
    />
  );
}

export function MultiSelectField<Name extends string>(props: ChoiceProps<Name>) {
  const t = useTexts('common');
  const { form, name, options } = props;
  const value = form.valueOf(name);
  return (
    <MultiSelect
      {...inputProps(props)}
      data={[...options]}
      value={Array.isArray(value) ? value : []}
      onChange={(chosen) => form.change(name, chosen)}
      nothingFoundMessage={t('form.no_options')}
      searchable
      clearable
    />
  );
}

/** Two to five alternatives, all to be seen. */
export function RadioField<Name extends string>(props: ChoiceProps<Name>) {
  const { form, name, options } = props;
  const { id, ...shared } = inputProps(props);
  return (
    <Radio.Group
      {...shared}
      id={id}
      value={String(form.valueOf(name) ?? '')}
      onChange={(chosen) => form.change(name, chosen)}
    >
      <Stack gap={8} mt={6}>
        {options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            label={option.label}
            disabled={option.disabled ?? false}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

export function CheckField<Name extends string>(props: FieldProps<Name>) {
  const { form, name } = props;
  const { withAsterisk: _, ...shared } = inputProps(props);
  return (
    <Checkbox
      {...shared}
      checked={form.valueOf(name) === true}
      onChange={(event) => form.change(name, event.currentTarget.checked)}
    />
  );
}

type DayFieldProps<Name extends string> = FieldProps<Name> & { earliest?: string; latest?: string };

/** A calendar day, YYYY-MM-DD. */
export function DayField<Name extends string>(props: DayFieldProps<Name>) {
  const { form, name, earliest, latest } = props;
  const value = form.valueOf(name);
  const shared = inputProps(props);
  return (
    <Suspense fallback={<TextInput {...shared} readOnly />}>
      <DayPicker
        {...shared}
        {...(earliest ? { minDate: earliest } : {})}
        {...(latest ? { maxDate: latest } : {})}
        value={typeof value === 'string' && value !== '' ? value : null}
        onDay={(day) => form.change(name, day ?? undefined)}
      />
    </Suspense>
  );
}
