/** Opening a closed day again: one asks, another one opens it or refuses with a reason, and who asked takes the request back. */
import type { ReactNode } from 'react';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { askReopen, type Closing, refuseReopen, reopenCash, withdrawReopen } from '../closings/contract.ts';

type Props = { closing: Closing; close: () => void };

/** Whose day it is, and which: the list behind the dialog has many. */
function DayOf({ closing: { day, cashier } }: Pick<Props, 'closing'>) {
  const { shortDay } = useFormats();
  return (
    <p>
      <strong>{`${shortDay(day)} · ${cashier}`}</strong>
    </p>
  );
}

/** A step that needs a reason and changes nothing else. */
function ReasonDialog(
  props: Props & {
    endpoint: typeof askReopen | typeof refuseReopen | typeof withdrawReopen;
    title: string;
    submit: string;
    danger?: boolean;
    done: string;
    children: ReactNode;
  },
) {
  const { closing, close, endpoint, title, submit, danger = false, done, children } = props;
  const t = useTexts('ledger');
  const form = useForm(endpoint, {
    initial: { reason: '' },
    input: { params: { id: closing.id } },
    extra: { version: closing.version },
    onDone: () => {
      close();
      return toast('success', done);
    },
  });
  return (
    <FormDialog title={title} close={close}>
      <FormBody form={form} submit={submit} danger={danger} cancel={close}>
        <DayOf closing={closing} />
        {children}
        <LongTextField form={form} name="reason" label={t('cash.ask_reason')} required />
      </FormBody>
    </FormDialog>
  );
}

export function AskReopenDialog(props: Props) {
  const t = useTexts('ledger');
  const texts = { title: t('cash.ask_title'), submit: t('cash.ask'), done: t('cash.asked') };
  return (
    <ReasonDialog {...props} {...texts} endpoint={askReopen}>
      <p>{t('cash.ask_about')}</p>
    </ReasonDialog>
  );
}

export function OpenAgainDialog({ closing, close }: Props) {
  const t = useTexts('ledger');
  const form = useForm(reopenCash, {
    initial: {},
    input: { params: { id: closing.id } },
    extra: { version: closing.version },
    onDone: () => {
      close();
      return toast('success', t('cash.reopened'));
    },
  });
  const { reopenAskedBy, reopenReason } = closing;
  return (
    <FormDialog title={t('cash.ask_title')} close={close}>
      <FormBody form={form} submit={t('cash.reopen')} cancel={close}>
        <DayOf closing={closing} />
        <p>{t('cash.asked_by', { name: reopenAskedBy ?? '', reason: reopenReason ?? '' })}</p>
        <p>{t('cash.reopen_effect', { name: reopenAskedBy ?? '' })}</p>
      </FormBody>
    </FormDialog>
  );
}

export function RefuseReopenDialog(props: Props) {
  const t = useTexts('ledger');
  const title = t('cash.refuse_reopen');
  const name = props.closing.reopenAskedBy ?? '';
  return (
    <ReasonDialog
      {...props}
      endpoint={refuseReopen}
      title={title}
      submit={title}
      danger
      done={t('cash.reopen_refused')}
    >
      <p>{t('cash.asked_by', { name, reason: props.closing.reopenReason ?? '' })}</p>
      <p>{t('cash.refuse_reopen_effect', { name })}</p>
    </ReasonDialog>
  );
}

export function WithdrawReopenDialog(props: Props) {
  const t = useTexts('ledger');
  const title = t('cash.withdraw_reopen');
  return (
    <ReasonDialog
      {...props}
      endpoint={withdrawReopen}
      title={title}
      submit={title}
      danger
      done={t('cash.reopen_withdrawn')}
    >
      <p>{t('cash.withdraw_reopen_about')}</p>
    </ReasonDialog>
  );
}
