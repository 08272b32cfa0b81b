/** The office's steps of a withdrawal: the second person's word, the payment. */
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { today } from '#web/today.ts';
import { DayField, RadioField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { PAID_BY } from '../wallet.rules.ts';
import {
  askReturn,
  decideReturn,
  decideWithdrawal,
  payWithdrawal,
  takeBackReturn,
  takeBackWithdrawal,
  type Withdrawal,
} from '../withdrawals/contract.ts';
import { useCounterTexts } from './dialog-parts.tsx';

/** What a person may do next with a withdrawal, each in a dialog of its own. */
export type WithdrawalStep =
  | 'code'
  | 'approve'
  | 'refuse'
  | 'pay'
  | 'take_back'
  | 'return'
  | 'return_take_back'
  | 'return_accept'
  | 'return_refuse';

type DialogProps = { withdrawal: Withdrawal; close: () => void };

export function OfficeDialog({ step, ...dialog }: DialogProps & { step: Exclude<WithdrawalStep, 'code'> }) {
  if (step === 'pay') return <PayDialog {...dialog} />;
  if (step === 'take_back') return <TakeBackDialog {...dialog} />;
  if (step === 'return_take_back') return <TakeBackReturnDialog {...dialog} />;
  if (step === 'return') return <ReturnDialog {...dialog} />;
  if (step === 'return_accept' || step === 'return_refuse')
    return <DecideReturnDialog {...dialog} accept={step === 'return_accept'} />;
  return <DecideDialog {...dialog} accept={step === 'approve'} />;
}

function DecideDialog({ withdrawal, close, accept }: DialogProps & { accept: boolean }) {
  const t = useTexts('wallet');
  const form = useForm(decideWithdrawal, {
    initial: { remark: undefined },
    extra: { withdrawalId: withdrawal.id, accept },
    onDone: () => {
      close();
      return toast('success', t(accept ? 'decide.approved' : 'decide.refused'));
    },
  });
  const word = accept ? 'approve' : 'refuse';
  return (
    <FormDialog title={t(`decide.${word}_title`)} close={close}>
      <FormBody form={form} submit={t(`decide.${word}`)} danger={!accept} cancel={close}>
        <p>{t(`decide.${word}_about`, { amount: withdrawal.amountMinor })}</p>
        <LongTextField
          form={form}
          name="remark"
          label={t(accept ? 'decide.remark' : 'decide.reason')}
          {...(accept ? {} : { help: t('decide.reason_help') })}
          required={!accept}
        />
      </FormBody>
    </FormDialog>
  );
}

function PayDialog({ withdrawal, close }: DialogProps) {
  useCounterTexts();
  const t = useTexts('wallet');
  const thisDay = today();
  const { wanted, bankAccount, amountMinor } = withdrawal;
  const form = useForm(payWithdrawal, {
    initial: { tender: { method: wanted, paidOn: thisDay } },
    extra: { withdrawalId: withdrawal.id },
    onDone: () => {
      close();
      return toast('success', t('decide.paid'));
    },
  });
  return (
    <FormDialog title={t('decide.pay_title')} close={close}>
      <FormBody form={form} submit={t('decide.pay_submit', { amount: amountMinor })} cancel={close}>
        <p>{t('decide.pay_about', { wanted: bankAccount ?? t(`withdraw.wants.${wanted}`) })}</p>
        <RadioField
          form={form}
          name="tender.method"
          label={t('list.method')}
          required
          options={PAID_BY.map((value) => ({ value, label: t(`list.methods.${value}`) }))}
        />
        {form.valueOf('tender.method') === 'BANK' ? (
          <TextField form={form} name="tender.reference" label={t('list.reference')} required />
        ) : null}
        <DayField form={form} name="tender.paidOn" label={t('decide.paid_on')} required latest={thisDay} />
      </FormBody>
    </FormDialog>
  );
}

/** No code has proved it: the money is in the wallet again, and its owner is told why. */
function TakeBackDialog({ withdrawal, close }: DialogProps) {
  const t = useTexts('wallet');
  const form = useForm(takeBackWithdrawal, {
    initial: { reason: '' },
    extra: { withdrawalId: withdrawal.id },
    onDone: () => {
      close();
      return toast('success', t('decide.take_back_done'));
    },
  });
  return (
    <FormDialog title={t('decide.take_back_title')} close={close}>
      <FormBody form={form} submit={t('decide.take_back')} danger cancel={close}>
        <p>{t('decide.take_back_about', { amount: withdrawal.amountMinor })}</p>
        <LongTextField
          form={form}
          name="reason"
          label={t('decide.reason')}
          help={t('decide.reason_help')}
          required
        />
      </FormBody>
    </FormDialog>
  );
}

/** The bank sent it back: with the line of its statement. */
function ReturnDialog({ withdrawal, close }: DialogProps) {
  const t = useTexts('wallet');
  const form = useForm(askReturn, {
    initial: { reference: '', reason: '' },
    extra: { withdrawalId: withdrawal.id },
    onDone: () => {
      close();
      return toast('success', t('returns.asked'));
    },
  });
  return (
    <FormDialog title={t('returns.title')} close={close}>
      <FormBody form={form} submit={t('returns.submit')} cancel={close}>
        <p>{t('returns.about', { amount: withdrawal.amountMinor })}</p>
        <TextField form={form} name="reference" label={t('returns.reference')} required autoFocus />
        <TextField form={form} name="reason" label={t('returns.reason')} required />
      </FormBody>
    </FormDialog>
  );
}

function TakeBackReturnDialog({ withdrawal, close }: DialogProps) {
  const t = useTexts('wallet');
  const form = useForm(takeBackReturn, {
    initial: { reason: '' },
    extra: { withdrawalId: withdrawal.id },
    onDone: () => {
      close();
      return toast('success', t('returns.taken_back'));
    },
  });
  return (
    <FormDialog title={t('returns.take_back')} close={close}>
      <FormBody form={form} submit={t('returns.take_back')} danger cancel={close}>
        <p>{t('returns.take_back_about', { amount: withdrawal.amountMinor })}</p>
        <LongTextField form={form} name="reason" label={t('returns.why')} required />
      </FormBody>
    </FormDialog>
  );
}

function DecideReturnDialog({ withdrawal, close, accept }: DialogProps & { accept: boolean }) {
  const t = useTexts('wallet');
  const form = useForm(decideReturn, {
    initial: { remark: undefined },
    extra: { withdrawalId: withdrawal.id, askedAt: withdrawal.return?.askedAt ?? '', accept },
    onDone: () => {
      close();
      return toast('success', t(accept ? 'returns.accepted' : 'returns.refused'));
    },
  });
  const word = accept ? 'accept' : 'refuse';
  return (
    <FormDialog title={t(`returns.${word}_title`)} close={close}>
      <FormBody form={form} submit={t(`returns.${word}`)} danger={!accept} cancel={close}>
        <p>
          {t('returns.waits', {
            name: withdrawal.return?.askedBy ?? '',
            reference: withdrawal.return?.reference ?? '',
            reason: withdrawal.return?.reason ?? '',
          })}
        </p>
        <p>{t(`returns.${word}_about`, { amount: withdrawal.amountMinor })}</p>
        <LongTextField
          form={form}
          name="remark"
          label={t(accept ? 'decide.remark' : 'decide.reason')}
          required={!accept}
        />
      </FormBody>
    </FormDialog>
  );
}
