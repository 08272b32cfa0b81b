/** Bills connections although an earlier month of theirs has no bill; the reason is kept. */
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { type RunItem, releaseHeld } from '../../bill-run/contract.ts';

/** @param item null: all that are held for this */
export function ReleaseDialog({
  runId,
  item,
  close,
}: {
  runId: string;
  item: RunItem | null;
  close: () => void;
}) {
  const t = useTexts('billing');
  const { digits } = useFormats();
  const form = useForm(releaseHeld, {
    initial: { reason: '' },
    input: { params: { id: runId } },
    extra: item ? { connectionId: item.connectionId } : {},
    onDone: () => {
      close();
      return toast('success', t('items.calculating'));
    },
  });
  const title = item
    ? t('items.release_title', { name: digits(item.connectionNumber) })
    : t('items.release_all_title');
  return (
    <FormDialog title={title} close={close}>
      <FormBody form={form} submit={t('items.release')} cancel={close}>
        <p>{t('items.release_help')}</p>
        <LongTextField form={form} name="reason" label={t('runs.give_up_reason')} required />
      </FormBody>
    </FormDialog>
  );
}
