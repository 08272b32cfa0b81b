/** A step of an order from outside its page: the same dialogs, with the order as it is now, also after somebody else changed it. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { Failed } from '#web/ui/list/empty.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { useFocusBack } from '#web/ui/use-focus-back.ts';
import { getOrder } from '../../contract.ts';
import { isRequestStep, RequestDialog, type RequestStep } from './request-dialogs.tsx';
import { type Dialog, StepDialog } from './step-dialogs.tsx';

type OrderStepProps = { orderId: string; step: Dialog | RequestStep; close: () => void };

export function OrderStep({ orderId, step, close }: OrderStepProps) {
  const t = useTexts('work-orders');
  // The dialog that waits goes before the one of the step opens: neither knows what had the focus before both.
  useFocusBack();
  const { data, error, refetch } = useAnswer(getOrder, { params: { id: orderId } });
  if (data && isRequestStep(step)) return <RequestDialog order={data} step={step} close={close} />;
  if (data && !isRequestStep(step)) return <StepDialog order={data} step={step} close={close} />;
  return (
    <FormDialog title={t(`act.${step}`)} close={close}>
      {error ? <Failed error={error} retry={refetch} /> : <RecordSkeleton />}
    </FormDialog>
  );
}
