/** Billable connections: staff see all of them as a list, a consumer the own ones as cards. */
import { useTexts } from '#web/texts.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { useFormats } from '#web/use-formats.ts';
import { type BillingId, billingIds, billingIdsDownload } from '../invoices/contract.ts';
import { useIsConsumer, usePlace, useSectorOptions } from './bill-parts.tsx';
import style from './billing.module.css';
import { MyConnections } from './my-connections.tsx';

export function useConnectionColumns(): Column<BillingId>[] {
  const t = useTexts('billing');
  const { digits } = useFormats();
  const place = usePlace();
  return [
    {
      key: 'connection',
      title: t('billing.connection'),
      value: (row) => <span className={style.whole}>{digits(row.connectionNumber)}</span>,
      sort: 'connectionNumber',
      to: (row) => ({
        path: '/billing/invoice-list',
        query: { page: 1, search: row.connectionNumber },
      }),
    },
    {
      key: 'consumer',
      title: t('invoices.consumer'),
      value: (row) => (
        <div className={style.who}>
          {row.consumerName}
          <div className={style.label}>{place(row)}</div>
        </div>
      ),
      sort: 'consumerName',
    },
    {
      key: 'phone',
      title: t('billing.phone'),
      value: (row) => <span className={style.whole}>{digits(row.phone)}</span>,
    },
  ];
}

function StaffList() {
  const t = useTexts('billing');
  const { digits } = useFormats();
  const columns: Column<BillingId>[] = [
    ...useConnectionColumns(),
    {
      key: 'last',
      title: t('billing.last_bill'),
      value: (row) =>
        row.lastInvoiceNumber && <span className={style.whole}>{digits(row.lastInvoiceNumber)}</span>,
      to: (row) => ({
        path: row.lastInvoiceId ? `/billing/invoice-list/${row.lastInvoiceId}` : '/billing/invoice-list',
      }),
      onCard: false,
    },
    {
      key: 'period',
      title: t('billing.last_period'),
      kind: 'month',
      value: (row) => row.lastPeriod,
      onCard: false,
    },
    { key: 'total', title: t('billing.last_total'), kind: 'money', value: (row) => row.lastTotalMinor },
    {
      key: 'due',
      title: t('billing.due'),
      kind: 'money',
      value: (row) => row.dueMinor,
      sort: 'dueMinor',
    },
  ];
  return (
    <ListPage
      endpoint={billingIds}
      title={t('billing.title')}
      about={t('billing.about')}
      searchLabel={t('invoices.search')}
      columns={columns}
      idOf={(row) => row.connectionId}
      nameOf={(row) => row.connectionNumber}
      filters={[{ name: 'sectorId', label: t('invoices.sector'), options: useSectorOptions() }]}
      exports={useExports(billingIdsDownload, 'billing-list')}
      empty={{ title: t('billing.empty'), text: t('billing.empty_help') }}
    />
  );
}

export function BillingList() {
  return useIsConsumer() ? <MyConnections /> : <StaffList />;
}
