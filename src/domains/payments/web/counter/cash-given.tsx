/**
 * What the payer lays on the counter, and the change to hand back. It helps to count: nothing of it is sent or stored. But as long as it is
 * less than the amount, no money is recorded: the drawer would be short in the evening.
 */
import { TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { parseTaka } from '#shared/money.ts';
import { useTexts } from '#web/texts/texts.ts';
import { keepFigures } from '#web/ui/form/keep-figures.ts';
import style from '../payments.module.css';

/** For what is around the form: keeps a payment from being sent whose cash is short, and leads to the field. */
export function stopIfShort(event: FormEvent<HTMLElement>): void {
  const field = event.currentTarget.querySelector<HTMLInputElement>('[data-short]');
  if (!field) return;
  event.preventDefault();
  event.stopPropagation();
  field.focus();
}

export function CashGiven({ amountMinor }: { amountMinor: number | undefined }) {
  const t = useTexts('payments');
  const id = useId();
  const [text, setText] = useState('');
  const givenMinor = parseTaka(text);
  const back = givenMinor === undefined || !amountMinor ? undefined : givenMinor - amountMinor;
  const isShort = back !== undefined && back < 0;
  return (
    <div className={style.given}>
      <TextInput
        label={t('counter.given')}
        inputMode="decimal"
        autoComplete="off"
        aria-describedby={id}
        aria-invalid={isShort}
        {...(isShort ? { 'data-short': true } : {})}
        styles={{ input: { textAlign: 'end', fontVariantNumeric: 'tabular-nums' } }}
        rightSection="৳"
        rightSectionPointerEvents="none"
        value={text}
        onChange={(event) => setText(keepFigures(event.currentTarget.value, true, text).text)}
      />
      <p id={id} role="status" className={isShort ? style.short : style.change}>
        {back === undefined
          ? null
          : t(isShort ? 'counter.missing' : 'counter.change', { amount: Math.abs(back) })}
      </p>
    </div>
  );
}
