/** Days without work: those of every week, and public holidays. */
import { Checkbox, Group, Pill } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { DayField } from '#web/ui/form/choice-fields.tsx';
import { isDay } from '#web/ui/form/is-day.ts';
import type { FormFields } from '#web/ui/form/use-form.ts';
import style from './settings.module.css';
import { useWeekdays } from './work-lines.ts';

type DaysProps = { form: FormFields<string>; name: string };

export function Weekend({ form, name }: DaysProps) {
  const t = useTexts('settings');
  const weekdays = useWeekdays();
  const chosen = (form.valueOf(name) ?? []) as number[];
  const label = t('rules.applications.weekend');
  form.describe?.(name, {
    label,
    write: (days) => (days as number[]).map((day) => weekdays[day]).join(', '),
  });
  return (
    <Checkbox.Group
      label={label}
      value={chosen.map(String)}
      onChange={(days) => form.change(name, days.map(Number).toSorted())}
    >
      <Group gap="md" mt={6}>
        {weekdays.map((label, index) => (
          <Checkbox key={label} value={String(index)} label={label} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

export function Holidays({ form, name }: DaysProps) {
  const t = useTexts('settings');
  const { day } = useFormats();
  const days = (form.valueOf(name) ?? []) as string[];
  const change = (next: string[]) => form.change(name, next);
  const label = t('rules.applications.holidays');
  form.describe?.(name, {
    label,
    write: (off) => (off as string[]).map((holiday) => day(holiday)).join(', '),
  });
  // A picker of its own, which is empty again as soon as the day is in the list.
  const [typed, setTyped] = useState('');
  const [isLeft, setIsLeft] = useState(false);
  const adder: FormFields<'day'> = {
    id: `${form.id}-holiday`,
    valueOf: () => typed || undefined,
    change: (_, value) => {
      setIsLeft(false);
      if (!isDay(value)) return setTyped(typeof value === 'string' ? value : '');
      setTyped('');
      return change([...new Set([...days, value])].toSorted());
    },
    leave: () => setIsLeft(true),
    problemOf: () => (typed && isLeft ? { path: 'day', code: 'common.date_invalid' } : undefined),
  };
  return (
    <div>
      <DayField
        key={days.length}
        form={adder}
        name="day"
        label={label}
        help={t('rules.applications.holiday_add')}
      />
      <div className={style.chips}>
        {days.length === 0 ? <p className={style.quiet}>{t('rules.applications.no_holidays')}</p> : null}
        {days.map((off) => (
          <Pill
            key={off}
            withRemoveButton
            removeButtonProps={{ 'aria-label': t('rules.applications.holiday_remove', { day: day(off) }) }}
            onRemove={() => change(days.filter((other) => other !== off))}
          >
            {day(off)}
          </Pill>
        ))}
      </div>
    </div>
  );
}
