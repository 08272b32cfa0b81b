/** Money of a wallet is asked for: by its consumer, or by the office for them. */
import { useTexts } from '#web/texts/texts.ts';
import { RadioField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { MoneyField } from '#web/ui/form/number-fields.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { PAID_BY } from '../wallet.rules.ts';
import { type Withdrawal, withdrawForConsumer, withdrawOwn } from '../withdrawals/contract.ts';
import { amountOf, type DialogProps } from './dialog-parts.tsx';

/** @param asked what follows: the code */
export function WithdrawDialog({
  wallet,
  close,
  asked,
  isOwn,
}: DialogProps & { asked: (withdrawal: Withdrawal) => void; isOwn: boolean }) {
  const t = useTexts('wallet');
  const form = useForm<typeof withdrawOwn | typeof withdrawForConsumer>(
    isOwn ? withdrawOwn : withdrawForConsumer,
    {
      initial: { amountMinor: undefined, wanted: 'CASH' },
      ...(isOwn ? {} : { extra: { consumerId: wallet.consumerId } }),
      onDone: (withdrawal) => {
        close();
        asked(withdrawal);
      },
    },
  );
  const { limits } = wallet;
  const amount = amountOf(form.valueOf('amountMinor'));
  return (
    <FormDialog title={t('withdraw.title')} close={close}>
      <FormBody
        form={form}
        submit={amount ? t('withdraw.submit', { amount }) : t('withdraw.none')}
        cancel={close}
      >
        <p>{t(isOwn ? 'withdraw.about' : 'withdraw.about_office')}</p>
        <MoneyField
          form={form}
          name="amountMinor"
          label={t('withdraw.amount')}
          help={t('withdraw.help', {
            min: limits.enabled ? limits.minWithdrawalMinor : 1,
            max: limits.maxWithdrawalMinor,
            day: limits.dailyWithdrawalMinor,
          })}
          required
          autoFocus
        />
        <RadioField
          form={form}
          name="wanted"
          label={t('withdraw.wanted')}
          required
          options={PAID_BY.map((value) => ({ value, label: t(`withdraw.wants.${value}`) }))}
        />
        {form.valueOf('wanted') === 'BANK' ? (
          <TextField form={form} name="bankAccount" label={t('withdraw.account')} required />
        ) : null}
      </FormBody>
    </FormDialog>
  );
}
