/** Invoices, for staff: all of them with sums. A household's own list is in own-bills. */

import { useNameIn } from '#domains/settings/web/in-language.ts';
import { addMonths, firstOfMonth } from '#shared/dates.ts';
import { startDownload } from '#web/calls/downloads.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo, useUrlQuery } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { today } from '#web/today.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import type { Filter } from '#web/ui/list/filters/filter-bar.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { totalOf } from '#web/ui/list/list-tabs.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { getRun } from '../bill-run/contract.ts';
import {
  countInvoices,
  INVOICE_STATES,
  type Invoice,
  invoicePdf,
  searchInvoice,
  searchInvoiceDownload,
} from '../invoices/contract.ts';
import { InvoiceState, useCorrection } from './bill-parts.tsx';
import style from './billing.module.css';
import { useSectorOptions } from './sector-options.ts';
import { useTakenMark } from './taken/taken-mark.ts';

const MONTHS_BACK = 24;
/** Poisha. */
const AMOUNTS = [50_000, 100_000, 500_000, 1_000_000, 5_000_000];

type Sums = { sums: { totalMinor: number; settledMinor: number; dueMinor: number } };

function Correction({ row }: { row: Invoice }) {
  const text = useCorrection()(row);
  return text ? <div className={style.label}>{text}</div> : null;
}

export function useInvoiceColumns(isConsumer: boolean): Column<Invoice>[] {
  const t = useTexts('billing');
  const nameIn = useNameIn();
  const common = useTexts('common');
  const { digits, month } = useFormats();
  const place = usePlace();
  const correction = useCorrection();
  const takenMark = useTakenMark();
  // A household knows its bills by their months, the office by their numbers.
  const who: Column<Invoice>[] = isConsumer
    ? []
    : [
        {
          key: 'consumer',
          fields: ['consumerName', 'connectionNumber'],
          title: t('invoices.consumer'),
          value: (row) =>
            [nameIn(row.consumerName, row.consumerNameBn), takenMark(row)].filter(Boolean).join(' · '),
          onCard: true,
        },
      ];
  const where: Column<Invoice>[] = isConsumer
    ? []
    : [
        {
          key: 'place',
          fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
          title: common('place.title'),
          value: place,
          onCard: true,
        },
      ];
  const use: Column<Invoice>[] = isConsumer
    ? [
        {
          key: 'use',
          fields: ['usageLitres'],
          title: t('invoices.use'),
          kind: 'volume',
          value: (row) => row.usageLitres,
          sort: 'usageLitres',
          onCard: false,
        },
      ]
    : [];
  const paid: Column<Invoice>[] = isConsumer
    ? []
    : [
        {
          key: 'paid',
          fields: ['settledMinor'],
          title: t('invoices.paid'),
          kind: 'money',
          value: (row) => row.settledMinor,
          total: (answer: Sums) => answer.sums.settledMinor,
          onCard: false,
          startsHidden: true,
        },
      ];
  const own: Column<Invoice> = {
    key: 'number',
    fields: ['number', 'period'],
    title: t('invoices.number'),
    value: (row) => (
      <div className={style.whole}>
        {month(row.period)}
        <div className={style.label}>{digits(row.number)}</div>
        <Correction row={row} />
      </div>
    ),
    sort: 'number',
    to: (row) => ({ path: `/billing/invoice-list/${row.id}` }),
  };
  const ofMonth: Column<Invoice>[] = isConsumer
    ? []
    : [{ key: 'period', title: t('invoices.period'), kind: 'month', value: (row) => row.period }];
  return [
    isConsumer ? own : { ...own, fields: ['number'], value: (row) => digits(row.number) },
    ...who,
    ...ofMonth,
    ...use,
    {
      key: 'total',
      fields: ['totalMinor'],
      title: t('invoices.total'),
      kind: 'money',
      value: (row) => row.totalMinor,
      sort: 'totalMinor',
      total: (answer: Sums) => answer.sums.totalMinor,
    },
    {
      key: 'due',
      fields: ['dueMinor'],
      title: t('invoices.due'),
      kind: 'money',
      value: (row) => row.dueMinor,
      onCard: true,
      total: (answer: Sums) => answer.sums.dueMinor,
    },
    { key: 'state', title: t('invoices.state'), value: (row) => <InvoiceState invoice={row} /> },
    {
      key: 'dueOn',
      title: t('invoices.due_on'),
      kind: 'day',
      value: (row) => row.dueOn,
      sort: 'dueOn',
      // On a card the office reads the place first.
      ...(isConsumer ? { onCard: true } : {}),
    },
    ...where,
    ...paid,
    ...(isConsumer
      ? []
      : [
          {
            key: 'correction',
            fields: ['adjustedMinor'] as const,
            title: t('corrections.title'),
            value: correction,
            onCard: false,
            startsHidden: true,
          },
        ]),
  ];
}

