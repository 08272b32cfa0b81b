/** A request to a second person ends without being done: who asked takes it back, or the second person refuses to reverse a payment. */
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { decideReversal, type Payment } from '../../contract.ts';
import { giveUpProposal } from '../../proposals/contract.ts';
import { giveUpRefund, type Refund } from '../../refunds/contract.ts';
import { giveUpReversal } from '../../reversals/contract.ts';

/** @param about what is asked for, in words */
export function GiveUpProposalDialog({ id, about, close }: { id: string; about: string; close: () => void }) {
  const t = useTexts('payments');
  const form = useForm(giveUpProposal, {
    initial: { reason: '' },
    input: { params: { id } },
    onDone: () => {
      close();
      return toast('success', t('given_up.done'));
    },
  });
  return (
    <FormDialog title={t('given_up.title')} close={close}>
      <FormBody form={form} submit={t('given_up.take_back')} danger cancel={close}>
        <p>{about}</p>
        <p>{t('given_up.proposal_about')}</p>
        <LongTextField form={form} name="reason" label={t('given_up.reason')} required />
      </FormBody>
    </FormDialog>
  );
}

export function GiveUpRefundDialog({ refund, close }: { refund: Refund; close: () => void }) {
  const t = useTexts('payments');
  const form = useForm(giveUpRefund, {
    initial: { reason: '' },
    extra: { refundId: refund.id },
    onDone: () => {
      close();
      return toast('success', t('given_up.done'));
    },
  });
  const about = refund.cause === 'ADVANCE' ? 'given_up.advance_about' : 'given_up.refund_about';
  return (
    <FormDialog title={t('given_up.title')} close={close}>
      <FormBody form={form} submit={t('given_up.take_back')} danger cancel={close}>
        <p>{t(about, { amount: refund.amountMinor })}</p>
        <LongTextField
          form={form}
          name="reason"
          label={t('given_up.reason')}
          {...(refund.cause === 'WITHDRAWAL' ? { help: t('given_up.applicant_reads') } : {})}
          required
        />
      </FormBody>
    </FormDialog>
  );
}

export function GiveUpReversalDialog({ payment, close }: { payment: Payment; close: () => void }) {
  const t = useTexts('payments');
  const form = useForm(giveUpReversal, {
    initial: { reason: '' },
    extra: { reversalId: payment.reversal?.id ?? '' },
    onDone: () => {
      close();
      return toast('success', t('given_up.done'));
    },
  });
  return (
    <FormDialog title={t('given_up.title')} close={close}>
      <FormBody form={form} submit={t('given_up.take_back')} danger cancel={close}>
        <p>{t('given_up.reversal_about')}</p>
        <LongTextField form={form} name="reason" label={t('given_up.reason')} required />
      </FormBody>
    </FormDialog>
  );
}

export function RefuseReversalDialog({ payment, close }: { payment: Payment; close: () => void }) {
  const t = useTexts('payments');
  const form = useForm(decideReversal, {
    initial: { remark: undefined },
    extra: { reversalId: payment.reversal?.id ?? '', accept: false },
    onDone: () => {
      close();
      return toast('success', t('record.reversal_refused'));
    },
  });
  const { by: name = '', reason = '' } = payment.reversal ?? {};
  return (
    <FormDialog title={t('record.refuse_reversal')} close={close}>
      <FormBody form={form} submit={t('record.refuse_reversal')} danger cancel={close}>
        <p>{t('given_up.refuse_about', { name, reason })}</p>
        <LongTextField form={form} name="remark" label={t('given_up.reason')} required />
      </FormBody>
    </FormDialog>
  );
}
