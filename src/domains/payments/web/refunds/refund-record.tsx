/** One refund case: who asked, who decided, who paid, and the step that comes next. */
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, usePathParam } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Day, Instant, Money } from '#web/ui/figures.tsx';
import { Facts, RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { getRefund, type Refund } from '../../refunds/contract.ts';
import { RefundDialog, type RefundStep } from './refund-dialogs.tsx';
import { RefundStateChip } from './refund-state.tsx';
import { useRefundActions } from './use-refund-actions.ts';

function CaseFacts({ refund }: { refund: Refund }) {
  const t = useTexts('payments');
  const may = useMay();
  const { digits } = useFormats();
  const { applicationId, connectionId, workOrderId, ownershipRequestId } = refund;
  const { demandNoteNumber, receipts, paymentId } = refund;
  const number = digits(refund.targetNumber);
  return (
    <Facts
      facts={[
        {
          label: t(
            workOrderId
              ? 'refunds.work'
              : ownershipRequestId
                ? 'refunds.ownership'
                : connectionId
                  ? 'refunds.connection'
                  : 'refunds.application',
          ),
          value:
            applicationId && may('applications:view') ? (
              <GoLink to={`/all-new-connections/${applicationId}`}>{number}</GoLink>
            ) : workOrderId && may('work-orders:view') ? (
              <GoLink to={`/work-order-list/${workOrderId}`}>{number}</GoLink>
            ) : ownershipRequestId && may('ownership:view') ? (
              <GoLink to={`/owner-change-request-list/${ownershipRequestId}`}>{number}</GoLink>
            ) : (
              number
            ),
        },
        { label: t('refunds.cause'), value: t(`refunds.causes.${refund.cause}`) },
        ...(demandNoteNumber ? [{ label: t('refunds.demand_note'), value: digits(demandNoteNumber) }] : []),
        ...(receipts.length > 0
          ? [
              {
                label: t('refunds.receipts'),
                value: paymentId ? (
                  <GoLink to={`/payment-history/${paymentId}`}>{digits(receipts.join(', '))}</GoLink>
                ) : (
                  digits(receipts.join(', '))
                ),
              },
            ]
          : []),
        { label: t('refunds.phone'), value: digits(refund.payeePhone) },
        { label: t('refunds.reason'), value: refund.reason },
      ]}
    />
  );
}

/** What the person who ended the request is called; everybody else approved it. */
const DECIDERS: Partial<Record<Refund['state'], 'refunds.refused_by' | 'given_up.by'>> = {
  REFUSED: 'refunds.refused_by',
  GIVEN_UP: 'given_up.by',
};

function StepFacts({ refund }: { refund: Refund }) {
  const t = useTexts('payments');
  const { digits } = useFormats();
  const { decidedBy, decidedAt, decisionRemark, method, paidOn, number, reference, state } = refund;
  const { followsId, proposal } = refund;
  return (
    <Facts
      facts={[
        { label: t('refunds.asked_by'), value: refund.askedBy },
        { label: t('refunds.asked'), value: <Instant at={refund.askedAt} /> },
        ...(decidedBy && decidedAt
          ? [
              {
                label: t(DECIDERS[state] ?? 'refunds.approved_by'),
                value: decidedBy,
              },
              { label: t('refunds.decided'), value: <Instant at={decidedAt} /> },
            ]
          : []),
        ...(decisionRemark ? [{ label: t('refunds.remark'), value: decisionRemark }] : []),
        ...(method
          ? [
              { label: t('refunds.paid_by'), value: refund.paidBy },
              { label: t('refunds.paid_on'), value: <Day day={paidOn} /> },
              { label: t('refunds.method'), value: t(`refunds.methods.${method}`) },
              { label: t('refunds.voucher_number'), value: digits(number ?? '') },
            ]
          : []),
        ...(reference ? [{ label: t('refunds.reference'), value: reference }] : []),
        ...(followsId
          ? [
              {
                label: t('refunds.follows'),
                value: <GoLink to={`/refund/${followsId}`}>{t('refunds.follows_link')}</GoLink>,
              },
            ]
          : []),
        ...(proposal
          ? [
              {
                label: t('refunds.waits'),
                value: t(`refunds.change_waits.${proposal.kind}`, {
                  name: proposal.requestedBy,
                  reason: proposal.reason,
                }),
              },
            ]
          : []),
      ]}
    />
  );
}

export function RefundRecord() {
  const t = useTexts('payments');
  const nameIn = useNameIn();
  const { digits } = useFormats();
  const placeOf = usePlace();
  const id = usePathParam();
  const { data: refund, error, refetch } = useAnswer(getRefund, { params: { id } });
  const [step, setStep] = useState<RefundStep | null>(null);
  const actions = useRefundActions((_, next) => setStep(next));
  if (error && !refund) return <FailedPage error={error} retry={refetch} />;
  if (!refund) return <RecordSkeleton />;
  const place = placeOf(refund);
  return (
    <>
      <RecordPage
        {...(refund.number ? { number: digits(refund.number) } : {})}
        title={t('refunds.record_title', { name: nameIn(refund.payeeName, refund.payeeNameBn) })}
        place={place}
        state={<RefundStateChip state={refund.state} />}
        figure={{ label: t('refunds.amount'), value: <Money minor={refund.amountMinor} /> }}
        actions={actions(refund)}
      >
        <Sheet title={t('refunds.case')}>
          <CaseFacts refund={refund} />
        </Sheet>
        <Sheet title={t('refunds.steps')}>
          <StepFacts refund={refund} />
        </Sheet>
      </RecordPage>
      {step ? <RefundDialog refund={refund} step={step} close={() => setStep(null)} /> : null}
    </>
  );
}
