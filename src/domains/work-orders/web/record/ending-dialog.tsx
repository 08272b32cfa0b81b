/** The steps that need a reason: given back, rejected, cancelled (also with its money), opened again, taken from a person. */
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DespitePayment } from '#web/ui/record/despite-payment.tsx';
import { GoesBack } from '#web/ui/record/goes-back.tsx';
import type { OrderDetail } from '../../contract.ts';
import {
  cancelOrder,
  rejectOrder,
  reopenOrder,
  returnOrder,
  unassignOrder,
  withdrawPaidOrder,
} from '../../steps/contract.ts';
import { useSubject } from './use-subject.ts';

const ENDINGS = {
  return: returnOrder,
  reject: rejectOrder,
  cancel: cancelOrder,
  reopen: reopenOrder,
  unassign: unassignOrder,
  'withdraw-paid': withdrawPaidOrder,
} as const;
export type Ending = keyof typeof ENDINGS;
/** Asked about a payment that is at the bank. */
const TAKES_CHARGE: readonly Ending[] = ['return', 'reject', 'cancel'];
const ENDS: readonly Ending[] = ['reject', 'cancel', 'withdraw-paid'];

export const isEnding = (step: string): step is Ending => step in ENDINGS;

type EndingDialogProps = { ending: Ending; order: OrderDetail; close: () => void };

export function EndingDialog({ ending, order, close }: EndingDialogProps) {
  const t = useTexts('work-orders');
  const form = useForm(ENDINGS[ending], {
    initial: TAKES_CHARGE.includes(ending) ? { remark: '', despitePayment: false } : { remark: '' },
    extra: { orderId: order.id, version: order.version },
    onDone: () => {
      close();
      return toast('success', t('act.status_updated'));
    },
  });
  return (
    <FormDialog title={t(`ending.${ending}`)} subject={useSubject(order)} close={close}>
      <FormBody form={form} submit={t(`act.${ending}`)} danger={ENDS.includes(ending)} cancel={close}>
        {ending === 'withdraw-paid' ? <GoesBack paidMinor={order.paidMinor} /> : null}
        <LongTextField
          form={form}
          name="remark"
          label={t('ending.remark')}
          help={t(`ending.help.${ending}`)}
          required
          autoFocus
        />
        {TAKES_CHARGE.includes(ending) ? <DespitePayment form={form} /> : null}
      </FormBody>
    </FormDialog>
  );
}
