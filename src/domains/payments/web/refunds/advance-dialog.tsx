/** Asks to pay the advance of a connection back. */
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { MoneyField } from '#web/ui/form/number-fields.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import type { PayableDetail } from '../../payables/contract.ts';
import { openRefund } from '../../refunds/contract.ts';

export function AdvanceDialog({ payable, close }: { payable: PayableDetail; close: () => void }) {
  const t = useTexts('payments');
  const form = useForm(openRefund, {
    initial: {
      of: { kind: 'ADVANCE', connectionId: payable.id, amountMinor: payable.advanceMinor },
      reason: '',
    },
    onDone: () => {
      close();
      return toast('success', t('refunds.opened'));
    },
  });
  return (
    <FormDialog title={t('refunds.advance_title')} close={close}>
      <FormBody form={form} submit={t('refunds.advance_submit')} cancel={close}>
        <p>{t('refunds.advance_about', { amount: payable.advanceMinor })}</p>
        <MoneyField form={form} name="of.amountMinor" label={t('refunds.advance_amount')} required />
        <TextField form={form} name="reason" label={t('refunds.reason')} required />
      </FormBody>
    </FormDialog>
  );
}
