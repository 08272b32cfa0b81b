/** One reason for all readings that were marked. */
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { approveSelected } from '../../readings/contract.ts';

export type Marked = {
  ids: string[];
  period: string /** True if they were approved. */;
  end: (done: boolean) => void;
};

export function MarkedDialog({ ids, period, end, close }: Marked & { close: () => void }) {
  const t = useTexts('meters');
  const leave = (done: boolean) => {
    end(done);
    close();
  };
  const form = useForm(approveSelected, {
    initial: { reason: '' },
    extra: { ids, period },
    onDone: ({ approved, first, left }) => {
      leave(true);
      const parts = [
        t('review.approved_all', { count: approved }),
        first > 0 ? t('review.first_words', { count: first }) : '',
        left > 0 ? t('review.marked_left', { count: left }) : '',
      ];
      return toast(left > 0 ? 'info' : 'success', parts.filter(Boolean).join('. '));
    },
  });
  const cancel = () => leave(false);
  return (
    <FormDialog title={t('review.marked_title', { count: ids.length })} close={cancel}>
      <FormBody form={form} submit={t('review.approve_marked')} cancel={cancel}>
        <LongTextField
          form={form}
          name="reason"
          label={t('review.reason')}
          help={t('review.reason_help')}
          required
        />
      </FormBody>
    </FormDialog>
  );
}
