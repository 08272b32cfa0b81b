/** The dialog of a step that needs a reason: reversing a payment, refusing that or taking the request back, or asking to pay it back. */

import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import type { Payment } from '../contract.ts';
import { openRefund } from '../refunds/contract.ts';
import { GiveUpReversalDialog, RefuseReversalDialog } from './given-up/give-up-dialogs.tsx';
import { ReverseDialog } from './reverse-dialog.tsx';
import type { PaymentStep } from './use-payment-actions.tsx';

type DialogProps = { payment: Payment; close: () => void };

export function PaymentStepDialog({ step, ...dialog }: DialogProps & { step: PaymentStep }) {
  if (step === 'reverse') return <ReverseDialog {...dialog} />;
  if (step === 'refuse') return <RefuseReversalDialog {...dialog} />;
  if (step === 'give-up') return <GiveUpReversalDialog {...dialog} />;
  return <RefundDialog {...dialog} />;
}

function RefundDialog({ payment, close }: DialogProps) {
  const t = useTexts('payments');
  const form = useForm(openRefund, {
    initial: { reason: '' },
    extra: { of: { kind: 'PAYMENT', paymentId: payment.id } },
    onDone: () => {
      close();
      return toast('success', t('refunds.opened'));
    },
  });
  return (
    <FormDialog title={t('refunds.open_title')} close={close}>
      <FormBody form={form} submit={t('refunds.open_submit', { amount: payment.amountMinor })} cancel={close}>
        <p>{t('refunds.open_about')}</p>
        <TextField form={form} name="reason" label={t('refunds.reason')} required autoFocus />
      </FormBody>
    </FormDialog>
  );
}
