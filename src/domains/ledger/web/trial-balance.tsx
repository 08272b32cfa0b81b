/** What each account was, what went through it between two days, and what it is; each figure leads to its entries. */

import { useNameIn } from '#domains/settings/web/in-language.ts';
import { firstOfMonth } from '#shared/dates.ts';
import { useUrlQuery } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { today } from '#web/today.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { ACCOUNT_KINDS } from '../accounts.rules.ts';
import { type AccountBalance, trialBalance, trialBalanceDownload } from '../books/contract.ts';
import { ACCOUNT_KIND_NAMES } from '../books/names.rules.ts';

export type Days = { from: string; to: string };

/** The days of the address; by default the month of the last one, until today. */
export function useDays(): Days {
  const { from, to = today() } = useUrlQuery();
  return { from: from ?? firstOfMonth(to), to };
}

type Sums = Pick<AccountBalance, 'openingMinor' | 'debitMinor' | 'creditMinor' | 'closingMinor'>;
type Summed = { sums: Sums };

function useTrialColumns(days: Days): Column<AccountBalance>[] {
  const t = useTexts('ledger');
  const { digits } = useFormats();
  const nameIn = useNameIn();
  const money = (key: keyof Sums, title: string): Column<AccountBalance> => ({
    ...{ key, title, kind: 'money' },
    value: (row) => row[key],
    total: ({ sums }: Summed) => sums[key],
  });
  return [
    {
      key: 'code',
      title: t('books.account'),
      value: ({ code }) => digits(code),
      to: ({ code }) => ({ path: '/ledger-entries', query: { page: 1, account: code, ...days } }),
      sort: 'code',
    },
    {
      key: 'name',
      fields: ['nameEn', 'nameBn'],
      title: t('books.name'),
      value: (row) => nameIn(row.nameEn, row.nameBn),
      onCard: true,
    },
    {
      key: 'kind',
      title: t('books.kind'),
      value: ({ kind }) => nameIn(...ACCOUNT_KIND_NAMES[kind]),
      onCard: false,
    },
    money('openingMinor', t('books.opening')),
    money('debitMinor', t('books.debit')),
    money('creditMinor', t('books.credit')),
    { ...money('closingMinor', t('books.closing')), onCard: true },
  ];
}

export function TrialBalance() {
  const t = useTexts('ledger');
  const nameIn = useNameIn();
  const { day } = useFormats();
  const days = useDays();
  const columns = useTrialColumns(days);
  return (
    <ListPage
      endpoint={trialBalance}
      exports={useExports(trialBalanceDownload, 'trial-balance')}
      title={t('books.title')}
      about={t('books.about', { from: day(days.from), to: day(days.to) })}
      columns={columns}
      idOf={({ code }) => code}
      fixed={days}
      filters={[
        { name: 'from', label: t('books.from'), kind: 'day' },
        { name: 'to', label: t('books.to'), kind: 'day' },
        {
          name: 'kind',
          label: t('books.kind'),
          options: ACCOUNT_KINDS.map((value) => ({ value, label: nameIn(...ACCOUNT_KIND_NAMES[value]) })),
        },
      ]}
      searchLabel={t('books.search')}
    />
  );
}
