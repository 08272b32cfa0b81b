/** A step of an application from a list or a board: the dialog of its page, with the application as it is now, also after somebody else changed it. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import { LoadedDialog } from '#web/ui/record/loaded-dialog.tsx';
import type { Action } from '../../application.rules.ts';
import { getApplication } from '../../contract.ts';
import { StepDialog } from '../record/step-dialog.tsx';

type ApplicationStepProps = { applicationId: string; step: Action; close: () => void };

export function ApplicationStep({ applicationId, step, close }: ApplicationStepProps) {
  const t = useTexts('applications');
  const answer = useAnswer(getApplication, { params: { id: applicationId } });
  return (
    <LoadedDialog title={t(`actions.${step}`)} answer={answer} close={close}>
      {(application) => <StepDialog application={application} step={step} close={close} />}
    </LoadedDialog>
  );
}
