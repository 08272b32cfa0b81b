/** The office proposes a plan: which late bills, how much at first, how many instalments, on which day; with the days that come of it. */
import { Alert } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { EndpointAnswer, EndpointInput } from '#shared/endpoint.ts';
import { errorTextNow } from '#web/calls/error-text.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { MoneyField, WholeField } from '#web/ui/form/number-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { planOptions, previewPlan, proposePlan } from '../../payment-plans/contract.ts';
import { leastFirst } from '../../payment-plans/plan.rules.ts';
import { PartsTable } from './parts-table.tsx';
import style from './plans.module.css';
import { OpenPlan } from './request-dialog.tsx';

/** Until typing rests, the server is not asked. */
const TYPING_MS = 400;
type Options = EndpointAnswer<typeof planOptions>;
type ProposeDialogProps = {
  connectionId: string;
  request?: { id: string; version: number; instalments: number | null };
  close: () => void;
};

export function ProposeDialog({ connectionId, request, close }: ProposeDialogProps) {
  const t = useTexts('payment_plans');
  const { data, error } = useAnswer(planOptions, { query: { connectionId } });
  // The request that this answers is open itself.
  const open = data?.plan && data.plan.id !== request?.id ? data.plan : null;
  return (
    <FormDialog title={t('propose.title')} close={close}>
      {error ? <Alert color="red">{errorTextNow(error.code, error.params)}</Alert> : null}
      {!data && !error ? <RecordSkeleton /> : null}
      {open ? <OpenPlan id={open.id} /> : null}
      {data && !open && data.sumMinor === 0 ? <Alert color="blue">{t('propose.nothing')}</Alert> : null}
      {data && !open && data.sumMinor > 0 ? (
        <ProposeForm options={data} connectionId={connectionId} request={request} close={close} />
      ) : null}
    </FormDialog>
  );
}

type FormProps = {
  options: Options;
  connectionId: string;
  request: ProposeDialogProps['request'];
  close: () => void;
};

function ProposeForm({ options, connectionId, request, close }: FormProps) {
  const t = useTexts('payment_plans');
  const { digits, money } = useFormats();
  const go = useGo();
  const { rules, bills, sumMinor } = options;
  const form = useForm(proposePlan, {
    initial: {
      firstMinor: leastFirst(sumMinor, rules),
      instalments: Math.min(request?.instalments ?? 3, rules.mostInstalments),
      dayOfMonth: 10,
    },
    extra: {
      connectionId,
      billIds: bills.map(({ id }) => id),
      sumMinor,
      request: request ? { id: request.id, version: request.version } : null,
    },
    onDone: ({ id, state }) => {
      close();
      go(`/billing/payment-plans/${id}`);
      return toast('success', t(state === 'WAITING' ? 'propose.done_waits' : 'propose.done'));
    },
  });
  const typed = JSON.stringify({
    connectionId,
    billIds: bills.map(({ id }) => id),
    sumMinor,
    firstMinor: form.valueOf('firstMinor'),
    instalments: form.valueOf('instalments'),
    dayOfMonth: form.valueOf('dayOfMonth'),
  });
  const [rested] = useDebouncedValue(typed, TYPING_MS);
  return (
    <FormBody form={form} submit={t('propose.submit')} cancel={close}>
      <p>
        {t('propose.about', { count: bills.length, amount: sumMinor })}{' '}
        {bills.map(({ number }) => digits(number)).join(', ')}
      </p>
      {options.broken > 0 ? (
        <Alert color="yellow">{t('propose.broken', { count: options.broken })}</Alert>
      ) : null}
      <MoneyField
        form={form}
        name="firstMinor"
        label={t('propose.first')}
        help={t('propose.first_help', { amount: money(leastFirst(sumMinor, rules)) })}
        required
      />
      <FieldRow>
        <WholeField
          form={form}
          name="instalments"
          label={t('propose.instalments')}
          help={t('propose.instalments_help', { most: digits(String(rules.mostInstalments)) })}
          required
        />
        <WholeField
          form={form}
          name="dayOfMonth"
          label={t('propose.day')}
          help={t('propose.day_help')}
          required
        />
      </FieldRow>
      <Preview typed={rested} isSent={form.isRunning} />
    </FormBody>
  );
}

/** @param isSent what was proposed changes the answer: it is not asked again while the dialog closes */
function Preview({ typed, isSent }: { typed: string; isSent: boolean }) {
  const t = useTexts('payment_plans');
  const { day } = useFormats();
  const parsed = previewPlan.body.safeParse(JSON.parse(typed));
  const body = JSON.parse(typed) as EndpointInput<typeof previewPlan>['body'];
  const input = { body } as EndpointInput<typeof previewPlan>;
  const { data, error } = useAnswer(previewPlan, input, {
    enabled: parsed.success && !isSent,
    placeholderData: (last) => last,
  });
  if (error) return <Alert color="red">{errorTextNow(error.code, error.params)}</Alert>;
  if (!data || !parsed.success) return null;
  return (
    <section aria-live="polite" className={style.preview}>
      <PartsTable parts={data.parts} />
      <p>{t('propose.accept_by', { day: day(data.acceptBy) })}</p>
      {data.secondPerson ? (
        <Alert color="yellow">{t(`propose.second_${data.secondPerson === 'SUM' ? 'sum' : 'broken'}`)}</Alert>
      ) : null}
    </section>
  );
}
