/** Money into a wallet and out of it: at the counter for staff, on their own page for a consumer. */

import { startAtBank } from '#domains/payments/web/use-gateway-payment.ts';
import { useGo, useUrlQuery } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { today } from '#web/today.ts';
import { DayField, RadioField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { MoneyField } from '#web/ui/form/number-fields.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { freezeWallet, rechargeAccount, type WalletDetail } from '../contract.ts';
import { PAID_BY } from '../wallet.rules.ts';
import { type Withdrawal, withdrawForConsumer, withdrawOwn } from '../withdrawals/contract.ts';

type DialogProps = { wallet: WalletDetail; close: () => void };

const amountOf = (value: unknown): number | undefined =>
  typeof value === 'number' && value > 0 ? value : undefined;

const useRechargeHelp = ({ limits }: WalletDetail): string => {
  const t = useTexts('wallet');
  return t('recharge.help', {
    min: limits.minRechargeMinor,
    max: limits.maxRechargeMinor,
    most: limits.maxBalanceMinor,
  });
};

/** The counter takes money for a wallet. */
export function CounterDialog({ wallet, close }: DialogProps) {
  const t = useTexts('wallet');
  const thisDay = today();
  const form = useForm(rechargeAccount, {
    initial: { amountMinor: undefined, tender: { method: 'CASH', paidOn: thisDay } },
    extra: { consumerId: wallet.consumerId },
    onDone: () => {
      close();
      return toast('success', t('recharge.done'));
    },
  });
  const amount = amountOf(form.valueOf('amountMinor'));
  const paidOn = form.valueOf('tender.paidOn');
  const isEarlier = typeof paidOn === 'string' && paidOn !== '' && paidOn < thisDay;
  return (
    <FormDialog title={t('recharge.title')} close={close}>
      <FormBody
        form={form}
        submit={amount ? t('recharge.submit', { amount }) : t('recharge.none')}
        cancel={close}
      >
        <MoneyField
          form={form}
          name="amountMinor"
          label={t('recharge.amount')}
          help={useRechargeHelp(wallet)}
          required
          autoFocus
        />
        <RadioField
          form={form}
          name="tender.method"
          label={t('recharge.method')}
          required
          options={(['CASH', 'POS'] as const).map((value) => ({
            value,
            label: t(`recharge.methods.${value}`),
          }))}
        />
        {form.valueOf('tender.method') === 'POS' ? (
          <TextField form={form} name="tender.receiptNumber" label={t('recharge.slip')} required />
        ) : null}
        <DayField form={form} name="tender.paidOn" label={t('recharge.date')} required latest={thisDay} />
        {isEarlier ? <TextField form={form} name="dateReason" label={t('recharge.reason')} required /> : null}
      </FormBody>
    </FormDialog>
  );
}

/** A consumer pays on the bank's page. */
export function DepositDialog({ wallet, close }: DialogProps) {
  const t = useTexts('wallet');
  const go = useGo();
  const form = useForm(rechargeAccount, {
    initial: { amountMinor: undefined, tender: { method: 'GATEWAY' } },
    noGuard: 'nothing but the amount',
    leaves: true,
    onDone: (payment) => {
      startAtBank(payment.id);
      return go('/deposit/payment/redirect', { payment: payment.id, to: 'bank' });
    },
  });
  const amount = amountOf(form.valueOf('amountMinor'));
  return (
    <FormDialog title={t('recharge.title')} close={close}>
      <FormBody
        form={form}
        submit={amount ? t('recharge.online', { amount }) : t('recharge.none')}
        cancel={close}
      >
        <MoneyField
          form={form}
          name="amountMinor"
          label={t('recharge.amount')}
          help={useRechargeHelp(wallet)}
          required
          autoFocus
        />
        <p>{t('recharge.safe')}</p>
      </FormBody>
    </FormDialog>
  );
}

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
            min: limits.minWithdrawalMinor,
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

/** Whose wallet the address names. */
export const useNamedConsumer = (): string | undefined => useUrlQuery().consumerId;
