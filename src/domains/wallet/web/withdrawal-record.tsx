/** One withdrawal with its steps, for the office. */
import { Alert } from '@mantine/core';
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Day, Instant, Money } from '#web/ui/figures.tsx';
import { Facts, RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { getWithdrawal, type Withdrawal } from '../withdrawals/contract.ts';
import type { WithdrawalStep } from './withdrawal-dialogs.tsx';
import { useWithdrawalActions, WithdrawalDialog, WithdrawalStateChip } from './withdrawal-parts.tsx';

function WithdrawalFacts({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useTexts('wallet');
  const { digits, phone } = useFormats();
  const { wanted, bankAccount, decidedBy, rejectedAs, paidOn, method } = withdrawal;
  return (
    <Facts
      facts={[
        { label: t('list.customer'), value: digits(withdrawal.customerNumber) },
        { label: t('list.phone'), value: phone(withdrawal.phone) },
        { label: t('list.wanted'), value: t(`withdraw.wants.${wanted}`) },
        ...(bankAccount ? [{ label: t('list.account'), value: bankAccount }] : []),
        { label: t('list.asked_by'), value: withdrawal.askedBy },
        { label: t('list.asked'), value: <Instant at={withdrawal.askedAt} /> },
        ...(withdrawal.state === 'REQUESTED'
          ? [{ label: t('list.until'), value: <Instant at={withdrawal.codeExpiresAt} /> }]
          : []),
        { label: t('list.confirmed'), value: <Instant at={withdrawal.confirmedAt} /> },
        {
          label: t('list.decided'),
          value: decidedBy ?? (withdrawal.decidedAt ? t('list.no_second') : null),
        },
        ...(withdrawal.decisionRemark ? [{ label: t('list.remark'), value: withdrawal.decisionRemark }] : []),
        ...(rejectedAs ? [{ label: t('list.ended'), value: t(`list.rejected.${rejectedAs}`) }] : []),
        ...(withdrawal.endedBy ? [{ label: t('list.ended_by'), value: withdrawal.endedBy }] : []),
        ...(paidOn && method
          ? [
              { label: t('list.paid'), value: <Day day={paidOn} /> },
              { label: t('list.paid_by'), value: withdrawal.paidBy },
              { label: t('list.method'), value: t(`list.methods.${method}`) },
              { label: t('list.voucher'), value: digits(withdrawal.number ?? '') },
            ]
          : []),
        ...(withdrawal.reference ? [{ label: t('list.reference'), value: withdrawal.reference }] : []),
        ...(withdrawal.state === 'RETURNED' && withdrawal.return
          ? [
              { label: t('returns.reference'), value: withdrawal.return.reference },
              { label: t('returns.reason'), value: withdrawal.return.reason },
              { label: t('returns.asked_by'), value: withdrawal.return.askedBy },
              { label: t('returns.decided_by'), value: withdrawal.return.decidedBy },
            ]
          : []),
      ]}
    />
  );
}

export function WithdrawalRecord({ id }: { id: string }) {
  const t = useTexts('wallet');
  const nameIn = useNameIn();
  const { data: withdrawal, error, refetch } = useAnswer(getWithdrawal, { params: { id } });
  const [step, setStep] = useState<WithdrawalStep | null>(null);
  const actions = useWithdrawalActions((_, next) => setStep(next));
  if (error && !withdrawal) return <FailedPage error={error} retry={refetch} />;
  if (!withdrawal) return <RecordSkeleton />;
  return (
    <>
      <RecordPage
        title={t('list.record', { name: nameIn(withdrawal.name, withdrawal.nameBn) })}
        state={<WithdrawalStateChip state={withdrawal.state} />}
        figure={{ label: t('list.amount'), value: <Money minor={withdrawal.amountMinor} /> }}
        actions={actions(withdrawal)}
        notice={
          withdrawal.state === 'PAID_OUT' && withdrawal.return ? (
            <Alert color="yellow">
              {t('returns.waits', {
                name: withdrawal.return.askedBy,
                reference: withdrawal.return.reference,
                reason: withdrawal.return.reason,
              })}
            </Alert>
          ) : undefined
        }
      >
        <Sheet>
          <WithdrawalFacts withdrawal={withdrawal} />
          <GoLink to="/wallet-list/wallet-details" query={{ consumerId: withdrawal.consumerId }}>
            {t('list.to_wallet')}
          </GoLink>
        </Sheet>
      </RecordPage>
      {step ? <WithdrawalDialog withdrawal={withdrawal} step={step} close={() => setStep(null)} /> : null}
    </>
  );
}
