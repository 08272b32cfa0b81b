/** A consumer puts money into the own wallet. */
import { GatewayChoice } from '#domains/payments/web/at-gateway/gateway-choice.tsx';
import { useGateway } from '#domains/payments/web/at-gateway/use-gateway.ts';
import { startAtBank } from '#domains/payments/web/at-gateway/use-gateway-payment.ts';
import { useGo } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { rechargeAccount } from '../contract.ts';
import { AmountField, amountOf, type DialogProps } from './dialog-parts.tsx';

/** A consumer pays on the bank's page. */
export function DepositDialog({ wallet, close }: DialogProps) {
  const t = useTexts('wallet');
  const go = useGo();
  const gateway = useGateway();
  const form = useForm(rechargeAccount, {
    initial: { amountMinor: undefined, tender: { method: 'GATEWAY' } },
    leaves: true,
    onDone: (payment) => {
      startAtBank(payment.id);
      return go('/deposit/payment/redirect', { payment: payment.id, to: 'bank', by: gateway.chosen });
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
        <AmountField form={form} wallet={wallet} />
        <GatewayChoice {...gateway} />
        <p>{t('recharge.safe')}</p>
      </FormBody>
    </FormDialog>
  );
}
