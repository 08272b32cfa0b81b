/** Billed connections as the utility sees them, with their latest bill. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useUrlQuery } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { type BillingId, billingIds, billingIdsDownload } from '../invoices/contract.ts';
import style from './billing.module.css';
import { useSectorOptions } from './sector-options.ts';

type Key = 'connection' | 'consumer' | 'place' | 'phone' | 'last' | 'period' | 'total' | 'due' | 'advance';

const COLUMNS = ['connection', 'consumer', 'place', 'phone', 'last', 'period', 'total', 'due'] as const;

const LEFT = ['connection', 'consumer', 'place', 'phone', 'last', 'advance'] as const;

function useColumns(): Record<Key, Column<BillingId>> {
  const t = useTexts('billing');
  const nameIn = useNameIn();
  const common = useTexts('common');
  const { digits } = useFormats();
  const place = usePlace();
  const may = useMay();
  const whole = (text: string) => <span className={style.whole}>{digits(text)}</span>;
  return {
    connection: {
      key: 'connection',
      fields: ['connectionNumber'],
      title: t('billing.connection'),
      value: (row) => whole(row.connectionNumber),
      sort: 'connectionNumber',
      to: (row) => ({
        path: '/billing/invoice-list',
        query: { page: 1, search: row.connectionNumber },
      }),
    },
    consumer: {
      key: 'consumer',
      fields: ['consumerName'],
      title: t('invoices.consumer'),
      value: (row) =>
        nameIn(row.consumerName, row.consumerNameBn) +
        (row.takenOverMinor > 0 ? ` · ${t('taken_over.mark')}` : ''),
      sort: 'consumerName',
      onCard: true,
    },
    place: {
      key: 'place',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: common('place.title'),
      value: place,
      onCard: true,
    },
    phone: { key: 'phone', title: t('lists.phone'), value: (row) => whole(row.phone) },
    last: {
      key: 'last',
      fields: ['lastInvoiceNumber'],
      title: t('billing.last_bill'),
      value: (row) => row.lastInvoiceNumber && whole(row.lastInvoiceNumber),
      to: (row) => ({
        path: row.lastInvoiceId ? `/billing/invoice-list/${row.lastInvoiceId}` : '/billing/invoice-list',
      }),
      onCard: false,
    },
    period: {
      key: 'period',
      fields: ['lastPeriod'],
      title: t('lists.last_period'),
      kind: 'month',
      value: (row) => row.lastPeriod,
      onCard: false,
    },
    total: {
      key: 'total',
      fields: ['lastTotalMinor'],
      title: t('lists.last_total'),
      kind: 'money',
      value: (row) => row.lastTotalMinor,
    },
    due: {
      key: 'due',
      fields: ['dueMinor'],
      title: t('lists.due'),
      kind: 'money',
      value: (row) => row.dueMinor,
      sort: 'dueMinor',
      onCard: true,
      total: (answer: { sums: { dueMinor: number } }) => answer.sums.dueMinor,
    },
    advance: {
      key: 'advance',
      fields: ['advanceMinor'],
      title: t('advance_left.amount'),
      kind: 'money',
      value: (row) => row.advanceMinor,
      onCard: true,
      ...(may('payments:take')
        ? { to: (row) => ({ path: '/take-payment', query: { connectionId: row.connectionId } }) }
        : {}),
    },
  };
}

export function ConnectionList() {
  const t = useTexts('billing');
  const { sort, advanceLeft } = useUrlQuery();
  const sectors = { name: 'sectorId', label: t('lists.bills_sector'), options: useSectorOptions() };
  const left = {
    name: 'advanceLeft',
    label: t('advance_left.filter'),
    options: [{ value: 'true', label: t('advance_left.filter') }],
  };
  const keys: readonly Key[] = advanceLeft ? LEFT : COLUMNS;
  const columns = useColumns();
  return (
    <ListPage
      endpoint={billingIds}
      title={t('billing.title')}
      about={t('lists.about')}
      searchLabel={t('lists.bills_search')}
      columns={keys.map((key) => columns[key])}
      idOf={(row) => row.connectionId}
      nameOf={(row) => row.connectionNumber}
      filters={[sectors, left]}
      fixed={sort ? { sort } : {}}
      exports={useExports(billingIdsDownload, 'billing-list')}
      empty={{ title: t('lists.empty'), text: t('lists.empty_help') }}
    />
  );
}
