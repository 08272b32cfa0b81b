/** The household takes its objection back; the office notes why. */
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { type Dispute, withdrawDispute } from '../../disputes/contract.ts';
import { useIsConsumer } from '../bill-parts.tsx';

type WithdrawDialogProps = { dispute: Pick<Dispute, 'id' | 'number' | 'version'>; close: () => void };

export function WithdrawDialog({ dispute, close }: WithdrawDialogProps) {
  const t = useTexts('disputes');
  const { digits } = useFormats();
  const isConsumer = useIsConsumer();
  const form = useForm(withdrawDispute, {
    initial: { reason: null },
    input: { params: { id: dispute.id } },
    extra: { version: dispute.version },
    onDone: () => {
      close();
      return toast('success', t('withdraw.done'));
    },
  });
  return (
    <FormDialog title={t('withdraw.title', { number: digits(dispute.number) })} close={close}>
      <FormBody form={form} submit={t('withdraw.submit')} cancel={close}>
        <p>{t('withdraw.about')}</p>
        {isConsumer ? null : (
          <LongTextField form={form} name="reason" label={t('withdraw.reason')} required />
        )}
      </FormBody>
    </FormDialog>
  );
}
