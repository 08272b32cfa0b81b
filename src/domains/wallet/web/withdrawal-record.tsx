/** One withdrawal with its steps. */
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useProfile } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Day, Instant, Money } from '#web/ui/figures.tsx';
import { Facts, RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { getWithdrawal, type Withdrawal } from '../withdrawals/contract.ts';
import {
  useWithdrawalActions,
  WithdrawalDialog,
  WithdrawalStateChip,
  type WithdrawalStep,
} from './withdrawal-parts.tsx';

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
        { label: t('list.confirmed'), value: <Instant at={withdrawal.confirmedAt} /> },
        {
          label: t('list.decided'),
          value: decidedBy ?? (withdrawal.decidedAt ? t('list.no_second') : null),
        },
        ...(withdrawal.decisionRemark ? [{ label: t('list.remark'), value: withdrawal.decisionRemark }] : []),
        ...(rejectedAs ? [{ label: t('list.ended'), value: t(`list.rejected.${rejectedAs}`) }] : []),
        ...(paidOn && method
          ? [
              { label: t('list.paid'), value: <Day day={paidOn} /> },
              { label: t('list.paid_by'), value: withdrawal.paidBy },
              { label: t('list.method'), value: t(`list.methods.${method}`) },
              { label: t('list.voucher'), value: digits(withdrawal.number ?? '') },
            ]
          : []),
        ...(withdrawal.reference ? [{ label: t('list.reference'), value: withdrawal.reference }] : []),
      ]}
    />
  );
}

export function WithdrawalRecord({ id }: { id: string }) {
  const t = useTexts('wallet');
  const nameIn = useNameIn();
  const isHousehold = useProfile()?.role === 'consumer';
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
      >
        <Sheet>
          <WithdrawalFacts withdrawal={withdrawal} />
          <GoLink
            to={isHousehold ? '/customer-wallet-manage' : '/wallet-list/wallet-details'}
            query={isHousehold ? { page: 1 } : { consumerId: withdrawal.consumerId }}
          >
            {t('list.to_wallet')}
          </GoLink>
        </Sheet>
      </RecordPage>
      {step ? <WithdrawalDialog withdrawal={withdrawal} step={step} close={() => setStep(null)} /> : null}
    </>
  );
}
