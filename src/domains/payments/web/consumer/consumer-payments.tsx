/** A consumer's payments, as a tab of their page: for bills, demand notes and work orders. */
import { useUrlQuery } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { paymentHistory } from '../../contract.ts';
import { PAYMENT_SOURCES } from '../../payment.rules.ts';
import { useHistoryColumns } from '../payment-history.tsx';

export function ConsumerPayments({ consumerId }: { consumerId: string }) {
  const t = useTexts('payments');
  const query = useUrlQuery();
  const source = PAYMENT_SOURCES.find((known) => known === query.source) ?? 'INVOICE';
  return (
    <ListPage
      endpoint={paymentHistory}
      isPart
      title={t('history.title')}
      columns={useHistoryColumns(source, true)}
      tabs={{
        name: 'source',
        noAll: true,
        items: PAYMENT_SOURCES.map((value) => ({ value, label: t(`history.${value}`) })),
      }}
      fixed={{ consumerId, source }}
      searchable={false}
      nameOf={(row) => row.receiptNumber ?? row.payerName}
      empty={{ title: t('history.empty') }}
    />
  );
}
