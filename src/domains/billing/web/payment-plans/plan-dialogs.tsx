/** What is done about a plan: the second person decides, the paper is signed, the office ends it. */
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { cancelPlan, decidePlan, noteAcceptance, type PlanDetail } from '../../payment-plans/contract.ts';

type DialogProps = { plan: PlanDetail; close: () => void };

export function RefuseDialog({ plan, close }: DialogProps) {
  const t = useTexts('payment_plans');
  const { digits } = useFormats();
  const form = useForm(decidePlan, {
    initial: { reason: '' },
    input: { params: { id: plan.id } },
    extra: { version: plan.version, accept: false },
    onDone: () => {
      close();
      return toast('success', t('decide.refused'));
    },
  });
  return (
    <FormDialog title={t('decide.refuse_title', { number: digits(plan.number) })} close={close}>
      <FormBody form={form} submit={t('decide.refuse')} cancel={close}>
        <LongTextField form={form} name="reason" label={t('decide.reason')} required />
      </FormBody>
    </FormDialog>
  );
}

export function SignedDialog({ plan, close }: DialogProps) {
  const t = useTexts('payment_plans');
  const { digits } = useFormats();
  const form = useForm(noteAcceptance, {
    initial: { signedBy: plan.consumerName },
    input: { params: { id: plan.id } },
    extra: { version: plan.version },
    onDone: () => {
      close();
      return toast('success', t('accept.done'));
    },
  });
  return (
    <FormDialog title={t('accept.paper_title', { number: digits(plan.number) })} close={close}>
      <FormBody form={form} submit={t('accept.note')} cancel={close}>
        <p>{t('accept.paper_about')}</p>
        <TextField form={form} name="signedBy" label={t('accept.signed_by')} required />
      </FormBody>
    </FormDialog>
  );
}

export function CancelDialog({ plan, close }: DialogProps) {
  const t = useTexts('payment_plans');
  const { digits } = useFormats();
  const isRequest = plan.state === 'REQUESTED';
  const form = useForm(cancelPlan, {
    initial: { reason: '' },
    input: { params: { id: plan.id } },
    extra: { version: plan.version },
    onDone: () => {
      close();
      return toast('success', t(isRequest ? 'cancel.refused' : 'cancel.done'));
    },
  });
  return (
    <FormDialog
      title={t(isRequest ? 'cancel.refuse_title' : 'cancel.title', { number: digits(plan.number) })}
      close={close}
    >
      <FormBody form={form} submit={t(isRequest ? 'cancel.refuse' : 'cancel.submit')} danger cancel={close}>
        {isRequest ? null : <p>{t('cancel.about')}</p>}
        <LongTextField
          form={form}
          name="reason"
          label={t('cancel.reason')}
          help={t('cancel.reason_help')}
          required
        />
      </FormBody>
    </FormDialog>
  );
}
