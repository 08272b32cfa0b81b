import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { DayField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { updateNoc } from '../../review/contract.ts';
import { DocumentInput } from '../papers/document-input.tsx';
import { useSubject } from './use-subject.ts';

type NocDialogProps = { application: ApplicationDetail; close: () => void };

/** A NoC that came on paper: number, day and its scan among the application's papers. */
export function NocDialog({ application, close }: NocDialogProps) {
  const t = useTexts('applications');
  const scans = application.documents.filter(
    ({ kind, state }) => kind === 'Other_documents' && state !== 'REPLACED',
  );
  const form = useForm(updateNoc, {
    initial: {
      nocNumber: application.nocNumber ?? '',
      nocDate: application.nocDate ?? undefined,
      nocValidUntil: application.nocValidUntil ?? undefined,
      documentId: application.nocDocumentId ?? undefined,
    },
    extra: { applicationId: application.id, version: application.version },
    onDone: () => {
      close();
      return toast('success', t('done.update-noc'));
    },
  });
  return (
    <FormDialog title={t('actions.update-noc')} subject={useSubject(application)} close={close}>
      <FormBody form={form} submit={t('actions.update-noc')} cancel={close}>
        <TextField form={form} name="nocNumber" label={t('noc.number')} required autoFocus />
        <FieldRow>
          <DayField form={form} name="nocDate" label={t('noc.date')} required />
          <DayField
            form={form}
            name="nocValidUntil"
            label={t('noc.valid_until')}
            help={t('noc.valid_help')}
          />
        </FieldRow>
        <SelectField
          form={form}
          name="documentId"
          label={t('noc.scan')}
          required
          options={scans.map(({ id, fileName }) => ({ value: id, label: fileName }))}
        />
        <DocumentInput
          applicationId={application.id}
          kind="Other_documents"
          label={t('noc.upload')}
          onDone={({ id }) => form.change('documentId', id)}
        />
      </FormBody>
    </FormDialog>
  );
}
