/** What the payer lays on the counter, and the change to hand back. It helps to count; nothing of it is sent or stored. */
import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { parseTaka } from '#shared/money.ts';
import { useTexts } from '#web/texts/texts.ts';
import { keepFigures } from '#web/ui/form/keep-figures.ts';
import style from '../payments.module.css';

export function CashGiven({ amountMinor }: { amountMinor: number | undefined }) {
  const t = useTexts('payments');
  const id = useId();
  const [text, setText] = useState('');
  const givenMinor = parseTaka(text);
  const back = givenMinor === undefined || !amountMinor ? undefined : givenMinor - amountMinor;
  return (
    <div className={style.given}>
      <TextInput
        label={t('counter.given')}
        inputMode="decimal"
        autoComplete="off"
        aria-describedby={id}
        styles={{ input: { textAlign: 'end', fontVariantNumeric: 'tabular-nums' } }}
        rightSection="৳"
        rightSectionPointerEvents="none"
        value={text}
        onChange={(event) => setText(keepFigures(event.currentTarget.value, true, text).text)}
      />
      <p id={id} role="status" className={back !== undefined && back < 0 ? style.short : style.change}>
        {back === undefined
          ? null
          : t(back < 0 ? 'counter.missing' : 'counter.change', { amount: Math.abs(back) })}
      </p>
    </div>
  );
}
