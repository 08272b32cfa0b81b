/** For the office: movements of wallets with the balance after each. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { transactionHistory, transactionHistoryDownload, type WalletMovement } from '../contract.ts';
import { MOVEMENTS } from '../wallet.rules.ts';
import style from './wallet.module.css';

/** @param isOfAll names whose each is */
function useMovementColumns(isOfAll: boolean): Column<WalletMovement>[] {
  const t = useTexts('wallet');
  const nameIn = useNameIn();
  const { digits } = useFormats();
  type Sums = { sums: { inMinor: number; outMinor: number } };
  return [
    { key: 'day', title: t('moves.date'), kind: 'day', value: (row) => row.day },
    ...(isOfAll
      ? [
          {
            key: 'name',
            title: t('list.name'),
            value: (row: WalletMovement) => nameIn(row.name, row.nameBn),
            to: (row: WalletMovement) => ({
              path: '/wallet-list/wallet-details',
              query: { consumerId: row.consumerId },
            }),
          },
        ]
      : []),
    { key: 'kind', title: t('moves.kind'), value: (row) => t(`moves.kinds.${row.kind}`) },
    {
      key: 'reference',
      title: t('moves.reference'),
      // A withdrawal and a hold are no payments.
      value: ({ reference, paymentId }) =>
        reference && paymentId ? (
          <GoLink to={`/payment-history/${paymentId}`} className={style.whole}>
            {digits(reference)}
          </GoLink>
        ) : (
          reference && <span className={style.whole}>{digits(reference)}</span>
        ),
    },
    {
      key: 'in',
      fields: ['inMinor'],
      title: t('moves.in'),
      kind: 'money',
      value: (row) => row.inMinor,
      total: (answer: Sums) => answer.sums.inMinor,
    },
    {
      key: 'out',
      fields: ['outMinor'],
      title: t('moves.out'),
      kind: 'money',
      value: (row) => row.outMinor,
      total: (answer: Sums) => answer.sums.outMinor,
    },
    {
      key: 'balance',
      fields: ['balanceMinor'],
      title: t('moves.balance'),
      kind: 'money',
      value: (row) => row.balanceMinor,
    },
  ];
}

export function MovementList({ consumerId, isPart = false }: { consumerId?: string; isPart?: boolean }) {
  const t = useTexts('wallet');
  const columns = useMovementColumns(!consumerId);
  const exports = useExports(transactionHistoryDownload, 'wallet-statement');
  return (
    <ListPage
      endpoint={transactionHistory}
      exports={exports}
      title={t(isPart ? 'wallets.movements' : 'moves.title')}
      {...(isPart ? { isPart: true } : { about: t('moves.about') })}
      {...(consumerId ? { fixed: { consumerId } } : {})}
      searchable={!consumerId}
      searchLabel={t('list.search')}
      columns={columns}
      filters={[
        {
          name: 'kind',
          label: t('moves.kind'),
          options: MOVEMENTS.map((value) => ({ value, label: t(`moves.kinds.${value}`) })),
        },
        { name: 'from', label: t('list.from'), kind: 'day' as const },
        { name: 'to', label: t('list.to'), kind: 'day' as const },
      ]}
      nameOf={(row) => row.name}
      empty={{ title: t('moves.empty') }}
    />
  );
}
