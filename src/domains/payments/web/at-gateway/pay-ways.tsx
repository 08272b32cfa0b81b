/** How a household pays, if there is a choice: from the wallet or at a bank, and at which. Only then is its code loaded. */
import { Alert } from '@mantine/core';
import { GoLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { RadioField } from '#web/ui/form/choice-fields.tsx';
import type { FormFields } from '#web/ui/form/use-form.ts';
import { GatewayChoice } from './gateway-choice.tsx';
import type { Gateways } from './use-gateway.ts';

export type PayWaysProps = {
  form: FormFields<'tender.method'>;
  /** What is to be paid. */
  amountMinor: number;
  /** What is in the wallet; null: it is no way. */
  walletMinor: number | null;
  gateway: Gateways;
};

export function PayWays({ form, amountMinor, walletMinor, gateway }: PayWaysProps) {
  const t = useTexts('payments');
  const isFromWallet = form.valueOf('tender.method') === 'WALLET';
  const missing = amountMinor - (walletMinor ?? 0);
  return (
    <>
      {walletMinor === null ? null : (
        <RadioField
          form={form}
          name="tender.method"
          label={t('pay.way')}
          required
          options={[
            ...(gateway.chosen ? [{ value: 'GATEWAY', label: t('pay.way_bank') }] : []),
            { value: 'WALLET', label: t('pay.way_wallet', { amount: walletMinor }) },
          ]}
        />
      )}
      {isFromWallet ? null : <GatewayChoice {...gateway} />}
      {isFromWallet && missing > 0 ? (
        <Alert color="yellow">
          {t('pay.wallet_short', { amount: missing })}{' '}
          <GoLink to="/customer-wallet-manage" query={{ page: 1 }}>
            {t('back.to_wallet')}
          </GoLink>
        </Alert>
      ) : null}
    </>
  );
}
