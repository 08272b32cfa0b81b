/** All wallets that ever moved. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import { type Wallet, walletList, walletListDownload } from '../contract.ts';
import style from './wallet.module.css';

export function WalletList() {
  const t = useTexts('wallet');
  const nameIn = useNameIn();
  const { digits, phone } = useFormats();
  type Sums = { sums: { balanceMinor: number; heldMinor: number } };
  const columns: Column<Wallet>[] = [
    {
      key: 'customer',
      fields: ['customerNumber'],
      title: t('list.customer'),
      value: (row) => <span className={style.whole}>{digits(row.customerNumber)}</span>,
      to: (row) => ({ path: '/wallet-list/wallet-details', query: { consumerId: row.consumerId } }),
    },
    { key: 'name', title: t('list.name'), value: (row) => nameIn(row.name, row.nameBn), sort: 'name' },
    {
      key: 'phone',
      title: t('wallets.phone'),
      value: (row) => <span className={style.whole}>{phone(row.phone)}</span>,
    },
    {
      key: 'balance',
      fields: ['balanceMinor'],
      title: t('wallets.balance'),
      kind: 'money',
      value: (row) => row.balanceMinor,
      sort: 'balanceMinor',
      total: (answer: Sums) => answer.sums.balanceMinor,
    },
    {
      key: 'held',
      fields: ['heldMinor'],
      title: t('wallets.held'),
      kind: 'money',
      value: (row) => row.heldMinor,
      total: (answer: Sums) => answer.sums.heldMinor,
    },
    {
      key: 'moved',
      fields: ['movedOn'],
      title: t('wallets.moved'),
      kind: 'day',
      value: (row) => row.movedOn,
      sort: 'movedOn',
    },
    {
      key: 'autoPay',
      title: t('wallets.auto_pay'),
      value: (row) => t(row.autoPay ? 'auto.on' : 'auto.off'),
    },
    {
      key: 'state',
      fields: ['frozenReason'],
      title: t('wallets.state'),
      value: (row) => (
        <StateChip tone={row.isFrozen ? 'red' : 'green'}>
          {t(row.isFrozen ? 'wallets.FROZEN' : 'wallets.OPEN')}
        </StateChip>
      ),
    },
  ];
  return (
    <ListPage
      endpoint={walletList}
      exports={useExports(walletListDownload, 'wallets')}
      title={t('wallets.title')}
      about={t('wallets.about')}
      searchLabel={t('wallets.search')}
      idOf={(row) => row.consumerId}
      columns={columns}
      filters={[
        {
          name: 'state',
          label: t('wallets.state'),
          options: (['OPEN', 'FROZEN'] as const).map((value) => ({ value, label: t(`wallets.${value}`) })),
        },
        {
          name: 'autoPay',
          label: t('wallets.auto_pay'),
          options: (['on', 'off'] as const).map((value) => ({ value, label: t(`auto.${value}`) })),
        },
      ]}
      nameOf={(row) => row.name}
      empty={{ title: t('wallets.empty'), text: t('wallets.empty_help') }}
    />
  );
}
