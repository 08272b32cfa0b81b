/** A step of an order from outside its page: the same dialogs, with the order as it is now. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { Failed } from '#web/ui/list/empty.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { useFocusBack } from '#web/ui/use-focus-back.ts';
import { getOrder } from '../../contract.ts';
import type { Move } from '../../plan/plan.rules.ts';
import { StepDialog } from '../record/step-dialogs.tsx';

type CardStepProps = { orderId: string; move: Move; close: () => void };

export function CardStep({ orderId, move, close }: CardStepProps) {
  const t = useTexts('work-orders');
  // The dialog that waits goes before the one of the step opens: neither knows what had the focus before both.
  useFocusBack();
  const { data, error, refetch } = useAnswer(getOrder, { params: { id: orderId } });
  if (data) return <StepDialog order={data} step={move} close={close} />;
  return (
    <FormDialog title={t(`act.${move}`)} close={close}>
      {error ? <Failed error={error} retry={refetch} /> : <RecordSkeleton />}
    </FormDialog>
  );
}
