/** What is done about a leak: the office credits or refuses, the second person gives it back, the household takes it back. */
import { minor } from '#shared/money.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { approveLeak, creditLeak, type LeakDetail, refuseLeak, withdrawLeak } from '../../leaks/contract.ts';
import { useIsConsumer } from '../bill-parts.tsx';

type DialogProps = { leak: LeakDetail; close: () => void };

export function CreditDialog({ leak, close }: DialogProps) {
  const t = useTexts('leaks');
  // The button is there only with figures.
  const amountMinor = leak.figures?.amountMinor ?? minor(0);
  const form = useForm(creditLeak, {
    // Given back: the first person goes on from what they wrote.
    initial: { answer: leak.returnedAnswer ?? '' },
    input: { params: { id: leak.id } },
    extra: { version: leak.version, amountMinor },
    onDone: ({ state }) => {
      close();
      return toast('success', t(state === 'WAITING' ? 'credit.done_waiting' : 'credit.done'));
    },
  });
  return (
    <FormDialog title={t('credit.title', { amount: amountMinor })} close={close}>
      <FormBody form={form} submit={t('credit.submit')} cancel={close}>
        <p>{t('credit.about')}</p>
        <LongTextField
          form={form}
          name="answer"
          label={t('credit.answer')}
          help={t('credit.answer_help', { language: t(`record.languages.${leak.language ?? 'bn'}`) })}
          required
        />
      </FormBody>
    </FormDialog>
  );
}

export function RefuseDialog({ leak, close }: DialogProps) {
  const t = useTexts('leaks');
  const { digits } = useFormats();
  const form = useForm(refuseLeak, {
    initial: { answer: '' },
    input: { params: { id: leak.id } },
    extra: { version: leak.version },
    onDone: () => {
      close();
      return toast('success', t('refuse.done'));
    },
  });
  return (
    <FormDialog title={t('refuse.title', { number: digits(leak.number) })} close={close}>
      <FormBody form={form} submit={t('refuse.submit')} danger cancel={close}>
        <LongTextField
          form={form}
          name="answer"
          label={t('credit.answer')}
          help={t('credit.answer_help', { language: t(`record.languages.${leak.language ?? 'bn'}`) })}
          required
        />
      </FormBody>
    </FormDialog>
  );
}

export function GiveBackDialog({ leak, close }: DialogProps) {
  const t = useTexts('leaks');
  const { digits } = useFormats();
  const form = useForm(approveLeak, {
    initial: { reason: '' },
    input: { params: { id: leak.id } },
    extra: { version: leak.version, accept: false },
    onDone: () => {
      close();
      return toast('success', t('approve.back_done'));
    },
  });
  return (
    <FormDialog title={t('approve.back_title', { number: digits(leak.number) })} close={close}>
      <FormBody form={form} submit={t('approve.back')} cancel={close}>
        <LongTextField form={form} name="reason" label={t('approve.back_reason')} required />
      </FormBody>
    </FormDialog>
  );
}

export function WithdrawDialog({ leak, close }: DialogProps) {
  const t = useTexts('leaks');
  const { digits } = useFormats();
  const isConsumer = useIsConsumer();
  const form = useForm(withdrawLeak, {
    initial: { reason: null },
    input: { params: { id: leak.id } },
    extra: { version: leak.version },
    onDone: () => {
      close();
      return toast('success', t('withdraw.done'));
    },
  });
  return (
    <FormDialog title={t('withdraw.title', { number: digits(leak.number) })} close={close}>
      <FormBody form={form} submit={t('withdraw.submit')} cancel={close}>
        <p>{t('withdraw.about')}</p>
        {isConsumer ? null : (
          <LongTextField form={form} name="reason" label={t('withdraw.reason')} required />
        )}
      </FormBody>
    </FormDialog>
  );
}
