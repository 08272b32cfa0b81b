/** Gives a run up before it posts, or refuses it as the second person; the reason is on its page and in the audit log. */
import type { ReactNode } from 'react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { type getRun, giveUpRun, refuseRun } from '../../bill-run/contract.ts';
import { useRunTitle } from './run-state.tsx';

type Props = { run: EndpointAnswer<typeof getRun>; close: () => void };

export function GiveUpDialog({ run, close }: Props) {
  const t = useTexts('billing');
  const form = useForm(giveUpRun, {
    initial: { reason: '' },
    input: { params: { id: run.id } },
    onDone: () => {
      close();
      return toast('success', t('runs.given_up'));
    },
  });
  return (
    <EndDialog run={run} close={close}>
      <FormBody form={form} submit={t('runs.give_up')} danger cancel={close}>
        <p>{t(run.correction ? 'correction_run.give_up_help' : 'runs.give_up_help')}</p>
        <LongTextField form={form} name="reason" label={t('runs.give_up_reason')} required />
      </FormBody>
    </EndDialog>
  );
}

/** For who may approve it, and planned no runs. */
export function RefuseRunDialog({ run, close }: Props) {
  const t = useTexts('billing');
  const form = useForm(refuseRun, {
    initial: { reason: '' },
    input: { params: { id: run.id } },
    extra: { version: run.version },
    onDone: () => {
      close();
      return toast('success', t('runs.given_up'));
    },
  });
  return (
    <EndDialog run={run} close={close} isRefusal>
      <FormBody form={form} submit={t('correcting.refuse')} danger cancel={close}>
        <p>{t(run.correction ? 'correction_run.give_up_help' : 'runs.give_up_help')}</p>
        <LongTextField form={form} name="reason" label={t('runs.give_up_reason')} required />
      </FormBody>
    </EndDialog>
  );
}

function EndDialog({
  run,
  close,
  isRefusal,
  children,
}: Props & { isRefusal?: boolean; children: ReactNode }) {
  const t = useTexts('billing');
  const { month } = useFormats();
  const title = useRunTitle();
  return (
    <FormDialog
      title={
        run.correction
          ? title(run)
          : t(isRefusal ? 'runs.refuse_title' : 'runs.give_up_title', { month: month(run.period) })
      }
      close={close}
    >
      {children}
    </FormDialog>
  );
}
