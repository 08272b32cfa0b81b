import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { type FormFields, useForm } from '#web/ui/form/use-form.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { askCorrection } from '../../review/contract.ts';
import { CorrectionItems, itemsOf } from './correction-items.tsx';
import { useSubject } from './use-subject.ts';

type CorrectionDialogProps = {
  application: ApplicationDetail;
  close: () => void;
};

export function CorrectionDialog({ application, close }: CorrectionDialogProps) {
  const t = useTexts('applications');
  const form = useForm(askCorrection, {
    initial: { remark: '', items: itemsOf(application) },
    extra: { applicationId: application.id, version: application.version },
    onDone: () => {
      close();
      return toast('success', t('done.recorrection'));
    },
  });
  return (
    <FormDialog title={t('actions.recorrection')} subject={useSubject(application)} close={close}>
      <FormBody form={form} submit={t('actions.recorrection')} cancel={close}>
        <CorrectionItems form={form as unknown as FormFields<string>} application={application} />
        <LongTextField
          form={form}
          name="remark"
          label={t('correction.reason')}
          help={t('correction.reason_help')}
          required
        />
      </FormBody>
    </FormDialog>
  );
}
