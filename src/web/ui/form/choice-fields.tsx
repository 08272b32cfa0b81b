/** Fields with given answers: a list, a few alternatives, yes or no, a day. */
import { Checkbox, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { errorTextNow } from '../../calls/error-text.ts';
import { useTexts } from '../../texts/texts.ts';
import { useFormats } from '../../texts/use-formats.ts';
import { today } from '../../today.ts';
import { onDemand } from '../on-demand.tsx';
import type { Choice } from './choice.ts';
import { type FieldProps, inputProps } from './field.ts';
import { isDay, outsideOf } from './is-day.ts';

const DayPicker = onDemand(() => import('./day-picker.tsx').then((file) => file.DayPicker));
const SearchSelect = onDemand(() => import('./search/search-select.tsx').then((file) => file.SearchSelect));
/** Longer lists are searched. */
const SEARCH_FROM = 8;

type ChoiceProps<Name extends string> = FieldProps<Name> & {
  options: readonly Choice[];
  isLoading?: boolean;
  placeholder?: string;
  /** Asks the server for other options while typing. */
  onSearch?: (text: string) => void;
};

/** What the person reads for a value. */
function labelIn(options: readonly Choice[], value: unknown): string {
  return options.find((option) => option.value === value)?.label ?? String(value);
}

/** One of a list: the platform's own if it is short, searched by typing if it is long. */
export function SelectField<Name extends string>(props: ChoiceProps<Name>) {
  const t = useTexts('common');
  const { form, name, options, isLoading, onSearch, placeholder } = props;
  const value = form.valueOf(name);
  const chosen = typeof value === 'string' ? value : '';
  const hint = isLoading
    ? t('form.loading')
    : options.length === 0 && !onSearch
      ? (placeholder ?? t('form.no_options'))
      : (placeholder ?? t('form.select'));
  const shared = inputProps(props, (other) => labelIn(options, other));
  if (options.length <= SEARCH_FROM && !onSearch) {
    return (
      <NativeSelect
        {...shared}
        {...(chosen ? {} : { 'data-unset': true })}
        data={[{ value: '', label: hint }, ...options]}
        value={chosen}
        onChange={(event) => form.change(name, event.currentTarget.value || undefined)}
      />
    );
  }
  return (
    <SearchSelect
      meanwhile={<TextInput {...shared} placeholder={hint} readOnly />}
      {...shared}
      options={options}
      value={chosen}
      onChoose={(next) => form.change(name, next)}
      isLoading={isLoading ?? false}
      onSearch={onSearch}
      placeholder={hint}
      clearable={!props.required}
    />
  );
}

/** Two to five alternatives, all to be seen. */
export function RadioField<Name extends string>(props: ChoiceProps<Name>) {
  const { form, name, options } = props;
  // A group of alternatives has its asterisk; the attribute is not for the frame that Mantine puts it on.
  const inputs = inputProps(props, (other) => labelIn(options, other));
  const { id, 'aria-required': _, 'data-autofocus': begins, ...shared } = inputs;
  return (
    <Radio.Group
      {...shared}
      id={id}
      // The last circle has nothing below it by itself.
      errorProps={{ mt: 8 }}
      value={String(form.valueOf(name) ?? '')}
      onChange={(chosen) => form.change(name, chosen)}
    >
      <Stack gap={8} mt={6}>
        {options.map((option, index) => (
          <Radio
            key={option.value}
            {...(begins && index === 0 ? { 'data-autofocus': true } : {})}
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
  const t = useTexts('common');
  const { form, name } = props;
  const { withAsterisk: _, ...shared } = inputProps(props, (other) => t(other ? 'form.yes' : 'form.no'));
  return (
    <Checkbox
      {...shared}
      checked={form.valueOf(name) === true}
      onChange={(event) => form.change(name, event.currentTarget.checked)}
    />
  );
}

type DayFieldProps<Name extends string> = FieldProps<Name> & {
  earliest?: string;
  latest?: string;
  /** A birthday: the calendar opens in a year in which people are born. */
  isBirth?: boolean;
};

const USUAL_AGE = 30;
/** How a day may be typed: one whose month cannot be taken for its day. */
const EXAMPLE = '2026-05-12';

/** A calendar day, YYYY-MM-DD; what was typed and is no day is the form's value too, so that no form is sent with it. */
export function DayField<Name extends string>(props: DayFieldProps<Name>) {
  const { form, name, earliest, latest, isBirth } = props;
  const t = useTexts('common');
  const { day } = useFormats();
  const value = form.valueOf(name);
  const typed = typeof value === 'string' && !isDay(value) ? value : '';
  const shared = inputProps(props, (other) => (isDay(other) ? day(other) : String(other)));
  const [isLeft, setLeft] = useState(false);
  const change = (next: string | undefined) => {
    setLeft(false);
    form.change(name, next);
  };
  const outside = isLeft ? outsideOf(value, { earliest, latest }) : undefined;
  return (
    <DayPicker
      placeholder={t('form.day_example', { day: EXAMPLE })}
      meanwhile={<TextInput {...shared} readOnly data-opens />}
      {...shared}
      {...(earliest ? { minDate: earliest } : {})}
      {...(latest ? { maxDate: latest } : {})}
      {...(isBirth ? { opensAt: `${Number(today().slice(0, 4)) - USUAL_AGE}-01-01` } : {})}
      value={isDay(value) ? value : null}
      text={typed}
      // What the form found is told first: the server may know more of the day.
      error={shared.error ?? (outside ? errorTextNow(outside.code, outside.params) : null)}
      onBlur={(event) => {
        // As in field.ts: an error that comes with the press of a button would push it away.
        if ((event.relatedTarget as HTMLButtonElement | null)?.type !== 'submit') setLeft(true);
        shared.onBlur(event);
      }}
      onDay={(day) => change(day ?? undefined)}
      onText={change}
    />
  );
}
