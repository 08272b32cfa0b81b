/** What the dialogs of a wallet have in common. */
import { useEffect } from 'react';
import { loadTexts, useTexts } from '#web/texts/texts.ts';
import { MoneyField } from '#web/ui/form/number-fields.tsx';
import type { FormFields } from '#web/ui/form/use-form.ts';
import type { WalletDetail } from '../contract.ts';

export type DialogProps = { wallet: WalletDetail; close: () => void };

/** What the counter refuses at its fields is told in the words of payments: they are here before it is sent. */
export function useCounterTexts(): void {
  useEffect(() => {
    void loadTexts('payments').catch(() => undefined);
  }, []);
}

export const amountOf = (value: unknown): number | undefined =>
  typeof value === 'number' && value > 0 ? value : undefined;

/** How much is put into the wallet, with the limits of today. */
export function AmountField({ form, wallet }: { form: FormFields<'amountMinor'>; wallet: WalletDetail }) {
  const t = useTexts('wallet');
  const { minRechargeMinor: min, maxRechargeMinor: max, maxBalanceMinor: most } = wallet.limits;
  return (
    <MoneyField
      form={form}
      name="amountMinor"
      label={t('recharge.amount')}
      help={t('recharge.help', { min, max, most })}
      required
      autoFocus
    />
  );
}
