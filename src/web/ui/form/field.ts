/** What every field component shares: label, help, error, and its place in a form. */
import { type FocusEvent, type ReactNode, useLayoutEffect } from 'react';
import { problemText } from './problems/problem-text.ts';
import type { FormFields } from './use-form.ts';

export type FieldProps<Name extends string> = {
  form: FormFields<Name>;
  name: Name;
  label: ReactNode;
  /** Under the label. */
  help?: ReactNode;
  required?: boolean;
  disabled?: boolean;
};

/** The id of a field's control: the error summary links to it. */
export function fieldId(formId: string, name: string): string {
  return `${formId}-${name}`;
}

/**
 * Props that Mantine's inputs take.
 * @param write how the field writes a value that is shown beside another one (conflict-panel.tsx)
 */
export function inputProps<Name extends string>(
  { form, name, label, help, required, disabled }: FieldProps<Name>,
  write: (value: unknown) => ReactNode = String,
) {
  form.describe?.(name, { label, write });
  const problem = form.problemOf(name);
  const shown = form.helpOf?.(name, help) ?? help;
  return {
    id: fieldId(form.id, name),
    name,
    label,
    ...(shown ? { description: shown } : {}),
    ...(form.beginsIn === name ? { 'data-autofocus': true } : {}),
    withAsterisk: required ?? false,
    'aria-required': required ?? false,
    disabled: disabled ?? false,
    error: problem ? problemText(problem, write) : null,
    onBlur: (event: FocusEvent<HTMLElement>) => {
      // Its error would push the pressed button away before the click arrives; the submit checks all anyway.
      if ((event.relatedTarget as HTMLButtonElement | null)?.type !== 'submit') form.leave(name);
    },
  };
}

/** A field that the server drew may hold what somebody typed, or the browser filled in, before the code was here: the form takes it. */
export function useTypedEarly<Name extends string>(form: FormFields<Name>, name: Name) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the field becomes alive
  useLayoutEffect(() => {
    const drawn = document.getElementById(fieldId(form.id, name));
    if (!(drawn instanceof HTMLInputElement) || drawn.value === drawn.defaultValue) return;
    form.change(name, drawn.value);
  }, []);
}
