/** Withdrawals by state, and one of them with its steps; a consumer's own. */
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, useUrlQuery } from '#web/navigation/go.tsx';
import { useProfile } from '#web/session/session.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Tone } from '#web/ui/colours.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Day, Instant, Money } from '#web/ui/figures.tsx';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { Facts, RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import { WITHDRAWAL_STATES, type WithdrawalState } from '../wallet.rules.ts';
import {
  getWithdrawal,
  listWithdrawals,
  listWithdrawalsDownload,
  takeBackWithdrawal,
  type Withdrawal,
} from '../withdrawals/contract.ts';
import style from './wallet.module.css';
import { WithdrawalDialog, type WithdrawalStep } from './withdrawal-dialogs.tsx';

const TONES: Record<WithdrawalState, Tone> = {
  REQUESTED: 'grey',
  OTP_CONFIRMED: 'amber',
  APPROVED: 'blue',
  PAID_OUT: 'green',
  REJECTED: 'red',
};

export function WithdrawalStateChip({ state }: { state: WithdrawalState }) {
  const t = useTexts('wallet');
  return <StateChip tone={TONES[state]}>{t(`list.states.${state}`)}</StateChip>;
}

/** What a person may do with a withdrawal; the server says what. */
export function useWithdrawalActions(begin: (withdrawal: Withdrawal, step: WithdrawalStep) => void) {
  const t = useTexts('wallet');
  const takeBack = useAction(takeBackWithdrawal, {
    onDone: () => toast('success', t('withdraw.taken_back')),
  });
  return (withdrawal: Withdrawal) => {
    const { can, id, amountMinor: amount } = withdrawal;
    const step = (label: string, which: WithdrawalStep, danger = false) => ({
      label,
      danger,
      run: () => begin(withdrawal, which),
    });
    const ask = async () => {
      const own = { question: t('withdraw.take_back_ask', { amount }), yes: t('withdraw.take_back') };
      if (await confirm('submit', t('withdraw.take_back_ask', { amount }), own))
        takeBack.run({ body: { withdrawalId: id } });
    };
    return [
      ...(can.confirm ? [step(t('withdraw.enter_code'), 'code')] : []),
      ...(can.decide ? [step(t('decide.approve'), 'approve')] : []),
      ...(can.pay ? [step(t('decide.pay'), 'pay')] : []),
      ...(can.refuse ? [step(t('decide.refuse'), 'refuse', true)] : []),
      ...(can.takeBack ? [{ label: t('withdraw.take_back'), run: ask, danger: false }] : []),
    ];
  };
}

function useColumns(): Column<Withdrawal>[] {
  const t = useTexts('wallet');
  const nameIn = useNameIn();
  const { digits } = useFormats();
  return [
    {
      key: 'customer',
      fields: ['customerNumber'],
      title: t('list.customer'),
      value: (row) => <span className={style.whole}>{digits(row.customerNumber)}</span>,
      to: (row) => ({ path: '/deposit-withdraw-mange', query: { withdrawal: row.id } }),
    },
    { key: 'name', title: t('list.name'), value: (row) => nameIn(row.name, row.nameBn) },
    {
      key: 'amount',
      fields: ['amountMinor'],
      title: t('list.amount'),
      kind: 'money',
      value: (row) => row.amountMinor,
      sort: 'amountMinor',
      total: (answer: { sums: { amountMinor: number } }) => answer.sums.amountMinor,
    },
    { key: 'state', title: t('list.state'), value: (row) => <WithdrawalStateChip state={row.state} /> },
    {
      key: 'asked',
      fields: ['askedAt'],
      title: t('list.asked'),
      kind: 'instant',
      value: (row) => row.askedAt,
      sort: 'askedAt',
    },
    { key: 'wanted', title: t('list.wanted'), value: (row) => t(`withdraw.wants.${row.wanted}`) },
    {
      key: 'voucher',
      fields: ['number'],
      title: t('list.voucher'),
      value: (row) => row.number && <span className={style.whole}>{digits(row.number)}</span>,
    },
  ];
}

export function Withdrawals() {
  const { withdrawal } = useUrlQuery();
  return withdrawal ? <WithdrawalRecord id={withdrawal} /> : <WithdrawalList />;
}

/** @param consumerId as a part of the page of one wallet */
export function WithdrawalList({ consumerId }: { consumerId?: string }) {
  const t = useTexts('wallet');
  const [open, setOpen] = useState<{ withdrawal: Withdrawal; step: WithdrawalStep } | null>(null);
  const actions = useWithdrawalActions((withdrawal, step) => setOpen({ withdrawal, step }));
  const columns = useColumns();
  const exports = useExports(listWithdrawalsDownload, 'withdrawals');
  return (
    <>
      <ListPage
        endpoint={listWithdrawals}
        exports={exports}
        {...(consumerId ? { isPart: true, fixed: { consumerId } } : { about: t('list.about') })}
        title={t('list.title')}
        searchable={!consumerId}
        searchLabel={t('list.search')}
        columns={columns}
        tabs={{
          name: 'state',
          counts: ({ counts }: EndpointAnswer<typeof listWithdrawals>) => counts,
          items: WITHDRAWAL_STATES.map((value) => ({ value, label: t(`list.states.${value}`) })),
        }}
        filters={[
          { name: 'from', label: t('list.from'), kind: 'day' as const },
          { name: 'to', label: t('list.to'), kind: 'day' as const },
        ]}
        primary={
          consumerId ? undefined : (
            <GoLink to="/payment-history" query={{ page: 1, source: 'WALLET_RECHARGE' }}>
              {t('list.deposits')}
            </GoLink>
          )
        }
        nameOf={(row) => row.name}
        actions={actions}
        empty={{ title: t('list.empty'), text: t('list.empty_help') }}
      />
      {open ? <WithdrawalDialog {...open} close={() => setOpen(null)} /> : null}
    </>
  );
}

function WithdrawalFacts({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useTexts('wallet');
  const { digits } = useFormats();
  const { wanted, bankAccount, decidedBy, rejectedAs, paidOn, method } = withdrawal;
  return (
    <Facts
      facts={[
        { label: t('list.customer'), value: digits(withdrawal.customerNumber) },
        { label: t('list.phone'), value: digits(withdrawal.phone) },
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
              { label: t('decide.method'), value: t(`decide.methods.${method}`) },
              { label: t('list.voucher'), value: digits(withdrawal.number ?? '') },
            ]
          : []),
        ...(withdrawal.reference ? [{ label: t('list.reference'), value: withdrawal.reference }] : []),
      ]}
    />
  );
}

function WithdrawalRecord({ id }: { id: string }) {
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
