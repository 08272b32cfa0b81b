/** Whose money the counter counts, if a new owner took bills of the connection over: each pays their own, and only those. */
import { Alert } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { z } from 'zod';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useTexts } from '#web/texts/texts.ts';
import { RadioField } from '#web/ui/form/choice-fields.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import type { PayableDetail } from '../../payables/contract.ts';
import type { PayCall } from '../what-is-paid.ts';

type CounterFields = Form<z.input<PayCall['body']>>;

/** True: of who took bills over; undefined: nobody has chosen yet. */
export type OfTaker = boolean | undefined;

/** What the address says, if that one has something to pay; if only the new owner has, theirs. If both have, the person chooses. */
export function presetOf({ taker, dueMinor }: PayableDetail, named: string | undefined): OfTaker {
  if (!taker) return undefined;
  if (dueMinor === 0 || named === 'taker') return true;
  return named === 'owner' ? false : undefined;
}

/** What is asked for of the chosen one; of both as long as nobody is chosen. */
export function dueOf({ taker, dueMinor, takenOverMinor }: PayableDetail, ofTaker: OfTaker): number {
  if (!taker || ofTaker === false) return dueMinor;
  return ofTaker ? takenOverMinor : dueMinor + takenOverMinor;
}

/** Another person's money, another sum, and no answer about the sum before. */
export function useSumOfWhom(form: CounterFields, ofTaker: OfTaker, dueMinor: number): void {
  const before = useRef(ofTaker);
  const latest = useRef(form);
  latest.current = form;
  useEffect(() => {
    if (before.current === ofTaker) return;
    before.current = ofTaker;
    const { values, setValues } = latest.current;
    const sum = { amountMinor: dueMinor || undefined, toPayBack: undefined, unusual: undefined };
    setValues({ ...values, ...sum } as typeof values);
  }, [ofTaker, dueMinor]);
}

/** laterMinor: of the money of a day on which that much was still the earlier owner's. */
export function TakenOverAlert({ payable, laterMinor }: { payable: PayableDetail; laterMinor: number }) {
  const t = useTexts('payments');
  const nameIn = useNameIn();
  const { taker, takenOverMinor: amount } = payable;
  if (!taker) return null;
  return (
    <Alert color="blue">
      {laterMinor > 0
        ? t('counter.taken_later', { name: nameIn(taker.name, taker.nameBn), amount: laterMinor })
        : t('counter.taken_over', { name: nameIn(taker.name, taker.nameBn), amount })}
    </Alert>
  );
}

export function WhoseMoney({ payable, form }: { payable: PayableDetail; form: CounterFields }) {
  const t = useTexts('payments');
  const nameIn = useNameIn();
  const { taker, takenOverMinor, dueMinor } = payable;
  if (!taker) return null;
  const owner = nameIn(payable.payerName, payable.payerNameBn);
  const options = [
    {
      value: 'true',
      label: t('counter.of_taker', { name: nameIn(taker.name, taker.nameBn), amount: takenOverMinor }),
    },
    {
      value: 'false',
      label:
        dueMinor > 0
          ? t('counter.of_owner', { name: owner, amount: dueMinor })
          : t('counter.of_owner_none', { name: owner }),
    },
  ];
  return (
    <RadioField
      form={{ ...form, change: (name, value) => form.change(name, value === 'true') }}
      name="takenOver"
      label={t('counter.whose')}
      required
      options={options}
    />
  );
}
