/** Refund cases for who approves and who pays out, by state. */
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { RowDialog } from '#web/ui/list/rows/row-dialog.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { listRefunds, listRefundsDownload, type Refund } from '../../refunds/contract.ts';
import { REFUND_METHODS, REFUND_STATES } from '../../refunds/refund.rules.ts';
import style from '../payments.module.css';
import { RefundDialog, type RefundStep } from './refund-dialogs.tsx';
import { RefundStateChip } from './refund-state.tsx';
import { useRefundActions } from './use-refund-actions.ts';

function useRefundColumns(): Column<Refund>[] {
  const t = useTexts('payments');
  const nameIn = useNameIn();
  const { digits } = useFormats();
  const whole = (text: string) => <span className={style.whole}>{text}</span>;
  return [
    {
      key: 'application',
      fields: ['targetNumber'],
      title: t('refunds.target'),
      value: (row) => whole(digits(row.targetNumber)),
      to: (row) => ({ path: `/refund/${row.id}` }),
    },
    {
      key: 'applicant',
      fields: ['payeeName'],
      title: t('refunds.payee'),
      value: (row) => nameIn(row.payeeName, row.payeeNameBn),
    },
    { key: 'cause', title: t('refunds.cause'), value: (row) => t(`refunds.causes.${row.cause}`) },
    {
      key: 'amount',
      fields: ['amountMinor'],
      title: t('history.amount'),
      kind: 'money',
      value: (row) => row.amountMinor,
      sort: 'amountMinor',
      total: (answer: { sums: { amountMinor: number } }) => answer.sums.amountMinor,
    },
    { key: 'state', title: t('history.state'), value: (row) => <RefundStateChip state={row.state} /> },
    {
      key: 'asked',
      fields: ['askedAt'],
      title: t('refunds.asked'),
      kind: 'instant',
      value: (row) => row.askedAt,
      sort: 'askedAt',
    },
    { key: 'askedBy', title: t('refunds.asked_by'), value: (row) => row.askedBy },
    {
      key: 'paid',
      fields: ['paidOn'],
      title: t('refunds.paid_out'),
      kind: 'day',
      value: (row) => row.paidOn,
      sort: 'paidOn',
    },
    {
      key: 'voucher',
      fields: ['number'],
      title: t('refunds.voucher_number'),
      value: (row) => row.number && whole(digits(row.number)),
    },
  ];
}

const NEEDS = {
  approve: 'decide',
  refuse: 'decide',
  'give-up': 'giveUp',
  pay: 'pay',
  again: 'open',
  withdraw: 'withdraw',
  return: 'return',
  'give-up-change': 'giveUpChange',
} as const satisfies Record<RefundStep, keyof Refund['can']>;

export function RefundList() {
  const t = useTexts('payments');
  const columns = useRefundColumns();
  const [open, setOpen] = useState<{ refund: Refund; step: RefundStep } | null>(null);
  const actions = useRefundActions((refund, step) => setOpen({ refund, step }));
  const filters = [
    {
      name: 'method',
      label: t('refunds.method'),
      options: REFUND_METHODS.map((value) => ({ value, label: t(`refunds.methods.${value}`) })),
    },
    { name: 'from', label: t('history.from'), kind: 'day' as const },
    { name: 'to', label: t('history.to'), kind: 'day' as const },
  ];
  return (
    <>
      <ListPage
        endpoint={listRefunds}
        exports={useExports(listRefundsDownload, 'refunds')}
        title={t('refunds.title')}
        about={t('refunds.about')}
        searchLabel={t('refunds.search')}
        columns={columns}
        tabs={{
          name: 'state',
          counts: ({ counts }: EndpointAnswer<typeof listRefunds>) => counts,
          items: REFUND_STATES.map((value) => ({
            value,
            label: t(`refunds.states.${value}`),
          })),
        }}
        filters={filters}
        nameOf={(row) => row.targetNumber}
        actions={actions}
        empty={{ title: t('refunds.empty'), text: t('refunds.empty_help') }}
      />
      {open ? (
        <RowDialog
          endpoint={listRefunds}
          columns={columns}
          rows={[open.refund]}
          fits={({ can }) => can[NEEDS[open.step]]}
        >
          {(refund) => <RefundDialog refund={refund} step={open.step} close={() => setOpen(null)} />}
        </RowDialog>
      ) : null}
    </>
  );
}
