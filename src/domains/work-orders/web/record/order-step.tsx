/** A step of an order from outside its page: the same dialogs, with the order as it is now, also after somebody else changed it. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import { LoadedDialog } from '#web/ui/record/loaded-dialog.tsx';
import { getOrder } from '../../contract.ts';
import { isRequestStep, RequestDialog, type RequestStep } from './request-dialogs.tsx';
import { type Dialog, StepDialog } from './step-dialogs.tsx';

type OrderStepProps = { orderId: string; step: Dialog | RequestStep; close: () => void };

export function OrderStep({ orderId, step, close }: OrderStepProps) {
  const t = useTexts('work-orders');
  const answer = useAnswer(getOrder, { params: { id: orderId } });
  return (
    <LoadedDialog title={t(`act.${step}`)} answer={answer} close={close}>
      {(order) =>
        isRequestStep(step) ? (
          <RequestDialog order={order} step={step} close={close} />
        ) : (
          <StepDialog order={order} step={step} close={close} />
        )
      }
    </LoadedDialog>
  );
}
