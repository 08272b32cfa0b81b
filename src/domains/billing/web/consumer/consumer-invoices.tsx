/** A consumer's bills, as a tab of their page. */
import { useTexts } from '#web/texts/texts.ts';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { searchInvoice } from '../../invoices/contract.ts';
import { useInvoiceColumns } from '../invoice-list.tsx';

export function ConsumerInvoices({ consumerId }: { consumerId: string }) {
  const t = useTexts('billing');
  return (
    <ListPage
      endpoint={searchInvoice}
      isPart
      title={t('invoices.title')}
      columns={useInvoiceColumns(true)}
      fixed={{ consumerId }}
      searchable={false}
      nameOf={(row) => row.number}
      filters={[
        {
          name: 'open',
          label: t('invoices.open_filter'),
          kind: 'yesNo',
        },
      ]}
      empty={{ title: t('invoices.empty') }}
    />
  );
}
