/** The steps of a work order that ask something first. */
import type { ReactNode } from 'react';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField, PhoneField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { StepOver } from '#web/ui/over/step-over.ts';
import { DespitePayment } from '#web/ui/record/despite-payment.tsx';
import type { OrderDetail } from '../../contract.ts';
import { acceptOrder, updateOrder, verifyOrder, waiveCharge } from '../../steps/contract.ts';
import { CategoryField } from '../ask/category-field.tsx';
import { PriorityField } from '../ask/create-dialog.tsx';
import style from '../work-orders.module.css';
import { ArriveForm } from './arrive-form.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { CompleteDialog, EstimateDialog } from './cost-dialogs.tsx';
import { type Ending, EndingDialog, isEnding } from './ending-dialog.tsx';
import { PauseDialog, ResumeDialog } from './hold-dialogs.tsx';
import { ReviewFacts, WorkFacts } from './order-facts.tsx';
import { PhotosByMoment } from './order-photos.tsx';
import { UnprovenNote, UnusualNote } from './unusual-note.tsx';
import { useOver } from './use-over.tsx';
import { useSubject } from './use-subject.ts';

export type Dialog =
  | Ending
  | (
      | 'edit'
      | 'estimate'
      | 'waive'
      | 'accept'
      | 'assign'
      | 'pause'
      | 'resume'
      | 'arrive'
      | 'complete'
      | 'verify'
    );
type DialogProps = { order: OrderDetail; close: () => void };

const DIALOGS: Record<Exclude<Dialog, Ending>, (props: DialogProps) => ReactNode> = {
  edit: EditDialog,
  estimate: EstimateDialog,
  waive: WaiveDialog,
  accept: AcceptDialog,
  assign: AssignDialog,
  pause: PauseDialog,
  resume: ResumeDialog,
  arrive: ArriveDialog,
  complete: CompleteDialog,
  verify: VerifyDialog,
};

export function StepDialog({ step, ...props }: DialogProps & { step: Dialog }) {
  const over = useOver(step, props.order);
  return (
    <StepOver value={over}>
      <Shown step={step} {...props} />
    </StepOver>
  );
}

function Shown({ step, ...props }: DialogProps & { step: Dialog }) {
  if (isEnding(step)) return <EndingDialog ending={step} {...props} />;
  const Own = DIALOGS[step];
  return <Own {...props} />;
}

const stepOf = ({ id, version }: OrderDetail) => ({ orderId: id, version });

function EditDialog({ order, close }: DialogProps) {
  const t = useTexts('work-orders');
  const form = useForm(updateOrder, {
    initial: {
      ...{ categoryId: order.categoryId, description: order.description },
      ...{ priority: order.priority, phone: order.phone ?? '' },
      contactName: order.contactName ?? '',
      despitePayment: false,
    },
    extra: stepOf(order),
    onDone: () => {
      close();
      return toast('success', t('edit.saved'));
    },
  });
  return (
    <FormDialog title={t('edit.title')} subject={useSubject(order)} close={close}>
      <FormBody form={form} submit={t('edit.save')} cancel={close}>
        <CategoryField form={form} />
        {order.estimateMinor === null ? null : <p>{t('edit.category_help')}</p>}
        <LongTextField form={form} name="description" label={t('ask.description')} required />
        <TextField
          form={form}
          name="contactName"
          label={t('create.contact')}
          help={t('create.contact_help')}
        />
        <FieldRow>
          <PhoneField form={form} name="phone" label={t('ask.phone')} />
          <PriorityField form={form} />
        </FieldRow>
        <DespitePayment form={form} />
      </FormBody>
    </FormDialog>
  );
}

function WaiveDialog({ order, close }: DialogProps) {
  const t = useTexts('work-orders');
  const form = useForm(waiveCharge, {
    initial: { reason: '', despitePayment: false },
    extra: stepOf(order),
    onDone: () => {
      close();
      return toast('success', t('act.status_updated'));
    },
  });
  return (
    <FormDialog title={t('waive.title')} subject={useSubject(order)} close={close}>
      <FormBody form={form} submit={t('act.waive')} cancel={close}>
        <p>{t('waive.about', { amount: order.chargeMinor ?? 0 })}</p>
        <LongTextField form={form} name="reason" label={t('waive.reason')} required autoFocus />
        <DespitePayment form={form} />
      </FormBody>
    </FormDialog>
  );
}

function AcceptDialog({ order, close }: DialogProps) {
  const t = useTexts('work-orders');
  const form = useForm(acceptOrder, {
    initial: {},
    extra: stepOf(order),
    onDone: () => {
      close();
      return toast('success', t('act.status_updated'));
    },
  });
  return (
    <FormDialog title={t('accept.title')} subject={useSubject(order)} close={close}>
      <FormBody form={form} submit={t('act.accept')} cancel={close}>
        <p>{t(order.estimateMinor === null ? 'accept.no_estimate' : 'accept.about')}</p>
        <div className={style.parts}>
          <ReviewFacts order={order} />
        </div>
      </FormBody>
    </FormDialog>
  );
}

function ArriveDialog({ order, close }: DialogProps) {
  const t = useTexts('work-orders');
  return (
    <FormDialog title={t('arrive.title')} subject={useSubject(order)} close={close}>
      <ArriveForm order={order} done={close} cancel={close} />
    </FormDialog>
  );
}

function VerifyDialog({ order, close }: DialogProps) {
  const t = useTexts('work-orders');
  const form = useForm(verifyOrder, {
    initial: {},
    extra: stepOf(order),
    onDone: () => {
      close();
      return toast('success', t('verify.done'));
    },
  });
  return (
    <FormDialog title={t('verify.title')} subject={useSubject(order)} close={close}>
      <FormBody form={form} submit={t('act.verify')} cancel={close}>
        <p>{t('verify.about')}</p>
        <div className={style.parts}>
          <UnusualNote order={order} />
          <UnprovenNote order={order} />
          <WorkFacts order={order} />
          {order.photos.length === 0 ? <p>{t('photos.none')}</p> : <PhotosByMoment order={order} />}
        </div>
      </FormBody>
    </FormDialog>
  );
}
