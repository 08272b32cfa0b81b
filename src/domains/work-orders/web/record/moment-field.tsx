/** A day with its time, by the clocks of the utility. Left as it is, the server notes the time at which it is saved. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { dayOf, instantOf, timeOf } from '#shared/dates.ts';
import { webConfig } from '#web/config.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { type FieldProps, inputProps } from '#web/ui/form/field.ts';

const TYPED = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/;

/** As the browser's own field writes it. */
function written(instant: Date): string {
  const { timeZone } = webConfig();
  return `${dayOf(instant, timeZone)}T${timeOf(instant, timeZone)}`;
}

type MomentFieldProps<Name extends string> = FieldProps<Name> & {
  /** The step before: a choice within the same minute counts as this one, because the field has no seconds. */
  earliest: string | null;
};

export function MomentField<Name extends string>(props: MomentFieldProps<Name>) {
  const { form, name, earliest } = props;
  const { instant } = useFormats();
  const [opened] = useState(() => written(new Date()));
  const [typed, setTyped] = useState<string | null>(null);
  const change = (text: string) => {
    setTyped(text);
    const [, day, time] = TYPED.exec(text) ?? [];
    if (!day || !time) return form.change(name, null);
    const isSameMinute = earliest !== null && written(new Date(earliest)) === `${day}T${time}`;
    form.change(name, isSameMinute ? earliest : instantOf(day, time, webConfig().timeZone).toISOString());
  };
  return (
    <TextInput
      {...inputProps(props, (other) => instant(String(other)))}
      type="datetime-local"
      {...(earliest ? { min: written(new Date(earliest)) } : {})}
      value={typed ?? opened}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
