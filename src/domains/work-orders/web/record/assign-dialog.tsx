/** Gives the work to a person; who has much already is seen in the choice. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { listCrew, type OrderItem } from '../../contract.ts';
import { assignOrder } from '../../steps/contract.ts';

export function AssignDialog({ order, close }: { order: OrderItem; close: () => void }) {
  const t = useTexts('work-orders');
  const { digits } = useFormats();
  const { data, error, isPending, refetch } = useAnswer(listCrew);
  const form = useForm(assignOrder, {
    initial: { crewId: '' },
    extra: { orderId: order.id, version: order.version },
    onDone: () => {
      close();
      return toast('success', t('act.status_updated'));
    },
  });
  const crew = (data?.items ?? []).map(({ id, name, open, late }) => ({
    value: id,
    label: `${name} · ${t('assign.open', { count: open })}${late > 0 ? ` · ${t('assign.late', { count: late })}` : ''}`,
  }));
  return (
    <FormDialog title={t('assign.title', { number: digits(order.number) })} close={close}>
      {error && !data ? <Failed error={error} retry={refetch} /> : null}
      <FormBody form={form} submit={t('act.assign')} cancel={close}>
        <SelectField
          form={form}
          name="crewId"
          label={t('assign.crew')}
          help={t('assign.help')}
          options={crew}
          isLoading={isPending}
          required
        />
      </FormBody>
    </FormDialog>
  );
}
