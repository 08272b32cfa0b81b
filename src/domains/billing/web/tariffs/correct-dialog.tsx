/** Starts a correction run for a tariff whose first day is billed, or for what a run before it held; its page shows the preview. */
import { useGo } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { planCorrection } from '../../correction-run/contract.ts';
import type { TariffDetail } from '../../tariffs/contract.ts';
import { RunInTheWay } from '../runs/run-in-the-way.tsx';

type Corrected = Pick<TariffDetail, 'id' | 'effectiveFrom' | 'orderNumber'>;

export function CorrectDialog({ tariff, close }: { tariff: Corrected; close: () => void }) {
  const t = useTexts('billing');
  const { day } = useFormats();
  const go = useGo();
  const form = useForm(planCorrection, {
    initial: { reason: '', orderNumber: tariff.orderNumber ?? '' },
    extra: { tariffVersionId: tariff.id },
    onDone: (run) => {
      close();
      return go(`/bill-run/${run.id}`);
    },
  });
  const title = t('correction_run.start_title', { day: day(tariff.effectiveFrom) });
  return (
    <FormDialog title={title} close={close}>
      <FormBody form={form} submit={t('correction_run.submit')} cancel={close}>
        <RunInTheWay form={form} />
        <p>{t('correction_run.start_about')}</p>
        <TextField form={form} name="orderNumber" label={t('correction_run.order_number')} required />
        <LongTextField
          form={form}
          name="reason"
          label={t('correction_run.reason')}
          help={t('correction_run.reason_help')}
          required
        />
      </FormBody>
    </FormDialog>
  );
}
