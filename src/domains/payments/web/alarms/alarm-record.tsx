/** One alarm about money: what is wrong, what to do, who looks at it, and its acts. A notice leads here. */
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, usePathParam } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Instant, Money } from '#web/ui/figures.tsx';
import { Facts, RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { type Alarm, getAlarm } from '../../alarms/contract.ts';
import { AlarmDialog, type AlarmStep } from './alarm-dialogs.tsx';
import { AlarmState, useAge, useAlarmActions, useWhatToDo } from './alarm-parts.tsx';

function AlarmFacts({ alarm }: { alarm: Alarm }) {
  const t = useTexts('payments');
  const may = useMay();
  const nameIn = useNameIn();
  const ageOf = useAge();
  const { digits } = useFormats();
  const { paymentId, payerName, targetNumber, orderId, orderedMinor, bankMinor, solvedBy, solvedAt } = alarm;
  const money = (label: string, minor: Alarm['bankMinor']) =>
    minor === null ? [] : [{ label, value: <Money minor={minor} /> }];
  return (
    <Facts
      facts={[
        {
          label: t('alarms.raised'),
          value: (
            <>
              <Instant at={alarm.raisedAt} />
              {alarm.state === 'SOLVED' ? null : ` (${ageOf(alarm.raisedAt)})`}
            </>
          ),
        },
        { label: t('alarms.owner'), value: solvedBy ?? alarm.owner ?? t('alarms.nobody') },
        ...(solvedAt ? [{ label: t('alarms.solved_at'), value: <Instant at={solvedAt} /> }] : []),
        ...(payerName ? [{ label: t('alarms.payer'), value: nameIn(payerName, alarm.payerNameBn) }] : []),
        ...(targetNumber ? [{ label: t('alarms.target'), value: digits(targetNumber) }] : []),
        ...(orderId
          ? [
              {
                label: t('alarms.order'),
                value:
                  paymentId && may('payments:view') ? (
                    <GoLink to={`/payment-history/${paymentId}`}>{orderId}</GoLink>
                  ) : (
                    orderId
                  ),
              },
            ]
          : []),
        ...(alarm.bankFile ? [{ label: t('alarms.bank_file'), value: alarm.bankFile }] : []),
        ...(alarm.reference ? [{ label: t('alarms.reference'), value: alarm.reference }] : []),
        ...money(t('alarms.ordered_amount'), orderedMinor),
        ...money(t('alarms.bank_amount'), bankMinor),
      ]}
    />
  );
}

export function AlarmRecord() {
  const t = useTexts('payments');
  const what = useWhatToDo();
  const { money } = useFormats();
  const [step, setStep] = useState<AlarmStep | null>(null);
  const actions = useAlarmActions((_, next) => setStep(next));
  const { data: alarm, error, refetch } = useAnswer(getAlarm, { params: { id: usePathParam() } });
  if (error && !alarm) return <FailedPage error={error} retry={refetch} />;
  if (!alarm) return <RecordSkeleton />;
  return (
    <RecordPage
      title={t(`alarms.kinds.${alarm.kind}`)}
      place={what(alarm)}
      state={<AlarmState state={alarm.state} />}
      {...(alarm.openMinor === null
        ? {}
        : {
            figure: {
              label: t(alarm.openMinor < 0 ? 'alarms.only_ours' : 'alarms.open'),
              value: money(Math.abs(alarm.openMinor)),
            },
          })}
      actions={actions(alarm)}
    >
      <Sheet title={t('alarms.about_alarm')}>
        <AlarmFacts alarm={alarm} />
      </Sheet>
      {step ? <AlarmDialog alarm={alarm} step={step} close={() => setStep(null)} /> : null}
    </RecordPage>
  );
}
