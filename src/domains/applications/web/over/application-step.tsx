/** A step of an application from a list or a board: the dialog of its page, with the application as it is now, also after somebody else changed it. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { Failed } from '#web/ui/list/empty.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { useFocusBack } from '#web/ui/use-focus-back.ts';
import type { Action } from '../../application.rules.ts';
import { getApplication } from '../../contract.ts';
import { StepDialog } from '../record/step-dialog.tsx';

type ApplicationStepProps = { applicationId: string; step: Action; close: () => void };

export function ApplicationStep({ applicationId, step, close }: ApplicationStepProps) {
  const t = useTexts('applications');
  // The dialog that waits goes before the one of the step opens: neither knows what had the focus before both.
  useFocusBack();
  const { data, error, refetch } = useAnswer(getApplication, { params: { id: applicationId } });
  if (data) return <StepDialog application={data} step={step} close={close} />;
  return (
    <FormDialog title={t(`actions.${step}`)} close={close}>
      {error ? <Failed error={error} retry={refetch} /> : <RecordSkeleton />}
    </FormDialog>
  );
}
