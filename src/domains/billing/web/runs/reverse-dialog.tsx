/** Reverses a posted run: one person asks with a reason, another one decides on the run's page (waiting-reversal.tsx). */
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { CheckField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { useStepOver } from '#web/ui/over/step-over.ts';
import { type getRun, reverseRun } from '../../bill-run/contract.ts';
import { Obstacles, useObstacles } from './run-obstacles.tsx';

type Run = EndpointAnswer<typeof getRun>;

export function ReverseDialog({ run, close }: { run: Run; close: () => void }) {
  const t = useTexts('billing');
  const { month } = useFormats();
  const obstacles = useObstacles(run.id);
  const form = useForm(reverseRun, {
    initial: { reason: '', openReadings: true },
    input: { params: { id: run.id } },
    extra: { version: run.version },
    onDone: ({ state }) => {
      close();
      return toast('success', t(state === 'REVERSED' ? 'runs.reversed' : 'runs.reversal_asked'));
    },
  });
  const title = t('runs.reverse_title', { month: month(run.period) });
  const over = useStepOver();
  // Nothing is asked for that cannot be done.
  if (!over && obstacles && obstacles.total > 0) {
    return (
      <FormDialog title={title} close={close}>
        <Obstacles found={obstacles} />
      </FormDialog>
    );
  }
  return (
    <FormDialog title={title} close={close}>
      <FormBody form={form} submit={t('runs.reverse', { count: run.proof.invoices })} danger cancel={close}>
        <p>{t('runs.reverse_help')}</p>
        <LongTextField form={form} name="reason" label={t('runs.give_up_reason')} required />
        <CheckField
          form={form}
          name="openReadings"
          label={t('runs.open_readings')}
          help={t('runs.open_readings_help')}
        />
      </FormBody>
    </FormDialog>
  );
}
