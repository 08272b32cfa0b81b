/** Opening + in − out = closing, for each wallet and for all. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { type WalletReportRow, walletReport, walletReportDownload } from '../contract.ts';
import style from './wallet.module.css';

type Field = Exclude<keyof WalletReportRow, 'consumerId' | 'customerNumber' | 'name' | 'nameBn'>;
const SORTED: readonly string[] = ['closingMinor', 'rechargedMinor', 'paidMinor'];

export function WalletReport() {
  const t = useTexts('wallet');
  const nameIn = useNameIn();
  const { digits } = useFormats();
  const money = (key: string, field: Field, title: string): Column<WalletReportRow> => ({
    key,
    fields: [field],
    title,
    kind: 'money',
    value: (row) => row[field],
    ...(SORTED.includes(field) ? { sort: field } : {}),
    total: (answer: { sums: Record<Field, number> }) => answer.sums[field],
  });
  const columns: Column<WalletReportRow>[] = [
    {
      key: 'customer',
      fields: ['customerNumber'],
      title: t('list.customer'),
      value: (row) => <span className={style.whole}>{digits(row.customerNumber)}</span>,
      to: (row) => ({ path: '/wallet-list/wallet-details', query: { consumerId: row.consumerId } }),
      sort: 'customerNumber',
    },
    { key: 'name', title: t('list.name'), value: (row) => nameIn(row.name, row.nameBn) },
    money('opening', 'openingMinor', t('report.opening')),
    money('recharged', 'rechargedMinor', t('report.recharged')),
    money('returned', 'returnedMinor', t('report.returned')),
    money('paid', 'paidMinor', t('report.paid')),
    money('withdrawn', 'withdrawnMinor', t('report.withdrawn')),
    money('moved', 'movedMinor', t('report.moved')),
    money('closing', 'closingMinor', t('report.closing')),
    money('held', 'heldMinor', t('report.held')),
  ];
  return (
    <ListPage
      endpoint={walletReport}
      exports={useExports(walletReportDownload, 'wallet-report')}
      title={t('report.title')}
      about={t('report.about')}
      searchLabel={t('wallets.search')}
      idOf={(row) => row.consumerId}
      columns={columns}
      filters={[
        { name: 'from', label: t('list.from'), kind: 'day' as const },
        { name: 'to', label: t('list.to'), kind: 'day' as const },
      ]}
      nameOf={(row) => row.name}
      empty={{ title: t('report.empty') }}
    />
  );
}
