/**
 * A day and a time, by the clocks of the utility, each as everywhere else. Left as they are, the server notes the time at which it is
 * saved.
 */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { dayOf, instantOf, timeOf } from '#shared/dates.ts';
import { webConfig } from '#web/config.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { DayField } from '#web/ui/form/choice-fields.tsx';
import { type FieldProps, fieldId } from '#web/ui/form/field.ts';
import { FieldRow } from '#web/ui/form/form-page.tsx';
import { isDay } from '#web/ui/form/is-day.ts';
import type { FormFields } from '#web/ui/form/use-form.ts';

type Parts = { day: string; time: string };

function partsOf(instant: Date): Parts {
  const { timeZone } = webConfig();
  return { day: dayOf(instant, timeZone), time: timeOf(instant, timeZone) };
}

type MomentFieldProps<Name extends string> = FieldProps<Name> & {
  /** The step before: a choice within the same minute counts as this one, because the fields have no seconds. */
  earliest: string | null;
};

export function MomentField<Name extends string>({ earliest, ...field }: MomentFieldProps<Name>) {
  const t = useTexts('work-orders');
  const { instant } = useFormats();
  const { form, name } = field;
  const [opened] = useState(() => partsOf(new Date()));
  const [typed, setTyped] = useState(() => {
    const before = form.valueOf(name);
    return before ? partsOf(new Date(String(before))) : opened;
  });
  const first = earliest === null ? undefined : partsOf(new Date(earliest));
  const change = (part: Partial<Parts>) => {
    const { day, time } = { ...typed, ...part };
    setTyped({ day, time });
    if (!day || !time) return form.change(name, null);
    // What is typed and is no day is the form's value: it is not sent, and not taken for now.
    if (!isDay(day)) return form.change(name, day);
    const isSameMinute = first?.day === day && first.time === time;
    form.change(name, isSameMinute ? earliest : instantOf(day, time, webConfig().timeZone).toISOString());
  };
  const days: FormFields<Name> = {
    ...form,
    // What is written beside another value is the whole moment.
    describe: (of, { label }) => form.describe?.(of, { label, write: (other) => instant(String(other)) }),
    valueOf: () => typed.day,
    change: (_, day) => change({ day: String(day ?? '') }),
  };
  return (
    <FieldRow>
      <DayField {...field} form={days} latest={opened.day} {...(first ? { earliest: first.day } : {})} />
      <TextInput
        id={`${fieldId(form.id, name)}-time`}
        type="time"
        label={t('arrive.time')}
        value={typed.time}
        error={form.problemOf(name) !== undefined}
        onChange={(event) => change({ time: event.currentTarget.value })}
        onBlur={() => form.leave(name)}
      />
    </FieldRow>
  );
}
