/** How a household pays, if there is a choice: from the wallet or at a bank, and at which. Only then is its code loaded. */
import { useTexts } from '#web/texts/texts.ts';
import { RadioField } from '#web/ui/form/choice-fields.tsx';
import type { FormFields } from '#web/ui/form/use-form.ts';
import { GatewayChoice } from './gateway-choice.tsx';
import type { Gateways } from './use-gateway.ts';

export type PayWaysProps = {
  form: FormFields<'tender.method'>;
  /** What the wallet can pay of it; null: it is no way. */
  walletMinor: number | null;
  gateway: Gateways;
};

export function PayWays({ form, walletMinor, gateway }: PayWaysProps) {
  const t = useTexts('payments');
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
      {form.valueOf('tender.method') === 'WALLET' ? null : <GatewayChoice {...gateway} />}
    </>
  );
}
