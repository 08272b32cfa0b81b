/** The forms with materials: what the work will take, and what it took. */
import type { ReactNode } from 'react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { CheckField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { VolumeField } from '#web/ui/form/number-fields.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { type FormFields, useForm } from '#web/ui/form/use-form.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import type { OrderDetail } from '../../contract.ts';
import { completeOrder, estimateOrder } from '../../steps/contract.ts';
import { listStock } from '../../store/contract.ts';
import { differsMuch } from '../../work-order.rules.ts';
import style from '../work-orders.module.css';
import { CostFields, type Stock, typedTotal, withTaken } from './material-lines.tsx';
import { MomentField } from './moment-field.tsx';
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
    },
    extra: { orderId: order.id, version: order.version },
    onDone: () => {
      close();
      return toast('success', t('estimate.saved'));
    },
  });
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
    </FormBody>
  );
}

/** Of work that was completed before, as it was then; if not, as it was estimated. */
function labourOf({ usedMinor, used, labourMinor }: OrderDetail): number {
  if (usedMinor === null) return labourMinor ?? 0;
  return usedMinor - used.reduce((sum, line) => sum + line.amountMinor, 0);
}

export function CompleteDialog({ order, close }: DialogProps) {
  const t = useTexts('work-orders');
  return (
    <FormDialog title={t('complete.title')} subject={useSubject(order)} close={close}>
      <WithStock>
        {(stock) => <CompleteForm order={order} stock={stock} done={close} cancel={close} />}
      </WithStock>
    </FormDialog>
  );
}

type CompleteFormProps = {
  order: OrderDetail;
  stock: Stock;
  done: () => void;
  cancel?: () => void;
  /** Before the button. */
  children?: ReactNode;
};

/** What was done and what it took: in a dialog of the record, and on the page of the repair. */
export function CompleteForm({ order, stock: inStore, done, cancel, children }: CompleteFormProps) {
  const t = useTexts('work-orders');
  const stock = withTaken(inStore, order.used);
  const { money } = useFormats();
  const { estimateMinor } = order;
  const form = useForm(completeOrder, {
    initial: {
      ...{ completedAt: null, cause: order.cause ?? '', workDone: order.workDone ?? '' },
      lostLitres: order.lostLitres,
      labourMinor: labourOf(order),
      materials: linesOf(order.usedMinor === null ? order.estimate : order.used),
      varianceReason: order.varianceReason ?? '',
    },
    extra: { orderId: order.id, version: order.version },
    onDone: () => {
      done();
      return toast('success', t('complete.done'));
    },
  });
  const fields = form as unknown as FormFields<string>;
  const usedMinor = typedTotal(fields, stock);
  const isFar = differsMuch(estimateMinor, usedMinor) || form.problemOf('varianceReason');
  return (
    <FormBody form={form} submit={t('act.complete')} {...(cancel ? { cancel } : {})}>
      <TextField
        form={form}
        name="cause"
        label={t('detail.cause')}
        help={t('complete.cause_help')}
        required
      />
      <LongTextField form={form} name="workDone" label={t('detail.work_done')} required />
      <VolumeField form={form} name="lostLitres" label={t('detail.lost')} help={t('complete.lost_help')} />
      <CostFields form={fields} stock={stock} totalLabel={t('cost.used')} />
      <MomentField
        form={form}
        name="completedAt"
        label={t('complete.day')}
        help={t('arrive.help')}
        earliest={order.arrivedAt}
      />
      {isFar ? (
        <>
          <p className={style.note} role="note">
            {t('complete.differs', { estimate: money(estimateMinor ?? 0), used: money(usedMinor) })}
          </p>
          <LongTextField form={form} name="varianceReason" label={t('detail.variance_reason')} required />
        </>
      ) : null}
      {children}
    </FormBody>
  );
}
