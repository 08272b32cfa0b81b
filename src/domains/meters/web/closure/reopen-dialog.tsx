/** Takes a closure back, with its reason. */
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { reopenConnection, reopenUnmetered } from '../../closure/contract.ts';

type ReopenProps = { connectionNumber: string; close: () => void };

/** A connection that was closed with this meter. */
export function ReopenDialog({ meterId, connectionNumber, close }: ReopenProps & { meterId: string }) {
  const t = useTexts('meters');
  const { digits } = useFormats();
  const number = digits(connectionNumber);
  const form = useForm(reopenConnection, {
    initial: { reason: '' },
    extra: { meterId },
    onDone: () => {
      close();
      return toast('success', t('closure.reopened', { number }));
    },
  });
  return (
    <FormDialog title={t('closure.reopen_title', { number })} close={close}>
      <FormBody form={form} submit={t('closure.reopen')} cancel={close}>
        <p>{t('closure.reopen_about')}</p>
        <LongTextField form={form} name="reason" label={t('closure.reason')} required />
      </FormBody>
    </FormDialog>
  );
}

/** One that was closed without a meter. */
export function ReopenUnmeteredDialog({
  connectionId,
  connectionNumber,
  close,
}: ReopenProps & { connectionId: string }) {
  const t = useTexts('meters');
  const { digits } = useFormats();
  const number = digits(connectionNumber);
  const form = useForm(reopenUnmetered, {
    initial: { reason: '' },
    extra: { connectionId },
    onDone: () => {
      close();
      return toast('success', t('closure.reopened', { number }));
    },
  });
  return (
    <FormDialog title={t('closure.reopen_title', { number })} close={close}>
      <FormBody form={form} submit={t('closure.reopen')} cancel={close}>
        <p>{t('closure.reopen_unmetered_about')}</p>
        <LongTextField form={form} name="reason" label={t('closure.reason')} required />
      </FormBody>
    </FormDialog>
  );
}
