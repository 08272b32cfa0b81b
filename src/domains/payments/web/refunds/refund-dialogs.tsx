/** The steps of a refund case: approve, refuse, take the request back, pay out, ask again, and its way back. */

import { useNameIn } from '#domains/settings/web/in-language.ts';
import { toast } from '#web/state/toast.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { today } from '#web/today.ts';
import { DayField, RadioField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import {
  askReturn,
  askWithdrawal,
  decideRefund,
  openRefund,
  payRefund,
  type Refund,
} from '../../refunds/contract.ts';
import { REFUND_METHODS } from '../../refunds/refund.rules.ts';
import { GiveUpProposalDialog, GiveUpRefundDialog } from '../given-up/give-up-dialogs.tsx';
import { downloadVoucher } from './vouchers.ts';

export type RefundStep =
  | 'approve'
  | 'refuse'
  | 'give-up'
  | 'pay'
  | 'again'
  | 'withdraw'
  | 'return'
  | 'give-up-change';
type DialogProps = { refund: Refund; close: () => void };

export function RefundDialog({ step, ...dialog }: DialogProps & { step: RefundStep }) {
  if (step === 'give-up') return <GiveUpRefundDialog {...dialog} />;
  if (step === 'give-up-change') return <GiveUpChangeDialog {...dialog} />;
  if (step === 'pay') return <PayDialog {...dialog} />;
  if (step === 'again') return <AskAgainDialog {...dialog} />;
  if (step === 'withdraw') return <WithdrawDialog {...dialog} />;
  if (step === 'return') return <ReturnDialog {...dialog} />;
  return <DecideDialog {...dialog} accept={step === 'approve'} />;
}

function GiveUpChangeDialog({ refund: { proposal }, close }: DialogProps) {
  return proposal ? <GiveUpProposalDialog id={proposal.id} about={proposal.reason} close={close} /> : null;
}

function DecideDialog({ refund, close, accept }: DialogProps & { accept: boolean }) {
  const t = useTexts('payments');
  const nameIn = useNameIn();
  const form = useForm(decideRefund, {
    initial: { remark: undefined },
    extra: { refundId: refund.id, accept },
    onDone: () => {
      close();
      return toast('success', t(accept ? 'refunds.approved' : 'refunds.refused'));
    },
  });
  const amount = { amount: refund.amountMinor };
  return (
    <FormDialog
      title={t(accept ? 'refunds.approve_title' : 'refunds.refuse_title', {
        name: nameIn(refund.payeeName, refund.payeeNameBn),
      })}
      close={close}
    >
      <FormBody
        form={form}
        submit={accept ? t('refunds.approve_submit', amount) : t('refunds.refuse')}
        danger={!accept}
        cancel={close}
      >
        <p>{t(accept ? 'refunds.approve_about' : 'refunds.refuse_about', amount)}</p>
        <LongTextField
          form={form}
          name="remark"
          label={t(accept ? 'refunds.remark_optional' : 'refunds.refuse_reason')}
          {...(accept ? {} : { help: t('refunds.refuse_reason_help') })}
          required={!accept}
        />
      </FormBody>
    </FormDialog>
  );
}

function PayDialog({ refund, close }: DialogProps) {
  const t = useTexts('payments');
  const nameIn = useNameIn();
  const language = useLanguage();
  const thisDay = today();
  const form = useForm(payRefund, {
    initial: { tender: { method: 'CASH', paidOn: thisDay } },
    extra: { refundId: refund.id },
    onDone: (paid) => {
      close();
      downloadVoucher(paid, language);
      return toast('success', t('refunds.paid'));
    },
  });
  return (
    <FormDialog
      title={t('refunds.pay_title', { name: nameIn(refund.payeeName, refund.payeeNameBn) })}
      close={close}
    >
      <FormBody form={form} submit={t('refunds.pay_submit', { amount: refund.amountMinor })} cancel={close}>
        <p>{t('refunds.pay_about')}</p>
        <RadioField
          form={form}
          name="tender.method"
          label={t('refunds.method')}
          required
          options={REFUND_METHODS.map((value) => ({ value, label: t(`refunds.methods.${value}`) }))}
        />
        {form.valueOf('tender.method') === 'BANK' ? (
          <TextField
            form={form}
            name="tender.reference"
            label={t('refunds.reference')}
            help={t('refunds.reference_help')}
            required
          />
        ) : null}
        <DayField form={form} name="tender.paidOn" label={t('refunds.paid_on')} required latest={thisDay} />
      </FormBody>
    </FormDialog>
  );
}

function WithdrawDialog({ refund, close }: DialogProps) {
  const t = useTexts('payments');
  const nameIn = useNameIn();
  const form = useForm(askWithdrawal, {
    initial: { reason: '' },
    extra: { refundId: refund.id },
    onDone: () => {
      close();
      return toast('success', t('refunds.change_asked'));
    },
  });
  const about = refund.connectionId ? 'refunds.withdraw_about' : 'refunds.withdraw_about_application';
  return (
    <FormDialog
      title={t('refunds.withdraw_title', { name: nameIn(refund.payeeName, refund.payeeNameBn) })}
      close={close}
    >
      <FormBody form={form} submit={t('refunds.change_submit')} cancel={close}>
        <p>{t(about, { amount: refund.amountMinor })}</p>
        <LongTextField form={form} name="reason" label={t('refunds.change_reason')} required />
      </FormBody>
    </FormDialog>
  );
}

function ReturnDialog({ refund, close }: DialogProps) {
  const t = useTexts('payments');
  const nameIn = useNameIn();
  const form = useForm(askReturn, {
    initial: { reference: '', reason: '' },
    extra: { refundId: refund.id },
    onDone: () => {
      close();
      return toast('success', t('refunds.change_asked'));
    },
  });
  return (
    <FormDialog
      title={t('refunds.came_back_title', { name: nameIn(refund.payeeName, refund.payeeNameBn) })}
      close={close}
    >
      <FormBody form={form} submit={t('refunds.change_submit')} cancel={close}>
        <p>{t('refunds.came_back_about', { amount: refund.amountMinor })}</p>
        <TextField
          form={form}
          name="reference"
          label={t('refunds.statement')}
          help={t('refunds.statement_help')}
          required
        />
        <LongTextField form={form} name="reason" label={t('refunds.change_reason')} required />
      </FormBody>
    </FormDialog>
  );
}

function AskAgainDialog({ refund, close }: DialogProps) {
  const t = useTexts('payments');
  const form = useForm(openRefund, {
    initial: { reason: '' },
    extra: { of: { kind: 'REFUSED', refundId: refund.id } },
    onDone: () => {
      close();
      return toast('success', t('refunds.opened'));
    },
  });
  return (
    <FormDialog title={t('refunds.again')} close={close}>
      <FormBody form={form} submit={t('refunds.open_submit', { amount: refund.amountMinor })} cancel={close}>
        <TextField
          form={form}
          name="reason"
          label={t('refunds.reason')}
          help={t('refunds.again_help')}
          required
          autoFocus
        />
      </FormBody>
    </FormDialog>
  );
}
