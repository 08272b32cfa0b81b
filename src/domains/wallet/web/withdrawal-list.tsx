/** Withdrawals by state, for the office. */
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { RowDialog } from '#web/ui/list/rows/row-dialog.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { WITHDRAWAL_STATES } from '../wallet.rules.ts';
import { listWithdrawals, listWithdrawalsDownload, type Withdrawal } from '../withdrawals/contract.ts';
import style from './wallet.module.css';
import type { WithdrawalStep } from './withdrawal-dialogs.tsx';
import { useWithdrawalActions, WithdrawalDialog, WithdrawalStateChip } from './withdrawal-parts.tsx';

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

const NEEDS = {
  code: 'confirm',
  approve: 'decide',
  refuse: 'refuse',
  pay: 'pay',
  take_back: 'takeBack',
  return: 'askReturn',
  return_take_back: 'takeBackReturn',
  return_accept: 'decideReturn',
  return_refuse: 'decideReturn',
} as const satisfies Record<WithdrawalStep, keyof Withdrawal['can']>;

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
          {
            name: 'returns',
            label: t('returns.ask'),
            options: [{ value: 'WAITING', label: t('returns.asked') }],
          },
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
      {open ? (
        <RowDialog
          endpoint={listWithdrawals}
          columns={columns}
          rows={[open.withdrawal]}
          fits={({ can }) => can[NEEDS[open.step]]}
        >
          {(withdrawal) => (
            <WithdrawalDialog withdrawal={withdrawal} step={open.step} close={() => setOpen(null)} />
          )}
        </RowDialog>
      ) : null}
    </>
  );
}
