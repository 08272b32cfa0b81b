/** Entries of one account: the rows behind a figure of the trial balance, each with the bill or payment that it records. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, useUrlQuery } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { ACCOUNTS, JOURNAL_KINDS } from '../accounts.rules.ts';
import { type LedgerEntry, ledgerEntries, ledgerEntriesDownload, trialBalance } from '../books/contract.ts';
import { JOURNAL_NAMES } from '../books/names.rules.ts';
import { useDays } from './trial-balance.tsx';

/** The pages of what journals of these kinds record. */
const PAGES: Partial<Record<LedgerEntry['sourceKind'], string>> = {
  INVOICE: '/billing/invoice-list',
  PAYMENT: '/payment-history',
};

type Sums = { sums: EndpointAnswer<typeof ledgerEntries>['sums'] };

function useEntryColumns(): Column<LedgerEntry>[] {
  const t = useTexts('ledger');
  const nameIn = useNameIn();
  const { shortDay } = useFormats();
  const named = ({ kind, sourceKind, sourceId }: LedgerEntry) => {
    const page = PAGES[sourceKind];
    const text = nameIn(...JOURNAL_NAMES[kind]);
    return page ? <GoLink to={`${page}/${sourceId}`}>{text}</GoLink> : text;
  };
  return [
    { key: 'day', title: t('books.day'), value: (row) => shortDay(row.day), sort: 'day' },
    { key: 'kind', title: t('books.journal'), value: named },
    {
      ...{ key: 'debitMinor', title: t('books.debit'), kind: 'money', sort: 'amountMinor' },
      value: (row) => row.debitMinor || null,
      total: ({ sums }: Sums) => sums.debitMinor,
    },
    {
      ...{ key: 'creditMinor', title: t('books.credit'), kind: 'money' },
      value: (row) => row.creditMinor || null,
      total: ({ sums }: Sums) => sums.creditMinor,
    },
    { key: 'reason', title: t('books.reason'), value: (row) => row.reason, isShort: true },
    { key: 'postedBy', title: t('books.posted_by'), value: (row) => row.postedBy },
    { key: 'postedAt', title: t('books.posted_at'), kind: 'instant', value: (row) => row.postedAt },
  ];
}

export function LedgerEntries() {
  const t = useTexts('ledger');
  const { day, digits } = useFormats();
  const days = useDays();
  const { account = ACCOUNTS.cash } = useUrlQuery();
  const nameIn = useNameIn();
  // The names of all accounts, for the choice.
  const { data } = useAnswer(trialBalance, { query: { limit: 200 } }, { afterActs: 'when-shown' });
  const accounts = data?.items ?? [];
  const chosen = accounts.find(({ code }) => code === account);
  return (
    <ListPage
      endpoint={ledgerEntries}
      exports={useExports(ledgerEntriesDownload, 'ledger-entries')}
      title={t('books.entries')}
      about={t('books.entries_about', {
        account: `${digits(account)} ${chosen ? nameIn(chosen.nameEn, chosen.nameBn) : ''}`.trim(),
        ...{ from: day(days.from), to: day(days.to) },
      })}
      columns={useEntryColumns()}
      fixed={{ ...days, account }}
      filters={[
        {
          name: 'account',
          label: t('books.account'),
          options: accounts.map((each) => ({
            value: each.code,
            label: `${digits(each.code)} ${nameIn(each.nameEn, each.nameBn)}`,
          })),
        },
        { name: 'from', label: t('books.from'), kind: 'day' },
        { name: 'to', label: t('books.to'), kind: 'day' },
        {
          name: 'kind',
          label: t('books.journal'),
          options: JOURNAL_KINDS.map((value) => ({ value, label: nameIn(...JOURNAL_NAMES[value]) })),
        },
      ]}
      searchLabel={t('books.search_reason')}
      empty={{ title: t('books.empty'), text: t('books.empty_help') }}
    />
  );
}
