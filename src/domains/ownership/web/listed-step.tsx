/** A step of a request from the list: the same dialogs, with the request as it is now. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import { LoadedDialog } from '#web/ui/record/loaded-dialog.tsx';
import { getRequest } from '../contract.ts';
import type { Move } from '../ownership.rules.ts';
import { StepDialog } from './step-dialogs.tsx';

type ListedStepProps = { requestId: string; step: Exclude<Move, 'verify' | 'pay'>; close: () => void };

export function ListedStep({ requestId, step, close }: ListedStepProps) {
  const t = useTexts('ownership');
  const answer = useAnswer(getRequest, { query: { requestId } });
  return (
    <LoadedDialog title={t(`act.${step}`)} answer={answer} close={close}>
      {(request) => <StepDialog request={request} step={step} close={close} />}
    </LoadedDialog>
  );
}
