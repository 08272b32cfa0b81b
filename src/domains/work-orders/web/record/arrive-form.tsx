/** When the crew has come to the place: in a dialog of the record, and on the page of the repair. */
import type { EndpointInput } from '#shared/endpoint.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import type { OrderDetail } from '../../contract.ts';
import { noteArrival } from '../../steps/contract.ts';
import type { OrderKeeper } from '../phone/order-keeper.ts';
import { MomentField } from './moment-field.tsx';

type ArriveFormProps = {
  order: OrderDetail;
  done?: () => void;
  cancel?: () => void;
  /** The page works without a network: it is kept on the phone. */
  keeper?: OrderKeeper;
};

export function ArriveForm({ order, done, cancel, keeper }: ArriveFormProps) {
  const t = useTexts('work-orders');
  const sendBy = async (sent: EndpointInput<typeof noteArrival>) => {
    const outcome = await keeper?.arrive(sent);
    if (outcome?.kind === 'delivered') return outcome.answer as never;
    void toast('success', t('phone.arrived_here'));
    return undefined;
  };
  const form = useForm(noteArrival, {
    initial: { arrivedAt: null },
    extra: { orderId: order.id, version: order.version },
    ...(keeper ? { sendBy } : {}),
    onDone: () => {
      done?.();
      return toast('success', t('arrive.done'));
    },
  });
  return (
    <FormBody form={form} submit={t('act.arrive')} {...(cancel ? { cancel } : {})}>
      <MomentField
        form={form}
        name="arrivedAt"
        label={t('arrive.day')}
        help={t('arrive.help')}
        earliest={order.assignedAt}
      />
    </FormBody>
  );
}
