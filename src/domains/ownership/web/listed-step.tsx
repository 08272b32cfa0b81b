/** A step of a request from the list: the same dialogs, with the request as it is now. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { Failed } from '#web/ui/list/empty.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { useFocusBack } from '#web/ui/use-focus-back.ts';
import { getRequest } from '../contract.ts';
import type { Move } from '../ownership.rules.ts';
import { StepDialog } from './step-dialogs.tsx';

type ListedStepProps = { requestId: string; step: Exclude<Move, 'verify' | 'pay'>; close: () => void };

export function ListedStep({ requestId, step, close }: ListedStepProps) {
  const t = useTexts('ownership');
  // The dialog that waits goes before the one of the step opens: neither knows what had the focus before both.
  useFocusBack();
  const { data, error, refetch } = useAnswer(getRequest, { query: { requestId } });
  if (data) return <StepDialog request={data} step={step} close={close} />;
  return (
    <FormDialog title={t(`act.${step}`)} close={close}>
      {error ? <Failed error={error} retry={refetch} /> : <RecordSkeleton />}
    </FormDialog>
  );
}
