/** The office answers who asked; a request that was closed is opened again, also by who asked. */
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { StepOver } from '#web/ui/over/step-over.ts';
import type { OrderDetail } from '../../contract.ts';
import { reopenRequest, replyToRequest } from '../../requests/contract.ts';
import { useOver } from './use-over.tsx';
import { useSubject } from './use-subject.ts';

export type RequestStep = 'reply' | 'reopen-request';
type RequestDialogProps = { order: OrderDetail; close: () => void };

export const isRequestStep = (step: string): step is RequestStep =>
  step === 'reply' || step === 'reopen-request';

export function RequestDialog({ step, ...props }: RequestDialogProps & { step: RequestStep }) {
  const over = useOver(step, props.order);
  return (
    <StepOver value={over}>
      {step === 'reply' ? <ReplyDialog {...props} /> : <ReopenDialog {...props} />}
    </StepOver>
  );
}

function ReplyDialog({ order, close }: RequestDialogProps) {
  const t = useTexts('work-orders');
  const form = useForm(replyToRequest, {
    initial: { text: '' },
    extra: { orderId: order.id, version: order.version },
    onDone: () => {
      close();
      return toast('success', t('reply.done'));
    },
  });
  return (
    <FormDialog title={t('reply.title')} subject={useSubject(order)} close={close}>
      <FormBody form={form} submit={t('act.reply')} cancel={close}>
        <LongTextField
          form={form}
          name="text"
          label={t('reply.text')}
          help={t('reply.help')}
          required
          autoFocus
        />
      </FormBody>
    </FormDialog>
  );
}

function ReopenDialog({ order, close }: RequestDialogProps) {
  const t = useTexts('work-orders');
  const form = useForm(reopenRequest, {
    initial: { remark: '' },
    extra: { orderId: order.id, version: order.version },
    onDone: () => {
      close();
      return toast('success', t('again.done'));
    },
  });
  return (
    <FormDialog title={t('again.title')} subject={useSubject(order)} close={close}>
      <FormBody form={form} submit={t('act.reopen-request')} cancel={close}>
        <LongTextField
          form={form}
          name="remark"
          label={t('again.remark')}
          help={t('again.help')}
          required
          autoFocus
        />
      </FormBody>
    </FormDialog>
  );
}
