import { Button } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useGo } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { RowDialog } from '#web/ui/list/rows/row-dialog.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { type Payment, paymentHistory, paymentHistoryDownload } from '../contract.ts';
import {
  LISTED_SOURCES,
  type ListedSource,
  PAYMENT_METHODS,
  PAYMENT_STATES,
  PAYMENT_WAITS,
} from '../payment.rules.ts';
import { useListedSource } from './payment-source.ts';
import { PaymentStateChip } from './payment-state.tsx';
import style from './payments.module.css';
import { type PaymentStep, usePaymentActions } from './use-payment-actions.tsx';

// Only staff take these steps, and rarely.
const PaymentStepDialog = lazy(() =>
  import('./payment-step-dialog.tsx').then((file) => ({ default: file.PaymentStepDialog })),
);

export function useHistoryColumns(source: ListedSource, isConsumer: boolean): Column<Payment>[] {
  const t = useTexts('payments');
  const nameIn = useNameIn();
  const { digits, shortDay, month, shortInstant } = useFormats();
  /** Numbers and days stay in one piece. */
  const whole = (text: string) => <span className={style.whole}>{text}</span>;
  const bills = ({ invoices }: Payment) => {
    const [only] = invoices;
    if (invoices.length === 1 && only) {
      return (
        <>
          {whole(digits(only.number))} <span className={style.small}>{month(only.period)}</span>
        </>
      );
    }
    return invoices.length > 1 ? t('history.bill_count', { count: invoices.length }) : null;
  };
  const date: Column<Payment> = {
    key: 'date',
    fields: ['paidOn', 'createdAt'],
    title: t('history.paid_on'),
    value: (row) => (row.paidOn ? whole(shortDay(row.paidOn)) : shortInstant(row.createdAt)),
    sort: 'createdAt',
    onCard: true,
  };
  const payer: Column<Payment> = {
    key: 'payer',
    fields: ['payerName'],
    title: t('history.payer'),
    value: (row) => nameIn(row.payerName, row.payerNameBn),
  };
  const target: Column<Payment> = {
    key: 'target',
    fields: ['targetNumber'],
    title: t(`history.target_${source}`),
    value: (row) =>
      source === 'ALL' ? (
        <>
          {t(`history.target_${row.source}`)} {whole(digits(row.targetNumber))}
        </>
      ) : (
        whole(digits(row.targetNumber))
      ),
  };
  const method: Column<Payment> = {
    key: 'method',
    title: t('history.method'),
    value: (row) => t(`methods.${row.method}`),
  };
  const state: Column<Payment> = {
    key: 'state',
    title: t('history.state'),
    value: (row) => <PaymentStateChip {...row} />,
  };
  const ofBills = source === 'INVOICE';
  const bill: Column<Payment>[] = ofBills
    ? [{ key: 'bills', title: t('history.bills'), value: bills, onCard: isConsumer }]
    : [];
  const collected: Column<Payment>[] = ofBills
    ? [
        {
          key: 'collected',
          fields: ['collectedMinor'],
          title: t('history.collected'),
          kind: 'money',
          value: (row) => row.collectedMinor,
          total: (answer: { sums: { collectedMinor: number | null } }) => answer.sums.collectedMinor,
          onCard: false,
          startsHidden: true,
        },
      ]
    : [];
  const vat: Column<Payment>[] = ofBills
    ? [
        {
          key: 'vat',
          fields: ['vatMinor'],
          title: t('history.vat'),
          kind: 'money',
          value: (row) => row.vatMinor,
          onCard: false,
          startsHidden: !isConsumer,
        },
      ]
    : [];
  return [
    {
      key: 'receipt',
      fields: ['receiptNumber'],
      title: t('history.receipt'),
      value: (row) => whole(row.receiptNumber ? digits(row.receiptNumber) : t('history.no_receipt')),
      to: (row) => ({ path: `/payment-history/${row.id}` }),
    },
    ...(isConsumer ? [target] : [payer]),
    ...(isConsumer ? bill : []),
    {
      key: 'amount',
      fields: ['amountMinor'],
      title: t('history.amount'),
      kind: 'money',
      value: (row) => row.amountMinor,
      sort: 'amountMinor',
      total: (answer: { sums: { amountMinor: number } }) => answer.sums.amountMinor,
    },
    ...(isConsumer ? vat : []),
    ...(isConsumer ? [method, state, date] : [state, date, method, target, ...bill, ...collected, ...vat]),
  ];
}

const NEEDS = {
  reverse: 'reverse',
  refund: 'refund',
  refuse: 'decideReversal',
  'give-up': 'giveUpReversal',
} as const satisfies Record<PaymentStep, keyof Payment['can']>;

export function PaymentHistory() {
  const t = useTexts('payments');
  const may = useMay();
  const go = useGo();
  const source = useListedSource();
  const columns = useHistoryColumns(source, false);
  const [open, setOpen] = useState<{ payment: Payment; step: PaymentStep } | null>(null);
  const actions = usePaymentActions((payment, step) => setOpen({ payment, step }));
  const primary = may('payments:take') ? (
    <Button leftSection={<IconCash size={16} />} onClick={() => go('/take-payment')}>
      {t('take.title')}
    </Button>
  ) : null;
  const empty = { title: t('history.empty'), text: t('history.empty_help'), action: primary };
  const filters = [
    {
      name: 'state',
      label: t('history.state'),
      options: PAYMENT_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
    },
    {
      name: 'method',
      label: t('history.method'),
      options: PAYMENT_METHODS.map((value) => ({ value, label: t(`methods.${value}`) })),
    },
    {
      name: 'waits',
      label: t('waits.label'),
      options: PAYMENT_WAITS.map((value) => ({ value, label: t(`waits.${value}`) })),
    },
    ...(may('payments:take')
      ? [
          {
            name: 'takenBy',
            label: t('history.taken_by'),
            options: [{ value: 'me', label: t('history.taken_by_me') }],
          },
        ]
      : []),
    { name: 'from', label: t('history.from'), kind: 'day' as const },
    { name: 'to', label: t('history.to'), kind: 'day' as const },
  ];
  return (
    <>
      <ListPage
        endpoint={paymentHistory}
        exports={useExports(paymentHistoryDownload, 'payments')}
        title={t('history.title')}
        about={t('history.about')}
        searchLabel={t('history.search')}
        columns={columns}
        tabs={{
          name: 'source',
          noAll: true,
          items: LISTED_SOURCES.map((value) => ({ value, label: t(`history.${value}`) })),
        }}
        filters={filters}
        fixed={{ source }}
        nameOf={(row) => row.receiptNumber ?? row.payerName}
        actions={actions}
        primary={primary}
        empty={empty}
      />
      {open ? (
        <RowDialog
          endpoint={paymentHistory}
          columns={columns}
          rows={[open.payment]}
          fits={({ can }) => can[NEEDS[open.step]]}
        >
          {(payment) => (
            <Suspense>
              <PaymentStepDialog payment={payment} step={open.step} close={() => setOpen(null)} />
            </Suspense>
          )}
        </RowDialog>
      ) : null}
    </>
  );
}