/** The run that the address names; nobody chooses one from a list. */
function useRunFilter(): Filter[] {
  const t = useTexts('billing');
  const { runId } = useUrlQuery();
  const run = useAnswer(getRun, { params: { id: runId ?? '' } }, { enabled: Boolean(runId) }).data;
  if (!runId) return [];
  const label = run ? t('runs.run', { number: run.number }) : '…';
  return [{ name: 'runId', label: t('runs.number'), options: [{ value: runId, label }] }];
}

function useFilters(): Filter[] {
  const t = useTexts('billing');
  const { month } = useFormats();
  const sectors = useSectorOptions();
  const run = useRunFilter();
  const may = useMay();
  const thisMonth = firstOfMonth(today());
  const months = Array.from({ length: MONTHS_BACK }, (_, index) => addMonths(thisMonth, -index));
  const overdue: Filter = {
    name: 'overdue',
    label: t('states.OVERDUE'),
    kind: 'yesNo',
  };
  const open: Filter = {
    name: 'open',
    label: t('invoices.open_filter'),
    kind: 'yesNo',
  };
  const period: Filter = {
    name: 'period',
    label: t('invoices.period'),
    options: months.map((value) => ({ value, label: month(value) })),
  };
  const asked: Filter = { name: 'correctionAsked', label: t('correcting.asked_filter'), kind: 'yesNo' };
  return [
    ...run,
    open,
    overdue,
    ...(may('invoices:cancel') || may('invoices:adjust') ? [asked] : []),
    { name: 'sectorId', label: t('lists.bills_sector'), options: sectors },
    period,
    { name: 'issuedFrom', label: t('lists.bills_issued_from'), kind: 'day' },
    {
      name: 'minTotalMinor',
      label: t('lists.bills_amount_from'),
      options: AMOUNTS.map((amount) => ({
        value: String(amount),
        label: t('lists.bills_at_least', { amount }),
      })),
    },
  ];
}

/** What the list is narrowed to, the tab apart. */
const NARROWING = [
  'search',
  'overdue',
  'open',
  'correctionAsked',
  'sectorId',
  'period',
  'issuedFrom',
  'issuedTo',
  'minTotalMinor',
] as const;

function useCounts() {
  const query = useUrlQuery();
  const narrowed = Object.fromEntries(
    NARROWING.flatMap((name) => (query[name] ? [[name, query[name]]] : [])),
  );
  return useAnswer(countInvoices, { query: narrowed }).data?.counts;
}

export function InvoiceList() {
  const t = useTexts('billing');
  const language = useLanguage();
  const go = useGo();
  const counts = useCounts();
  const actions = (row: Invoice) => [
    { label: t('lists.bills_open'), run: () => go(`/billing/invoice-list/${row.id}`) },
    {
      label: t('lists.bills_pdf'),
      run: () =>
        startDownload(invoicePdf, { params: { id: row.id }, query: { language } }, `bill-${row.number}.pdf`),
    },
  ];
  return (
    <ListPage
      endpoint={searchInvoice}
      title={t('invoices.title')}
      about={t('lists.bills_about')}
      searchLabel={t('lists.bills_search')}
      columns={useInvoiceColumns(false)}
      filters={useFilters()}
      tabs={{
        name: 'state',
        all: totalOf(counts),
        items: INVOICE_STATES.map((state) => ({
          value: state,
          label: t(`states.${state}`),
          count: counts && (counts[state] ?? 0),
        })),
      }}
      nameOf={(row) => row.number}
      actions={actions}
      exports={useExports(searchInvoiceDownload, 'invoices')}
      empty={{
        title: t('invoices.empty'),
        text: t('lists.bills_empty_help'),
      }}
    />
  );
}
