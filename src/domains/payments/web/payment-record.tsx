import { Alert, Button } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, useGo, usePathParam } from '#web/navigation/go.tsx';
import { useProfile } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Day, Instant, Money } from '#web/ui/figures.tsx';
import { Facts, RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { getPayment, type Payment } from '../contract.ts';
import { isUndecided, NOT_DUE } from '../payment.rules.ts';
import { ChequeAlert } from './own-cheques/cheque-note.tsx';
import { PaidList } from './paid-list.tsx';
import { PaymentStateChip } from './payment-state.tsx';
import { type PaymentStep, usePaymentActions } from './use-payment-actions.tsx';
import { usePaidFor } from './what-is-paid.ts';

// Only staff take these steps, and rarely.
const PaymentStepDialog = lazy(() =>
  import('./payment-step-dialog.tsx').then((file) => ({ default: file.PaymentStepDialog })),
);

/** Reasons that are ours, or that every bank has; others are in the bank's words. */
const REASONS: Record<string, 'record.card_declined' | 'record.not_due'> = {
  card_declined: 'record.card_declined',
  [NOT_DUE]: 'record.not_due',
};

function PaymentFacts({ payment }: { payment: Payment }) {
  const t = useTexts('payments');
  const paidFor = usePaidFor();
  const { slipNumber, cheque, orderId, declineReason, paidOn, gateway } = payment;
  const own = declineReason ? REASONS[declineReason] : undefined;
  const reason = own ? t(own) : declineReason;
  return (
    <Facts
      facts={[
        { label: t('back.target'), value: paidFor(payment) },
        {
          label: t('history.method'),
          value: gateway ? t(`pay.gateways.${gateway}`) : t(`methods.${payment.method}`),
        },
        { label: t('history.paid_on'), value: <Day day={paidOn} /> },
        { label: t('history.started'), value: <Instant at={payment.createdAt} /> },
        ...(slipNumber ? [{ label: t(cheque ? 'methods.CHEQUE' : 'record.slip'), value: slipNumber }] : []),
        ...(orderId ? [{ label: t('record.order'), value: orderId }] : []),
        ...(reason ? [{ label: t('record.reason'), value: reason }] : []),
      ]}
    />
  );
}

/** What a household can still do, or has to know, about a payment that did not simply come. */
function OwnStep({ payment }: { payment: Payment }) {
  const t = useTexts('payments');
  const go = useGo();
  const isConsumer = useProfile()?.role === 'consumer';
  if (!isConsumer || payment.isSetAside || payment.method !== 'GATEWAY') return null;
  if (payment.state === 'DECLINED') return <Alert color="red">{t('history.own_declined')}</Alert>;
  if (!isUndecided(payment.state)) return null;
  return (
    <Alert color="blue" icon={<IconClock size={20} />}>
      <p>{t('history.own_waiting')}</p>
      {/* That page asks the bank, and leads there if the order is still open. */}
      <Button size="md" mt="sm" onClick={() => void go('/payment/redirect', { payment: payment.id })}>
        {t('history.own_continue')}
      </Button>
    </Alert>
  );
}

export function PaymentRecord() {
  const t = useTexts('payments');
  const nameIn = useNameIn();
  const { digits } = useFormats();
  const placeOf = usePlace();
  const id = usePathParam();
  const { data: payment, error, refetch } = useAnswer(getPayment, { params: { id } });
  const [step, setStep] = useState<PaymentStep | null>(null);
  const actions = usePaymentActions((_, next) => setStep(next));
  if (error) return <FailedPage error={error} retry={refetch} />;
  if (!payment) return <RecordSkeleton />;
  const { reversal } = payment;
  const place = placeOf(payment);
  return (
    <>
      <RecordPage
        {...(payment.receiptNumber ? { number: digits(payment.receiptNumber) } : {})}
        title={nameIn(payment.payerName, payment.payerNameBn)}
        place={place}
        state={<PaymentStateChip {...payment} />}
        figure={{
          label: t(
            payment.method === 'WALLET'
              ? 'record.from_wallet'
              : payment.paidOn
                ? 'record.amount'
                : 'record.asked',
          ),
          value: <Money minor={payment.amountMinor} />,
        }}
        actions={actions(payment)}
      >
        {reversal?.state === 'REQUESTED' ? (
          <Alert color="yellow" icon={<IconClock size={20} />}>
            {t('record.reversal_waits', { name: reversal.by, reason: reversal.reason })}
          </Alert>
        ) : null}
        {reversal?.ended && (reversal.state === 'REFUSED' || reversal.state === 'GIVEN_UP') ? (
          <Alert color="gray">{t(`given_up.reversal_ended.${reversal.state}`, reversal.ended)}</Alert>
        ) : null}
        {payment.isSetAside && payment.state === 'PROCESSING' ? (
          <Alert color="blue" icon={<IconClock size={20} />}>
            {t('back.looked_at_text')}
          </Alert>
        ) : null}
        {payment.cheque ? <ChequeAlert state={payment.cheque} /> : null}
        <OwnStep payment={payment} />
        {payment.replacedById ? (
          <Alert color="blue">
            {t('back.replaced_text')}{' '}
            <GoLink to={`/payment-history/${payment.replacedById}`}>{t('back.replaced_link')}</GoLink>
          </Alert>
        ) : null}
        <Sheet title={t('record.paid')}>
          <PaidList payment={payment} />
        </Sheet>
        <Sheet title={t('record.facts')}>
          <PaymentFacts payment={payment} />
        </Sheet>
      </RecordPage>
      <Suspense>
        {step ? <PaymentStepDialog step={step} payment={payment} close={() => setStep(null)} /> : null}
      </Suspense>
    </>
  );
}
