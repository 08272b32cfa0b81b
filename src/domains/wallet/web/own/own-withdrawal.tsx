/** A household's own withdrawal: how far it is and what comes next, in its words and without names of the office. */
import { useState } from 'react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Day, Instant, Money } from '#web/ui/figures.tsx';
import { Facts, RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { getWithdrawal, type Withdrawal } from '../../withdrawals/contract.ts';
import style from '../wallet.module.css';
import type { WithdrawalStep } from '../withdrawal-dialogs.tsx';
import { useWithdrawalActions, WithdrawalDialog, WithdrawalStateChip } from '../withdrawal-parts.tsx';

/** Which sentence says how far it is. */
function wayOf({ state, wanted, method, rejectedAs }: Withdrawal) {
  if (state === 'REJECTED') return rejectedAs ?? 'OFFICE';
  if (state === 'APPROVED') return `APPROVED_${wanted}` as const;
  if (state === 'PAID_OUT') return `PAID_OUT_${method ?? wanted}` as const;
  return state;
}

function OwnFacts({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useTexts('wallet');
  const { digits } = useFormats();
  const { wanted, bankAccount, state, decisionRemark, paidOn, number, reference } = withdrawal;
  const isAgreed = state === 'APPROVED' || state === 'PAID_OUT' || state === 'RETURNED';
  return (
    <Facts
      facts={[
        { label: t('withdraw.wanted'), value: t(`withdraw.wants.${wanted}`) },
        ...(bankAccount ? [{ label: t('list.account'), value: bankAccount }] : []),
        { label: t('one.asked'), value: <Instant at={withdrawal.askedAt} /> },
        { label: t('one.asked_by'), value: t(withdrawal.isOwn ? 'one.you' : 'one.office') },
        ...(withdrawal.confirmedAt
          ? [{ label: t('one.confirmed'), value: <Instant at={withdrawal.confirmedAt} /> }]
          : []),
        ...(isAgreed ? [{ label: t('one.decided'), value: <Instant at={withdrawal.decidedAt} /> }] : []),
        ...(decisionRemark ? [{ label: t('one.reason'), value: decisionRemark }] : []),
        ...(paidOn ? [{ label: t('one.paid'), value: <Day day={paidOn} /> }] : []),
        ...(number ? [{ label: t('list.voucher'), value: digits(number) }] : []),
        ...(reference ? [{ label: t('list.reference'), value: reference }] : []),
      ]}
    />
  );
}

export function OwnWithdrawal({ id }: { id: string }) {
  const t = useTexts('wallet');
  const { data: withdrawal, error, refetch } = useAnswer(getWithdrawal, { params: { id } });
  const [step, setStep] = useState<WithdrawalStep | null>(null);
  const actions = useWithdrawalActions((_, next) => setStep(next));
  if (error && !withdrawal) return <FailedPage error={error} retry={refetch} />;
  if (!withdrawal) return <RecordSkeleton />;
  return (
    <>
      <RecordPage
        title={t('one.title')}
        state={<WithdrawalStateChip state={withdrawal.state} />}
        figure={{ label: t('withdraw.amount'), value: <Money minor={withdrawal.amountMinor} /> }}
        actions={actions(withdrawal)}
      >
        <Sheet>
          <p>{t(`one.ways.${wayOf(withdrawal)}`)}</p>
          {withdrawal.state === 'REQUESTED' ? (
            <p className={style.quiet}>{t('one.until', { until: withdrawal.codeExpiresAt })}</p>
          ) : null}
          <OwnFacts withdrawal={withdrawal} />
          <p>
            <GoLink to="/customer-wallet-manage" query={{ page: 1 }} className={style.wayOn}>
              {t('one.wallet')}
            </GoLink>{' '}
            <GoLink to="/deposit-withdraw-mange" query={{ page: 1 }} className={style.wayOn}>
              {t('one.all')}
            </GoLink>
          </p>
        </Sheet>
      </RecordPage>
      {step ? <WithdrawalDialog withdrawal={withdrawal} step={step} close={() => setStep(null)} /> : null}
    </>
  );
}
