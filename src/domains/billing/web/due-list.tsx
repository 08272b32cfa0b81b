/** Connections that owe something, the largest sum first. */

import { useUrlQuery } from '#web/go.tsx';
import { useTexts } from '#web/texts.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { type BillingId, billingIds, billingIdsDownload } from '../invoices/contract.ts';
import { useSectorOptions } from './bill-parts.tsx';
import { useConnectionColumns } from './billing-list.tsx';

export function DueList() {
  const t = useTexts('billing');
  const { sort } = useUrlQuery();
  const columns: Column<BillingId>[] = [
    ...useConnectionColumns(),
    {
      key: 'open',
      title: t('billing.open_invoices'),
      kind: 'number',
      value: (row) => row.openInvoices,
    },
    { key: 'oldest', title: t('billing.oldest'), kind: 'day', value: (row) => row.oldestDueOn },
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
      title={t('billing.dues_title')}
      about={t('billing.dues_about')}
      searchLabel={t('invoices.search')}
      columns={columns}
      idOf={(row) => row.connectionId}
      filters={[{ name: 'sectorId', label: t('invoices.sector'), options: useSectorOptions() }]}
      fixed={{ withDues: true, ...(sort ? {} : { sort: '-dueMinor' }) }}
      exports={useExports(billingIdsDownload, 'due-bills')}
      empty={{ title: t('billing.dues_empty'), text: t('billing.dues_empty_help') }}
    />
  );
}
