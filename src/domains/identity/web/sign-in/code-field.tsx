import type { FieldProps } from '#web/ui/form/field.ts';
import { TextField } from '#web/ui/form/text-fields.tsx';

/** A code of an authenticator app, or a recovery code: browsers and password managers fill the first in. */
export function CodeField<Name extends string>(props: FieldProps<Name> & { autoFocus?: boolean }) {
  return <TextField {...props} inputMode="text" autoComplete="one-time-code" maxLength={20} />;
}
