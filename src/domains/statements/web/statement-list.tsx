/** A consumer's bills and money with what is owed after each line; as a file it is the paper that they ask for. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, useUrlQuery } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Money } from '#web/ui/figures.tsx';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { Facts } from '#web/ui/record/record-page.tsx';
import { type StatementLine, statement, statementDownload } from '../contract.ts';

type Sums = { sums: { owedMinor: number; paidMinor: number } };

export function StatementOf({ consumerId }: { consumerId: string }) {
  const t = useTexts('statements');
  const { digits } = useFormats();
  const exports = useExports(statementDownload, 'statement');
  const columns: Column<StatementLine>[] = [
    { key: 'day', title: t('day'), kind: 'day', value: (row) => row.day },
    { key: 'kind', title: t('what'), value: (row) => t(`kinds.${row.kind}`) },
    {
      key: 'number',
      title: t('number'),
      value: ({ number, invoiceId, paymentId }) => {
        const to = invoiceId ? `/billing/invoice-list/${invoiceId}` : `/payment-history/${paymentId}`;
        return number && <GoLink to={to}>{digits(number)}</GoLink>;
      },
    },
    { key: 'connectionNumber', title: t('connection'), value: (row) => digits(row.connectionNumber) },
    {
      key: 'owed',
      fields: ['owedMinor'],
      title: t('owed'),
      kind: 'money',
      value: (row) => row.owedMinor,
      total: (answer: Sums) => answer.sums.owedMinor,
    },
    {
      key: 'paid',
      fields: ['paidMinor'],
      title: t('paid'),
      kind: 'money',
      value: (row) => row.paidMinor,
      total: (answer: Sums) => answer.sums.paidMinor,
    },
    {
      key: 'balance',
      fields: ['balanceMinor'],
      title: t('balance'),
      kind: 'money',
      value: (row) => row.balanceMinor,
    },
  ];
  return (
    <>
      <Ends consumerId={consumerId} />
      <ListPage
        endpoint={statement}
        exports={exports}
        isPart
        title={t('title')}
        fixed={{ consumerId }}
        searchable={false}
        columns={columns}
        filters={[
          { name: 'from', label: t('from'), kind: 'day' as const },
          { name: 'to', label: t('to'), kind: 'day' as const },
        ]}
        empty={{ title: t('empty') }}
      />
    </>
  );
}

/** What was owed before and after the days that are asked for. */
function Ends({ consumerId }: { consumerId: string }) {
  const t = useTexts('statements');
  const { from, to } = useUrlQuery();
  const days = { ...(from ? { from } : {}), ...(to ? { to } : {}) };
  const sums = useAnswer(statement, { query: { consumerId, limit: 1, ...days } }).data?.sums;
  if (!sums) return null;
  return (
    <Facts
      facts={[
        ...(from ? [{ label: t('opening'), value: <Money minor={sums.openingMinor} /> }] : []),
        { label: t('closing'), value: <Money minor={sums.closingMinor} /> },
      ]}
    />
  );
}
