/** The forms with materials: what the work will take, and what it took. */
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { CheckField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { type FormFields, useForm } from '#web/ui/form/use-form.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { DespitePayment } from '#web/ui/record/despite-payment.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import type { OrderDetail } from '../../contract.ts';
import { estimateOrder } from '../../steps/contract.ts';
import { listStock } from '../../store/contract.ts';
import { CompleteForm } from '../phone/complete-form.tsx';
import { useKeeper } from '../phone/use-keeper.ts';
import style from '../work-orders.module.css';
import { useManyLines } from './many-lines.ts';
import { CostFields, type Line, type Stock } from './material-lines.tsx';
import { useSubject } from './use-subject.ts';

type DialogProps = { order: OrderDetail; close: () => void };
type FormProps = DialogProps & { stock: Stock };

type WithStockProps = { children: (stock: Stock) => ReactNode };

/** The form is shown when the materials and their rates are here. */
export function WithStock({ children }: WithStockProps) {
  const { data, error, refetch } = useAnswer(listStock);
  if (data) return children(data.items);
  return error ? <Failed error={error} retry={refetch} /> : <RecordSkeleton />;
}

const linesOf = (lines: OrderDetail['estimate']) =>
  lines.map(({ materialId, quantity }) => ({ materialId, quantity }));

export function EstimateDialog({ order, close }: DialogProps) {
  const t = useTexts('work-orders');
  return (
    <FormDialog title={t('estimate.title')} subject={useSubject(order)} close={close}>
      <WithStock>{(stock) => <EstimateForm order={order} stock={stock} close={close} />}</WithStock>
    </FormDialog>
  );
}

function EstimateForm({ order, stock, close }: FormProps) {
  const t = useTexts('work-orders');
  const form = useForm(estimateOrder, {
    initial: {
      labourMinor: order.labourMinor ?? 0,
      charged: order.isChargeable || order.chargeMinor !== null,
      materials: linesOf(order.estimate),
      unusual: false,
      despitePayment: false,
    },
    extra: { orderId: order.id, version: order.version },
    answers: { unusual: ['labourMinor', 'materials'] },
    onDone: () => {
      close();
      return toast('success', t('estimate.saved'));
    },
  });
  const many = useManyLines(order, stock)((form.valueOf('materials') ?? []) as Line[]);
  return (
    <FormBody form={form} submit={t('estimate.save')} cancel={close}>
      <CostFields
        isPlan
        form={form as unknown as FormFields<string>}
        stock={stock}
        totalLabel={t('cost.estimate')}
      />
      <CheckField
        form={form}
        name="charged"
        label={t('estimate.charged')}
        help={t('estimate.charged_help')}
      />
      {many.length > 0 || form.problemOf('unusual') || form.valueOf('unusual') ? (
        <Stack className={style.note} role="note" gap="xs">
          {many.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <CheckField form={form} name="unusual" label={t('estimate.so_much')} />
        </Stack>
      ) : null}
      <DespitePayment form={form} />
    </FormBody>
  );
}

export function CompleteDialog({ order, close }: DialogProps) {
  const kept = useKeeper(order);
  const t = useTexts('work-orders');
  return (
    <FormDialog title={t('complete.title')} subject={useSubject(order)} close={close}>
      <WithStock>
        {(stock) => <CompleteForm kept={kept} order={order} stock={stock} done={close} cancel={close} />}
      </WithStock>
    </FormDialog>
  );
}
