import type { FieldProps } from '#web/ui/form/field.ts';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useSmsCode } from './sms-code.ts';

/** A code from an SMS: the phone fills it in, or its keyboard offers it. */
export function SmsCodeField<Name extends string>(props: FieldProps<Name>) {
  const { form, name } = props;
  useSmsCode((code) => form.change(name, code));
  return (
    <TextField
      {...props}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={20}
      required
      autoFocus
    />
  );
}
