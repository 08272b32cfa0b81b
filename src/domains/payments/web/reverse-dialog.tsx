import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { type Payment, reverseAlone, reversePayment } from '../contract.ts';

/** A reversal and its reason. */
export function ReverseDialog({ payment, close }: { payment: Payment; close: () => void }) {
  const t = useTexts('payments');
  const { data: alone } = useAnswer(reverseAlone, { params: { id: payment.id } });
  const form = useForm(reversePayment, {
    initial: { reason: '' },
    extra: { paymentId: payment.id },
    onDone: ({ state }) => {
      close();
      return toast('success', t(state === 'REVERSED' ? 'record.reversed' : 'record.reversal_requested'));
    },
  });
  return (
    <FormDialog title={t('reverse.title')} close={close}>
      <FormBody
        form={form}
        submit={t('reverse.submit', { amount: payment.amountMinor })}
        danger
        cancel={close}
      >
        <p>
          {t(
            payment.workOrderId
              ? 'reverse.about_work'
              : payment.ownershipRequestId
                ? 'reverse.about_fee'
                : payment.applicationId
                  ? 'reverse.about_note'
                  : payment.source === 'WALLET_RECHARGE'
                    ? 'reverse.about_recharge'
                    : 'reverse.about',
          )}
        </p>
        {alone ? (
          <p>
            {t(payment.amountMinor > alone.leftMinor ? 'reverse.needs_two' : 'reverse.alone', {
              left: alone.leftMinor,
              limit: alone.limitMinor,
            })}
          </p>
        ) : null}
        <TextField
          form={form}
          name="reason"
          label={t('reverse.reason')}
          help={t('reverse.reason_help')}
          required
          autoFocus
        />
      </FormBody>
    </FormDialog>
  );
}
