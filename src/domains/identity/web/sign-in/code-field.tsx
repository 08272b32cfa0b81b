import type { FieldProps } from '#web/ui/form/field.ts';
import { TextField } from '#web/ui/form/text-fields.tsx';

type CodeFieldProps<Name extends string> = FieldProps<Name> & {
  autoFocus?: boolean;
  /** A recovery code too, which has letters: the keyboard of digits would have none. */
  takesRecovery?: boolean;
};

/** A code of an authenticator app: browsers and password managers fill it in. */
export function CodeField<Name extends string>({ takesRecovery = false, ...props }: CodeFieldProps<Name>) {
  return (
    <TextField
      {...props}
      inputMode={takesRecovery ? 'text' : 'numeric'}
      autoComplete="one-time-code"
      maxLength={20}
    />
  );
}
