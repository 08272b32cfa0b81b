/** What the office does with a wallet: takes money for it, freezes it. */
import { Button } from '@mantine/core';
import type { z } from 'zod';
import { useAction } from '#web/calls/use-action.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { today } from '#web/today.ts';
import { CheckField, DayField, RadioField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { isDay } from '#web/ui/form/is-day.ts';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { freezeWallet, proposeRecharge, rechargeAccount } from '../contract.ts';
import { AmountField, amountOf, type DialogProps, useCounterTexts } from './dialog-parts.tsx';

type Proposed = z.input<(typeof proposeRecharge)['body']>;

/** The counter takes money for a wallet. */
export function CounterDialog({ wallet, close }: DialogProps) {
  useCounterTexts();
  const t = useTexts('wallet');
  const thisDay = today();
  const form = useForm(rechargeAccount, {
    initial: { amountMinor: undefined, tender: { method: 'CASH', paidOn: thisDay } },
    extra: { consumerId: wallet.consumerId },
    answers: { unusual: ['amountMinor'] },
    onDone: () => {
      close();
      return toast('success', t('recharge.done'));
    },
  });
  const amount = amountOf(form.valueOf('amountMinor'));
  const paidOn = form.valueOf('tender.paidOn');
  const isEarlier = isDay(paidOn) && paidOn < thisDay;
  const propose = useAction(proposeRecharge, {
    onDone: () => {
      form.guarded.letGo();
      close();
      return toast('success', t('late.asked_second'));
    },
    quiet: true,
  });
  const ask = () =>
    propose
      .runAsync({
        body: {
          consumerId: wallet.consumerId,
          amountMinor: (amount ?? 0) as Proposed['amountMinor'],
          tender: form.values.tender as Proposed['tender'],
          reason: String(form.valueOf('dateReason') ?? ''),
        },
      })
      .catch((error) => form.refuse(error, { reason: 'dateReason' }));
  return (
    <FormDialog title={t('recharge.title')} close={close}>
      <FormBody
        form={form}
        submit={amount ? t('recharge.submit', { amount }) : t('recharge.none')}
        cancel={close}
      >
        <AmountField form={form} wallet={wallet} />
        <RadioField
          form={form}
          name="tender.method"
          label={t('recharge.method')}
          required
          options={(['CASH', 'POS', 'BANK'] as const).map((value) => ({
            value,
            label: t(`recharge.methods.${value}`),
          }))}
        />
        {form.valueOf('tender.method') !== 'CASH' ? (
          <TextField form={form} name="tender.receiptNumber" label={t('recharge.slip')} required />
        ) : null}
        <DayField form={form} name="tender.paidOn" label={t('recharge.date')} required latest={thisDay} />
        {isEarlier ? <TextField form={form} name="dateReason" label={t('recharge.reason')} required /> : null}
        {form.problemOf('unusual') || form.valueOf('unusual') ? (
          <CheckField form={form} name="unusual" label={t('wallets.unusual', { amount: amount ?? 0 })} />
        ) : null}
        {form.problemOf('tender.paidOn')?.code === 'payments.second_person_date' ? (
          <Button variant="default" loading={propose.isRunning} onClick={ask}>
            {t('late.ask_second')}
          </Button>
        ) : null}
      </FormBody>
    </FormDialog>
  );
}

export function FreezeDialog({ wallet, close }: DialogProps) {
  const t = useTexts('wallet');
  const freeze = !wallet.isFrozen;
  const form = useForm(freezeWallet, {
    initial: { reason: '' },
    extra: { consumerId: wallet.consumerId, freeze },
    onDone: () => {
      close();
      return toast('success', t(freeze ? 'wallets.frozen' : 'wallets.unfrozen'));
    },
  });
  const word = freeze ? 'freeze' : 'unfreeze';
  return (
    <FormDialog title={t(`wallets.${word}_title`)} close={close}>
      <FormBody form={form} submit={t(`wallets.${word}`)} danger={freeze} cancel={close}>
        {freeze ? <p>{t('wallets.freeze_about')}</p> : null}
        <TextField form={form} name="reason" label={t('wallets.reason')} required autoFocus />
      </FormBody>
    </FormDialog>
  );
}
