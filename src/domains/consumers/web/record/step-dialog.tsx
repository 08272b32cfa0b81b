/** The dialogs of a consumer's page. */

import { PICTURE_SIZES, updateConsumerImage } from '#domains/identity/contract.ts';
import { signalChange } from '#web/calls/change-signals.ts';
import { upload } from '#web/calls/upload.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FileUpload } from '#web/ui/upload/file-upload.tsx';
import { type ConsumerRecord, editConsumer } from '../../contract.ts';
import { CustomerDialog } from '../customer-dialog.tsx';
import { useName } from '../use-name.ts';

export type Step = 'edit' | 'photo' | 'activate' | 'deactivate';

type StepProps = { consumer: ConsumerRecord; close: () => void };

export function StepDialog({ step, consumer, close }: StepProps & { step: Step }) {
  if (step === 'edit') return <CustomerDialog id={consumer.id} close={close} />;
  if (step === 'photo') return <PhotoDialog consumer={consumer} close={close} />;
  return <StatusDialog consumer={consumer} close={close} />;
}

function StatusDialog({ consumer, close }: StepProps) {
  const t = useTexts('consumers');
  const nameOf = useName();
  const step = consumer.status === 'active' ? 'deactivate' : 'activate';
  const { id, version, name, nameBn, phone, email, nid, dateOfBirth, address } = consumer;
  const form = useForm(editConsumer, {
    initial: { reason: '' },
    extra: {
      ...{ id, version, name, nameBn, phone, email, nid, dateOfBirth, address },
      status: step === 'activate' ? 'active' : 'inactive',
    },
    onDone: () => {
      close();
      return toast('success', t('list.updated'));
    },
  });
  return (
    <FormDialog title={t(`steps.${step}_title`, { name: nameOf(consumer) })} close={close}>
      <FormBody form={form} submit={t(`steps.${step}`)} danger={step === 'deactivate'} cancel={close}>
        <p>{t(`steps.${step}_about`)}</p>
        <LongTextField
          form={form}
          name="reason"
          label={t('steps.reason')}
          help={t('steps.reason_help')}
          required
        />
      </FormBody>
    </FormDialog>
  );
}

function PhotoDialog({ consumer, close }: StepProps) {
  const t = useTexts('consumers');
  return (
    <FormDialog title={t('steps.photo')} close={close}>
      <FileUpload
        label={t('steps.photo_label')}
        accepts="image"
        required={PICTURE_SIZES.image}
        send={async (file, onProgress) => {
          await upload(
            updateConsumerImage,
            { query: { consumerId: consumer.id } },
            { files: { file }, onProgress },
          );
          signalChange('changed');
          close();
          await toast('success', t('list.updated'));
        }}
      />
    </FormDialog>
  );
}
