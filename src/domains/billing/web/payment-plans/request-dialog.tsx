/** A household asks to pay what is late in instalments; who has asked already gets the way to it. */
import { Alert } from '@mantine/core';
import { errorTextNow } from '#web/calls/error-text.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, useGo } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { WholeField } from '#web/ui/form/number-fields.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { planOptions, requestPlan } from '../../payment-plans/contract.ts';

type Asked = { connectionId: string; close: () => void };

export function RequestDialog({ connectionId, close }: Asked) {
  const t = useTexts('payment_plans');
  const { data, error } = useAnswer(planOptions, { query: { connectionId } });
  return (
    <FormDialog title={t('request.title')} close={close}>
      {error ? <Alert color="red">{errorTextNow(error.code, error.params)}</Alert> : null}
      {!data && !error ? <RecordSkeleton /> : null}
      {data?.plan ? <OpenPlan id={data.plan.id} /> : null}
      {data && !data.plan ? (
        <RequestForm connectionId={connectionId} close={close} most={data.rules.mostInstalments} />
      ) : null}
    </FormDialog>
  );
}

/** The way to a plan or request that is open. */
export function OpenPlan({ id }: { id: string }) {
  const t = useTexts('payment_plans');
  return (
    <Alert color="blue">
      {t('errors.already_open')} <GoLink to={`/billing/payment-plans/${id}`}>{t('notice.look')}</GoLink>
    </Alert>
  );
}

function RequestForm({ connectionId, close, most }: Asked & { most: number }) {
  const t = useTexts('payment_plans');
  const { digits } = useFormats();
  const go = useGo();
  const form = useForm(requestPlan, {
    initial: { words: '', instalments: null },
    extra: { connectionId },
    onDone: ({ id, number }) => {
      close();
      go(`/billing/payment-plans/${id}`);
      return toast('success', t('request.sent', { number: digits(number) }));
    },
  });
  return (
    <FormBody form={form} submit={t('request.submit')} cancel={close}>
      <p>{t('request.about')}</p>
      <LongTextField
        form={form}
        name="words"
        label={t('request.words')}
        help={t('request.words_help')}
        required
      />
      <WholeField
        form={form}
        name="instalments"
        label={t('request.instalments')}
        help={t('propose.instalments_help', { most: digits(String(most)) })}
      />
    </FormBody>
  );
}
