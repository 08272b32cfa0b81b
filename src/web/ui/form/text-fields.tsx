/** Fields that hold a text. */
import { PasswordInput, Textarea, TextInput } from '@mantine/core';
import {
  type HTMLInputAutoCompleteAttribute,
  type HTMLInputTypeAttribute,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useState,
} from 'react';
import { useTexts } from '../../texts/texts.ts';
import { useFormats } from '../../texts/use-formats.ts';
import { type FieldProps, inputProps, useTypedEarly } from './field.ts';
import { keepFigures } from './keep-figures.ts';

type TextProps<Name extends string> = FieldProps<Name> & {
  type?: HTMLInputTypeAttribute;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email';
  placeholder?: string;
  autoFocus?: boolean;
  maxLength?: number;
  /** Offered while typing; anything else may be written. */
  suggestions?: readonly string[];
};

/** The attributes that were given: undefined ones are left out. */
function given<T extends object>(attributes: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined)) as never;
}

export function TextField<Name extends string>(props: TextProps<Name>) {
  const { form, name, type, autoComplete, inputMode, placeholder, autoFocus, maxLength, suggestions } = props;
  useTypedEarly(form, name);
  const listId = useId();
  const input = (
    <TextInput
      {...(suggestions ? { list: listId } : {})}
      {...inputProps(props)}
      {...given({ type, autoComplete, inputMode, placeholder, maxLength })}
      {...(autoFocus ? { 'data-autofocus': true, autoFocus: true } : {})}
      value={String(form.valueOf(name) ?? '')}
      onChange={(event) => form.change(name, kept(event.currentTarget.value, inputMode, form.valueOf(name)))}
    />
  );
  if (!suggestions) return input;
  return (
    <div>
      {input}
      <datalist id={listId}>
        {suggestions.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </div>
  );
}

/** A figure that is kept as text, such as a quantity: no minus, plus or e (spec §5). */
function kept(text: string, inputMode: TextProps<string>['inputMode'], before: unknown): string {
  return inputMode === 'decimal' ? keepFigures(text, true, String(before ?? '')).text : text;
}

/** Below all else that helps with the field. */
function CapsLock({ help }: { help: ReactNode }) {
  const t = useTexts('common');
  return (
    <>
      {help ? (
        <>
          {help}
          <br />
        </>
      ) : null}
      <strong role="status">{t('form.caps_lock')}</strong>
    </>
  );
}

export function PasswordField<Name extends string>(props: TextProps<Name>) {
  const t = useTexts('common');
  const { form, name, autoComplete = 'current-password', autoFocus } = props;
  const [hasCapsLock, setCapsLock] = useState(false);
  useTypedEarly(form, name);
  const shared = inputProps(props);
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <PasswordInput
      {...shared}
      {...(hasCapsLock ? { description: <CapsLock help={props.help} /> } : {})}
      {...(autoFocus ? { 'data-autofocus': true, autoFocus: true } : {})}
      // Mantine's password field says it of its frame only.
      aria-invalid={form.problemOf(name) !== undefined}
      onKeyUp={look}
      onKeyDown={look}
      autoComplete={autoComplete}
      visibilityToggleButtonProps={{ 'aria-label': t('form.show_password') }}
      value={String(form.valueOf(name) ?? '')}
      onChange={(event) => form.change(name, event.currentTarget.value)}
    />
  );
}

type LongTextProps<Name extends string> = FieldProps<Name> & { maxLength?: number; autoFocus?: boolean };

export function LongTextField<Name extends string>(props: LongTextProps<Name>) {
  const { form, name, maxLength, autoFocus } = props;
  return (
    <Textarea
      {...inputProps(props)}
      {...given({ maxLength })}
      {...(autoFocus ? { 'data-autofocus': true, autoFocus: true } : {})}
      value={String(form.valueOf(name) ?? '')}
      onChange={(event) => form.change(name, event.currentTarget.value)}
    />
  );
}

/** A mobile number behind its fixed +880; takes every way of writing, the contract normalises it. */
export function PhoneField<Name extends string>(props: FieldProps<Name> & { autoFocus?: boolean }) {
  const { form, name, autoFocus } = props;
  const { digits } = useFormats();
  useTypedEarly(form, name);
  // A number that is kept is written in the person's digits; what is being typed stays as it is typed.
  const shown = (value: string) => (value.startsWith('+880') ? digits(value.slice(4)) : value);
  return (
    <TextInput
      {...inputProps(props)}
      {...(autoFocus ? { autoFocus: true } : {})}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      placeholder={digits('1XXX XXXXXX')}
      leftSection={digits('+880')}
      leftSectionWidth={58}
      value={shown(String(form.valueOf(name) ?? ''))}
      onChange={(event) => form.change(name, event.currentTarget.value)}
    />
  );
}
