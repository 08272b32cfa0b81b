/** What the screens of a domain ask for before an act on many records. */
import type { ComponentType } from 'react';
import type { FormFields } from '#web/ui/form/use-form.ts';

export type ToldFieldsProps = { form: FormFields<`told.${string}`> };

export type ToldForm = {
  fields?: ComponentType<ToldFieldsProps>;
  /** Names of fields on which it depends what can be done: they are chosen, not typed. */
  asksAgain?: readonly string[];
  initial?: Readonly<Record<string, unknown>>;
};
